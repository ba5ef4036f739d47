//! Names of variables that steer a program: which code it loads, what it runs, where it reads, writes or connects,
//! whether it checks. Any other name is a program's own business.
//!
//! Nobody knows all such names, so they are told by their parts: tools name their variables after themselves
//! (`EXIFTOOL_HOME`) or after what they hold (`…_PATH`, `…_OPTS`, `…_URL`). That is never enough to let a variable pass: in
//! front of which programs one may stand that is not told so, `prefixed` says.

use super::environment;
use super::program::{self, Consults};
use super::value::Value;
use crate::words::Words;
use alloc::string::String;

/// The variable may decide what runs, what is loaded, which files or servers are used, or whether a check is made.
pub fn is_steering(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    environment::is_special(name)
        || environment::is_special(&upper)
        || WHOLE.has(&upper)
        || TOOLS.iter().any(|tool| upper.starts_with(tool))
        || upper.split('_').any(|part| PARTS.has(part) || ENDS.iter().any(|end| part.ends_with(end)))
        || is_named_after_program(&upper)
}

/// `FOO=bar`: a name that steers nothing known and hides no secret, and a value that is no path, address, flag or text.
pub fn is_plain(name: &str, value: &Value) -> bool {
    let fits = |text: &&str| {
        let mut bytes = text.bytes();
        let begins = bytes.next().is_none_or(|first| first.is_ascii_alphanumeric() || first == b'_');
        begins && bytes.all(|b| b.is_ascii_alphanumeric() || b"._-+@:,".contains(&b)) && !text.contains("..")
    };
    value.texts().is_some_and(|texts| texts.iter().all(fits))
        && !environment::is_secret(name)
        && !is_steering(name)
}

/// `CMP`, `DIFF`: a program's name, so that another may be started in its place. `EXIFTOOL_HOME`, `GOLANGCI_LINT_CACHE`: it
/// begins with the name of a program that looks at variables.
fn is_named_after_program(upper: &str) -> bool {
    let lower = upper.to_ascii_lowercase();
    if program::find(&lower).is_some() {
        return true;
    }
    let looks = |name: &str| program::find(name).is_some() && program::consults(name) > Consults::Nothing;
    let mut beginning = String::new();
    lower.split('_').take(3).any(|part| {
        if !beginning.is_empty() {
            beginning.push('-');
        }
        beginning.push_str(part);
        looks(&beginning)
    })
}

/// Names that say nothing by their parts: programs that builds start, files that libraries write, switches of checks.
static WHOLE: Words = Words::new(
    "
    ADDR2LINE AR ARFLAGS AS ASM AWK BC BISON CC CCACHE CHECKER CHMOD CO CP CPP CSC CTANGLE CWEAVE CXX DB_HOST DISPLAY DLLTOOL
    DIST DISTCC ECHO EGREP F77 F90 FC FGREP FIND FLEX GET GREP GZIP HOSTCC HOSTCXX INSTALL JAR JAVA JAVAC KERNEL LD
    LEX LINT LN LOGNAME M2C M4 MAKE MAKEINFO MKDIR MV NM OBJC OBJCOPY OBJDUMP OPT PATCHER PC PERL POWERSHELL PYTHON
    RANLIB READELF RM RUBY SED SH SORT STRINGS STRIP SU SUDO TANGLE TAPE TAR TEX USER VIEWER WEAVE WINDRES YACC
    BLOCKSIZE BLOCK_SIZE POSIX_ME_HARDER TIME_STYLE QUOTING_STYLE SIMPLE_BACKUP_SUFFIX VERSION_CONTROL MALLOC_TRACE
    SKIP HUSKY LEFTHOOK NO_VERIFY SKIP_HOOKS SKIP_TESTS SKIP_CHECKS SKIP_LINT UNZIP ZIP ZIPOPT EXINIT LOCALDOMAIN
    NETRC WGETRC KRB5CCNAME SSLKEYLOGFILE VIM VIMINIT GVIMINIT MYVIMRC MORE NIX_PATH BUILDER CVSROOT SVNROOT P4PORT
    HGMERGE HGUSER FAKECHROOT FAKEROOTKEY GLIBC_TUNABLES QEMU_LD_PREFIX WINEPREFIX PSMODULEPATH COMSPEC SYSTEMROOT
    NOW ENV EVAL E EE I",
);

