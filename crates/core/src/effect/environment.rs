//! Variables: which ones may be set without changing what other programs do.

use super::program::{dev, git};
use super::setting;
use super::state::is_number;
use super::steering;
use super::value::Value;
use crate::call::Session;
use crate::words::{Words, listed};

/// Everyday names that no program takes for a command, a path to code, or another configuration.
static HARMLESS: Words =
    Words::new("CI CLICOLOR CLICOLOR_FORCE COLORTERM DEBIAN_FRONTEND FORCE_COLOR NO_COLOR TZ");

/// The same for numbers; zsh evaluates whatever else they are set to.
const NUMBERS: &str = "COLUMNS LINES HISTSIZE SAVEHIST";

/// The same for plain words, which name no file.
const WORDS: &str = "TERM";

/// Names that the shell itself or many programs look at; setting one may change what runs.
static SPECIAL: Words = Words::new(
    "
    PATH HOME PWD OLDPWD SHELL TMPDIR TEMP TMP MAIL EDITOR VISUAL PAGER MANPAGER BROWSER
    LESS LESSOPEN LESSCLOSE TERMINFO TERMINFO_DIRS TERMCAP LOCPATH NLSPATH GCONV_PATH HOSTALIASES RESOLV_HOST_CONF
    MAKEFLAGS MAKEFILES GOFLAGS GOROOT GOPATH GOPROXY RUSTFLAGS RUSTC RUSTDOC CC CXX LD CFLAGS CXXFLAGS LDFLAGS
    CLASSPATH JAVA_HOME TOOL_INPUT",
);

/// What bash evaluates, acts on or sets by itself.
static OF_BASH: Words = Words::new(
    "
    BASH BASHOPTS BASHPID CDPATH CHILD_MAX COLUMNS COPROC DIRSTACK EMACS ENV EPOCHREALTIME EPOCHSECONDS EUID
    EXECIGNORE FCEDIT FIGNORE FUNCNAME FUNCNEST GLOBIGNORE GLOBSORT GROUPS HISTCMD HISTCONTROL HISTFILE HISTFILESIZE
    HISTIGNORE HISTSIZE HISTTIMEFORMAT HOSTFILE HOSTTYPE IFS IGNOREEOF INPUTRC INSIDE_EMACS LINENO LINES MACHTYPE
    MAILCHECK MAILPATH OPTERR OPTIND OSTYPE PIPESTATUS POSIXLY_CORRECT PPID PROMPT_COMMAND PROMPT_DIRTRIM
    PS0 PS1 PS2 PS3 PS4 RANDOM SECONDS SHELLOPTS SHLVL SRANDOM TIMEFORMAT TMOUT UID auto_resume histchars",
);

/// The same for zsh, whose lower-case names are its functions, commands, options and paths.
static OF_ZSH: Words = Words::new(
    "
    ARGC ARGV0 BAUD MATCH MBEGIN MEND match mbegin mend CORRECT_IGNORE CORRECT_IGNORE_FILE CPUTYPE DIRSTACKSIZE EGID ERRNO FPATH GID HISTCHARS
    HISTORY_IGNORE KEYBOARD_HACK KEYTIMEOUT LISTMAX LISTPROMPT LOGCHECK MODULE_PATH NULLCMD PERIOD POSTEDIT
    PROMPT PROMPT2 PROMPT3 PROMPT4 PSVAR READNULLCMD REPORTMEMORY REPORTTIME RPROMPT RPROMPT2 RPS1 RPS2 SAVEHIST
    SPROMPT STTY TIMEFMT TMPPREFIX TMPSUFFIX TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT TTY TTYIDLE USERNAME WATCH WATCHFMT
    WORDCHARS ZBEEP ZDOTDIR aliases argv builtins cdpath commands compstate dirstack epochtime errnos fignore fpath
    funcfiletrace funcsourcetrace funcstack functions functions_source functrace galiases history historywords jobdirs
    jobstates jobtexts keymaps langinfo mailpath manpath mapfile module_path modules nameddirs options parameters
    patchars path prompt psvar reswords saliases signals sysparams termcap terminfo userdirs usergroups watch
    widgets",
);

/// Beginnings of such names.
const SPECIAL_PREFIXES: &[&str] = &[
    "LD_",
    "DYLD_",
    "BASH_",
    "READLINE_",
    "ZSH_",
    "ZLE_",
    "ZLS_",
    "ZFTP",
    "zsh_",
    "zle_",
    "dis_",
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

/// Programs started from here may inherit this variable: it is known, and this value makes none of them do something
/// else.
pub fn may_export(name: &str, value: &Value) -> bool {
    if setting::is_locale_name(name) {
        return value.text().is_some_and(setting::is_locale);
    }
    if listed(NUMBERS, name) {
        return is_number(value);
    }
    if listed(WORDS, name) {
        return is_plain_word(value);
    }
    HARMLESS.has(name)
        || dev::harmless_env(name, value)
        || setting::is_harmless(name, value.text())
        || (name.starts_with("GIT_") && git::harmless_env(name, value.text()))
}

/// A program may be started without this variable: it is not there anyway, or nothing that is known looks at it.
pub fn may_take(session: &Session, name: &str) -> bool {
    const ALWAYS_THERE: &str = "PATH HOME PWD USER LOGNAME SHELL";
    let kept = listed(ALWAYS_THERE, name) || name.starts_with("MASTIFF") || name.starts_with("GIT_DIR");
    !kept && (session.variable(name).is_none() || !steering::is_steering(name))
}

/// The user's own locale reads other characters than plain bytes and UTF-8.
pub fn has_other_characters(session: &Session) -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(|name| session.variable(name));
    named.filter(|value| !value.is_empty()).any(|value| !setting::is_locale(value))
}

