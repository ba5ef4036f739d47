//! Variables that may stand in front of a command without changing what it runs.

use super::outside::is_name;
use crate::effect::value::Value;
use crate::words::Words;

/// `NAME=value cmd`: an everyday variable that steers output, platform or speed, and never names code, a program,
/// a library path, a proxy or a place to write. Tools make paths of many (`_build/$MIX_ENV`), so most are plain words.
pub fn harmless_env(name: &str, value: &Value) -> bool {
    let is_word = |text: &&str| text.is_empty() || is_name(text) || is_number(text);
    FREE.has(name) || (HARMLESS.has(name) && value.texts().is_some_and(|texts| texts.iter().all(is_word)))
}

/// `0.5`, `512MiB`
fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.')
        && !text.contains("..")
}

/// Those that nothing but the program itself reads, as text.
static FREE: Words = Words::new(
    "
    CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TZ
    DEBUG VERBOSE QUIET LOG_LEVEL SOURCE_DATE_EPOCH RUST_LOG PYTHONIOENCODING PYTHONHASHSEED XDEBUG_MODE
    PGPASSWORD MYSQL_PWD REDISCLI_AUTH",
);

static HARMLESS: Words = Words::new(
    "
    NODE_ENV NODE_DISABLE_COLORS NODE_NO_WARNINGS BABEL_ENV NEXT_TELEMETRY_DISABLED DO_NOT_TRACK JEST_WORKER_ID
    VITEST_MAX_THREADS VITEST_MIN_THREADS NX_DAEMON NX_SKIP_NX_CACHE NX_TUI TURBO_TELEMETRY_DISABLED
    npm_config_loglevel
    PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED PYTHONUTF8 PYTHONFAULTHANDLER
    PYTHONASYNCIODEBUG PYTEST_DISABLE_PLUGIN_AUTOLOAD PY_COLORS UV_OFFLINE UV_NO_PROGRESS UV_FROZEN UV_NO_SYNC
    RUST_BACKTRACE RUST_LIB_BACKTRACE RUST_TEST_THREADS RUST_TEST_NOCAPTURE RUST_MIN_STACK
    CARGO_TERM_COLOR CARGO_TERM_PROGRESS_WHEN CARGO_TERM_VERBOSE CARGO_TERM_QUIET CARGO_INCREMENTAL
    CARGO_BUILD_JOBS CARGO_NET_OFFLINE PROPTEST_CASES INSTA_UPDATE INSTA_FORCE_PASS TRYBUILD
    GOOS GOARCH GOARM GOAMD64 GOMAXPROCS CGO_ENABLED GOGC GOMEMLIMIT GOTRACEBACK
    GOTESTSUM_FORMAT
    RAILS_ENV RACK_ENV APP_ENV MIX_ENV ASPNETCORE_ENVIRONMENT DOTNET_ENVIRONMENT DOTNET_NOLOGO
    DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_SKIP_FIRST_TIME_EXPERIENCE
    CTEST_OUTPUT_ON_FAILURE CTEST_PARALLEL_LEVEL CMAKE_BUILD_PARALLEL_LEVEL VERBOSE_LOGS
    HUSKY_SKIP_INSTALL UPDATE_SNAPSHOTS UPDATE_GOLDEN",
);

#[cfg(test)]
mod tests {
    use super::harmless_env;
    use crate::effect::value::Value;

    #[test]
    fn what_becomes_a_path_is_a_word() {
        let fine = |name, value| harmless_env(name, &Value::known(value));
        for name in
            ["MIX_ENV", "RAILS_ENV", "NODE_ENV", "APP_ENV", "RACK_ENV", "GOOS", "ASPNETCORE_ENVIRONMENT"]
        {
            assert!(fine(name, "test") && fine(name, "ci-2"), "{name}");
            for value in ["../../x", "/tmp/x", "a/b", ".", "~", "x.y"] {
                assert!(!fine(name, value), "{name}={value}");
            }
        }
        assert!(fine("GOMEMLIMIT", "1.5GiB") && fine("DEBUG", "app:*") && fine("RUST_LOG", "a::b=debug"));
    }

    #[test]
    fn what_names_code_or_a_way_out_is_not_harmless() {
        for name in ["CI", "NO_COLOR", "RUST_BACKTRACE", "GOOS", "CGO_ENABLED", "NODE_ENV", "TZ"] {
            assert!(harmless_env(name, &Value::known("1")), "{name}");
        }
        let harmful = "PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONBREAKPOINT PYTEST_ADDOPTS PYTEST_PLUGINS NODE_OPTIONS \
            NODE_PATH GOFLAGS GOPROXY GOPATH GOROOT GOBIN CC CXX AR LD LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT \
            DYLD_INSERT_LIBRARIES PERL5OPT PERL5LIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS _JAVA_OPTIONS MAVEN_OPTS \
            GRADLE_OPTS HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy PAGER EDITOR VISUAL BASH_ENV ENV PATH HOME SHELL \
            IFS PS4 RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTFLAGS RUSTDOC CARGO_HOME CARGO_BUILD_RUSTC \
            CARGO_TARGET_DIR RUSTUP_TOOLCHAIN npm_config_script_shell npm_config_registry PIP_INDEX_URL MAKEFLAGS \
            MAKEFILES CMAKE_TOOLCHAIN_FILE DOTNET_STARTUP_HOOKS CLASSPATH PHPRC GIT_SSH_COMMAND GORACE GODEBUG SYMFONY_DEPRECATIONS_HELPER TMPDIR COLUMNS LINES ci Ci";
        for name in harmful.split_ascii_whitespace() {
            assert!(!harmless_env(name, &Value::known("1")), "{name}");
        }
    }
}