/// First words of names that belong to tools, libraries and hosts which are called differently from their variables.
const TOOLS: &[&str] = &[
    "ACTIONS_",
    "AGENT_",
    "ANTHROPIC_",
    "ARM_",
    "ASAN_",
    "AUTOMAKE",
    "AUTOCONF",
    "BAZEL",
    "BOTO",
    "BROWSERSLIST",
    "BUILDX_",
    "BUILDKIT_",
    "CAML",
    "CCACHE_",
    "CELERY_",
    "CF_",
    "CHROME_",
    "CLOUDFLARE_",
    "CMAKE_",
    "COMPOSE_",
    "COMPOSER_",
    "COREPACK_",
    "CORECLR_",
    "COR_",
    "COMPLUS_",
    "COPILOT",
    "COVERAGE_",
    "CURL_",
    "CURSOR_",
    "CYPRESS_",
    "DEBUGINFOD_",
    "DIGITALOCEAN_",
    "DISTUTILS",
    "DJANGO_",
    "DBUS_",
    "ELECTRON_",
    "ELIXIR_",
    "ERL",
    "EXPO_",
    "FLASK_",
    "FLY_",
    "FONTCONFIG_",
    "G_",
    "GCC_",
    "GCONV_",
    "GCP_",
    "GDK_",
    "GHC",
    "GIO_",
    "GLIB",
    "GNUPG",
    "GO",
    "GPG_",
    "GST_",
    "GTK_",
    "HF_",
    "HG",
    "HISTORY",
    "HOMEBREW_",
    "HUSKY",
    "INTEL_",
    "IPYTHON",
    "JUPYTER_",
    "KRB5_",
    "LEFTHOOK_",
    "LIBC_",
    "LLVM_",
    "LSAN_",
    "MALLOC_",
    "MCP_",
    "MIX_",
    "MONGO",
    "MSAN_",
    "MYSQL",
    "NETLIFY_",
    "NEXT_",
    "NIX_",
    "NUXT_",
    "NX_",
    "OCAML",
    "OPENAI_",
    "OPENSSL_",
    "OPENCODE",
    "OTEL_",
    "OVERCOMMIT_",
    "PG",
    "PKGBUILD",
    "PLAYWRIGHT_",
    "POSTGRES",
    "POWERSHELL_",
    "PRE_COMMIT",
    "PROMETHEUS_",
    "PUPPETEER_",
    "QEMU_",
    "QML",
    "QT_",
    "RAILS_",
    "RACK_",
    "REDIS",
    "REQUESTS_",
    "ROCKSDB",
    "RUST",
    "SBT_",
    "SCCACHE_",
    "SDK",
    "SENTRY_",
    "SETUPTOOLS_",
    "SPRING_",
    "SQL",
    "SUDO_",
    "SVN_",
    "SYSTEMD_",
    "TERRAGRUNT_",
    "TF_",
    "TSAN_",
    "TS_NODE",
    "TURBO_",
    "UBSAN_",
    "VAULT_",
    "VERCEL_",
    "VITE_",
    "VOLTA_",
    "VSCODE_",
    "VUE_",
    "WANDB_",
    "WASM",
    "WEBPACK_",
    "WINE",
    "WSL",
    "X_",
];