pub fn is_special(name: &str) -> bool {
    // zsh runs what arrays such as `chpwd_functions` name.
    name.ends_with("_functions")
        || setting::is_locale_name(name)
        || [&SPECIAL, &OF_BASH, &OF_ZSH].iter().any(|list| list.has(name))
        || SPECIAL_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Neither a path nor anything that a shell could evaluate.
fn is_plain_word(value: &Value) -> bool {
    let plain = |text: &&str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-+@:".contains(&b));
    value.texts().is_some_and(|texts| texts.iter().all(plain))
}

/// Words of bash, zsh or sh that are never, or not everywhere, the name of a function. Builtins that mastiff reads are
/// not repeated; `log` and `help` are left out, because functions of that name are called by every shell.
const WORDS_OF_SHELLS: &str = "if then else elif fi case esac for while until do done in function select time coproc foreach \
     end repeat always nocorrect noglob - { } ! [[ ]] integer float autoload bindkey bye chdir clone disable echotc echoti \
     emulate functions getln limit print private pushln r rehash sched setopt ttyctl unfunction unhash unlimit unsetopt \
     vared whence where which zcompile zle zmodload zparseopts zstyle";

/// A function must not be called so.
pub fn is_word_of_shells(name: &str) -> bool {
    listed(WORDS_OF_SHELLS, name)
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
                // Debian's zsh, for a `<` without a command.
                | "pager"
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

/// An address in the text signs in: `https://user:TOKEN@host/x`, or with a long name alone, which is a token.
pub fn has_login(text: &str) -> bool {
    let hosts =
        text.split("://").skip(1).map(|rest| rest.split(['/', ' ', '"', '\n']).next().unwrap_or(rest));
    let mut logins = hosts.filter_map(|host| host.rsplit_once('@')).map(|(login, _)| login);
    logins.any(|login| login.contains(':') || login.len() >= 30)
}

/// A variable whose value is a secret, by its name.
pub fn is_secret(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    // `TOKEN2`; but `MAX_TOKENS` is a number.
    let words = || upper.split('_').map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit()));
    if words().any(|word| SECRET_ENDS.iter().any(|end| word.ends_with(end)))
        || SECRET_PARTS.iter().any(|part| upper.contains(part))
    {
        return true;
    }
    let last = words().next_back().unwrap_or_default();
    let named =
        listed(SECRET_LAST, last) && upper.contains('_') && !words().any(|word| listed(OPEN_KEYS, word));
    let address = || SECRET_ADDRESSES.split(' ').any(|address| upper.ends_with(address));
    // What programs hand on is written in capitals; `cache_key` and `pass` are a script's own.
    name == upper && (named || listed(SECRET_ALONE, name) || address())
}

const SECRET_ENDS: &[&str] = &[
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "CREDENTIAL",
    "APIKEY",
    "SECRETKEY",
    "CREDS",
    "SECRETS",
    "PASSWORDS",
    "CREDENTIALS",
];
const SECRET_PARTS: &[&str] = &["API_KEY", "ACCESS_KEY", "PRIVATE_KEY", "AUTH_CONFIG", "WEBHOOK", "__AUTH"];
/// Behind another word.
const SECRET_LAST: &str = "KEY PASS PWD PAT AUTH JWT BEARER COOKIE DSN";
const SECRET_ALONE: &str = "AUTHORIZATION JWT BEARER COOKIE PGPASS SSHPASS";
/// Names and passwords stand in them.
const SECRET_ADDRESSES: &str = "DATABASE_URL DATABASE_URI DB_URL POSTGRES_URL POSTGRESQL_URL MYSQL_URL REDIS_URL MONGO_URL \
    MONGO_URI MONGODB_URL MONGODB_URI AMQP_URL RABBITMQ_URL CONNECTION_STRING";
/// Keys that anybody may know.
const OPEN_KEYS: &str = "PUBLIC CACHE SORT PRIMARY FOREIGN GPG";

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

    #[test]
    fn secrets_are_known_by_their_names() {
        const SECRETS: &str = "GITHUB_TOKEN TOKEN2 my_token AWS_SECRET_ACCESS_KEY DB_PASSWORD DB_PASS MYSQL_PWD GITHUB_PAT \
            STRIPE_KEY RAILS_MASTER_KEY SSH_PASSPHRASE NPM_CONFIG__AUTH npm_config__auth SENTRY_DSN DATABASE_URL \
            TEST_DATABASE_URL AUTHORIZATION OPENAI_API_KEY APIKEY2 api_key SSHPASS SLACK_WEBHOOK_URL";
        const OTHERS: &str = "PWD OLDPWD KEY key cache_key CACHE_KEY PUBLIC_KEY PASS pass HOME SSH_AUTH_SOCK API_URL PATH \
            MAX_TOKENS TOKENIZER AUTHOR GIT_AUTHOR_NAME COMPASS MONKEY KEYBOARD BASE_URL";
        assert_eq!(SECRETS.split_whitespace().find(|name| !is_secret(name)), None);
        assert_eq!(OTHERS.split_whitespace().find(|name| is_secret(name)), None);
    }
}
