//! What no call may change: mastiff's own files, and the files that the environment puts in the place of those on the
//! floor.
//!
//! The floor knows `~/.claude` and `~/.cargo/config.toml` by their names. A variable moves them anywhere, also into the
//! repository, where nothing in their names gives them away.

use crate::dirs::Dirs;
use crate::disk::resolve;
use crate::session::physical;
use mastiff_core::effect::place;
use mastiff_core::world::Stands;
use std::path::Path;

/// Variables that name a place of the floor, and what counts below it; `""` is the place itself.
#[rustfmt::skip]
const MOVED: &[(&str, &[&str])] = &[
    ("CLAUDE_CONFIG_DIR", &[""]),
    ("CODEX_HOME", &[""]),
    ("CLAUDE_ENV_FILE", &[""]),
    ("COPILOT_HOME", &[""]),
    ("CURSOR_CONFIG_DIR", &[""]),
    ("GEMINI_CLI_HOME", &[".gemini"]),
    ("GEMINI_CLI_SYSTEM_SETTINGS_PATH", &[""]),
    ("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", &[""]),
    ("GEMINI_CLI_TRUSTED_FOLDERS_PATH", &[""]),
    ("QWEN_HOME", &[""]),
    ("QWEN_CODE_SYSTEM_SETTINGS_PATH", &[""]),
    ("QWEN_CODE_SYSTEM_DEFAULTS_PATH", &[""]),
    ("CLAW_CONFIG_HOME", &[""]),
    ("CLINE_DIR", &[""]),
    ("CLINE_DATA_DIR", &[""]),
    ("GOOSE_PATH_ROOT", &["config", ".agents"]),
    ("KIRO_HOME", &[""]),
    ("OPENCODE_CONFIG", &[""]),
    ("OPENCODE_CONFIG_DIR", &[""]),
    ("BASH_ENV", &[""]),
    ("ENV", &[""]),
    ("INPUTRC", &[""]),
    ("PYTHONSTARTUP", &[""]),
    ("GIT_CONFIG", &[""]),
    ("GIT_CONFIG_GLOBAL", &[""]),
    ("GIT_CONFIG_SYSTEM", &[""]),
    ("GIT_EXEC_PATH", &[""]),
    ("GIT_TEMPLATE_DIR", &[""]),
    ("NPM_CONFIG_USERCONFIG", &[""]),
    ("NPM_CONFIG_GLOBALCONFIG", &[""]),
    ("npm_config_userconfig", &[""]),
    ("npm_config_globalconfig", &[""]),
    ("PIP_CONFIG_FILE", &[""]),
    ("RIPGREP_CONFIG_PATH", &[""]),
    ("KUBECONFIG", &[""]),
    ("DOCKER_CONFIG", &[""]),
    ("GNUPGHOME", &[""]),
    ("AWS_CONFIG_FILE", &[""]),
    ("AWS_SHARED_CREDENTIALS_FILE", &[""]),
    ("CARGO_HOME", &["bin", "config", "config.toml", "credentials", "credentials.toml", "env"]),
    ("RUSTUP_HOME", &["settings.toml", "toolchains"]),
    ("XDG_CONFIG_HOME", &[
        "Code/User", "Code - Insiders/User", "Cursor", "VSCodium/User", "Windsurf/User", "agent-code", "amp",
        "autostart", "claude", "containers/auth.json", "crush", "cursor", "direnv", "doctl", "environment.d", "fish",
        "gcloud", "gdb", "gh", "git", "github-copilot", "glab-cli", "goose", "hub", "kilo", "mise", "netlify",
        "nushell", "nvim", "op", "opencode", "pip", "plasma-workspace", "powershell", "rclone", "ripgrep",
        "snowflake", "sops", "stripe", "systemd", "tmux", "zed", "zsh",
    ]),
    ("XDG_DATA_HOME", &["claude", "opencode"]),
    ("XDG_CACHE_HOME", &["opencode"]),
];

/// Configuration, state, the binary, and whatever was moved. The name on `PATH` that it is started by is looked for where
/// something is written: most calls write nothing.
pub(crate) fn paths(dirs: &Dirs, environment: &[(String, String)], home: &str, cwd: &str) -> Vec<String> {
    let exe = std::env::current_exe().ok().and_then(|exe| exe.into_os_string().into_string().ok());
    let given = [dirs.config.as_deref(), dirs.state.as_deref(), Some(dirs.managed.as_path())];
    let given = given.into_iter().flatten().filter_map(|path| Path::to_str(path).map(str::to_owned));
    let moved = moved(environment, home, cwd);
    let all = given.chain(exe).chain(moved);
    let mut own: Vec<String> = all.flat_map(both_ends).collect();
    own.sort_unstable();
    own.dedup();
    own
}

fn moved(environment: &[(String, String)], home: &str, cwd: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (name, value) in environment.iter().filter(|(_, value)| !value.is_empty()) {
        let Some((_, below)) = MOVED.iter().find(|(moved, _)| moved == name) else { continue };
        // Some are lists; a part of a path with a colon in it does no harm.
        for part in std::iter::once(value.as_str()).chain(value.split(':')).filter(|part| !part.is_empty()) {
            let base = place::join(cwd, &at_home(part, home));
            paths.extend(below.iter().map(|name| place::join(&base, name)));
        }
    }
    paths.retain(|path| may_be_own(path));
    paths
}

/// The shell expands `BASH_ENV` and `ENV` when it starts.
fn at_home(path: &str, home: &str) -> String {
    let below = ["~/", "$HOME/", "${HOME}/"].into_iter().find_map(|sign| path.strip_prefix(sign));
    below.map_or_else(|| path.to_owned(), |below| place::join(home, below))
}

/// `/dev/null` switches a configuration off, and everybody writes there; `/` is everybody's too.
fn may_be_own(path: &str) -> bool {
    match resolve(path) {
        Some(found) => found.stands != Stands::Other && found.path != "/",
        None => true,
    }
}

/// Where a path leads, and the path itself in its physical directory: who replaces a link replaces what it leads to.
pub(crate) fn both_ends(path: String) -> Vec<String> {
    let end = physical(&path);
    if end == path {
        return vec![path];
    }
    match path.trim_end_matches('/').rsplit_once('/') {
        Some((parent, name)) => vec![end, place::join(&physical(&format!("{parent}/")), name)],
        None => vec![end],
    }
}