/// Words of names, between underscores, that say that the value is code, a program, a file, a place or a server, or that
/// it opens or closes something.
static PARTS: Words = Words::new(
    "
    ACCOUNT ADDR ADDRESS AGENT ALLOW ALIAS ARG ASKPASS AUTH BACKEND BASE BIN BYPASS BINARY BROWSER BUNDLE CA CACHE CERT CERTS CFG
    CLASS CMD CMDLINE CODE COMMAND COMPILER CONF CONFIG CONTEXT CREDENTIAL CREDENTIALS DEST DIR DIRS DISABLE DOMAIN DRIVER
    EDITOR ENDPOINT ENDPOINTS ENTRY ENTRYPOINT EVAL EXEC EXECUTABLE EXECPATH EXT EXTENSION EXTENSIONS EXTRA FILE FILES
    FOLDER FORCE FUNC FUNCTION HANDLER HELPER HOME HOOK HOOKS HOST HOSTNAME HOSTS IDENTITY IGNORE IMAGE IMPORT INCLUDE INDEX
    INIT INPUT INSECURE INTERPRETER IP JAR KEY KEYS LIB LIBRARY LIBS LINKER LISTEN LOAD LOADER LOCATION LOG LOGS LOGFILE
    MIDDLEWARE MIRROR MODULE MODULES NAMESPACE NOSYSTEM OPT OPTION OUT OUTPUT OVERRIDE PACKAGE PACKAGES PAGER PATTERN
    PERMISSION PERMISSIONS PLUGIN PLUGINS POLICY PREFIX PRELOAD PRESET PROFILE PROGRAM PROJECT PROMPT PROVIDER PROXY RC
    REDIRECT REGISTRY REMOTE REPO REPOSITORY REQUIRE RESOLVER ROLE ROOT RSH RUN RUNNER RUNTIME SANDBOX SCHEMA SCRIPT
    SCRIPTS SECURE SECURITY SERVER SERVERS SERVICE SETTINGS SHELL SITE SOCK SOCKET SOURCE SRC SSH SSL START STARTUP STORE
    TARGET TEMP TEMPLATE TERMINAL TLS TMP TOOL TOOLCHAIN TOOLS TRACE TRACEFILE TRANSPORT TRUST UNSAFE UPSTREAM URI URL URLS
    VERIFY VISUAL WORKDIR WORKSPACE WRAPPER YES",
);

