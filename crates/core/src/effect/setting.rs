//! Variables in front of a command that are settings of a tool: harmless by their name, or by what they are set to.

use super::program::dev;
use crate::words::{Words, listed};

/// `name=value` neither names code, a program, a server or a file, nor switches a check off. `None`: the value is not
/// known.
pub fn is_harmless(name: &str, value: Option<&str>) -> bool {
    let listed = |list: &str| listed(list, name);
    if ANY_VALUE.has(name) || PUBLIC.iter().any(|prefix| name.starts_with(prefix)) {
        return true;
    }
    let Some(value) = value else { return false };
    if is_locale_name(name) {
        return is_locale(value);
    }
    let words = |fine: fn(&str) -> bool| value.split_ascii_whitespace().all(fine);
    match name {
        _ if listed(NAMES) => dev::is_name(value),
        _ if listed(PAGERS) => matches!(value, "cat" | ""),
        "EDITOR" | "VISUAL" => matches!(value, "true" | ":" | "cat"),
        "NODE_OPTIONS" => words(is_node_option),
        "RUSTFLAGS" | "RUSTDOCFLAGS" => are_lints(value),
        _ if listed(JAVA) => words(is_java_size),
        "MAKEFLAGS" => words(|word| word.strip_prefix("-j").is_some_and(is_digits)),
        "PYTHONWARNINGS" => matches!(value, "ignore" | "default" | "error" | "always" | "once" | "module"),
        "MPLBACKEND" => value.eq_ignore_ascii_case("agg"),
        "QT_QPA_PLATFORM" => matches!(value, "offscreen" | "minimal"),
        "SDL_VIDEODRIVER" | "SDL_AUDIODRIVER" => value == "dummy",
        "WANDB_MODE" => matches!(value, "offline" | "disabled"),
        "GOPROXY" => value == "off",
        "GO111MODULE" => matches!(value, "on" | "auto"),
        "GOTOOLCHAIN" => value == "local",
        "GOFLAGS" => words(|word| matches!(word, "-mod=readonly" | "-mod=vendor" | "-count=1")),
        "DJANGO_SETTINGS_MODULE" => {
            value.starts_with(|c: char| c.is_ascii_alphabetic())
                && value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.')
        }
        _ => false,
    }
}

/// Says in which characters and which order programs, the shell itself among them, read text.
pub fn is_locale_name(name: &str) -> bool {
    name.starts_with("LC_") || name == "LANG" || name == "LANGUAGE"
}

/// Plain bytes or UTF-8, which everything here is read as: in other encodings a backslash or a quote may be the second
/// half of a character. A path would load what lies there.
pub fn is_locale(value: &str) -> bool {
    let plain = value.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
    let charset = value.rsplit_once('.').map_or("", |(_, charset)| charset);
    let unicode = ["UTF-8", "utf-8", "utf8", "UTF8"].contains(&charset);
    plain && (unicode || ["C", "POSIX"].contains(&value))
}

