//! What may be left to a host that judges for itself (`on_stop = "defer"`): a call of which nobody knows what it does, and in which
//! nothing speaks of harm. A human is asked about all else.
//!
//! What is known to stop has reasons of its own. This looks at the rest: the whole input of the call, word by word, for it was not read
//! to the end. It spots, it does not prove; the host decides about what is left.

use super::words;
use crate::call::{Tool, ToolCall};
use crate::effect::Act;
use crate::effect::place::join;
use crate::json::Json;
use crate::policy::scope::Scope;
use crate::verdict::{Decision, Depth, Origin, Reason, Span, Verdict};
use crate::words::listed;
use crate::world::Stands;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Rules of stops that say no more than: nobody knows what this does. Left out are those about a program that is known and a value
/// that is not (`rm "$x"`), and whatever hides what it does (`eval`, a text that cannot be parsed).
const RULES: &str = "inline_code mcp_tool nothing_read unknown_command unknown_flag unknown_script unknown_subcommand unknown_task \
    unknown_tool unread_code unread_task";

/// Those about a file that nobody read: its text counts as well.
const OF_FILES: &str = "unknown_script unread_code unread_task unknown_task";

/// Words of harm, in commands and in code: what removes, starts other commands, reaches other machines, raises privilege, or changes
/// what others rely on. Names are taken apart: `rmSync` and `os.remove` hold one.
const TELLING: &str = "mv move rename replace cp copy copyfile link symlink hardlink write writefile append put trash rimraf gio \
    ln tee install at batch nohup setsid run0 please make ninja deno bun perl ruby php lua awk gawk \
    mawk nawk sed qx ws wss tls ftps s3 gs gopher webbrowser xmlrpc asyncio listdir scandir iterdir glob walk \
    merge release refund transfer order pay payment charge cancel close update insert alter grant revoke create approve invite share \
    openhands grok gptme plandex llm auggie cline kiro cody windsurf continue roo kilo codebuff tabnine doppler flyctl \
    rm rmdir rmtree rmdirs unlink remove removedirs delete del erase destroy drop purge wipe shred truncate prune reset \
    clean force kill pkill killall \
    system exec execv execve execvp execl execlp execfile popen spawn spawnl spawnv fork subprocess pty shell sh bash zsh dash ksh fish csh \
    tcsh pwsh powershell cmd eval source sudo doas su pkexec runas setuid \
    curl wget fetch http https ftp tftp urlopen urllib requests httpx aiohttp socket sockets net axios ssh scp sftp rsync nc ncat netcat \
    socat telnet mail sendmail smtp smtplib post send upload publish deploy push clone \
    git hg svn docker podman nerdctl kubectl oc helm terraform tofu pulumi ansible vagrant aws gcloud az gh glab doctl heroku fly vercel \
    netlify install uninstall pip pipx npm npx pnpm yarn bunx uvx gem apt brew dnf yum pacman \
    claude codex gemini cursor copilot aider opencode goose qwen amp crush droid mastiff dangerously skip bypass yolo \
    mkfs fdisk parted dd chmod chown chgrp chattr setfacl mount umount systemctl systemd launchctl crontab reboot shutdown poweroff \
    iptables sysctl modprobe ptrace ctypes cffi dlopen pickle marshal import_module __import__ getattr globals compile base64 b64decode \
    atob unhexlify fromhex fromcharcode secret secrets password passwd token tokens credential credentials environ keychain keyring";

/// Programs of which code that was not read may be left to the host where they are what is started, and nowhere else.
const READ_HERE: &str = "python python2 python3 node nodejs";

/// Programs that run what they are given on standard input.
const INTERPRETERS: &str = "python python2 python3 pypy pypy3 node nodejs deno bun perl ruby php lua luajit tclsh osascript R Rscript psql \
    mysql sqlite3 xargs parallel tee";

/// Every stop is of one of these rules, and nothing in the call speaks of harm.
pub fn is_merely_unknown(call: &ToolCall, verdict: &Verdict, scope: &Scope<'_>) -> bool {
    let is_unknown = |reason: &Reason| {
        reason.decision == Decision::Ask
            && reason.depth == Depth::Policy
            && reason.origin == Origin::BuiltIn
            && listed(RULES, &reason.rule)
    };
    let mut stops = verdict.reasons().filter(|reason| reason.decision != Decision::Allow).peekable();
    if stops.peek().is_none() || !stops.all(is_unknown) {
        return false;
    }
    // The input of a shell holds words for people, too: what it is for.
    let mut texts = Vec::new();
    match &call.tool {
        Tool::Shell(command) => texts.push(command.command.clone()),
        Tool::Look { .. }
        | Tool::Change(_)
        | Tool::Fetch { .. }
        | Tool::Search
        | Tool::Talk
        | Tool::SubAgent { .. }
        | Tool::Schedule
        | Tool::Foreign { .. }
        | Tool::Mcp { .. }
        | Tool::Unknown
        | Tool::Malformed { .. } => {
            texts.push(call.name.clone());
            add_texts(&call.input, &mut texts);
        }
    }
    let names_file = |reason: &Reason| listed(OF_FILES, &reason.rule);
    if verdict.reasons().any(names_file) && !add_files(call, scope, &mut texts) {
        return false;
    }
    !texts.iter().any(|text| speaks_of_harm(text))
        && !starts_interpreter(&texts)
        && !leads_outside(&texts, call, scope)
}