/// Ends of such words.
const ENDS: &[&str] = &[
    "PATH", "FLAGS", "OPTS", "OPTIONS", "ARGS", "PROXY", "HOME", "DIR", "FILE", "RC", "SHELL", "PAGER",
    "EDITOR", "5OPT", "LIB", "URL", "HOST", "CONFIG", "CONF", "INIT", "ROOT", "EXEC", "CMD", "COMMAND",
    "OPT",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_steer_nothing() {
        const PLAIN: &str = "FOO BAR A B MY_FLAG CLI_TEST_SKIP_BUILD foo TEST_ONLY RETRIES SEED ITERATIONS FEATURE_X N \
            RUN_SLOW_TESTS SLOW INTEGRATION E2E UPDATE BENCH_SIZE MODE STAGE";
        let steering: alloc::vec::Vec<&str> =
            PLAIN.split_whitespace().filter(|name| is_steering(name)).collect();
        // Words that say too much stay on the safe side.
        assert_eq!(steering, ["RUN_SLOW_TESTS"]);
    }

    #[test]
    fn names_that_steer_are_told_by_their_parts() {
        const STEERING: &str = "LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES PATH MANPATH CDPATH PYTHONPATH PYTHONSTARTUP \
            PYTHONHOME NODE_OPTIONS NODE_PATH NODE_DEBUG PERL5OPT PERL5LIB PERLLIB RUBYOPT RUBYLIB GIT_DIR GIT_SSH_COMMAND \
            GIT_EXTERNAL_DIFF GIT_TRACE_CURL BASH_ENV ENV IFS PS4 PROMPT_COMMAND EDITOR VISUAL PAGER GIT_PAGER MANPAGER \
            BROWSER SHELL HOME TMPDIR XDG_CONFIG_HOME http_proxy HTTPS_PROXY ALL_PROXY no_proxy SSL_CERT_FILE \
            SSLKEYLOGFILE KUBECONFIG DOCKER_HOST DOCKER_CONFIG AWS_PROFILE AWS_ENDPOINT_URL npm_config_registry \
            NPM_CONFIG_USERCONFIG PIP_INDEX_URL UV_INDEX GOPROXY GOFLAGS GOROOT GOTOOLCHAIN CC CXX LD AR RUSTC RUSTC_WRAPPER \
            RUSTFLAGS CARGO_HOME CARGO_BUILD_RUSTC RUSTUP_TOOLCHAIN RUSTUP_HOME JAVA_HOME JAVA_TOOL_OPTIONS _JAVA_OPTIONS \
            MAVEN_OPTS GRADLE_OPTS GHCRTS ERL_FLAGS ERL_AFLAGS ELIXIR_ERL_OPTIONS OCAMLRUNPARAM CAMLRUNPARAM \
            DOTNET_STARTUP_HOOKS CORECLR_PROFILER COR_ENABLE_PROFILING R_PROFILE R_PROFILE_USER PHPRC PHP_INI_SCAN_DIR \
            LUA_INIT LUA_PATH TCLLIBPATH RIPGREP_CONFIG_PATH ACKRC ACK_PAGER FZF_DEFAULT_COMMAND BAT_CONFIG_PATH LESSOPEN \
            LESSKEY EXIFTOOL_HOME SHELLCHECK_OPTS ESLINT_USE_FLAT_CONFIG PYTEST_ADDOPTS PYTEST_PLUGINS JEST_JUNIT_OUTPUT_FILE \
            MAKEFLAGS MAKEFILES GNUMAKEFLAGS MFLAGS TAR_OPTIONS TAPE GZIP RSYNC_RSH CVS_RSH SVN_SSH HGEDITOR HGRCPATH \
            SKIP HUSKY LEFTHOOK LEFTHOOK_EXCLUDE PRE_COMMIT_ALLOW_NO_CONFIG OVERCOMMIT_DISABLE PGSERVICEFILE PGHOST PSQLRC \
            MYSQL_HOST REDIS_URL TF_LOG TF_CLI_ARGS TF_PLUGIN_CACHE_DIR TF_VAR_x HELM_PLUGINS VAULT_ADDR ANSIBLE_CONFIG \
            MALLOC_TRACE GLIBC_TUNABLES LOCPATH NLSPATH GCONV_PATH HOSTALIASES RES_OPTIONS TZDIR TERMINFO INPUTRC VIMINIT \
            EXINIT QT_PLUGIN_PATH GTK_MODULES GTK_PATH GST_PLUGIN_PATH ASAN_OPTIONS OPENSSL_CONF OPENSSL_MODULES CURL_HOME \
            NETRC WGETRC HEROKU_DEBUG VERCEL_TOKEN GH_DEBUG GH_HOST GITLAB_HOST MASTIFF_POLICY CLAUDE_PROJECT_DIR MISE_ENV \
            ASDF_DATA_DIR VOLTA_HOME COREPACK_HOME NVM_DIR PYENV_VERSION BUNDLE_GEMFILE GEM_HOME COMPOSER_HOME ZDOTDIR FPATH \
            SUDO_ASKPASS SSH_ASKPASS BUILDKIT_HOST COMPOSE_FILE PLAYWRIGHT_BROWSERS_PATH CHROME_BIN MIX_EXS CTEST_X CMAKE_PREFIX_PATH";
        let plain: alloc::vec::Vec<&str> =
            STEERING.split_whitespace().filter(|name| !is_steering(name)).collect();
        assert_eq!(plain, [] as [&str; 0]);
    }

    #[test]
    fn values_are_plain_words() {
        let fits = |value: &str| is_plain("FOO", &Value::known(value));
        assert!(["", "1", "bar", "a-b", "1.5", "x:y", "a,b"].iter().all(|value| fits(value)));
        assert!(
            !["./x", "/etc", "../x", "a b", "-x", "$(id)", "http://x", "@x", "~", "a;b", ".."]
                .iter()
                .any(|value| fits(value))
        );
        assert!(!is_plain("FOO", &Value::unknown("is not known")));
        assert!(!is_plain("API_TOKEN", &Value::known("x")));
    }
}
