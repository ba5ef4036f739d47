//! A human's word for one exact call: it runs once, soon, and only as it was when it was stopped.
//!
//! What is approved is a digest over the tool, its whole input, the directory, why it was stopped, what it would do and
//! where that leads, every file that was read to judge the call, and every file that the command names. A call of which any
//! of these has changed is another call.

use crate::dirs::Dirs;
use crate::ledger::digest;
use crate::session::physical;
use crate::{clock, sha256, store};
use mastiff_core::effect::Effects;
use mastiff_core::effect::place::join;
use mastiff_core::json::Json;
use mastiff_core::{Decision, Tool, ToolCall, Verdict};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest that an approval holds.
pub const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// Words of a command that are looked at, and directories that it may be in when it names files: its own, and those it goes
/// to. A command with more cannot be known again.
const WORDS: usize = 512;
const DIRECTORIES: usize = 16;
/// A file that a command names is digested up to this size; of a larger one its size and times count.
const FILE: u64 = 16 << 20;
/// Names that one look for old approvals goes through.
const LOOK: usize = 512;

/// The digest of exactly this call, with what it would do, the files it was judged by and those it names as they are now.
/// `None`: it names too much.
pub fn exact(
    dirs: &Dirs,
    key: &[u8],
    call: &ToolCall,
    verdict: &Verdict,
    effects: &Effects,
) -> Option<String> {
    let mut pieces = vec![digest(key, call)];
    for reason in verdict.reasons().filter(|reason| reason.decision != Decision::Allow) {
        pieces.extend([reason.rule.to_string(), reason.message.clone()]);
    }
    for finding in effects.acts.iter().flat_map(|act| &act.findings) {
        // The same path leads elsewhere when a link on the way was changed.
        let leads_to = finding.effect.path().map(physical).unwrap_or_default();
        pieces.extend([finding.effect.word().into(), leads_to]);
    }
    for file in &effects.followed {
        pieces.extend([file.path.clone(), sha256::of(file.text.as_bytes())]);
    }
    if !is_told_apart(&call.input) {
        return None;
    }
    for path in named(dirs, call, effects)? {
        let state = state(&path);
        pieces.extend([path, state]);
    }
    let pieces: Vec<&[u8]> = pieces.iter().map(String::as_bytes).collect();
    Some(sha256::keyed(key, &pieces))
}