/// Levels of logging, switches of output, numbers of threads, telemetry off.
static ANY_VALUE: Words = Words::new(
    "
    LOGLEVEL LOG_FORMAT RUST_LOG_STYLE RUST_TEST_TIME_UNIT VERBOSITY NO_UPDATE_NOTIFIER PORT
    PYTHONDEVMODE PYTHONTRACEMALLOC PYTHONNOUSERSITE PYTHONSAFEPATH PYTEST_DEBUG
    PYTEST_XDIST_AUTO_NUM_WORKERS PYTHONLEGACYWINDOWSSTDIO NO_TQDM TQDM_DISABLE
    OMP_NUM_THREADS MKL_NUM_THREADS OPENBLAS_NUM_THREADS NUMEXPR_NUM_THREADS RAYON_NUM_THREADS
    TOKENIZERS_PARALLELISM CUDA_VISIBLE_DEVICES TF_CPP_MIN_LOG_LEVEL HF_HUB_OFFLINE TRANSFORMERS_OFFLINE
    HF_DATASETS_OFFLINE NUMBA_DISABLE_JIT JAX_PLATFORMS
    ASTRO_TELEMETRY_DISABLED GATSBY_TELEMETRY_DISABLED
    STORYBOOK_DISABLE_TELEMETRY NUXT_TELEMETRY_DISABLED CHECKPOINT_DISABLE HOMEBREW_NO_AUTO_UPDATE
    HOMEBREW_NO_ANALYTICS SCARF_ANALYTICS DISABLE_OPENCOLLECTIVE ADBLOCK PUPPETEER_SKIP_DOWNLOAD
    PUPPETEER_SKIP_CHROMIUM_DOWNLOAD PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD CYPRESS_INSTALL_BINARY_SKIP
    GH_PROMPT_DISABLED GH_NO_UPDATE_NOTIFIER
    DOCKER_BUILDKIT BUILDKIT_PROGRESS TF_IN_AUTOMATION TF_INPUT PULUMI_SKIP_UPDATE_CHECK
    GOTEST_PALETTE CTEST_PROGRESS_OUTPUT GTEST_COLOR SKIP_ENV_VALIDATION
    CARGO_PROFILE_DEV_DEBUG CARGO_PROFILE_TEST_DEBUG CARGO_PROFILE_RELEASE_DEBUG CARGO_PROFILE_DEV_OPT_LEVEL
    CARGO_PROFILE_RELEASE_LTO CARGO_LOG",
);

/// The same where the value becomes part of a path or of the name of a host: a plain word.
const NAMES: &str = "FLASK_ENV RUBY_ENV HANAMI_ENV GLAMOUR_STYLE AWS_REGION AWS_DEFAULT_REGION AWS_DEFAULT_OUTPUT GOEXPERIMENT";

/// Constants that a front end is built with: they end in the page that everybody is sent.
const PUBLIC: &[&str] = &["VITE_", "NEXT_PUBLIC_", "REACT_APP_", "EXPO_PUBLIC_"];

const PAGERS: &str =
    "PAGER MANPAGER GH_PAGER AWS_PAGER SYSTEMD_PAGER BAT_PAGER DELTA_PAGER PSQL_PAGER GLAB_PAGER";

const JAVA: &str = "JAVA_OPTS JAVA_TOOL_OPTIONS MAVEN_OPTS GRADLE_OPTS SBT_OPTS";

fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// Switches of node that load nothing and open nothing.
fn is_node_option(word: &str) -> bool {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    match name {
        "--max-old-space-size" | "--max_old_space_size" | "--stack-trace-limit" | "--max-semi-space-size" => {
            !value.is_empty() && is_digits(value)
        }
        "--unhandled-rejections" => matches!(value, "strict" | "warn" | "none" | "throw"),
        "--experimental-vm-modules"
        | "--no-warnings"
        | "--trace-warnings"
        | "--no-deprecation"
        | "--trace-deprecation"
        | "--trace-uncaught"
        | "--enable-source-maps"
        | "--expose-gc"
        | "--no-experimental-fetch"
        | "--openssl-legacy-provider" => value.is_empty(),
        _ => false,
    }
}

/// `-D warnings`, `-Awarnings --cap-lints allow`: levels of lints, and what the processor can do.
fn are_lints(value: &str) -> bool {
    let mut words = value.split_ascii_whitespace();
    let is_lint = |lint: &str| {
        !lint.is_empty() && lint.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-:".contains(&b))
    };
    while let Some(word) = words.next() {
        let fine = match word {
            "-D" | "-W" | "-A" | "-F" | "--cap-lints" => {
                words.next().is_some_and(|lint| is_lint(lint) && !lint.starts_with('-'))
            }
            "-Ctarget-cpu=native" => true,
            "-C" => words.next() == Some("target-cpu=native"),
            _ => ["-D", "-W", "-A", "-F"].iter().any(|level| word.strip_prefix(level).is_some_and(is_lint)),
        };
        if !fine {
            return false;
        }
    }
    true
}