/// Adds the texts of the files of the project that the command names. `false`: there is none, or one that cannot be read.
fn add_files(call: &ToolCall, scope: &Scope<'_>, texts: &mut Vec<String>) -> bool {
    let Tool::Shell(command) = &call.tool else { return false };
    let cwd = command.workdir.as_deref().map_or_else(|| call.cwd.clone(), |dir| join(&call.cwd, dir));
    let parts = |c: char| c.is_whitespace() || "\"'`;|&(){}<>,:=".contains(c);
    // In another directory the same name is another file.
    if command.command.split(parts).any(|word| matches!(word, "cd" | "pushd" | "popd" | "-C")) {
        return false;
    }
    let before = texts.len();
    for word in command.command.split(parts).filter(|word| !word.is_empty()) {
        let path = join(&cwd, word);
        let stands = scope.world.resolve(&path).map(|found| found.stands);
        if matches!(stands, Some(Stands::File { .. })) {
            match scope.world.read(&path) {
                Ok(text) => texts.push(text),
                Err(_) => return false,
            }
        }
    }
    texts.len() > before
}

fn add_texts(input: &Json, texts: &mut Vec<String>) {
    match input {
        Json::Null | Json::Bool(_) => {}
        Json::Number(number) => texts.push(number.to_string()),
        Json::String(text) => texts.push(text.clone()),
        Json::Array(items) => items.iter().for_each(|item| add_texts(item, texts)),
        Json::Object(fields) => fields.iter().for_each(|(name, value)| {
            texts.push(name.clone());
            add_texts(value, texts);
        }),
    }
}

fn speaks_of_harm(text: &str) -> bool {
    let parts_name = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let tells = |word: &str| {
        let whole = word.to_ascii_lowercase();
        listed(TELLING, &whole)
            || whole.split('_').any(|part| listed(TELLING, part))
            || humps(word).any(|part| listed(TELLING, &part.to_ascii_lowercase()))
    };
    let behind_pipe =
        |part: &str| part.split_whitespace().next().is_some_and(|word| listed(INTERPRETERS, word));
    // What is put together of letters and signs hides what it says: `\x72\x6d`, `"r" + "m"`.
    let is_odd = |c: char| c == '\u{7f}' || (c.is_control() && !matches!(c, '\n' | '\t')) || !c.is_ascii();
    text.split(parts_name).any(tells)
        || text.split('|').skip(1).any(behind_pipe)
        || text.contains("\\x")
        || text.contains("\\u")
        || text.contains("/dev/")
        || text.contains('`')
        || text.split(|c: char| c.is_whitespace() || "\"'=(),".contains(c)).any(is_host)
        || text.contains(is_odd)
}

/// An interpreter is named behind the first word of a command: `frobnicate python3 -c x`.
fn starts_interpreter(texts: &[String]) -> bool {
    let parts =
        |text: &str| text.split(['|', ';', '&', '\n', '(', ')']).map(String::from).collect::<Vec<_>>();
    let later = |part: &String| part.split_whitespace().skip(1).any(|word| listed(READ_HERE, word));
    texts.iter().any(|text| parts(text).iter().any(later))
}

/// It may be the name of another machine: `evil.example.com`, `10.0.0.1`, `x.example:443`.
fn is_host(word: &str) -> bool {
    const ENDS: &[&str] = &[
        ".com", ".net", ".org", ".io", ".dev", ".app", ".ai", ".co", ".cloud", ".xyz", ".example", ".local",
    ];
    let (name, port) = word.split_once([':', '/']).unwrap_or((word, ""));
    let has_port = port.chars().next().is_some_and(|c| c.is_ascii_digit()) && name.contains('.');
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    has_port
        || ENDS.iter().any(|end| name.ends_with(end))
        || (name.split('.').count() == 4 && name.split('.').all(is_number))
}

/// The parts of a name between its capital letters: `rm`, `Sync` of `rmSync`.
fn humps(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    core::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.get(first.len_utf8()..)?.find(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
        let (part, behind) = rest.split_at(end.map_or(rest.len(), |end| end + first.len_utf8()));
        rest = behind;
        Some(part)
    })
}

/// A word of it may be a place outside the project, on the floor, or a secret, wherever it stands and whatever surrounds it.
fn leads_outside(texts: &[String], call: &ToolCall, scope: &Scope<'_>) -> bool {
    let surrounds = |c: char| c.is_whitespace() || "\"'`;|&(){}<>,=:[]@".contains(c);
    let pieces = texts.iter().flat_map(|text| text.split(surrounds)).filter(|piece| !piece.is_empty());
    let args = pieces.chain(texts.iter().map(String::as_str)).map(|word| Some(word.to_owned())).collect();
    let act = Act {
        program: String::new(),
        args,
        findings: Vec::new(),
        span: Span::default(),
        followed: false,
        fed: false,
        elsewhere: false,
        dirs: vec![call.cwd.clone()],
    };
    words::names_more_than_project(&act, scope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        for harmful in [
            "rmSync",
            "os.remove(x)",
            "shutil.rmtree('a')",
            "File.delete x",
            "x | sh",
            "ls | python3",
            "child.execFile",
            "a_delete_b",
        ] {
            assert!(speaks_of_harm(harmful), "{harmful}");
        }
        for harmless in
            ["form", "warm up", "frobnicate --all src", "print(1)", "ls | wc -l", "shape", "gittern"]
        {
            assert!(!speaks_of_harm(harmless), "{harmless}");
        }
    }
}