/// Keeps the approval of the call with this digest, which is that of record `number`.
pub fn grant(dirs: &Dirs, exact: &str, number: u64, length: Duration) -> io::Result<()> {
    let file = file(dirs, exact).ok_or_else(no_home)?;
    forget(&file);
    let (since, until) = (clock::seconds(), clock::seconds() + length.min(LONGEST).as_secs());
    let text = serde_json::json!({ "v": 1, "record": number, "since": since, "until": until });
    // One that is over, or is given again, goes first.
    match std::fs::remove_file(&file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    match store::create(&file, &format!("{text}\n"))? {
        true => Ok(()),
        false => {
            Err(io::Error::new(io::ErrorKind::AlreadyExists, "it was approved by somebody else just now"))
        }
    }
}

/// Uses up the approval of the call with this digest: the number of the record that was approved.
pub fn take(dirs: &Dirs, exact: &str) -> Option<u64> {
    let file = file(dirs, exact)?;
    let text = store::read(&file).ok()??;
    // Whoever takes it away has it; of two who try one fails.
    std::fs::remove_file(&file).ok()?;
    holding(&text)
}

/// The record that was approved, if the approval holds now.
fn holding(text: &str) -> Option<u64> {
    let approval = Json::parse(text.as_bytes()).ok()?;
    (approval.get("v")? == &Json::Number(1.into())).then_some(())?;
    let number = |name: &str| match approval.get(name)? {
        Json::Number(number) => number.as_u64(),
        Json::Null | Json::Bool(_) | Json::String(_) | Json::Array(_) | Json::Object(_) => None,
    };
    let (since, until, now) = (number("since")?, number("until")?, clock::seconds());
    let short = until.checked_sub(since).is_some_and(|length| length <= LONGEST.as_secs());
    // A clock that was set back ends it.
    (short && since <= now && now < until).then(|| number("record")).flatten()
}

fn file(dirs: &Dirs, exact: &str) -> Option<PathBuf> {
    let plain = !exact.is_empty() && exact.bytes().all(|b| b.is_ascii_hexdigit());
    dirs.state.as_ref().filter(|_| plain).map(|state| state.join("approvals").join(exact))
}

/// Two inputs that differ look different here: a number that is kept in fewer digits does not.
fn is_told_apart(input: &Json) -> bool {
    match input {
        Json::Null | Json::Bool(_) | Json::String(_) => true,
        Json::Number(number) => number.is_i64() || number.is_u64(),
        Json::Array(items) => items.iter().all(is_told_apart),
        Json::Object(fields) => fields.iter().all(|(_, value)| is_told_apart(value)),
    }
}

/// Everything that stands in the command and is there, and where it leads: as it is written, and as the shell gives it to
/// its programs.
fn named(dirs: &Dirs, call: &ToolCall, effects: &Effects) -> Option<Vec<String>> {
    let Tool::Shell(shell) = &call.tool else { return Some(Vec::new()) };
    let mut words = words(dirs, &shell.command)?;
    let given = effects.acts.iter().flat_map(|act| act.args.iter().flatten());
    words.extend(given.filter(|word| !word.is_empty()).cloned());
    words.sort_unstable();
    words.dedup();
    if words.len() > WORDS {
        return None;
    }
    let cwd = shell.workdir.as_deref().map_or_else(|| call.cwd.clone(), |dir| join(&call.cwd, dir));
    let mut paths = places(&cwd, &words)?;
    paths.sort_unstable();
    paths.dedup();
    Some(paths)
}

/// Where the command may be (in its own directory, and wherever it may go from there), and the files there that it names.
fn places(cwd: &str, words: &[String]) -> Option<Vec<String>> {
    // By where they are: `..` leads to the same place in many ways.
    let mut directories = vec![physical(cwd)];
    let mut files = Vec::new();
    let mut at = 0;
    while let Some(directory) = directories.get(at).cloned() {
        for word in words {
            let mut path = join(&directory, word);
            // The kernel finds nothing behind a folder that is yet to be made: `made/../b`.
            if word.contains("..") {
                path = physical(&path);
            }
            match std::fs::metadata(&path) {
                Ok(found) if found.is_dir() => {
                    let path = physical(&path);
                    if !directories.contains(&path) {
                        directories.push(path);
                    }
                }
                Ok(_) => files.push(path),
                // Nothing is there, or nobody may look.
                Err(_) => {}
            }
        }
        at += 1;
        if directories.len() > DIRECTORIES {
            return None;
        }
    }
    directories.extend(files);
    Some(directories)
}

/// Whatever may be a name in a text, wherever the shell or a program would cut it out: `@data.json`, `-ihosts`, `./a:/b`.
fn words(dirs: &Dirs, command: &str) -> Option<Vec<String>> {
    let separates = |c: char| c.is_whitespace() || "\"'`;|&(){}<>=,@:".contains(c);
    let home = dirs.home.as_deref().map(|home| home.display().to_string()).unwrap_or_default();
    let mut words = Vec::new();
    for word in command.split(separates).filter(|word| !word.is_empty()) {
        let below_home = ["~/", "$HOME/"].iter().find_map(|start| word.strip_prefix(start));
        // A value that stands in one word with its flag.
        let value = word.strip_prefix('-').and_then(|flag| flag.get(1..)).filter(|value| !value.is_empty());
        words.push(below_home.map_or_else(|| word.to_owned(), |below| join(&home, below)));
        words.extend(value.map(str::to_owned));
        if words.len() > WORDS {
            return None;
        }
    }
    Some(words)
}

/// What a file holds; of what cannot be read, or is too large, what the file system says.
fn state(path: &str) -> String {
    let Ok(found) = std::fs::metadata(path) else { return "gone".into() };
    if found.is_dir() {
        return "directory".into();
    }
    let times = format!("{} {} {} {}", found.ino(), found.len(), found.mtime(), found.mtime_nsec());
    if !found.is_file() || found.len() > FILE {
        return times;
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(FILE).read_to_end(&mut bytes));
    read.map_or(times, |_| sha256::of(&bytes))
}

/// Removes approvals that are over. What fails here is tried again with the next.
fn forget(file: &Path) {
    let Some(names) = file.parent().and_then(|directory| std::fs::read_dir(directory).ok()) else { return };
    for entry in names.take(LOOK).flatten() {
        let text = store::read(&entry.path()).ok().flatten();
        if text.is_some_and(|text| holding(&text).is_none()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn no_home() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no home directory to keep an approval in")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_and_recent_approval_holds() {
        let now = clock::seconds();
        let day = LONGEST.as_secs();
        let of = |since: u64, until: u64| format!(r#"{{"v":1,"record":7,"since":{since},"until":{until}}}"#);
        let rows = [
            ("holds", of(now - 5, now + 60), Some(7)),
            ("over", of(now - 60, now - 5), None),
            ("begins later: the clock was set back", of(now + 60, now + 120), None),
            ("longer than a day", of(now - 5, now - 4 + day), None),
            ("another version", of(now - 5, now + 60).replace("\"v\":1", "\"v\":2"), None),
            ("no record", of(now - 5, now + 60).replace("\"record\":7,", ""), None),
            ("half", of(now - 5, now + 60).chars().take(20).collect(), None),
            ("empty", String::new(), None),
        ];
        for (name, text, expected) in rows {
            assert_eq!(holding(&text), expected, "{name}");
        }
    }

    #[test]
    fn a_digest_that_is_a_path_leads_nowhere() {
        let dirs = Dirs::of(&[("HOME".into(), "/home/user".into())]);
        assert!(file(&dirs, "0123abcd").is_some());
        for odd in ["", "../pause.json", "a/b", "a.b"] {
            assert_eq!(file(&dirs, odd), None, "{odd}");
        }
    }
}
