//! Variables: which ones may be set without changing what other programs do.

use super::program::{dev, git};
use super::setting;
use super::value::Value;
use crate::call::Session;

/// Everyday names that no program takes for a command, a path to code, or another configuration.
const HARMLESS: &[&str] = &[
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "DEBIAN_FRONTEND",
    "FORCE_COLOR",
    "LINES",
    "NO_COLOR",
    "TERM",
    "TZ",
    "COLORTERM",
];

/// Names that the shell itself or many programs look at; setting one may change what runs.
const SPECIAL: &[&str] = &[
    // zsh ties these lower-case names to the paths it searches.
    "path",
    "fpath",
    "cdpath",
    "manpath",
    "module_path",
    "mailpath",
    "fignore",
    "prompt",
    "histchars",
    "argv",
    "DIRSTACK",
    "dirstack",
    "UID",
    "EUID",
    "PPID",
    "ZDOTDIR",
    "FPATH",
    "NULLCMD",
    "READNULLCMD",
    "PATH",
    "ENV",
    "CDPATH",
    "HOME",
    "PWD",
    "OLDPWD",
    "SHELL",
    "SHELLOPTS",
    "BASHOPTS",
    "GLOBIGNORE",
    "PS0",
    "PS1",
    "PS2",
    "PS3",
    "PS4",
    "PROMPT_COMMAND",
    "EXECIGNORE",
    "FCEDIT",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "BROWSER",
    "LESS",
    "LESSOPEN",
    "LESSCLOSE",
    "HISTFILE",
    "TMPDIR",
    "TEMP",
    "TMP",
    "MAIL",
    "IFS",
    "OPTIND",
    "RANDOM",
    "SECONDS",
    "TERMINFO",
    "TERMCAP",
    "LOCPATH",
    "NLSPATH",
    "GCONV_PATH",
    "HOSTALIASES",
    "RESOLV_HOST_CONF",
    "MAKEFLAGS",
    "MAKEFILES",
    "GOFLAGS",
    "GOROOT",
    "GOPATH",
    "GOPROXY",
    "RUSTFLAGS",
    "RUSTC",
    "RUSTDOC",
    "CC",
    "CXX",
    "LD",
    "CFLAGS",
    "CXXFLAGS",
    "LDFLAGS",
    "CLASSPATH",
    "JAVA_HOME",
    "TOOL_INPUT",
    "BASH",
    "POSIXLY_CORRECT",
];

/// Beginnings of such names.
const SPECIAL_PREFIXES: &[&str] = &[
    "LD_",
    "DYLD_",
    "BASH_",
    "GIT_",
    "SSH_",
    "PYTHON",
    "NODE_",
    "NPM_",
    "npm_",
    "RUBY",
    "PERL",
    "JAVA_",
    "JDK_",
    "MAVEN_",
    "GRADLE_",
    "CARGO_",
    "RUSTC_",
    "RUSTUP_",
    "GO111",
    "CGO_",
    "CLAUDE",
    "CODEX",
    "GEMINI",
    "MASTIFF",
    "XDG_",
    "DOCKER_",
    "KUBE",
    "AWS_",
    "GOOGLE_",
    "AZURE_",
    "CLOUDSDK_",
    "GH_",
    "GITHUB_",
    "GITLAB_",
    "HELM_",
    "TF_CLI",
    "ANSIBLE_",
    "PULUMI_",
    "PHP",
    "LUA_",
    "R_",
    "TCL",
    "PKG_",
    "VIRTUAL_ENV",
    "PIP_",
    "UV_",
    "POETRY_",
    "CONDA_",
    "YARN_",
    "PNPM_",
    "BUN_",
    "DENO_",
    "BUNDLE_",
    "GEM_",
    "MISE_",
    "ASDF_",
    "DOTNET_",
    "MSBUILD",
    "NUGET_",
    "GREP_",
    "RIPGREP_",
    "FZF_",
    "JQ_",
    "AWK",
    "LESS",
    "MAN",
];

/// A shell variable may take this value. One that programs do not inherit is harmless.
pub fn may_assign(session: &Session, name: &str, value: &Value) -> bool {
    may_export(name, value) || (session.variable(name).is_none() && !is_special(name))
}

/// Programs started from here may inherit this variable.
pub fn may_export(name: &str, value: &Value) -> bool {
    if setting::is_locale_name(name) {
        return value.text().is_some_and(setting::is_locale);
    }
    HARMLESS.contains(&name)
        || dev::harmless_env(name)
        || setting::is_harmless(name, value.text())
        || (name.starts_with("GIT_") && git::harmless_env(name, value.text()))
}

/// The user's own locale reads other characters than plain bytes and UTF-8.
pub fn has_other_characters(session: &Session) -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(|name| session.variable(name));
    named.filter(|value| !value.is_empty()).any(|value| !setting::is_locale(value))
}

fn is_special(name: &str) -> bool {
    // zsh runs what arrays such as `chpwd_functions` name.
    name.ends_with("_functions")
        || setting::is_locale_name(name)
        || SPECIAL.contains(&name)
        || SPECIAL_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Functions that bash or zsh calls without being told to.
pub fn is_called_by_shells(name: &str) -> bool {
    name.starts_with("TRAP")
        || matches!(
            name,
            "command_not_found_handle"
                | "command_not_found_handler"
                | "chpwd"
                | "precmd"
                | "preexec"
                | "periodic"
                | "zshexit"
                | "zshaddhistory"
                | "zsh_directory_name"
        )
}

/// Variables that the shell sets to digits, where it knows them at all.
pub fn counts(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "BASHPID",
        "EPOCHSECONDS",
        "EUID",
        "LINENO",
        "PPID",
        "RANDOM",
        "SECONDS",
        "SHLVL",
        "SRANDOM",
        "UID",
    ];
    NAMES.contains(&name)
}

/// Variables that the shell sets by itself: an assignment says nothing about their value later.
pub fn is_set_by_shells(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "_",
        "REPLY",
        "MAPFILE",
        "OPTARG",
        "OPTIND",
        "RANDOM",
        "SRANDOM",
        "SECONDS",
        "LINENO",
        "DIRSTACK",
        "FUNCNAME",
        "PIPESTATUS",
        "HISTCMD",
        "SHLVL",
        "UID",
        "EUID",
        "PPID",
        "GROUPS",
        "HOSTNAME",
        "COPROC",
        "OLDPWD",
        "MATCH",
        "match",
        "mbegin",
        "mend",
        "MBEGIN",
        "MEND",
        "reply",
        "status",
        "pipestatus",
        "EPOCHSECONDS",
        "EPOCHREALTIME",
        "READLINE_LINE",
        "BASHPID",
        "TTY",
        "USERNAME",
        "ERRNO",
        "signals",
        "words",
    ];
    NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn the_encoding_of_a_session() {
        let session =
            |value: &str| Session { env: vec![("LANG".into(), value.into())], ..Session::default() };
        assert!(has_other_characters(&session("zh_CN.GBK")) && has_other_characters(&session("zh_TW")));
        assert!(!has_other_characters(&session("C.UTF-8")) && !has_other_characters(&session("")));
        assert!(!has_other_characters(&Session::default()));
    }
}