/// `-Xmx2g`
fn is_java_size(word: &str) -> bool {
    let size = ["-Xmx", "-Xms", "-Xss"].iter().find_map(|flag| word.strip_prefix(flag));
    size.is_some_and(|size| {
        let digits = size.trim_end_matches(['g', 'G', 'm', 'M', 'k', 'K']);
        !digits.is_empty() && is_digits(digits) && size.len() - digits.len() < 2
    })
}

#[cfg(test)]
mod tests {
    use super::is_harmless;

    #[test]
    fn settings_are_judged_by_name_and_value() {
        for (name, value) in [
            ("NODE_OPTIONS", "--max-old-space-size=4096 --experimental-vm-modules"),
            ("RUSTFLAGS", "-D warnings"),
            ("RUSTFLAGS", "-Dwarnings -A dead_code --cap-lints allow"),
            ("RUSTDOCFLAGS", "-D rustdoc::broken_intra_doc_links"),
            ("MAVEN_OPTS", "-Xmx2g -Xms512m"),
            ("MAKEFLAGS", "-j4"),
            ("PAGER", "cat"),
            ("AWS_PAGER", ""),
            ("PYTHONWARNINGS", "ignore"),
            ("VITE_API_URL", "http://localhost"),
            ("OMP_NUM_THREADS", "1"),
            ("GOFLAGS", "-mod=vendor"),
            ("FLASK_ENV", "test"),
            ("AWS_REGION", "eu-west-1"),
            ("DJANGO_SETTINGS_MODULE", "app.settings.test"),
            ("LC_ALL", "C"),
            ("LC_ALL", "C.UTF-8"),
            ("LANG", "en_US.UTF-8"),
            ("LC_CTYPE", "de_DE.utf8"),
            ("LC_COLLATE", "POSIX"),
        ] {
            assert!(is_harmless(name, Some(value)), "{name}={value}");
        }
        for (name, value) in [
            ("NODE_OPTIONS", "--require ./x.js"),
            ("NODE_OPTIONS", "--max-old-space-size=1 -r ./x.js"),
            ("NODE_OPTIONS", "--import=./x.mjs"),
            ("NODE_OPTIONS", "--inspect=0.0.0.0"),
            ("RUSTFLAGS", "-C linker=./x"),
            ("RUSTFLAGS", "-Clinker=./x"),
            ("RUSTFLAGS", "-D warnings -C link-arg=x"),
            ("RUSTFLAGS", "-D -Clinker=./x"),
            ("RUSTDOCFLAGS", "--html-in-header x"),
            ("MAVEN_OPTS", "-javaagent:x.jar"),
            ("MAVEN_OPTS", "-Xmx2g -Dx=y"),
            ("JAVA_OPTS", "-XX:OnError=x"),
            ("MAKEFLAGS", "-j4 --eval=x"),
            ("MAKEFLAGS", "-f x"),
            ("PAGER", "sh -c x"),
            ("EDITOR", "./x"),
            ("PYTHONWARNINGS", "error::mod.Class"),
            ("PYTHONPATH", "src"),
            ("PYTHONSTARTUP", "x"),
            ("MPLBACKEND", "module://x"),
            ("GOFLAGS", "-toolexec=./x"),
            ("GOFLAGS", "-mod=mod"),
            ("FLASK_ENV", "../x"),
            ("AWS_REGION", "x.example/#"),
            ("GLAMOUR_STYLE", "/tmp/x.json"),
            ("GOPROXY", "http://x"),
            ("GO111MODULE", "off"),
            ("GOTOOLCHAIN", "go1.99"),
            ("DJANGO_SETTINGS_MODULE", "../x"),
            ("LC_ALL", "zh_CN.GBK"),
            ("LC_CTYPE", "ja_JP.SJIS"),
            ("LANG", "zh_TW"),
            ("LANG", "../x.UTF-8"),
            ("LC_ALL", "x.UTF-8/../y"),
            ("LC_ALL", ""),
            ("VITEX", "1"),
            ("FOO", "1"),
            ("LD_PRELOAD", "x"),
        ] {
            assert!(!is_harmless(name, Some(value)), "{name}={value}");
        }
        assert!(is_harmless("PORT", None) && !is_harmless("PAGER", None));
    }
}
