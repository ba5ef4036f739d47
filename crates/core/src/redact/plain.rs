//! Commands of which one look says that they hold no secret: most of what agents run all day. Reading a command takes many
//! times as long, and the gate does it once already.

use super::command::{is_secret_place, takes_secrets};
use super::names::may_announce;

/// No key is as short by its form, and nobody looks through a long text for nothing.
const LONGEST_WORD: usize = 15;
const LONGEST: usize = 256;

/// Programs of the table that take a secret only beside one of these words.
const ONLY_BESIDE: &[(&str, &[&str])] = &[("git", &["-c", "config", "credential"])];

/// Nothing in the command can be a secret: no sign that ties a value to a name, no name that announces one, no word as long
/// as a key, no program that takes one, nothing that is
/// printed into a file of secrets.
pub fn is_plain(command: &str) -> bool {
    let bytes = command.as_bytes();
    let ties = |byte: u8| !(byte.is_ascii_alphanumeric() || b" ./_-&|;>".contains(&byte));
    if bytes.len() > LONGEST || bytes.iter().copied().any(ties) {
        return false;
    }
    if may_announce(bytes) || bytes.windows(2).any(|two| two.eq_ignore_ascii_case(b"pw")) {
        return false;
    }
    let words = || command.split([' ', '&', '|', ';', '>']);
    let has = |start: &[&str]| words().any(|word| start.iter().any(|start| word.starts_with(start)));
    if has(&["-u", "-U", "--u", "--login"]) && has(&["-p", "-P"]) {
        return false;
    }
    if bytes.iter().any(|byte| b">|".contains(byte)) && words().any(is_secret_place) {
        return false;
    }
    let beside = |names: &[&str]| words().any(|word| names.iter().any(|name| word.starts_with(name)));
    let takes = |word: &str| {
        let name = word.rsplit('/').next().unwrap_or(word);
        match ONLY_BESIDE.iter().find(|(program, _)| *program == name) {
            Some((_, names)) => beside(names),
            None => takes_secrets(name),
        }
    };
    words().all(|word| word.len() <= LONGEST_WORD && !takes(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::command::{self, programs};
    use crate::redact::secrets::Secrets;
    use alloc::format;
    use alloc::vec::Vec;

    #[test]
    fn what_agents_run_all_day_is_plain_and_what_may_hold_a_secret_is_not() {
        let plain = [
            "git status",
            "cd src && go test ./... 2>&1 | tail -20",
            "git push --force origin main",
            "ls -la src",
            "",
        ];
        let rows = [
            "git -c x status",
            "git config user.name me",
            "git -chttp.extraheader x fetch",
            "mysql -phunter",
            "/usr/bin/sshpass -p x ssh h",
            "curl -u me x",
            "X=1 ls",
            "echo password hunter",
            "echo $x",
            "echo 'a b'",
            "tool --pw hunter",
            "tool -u me -p hunter2",
            "echo rk_live_0123456789",
            "read x",
        ];
        for command in plain {
            assert!(is_plain(command), "{command}");
        }
        for command in rows {
            assert!(!is_plain(command), "{command}");
        }
    }

    /// One look and a whole reading say the same, with every program of the table among the words.
    #[test]
    fn nothing_is_found_in_what_is_plain() {
        let words = "git ls -p -u -c -a --user --auth login config add x hunter2 aB3xY9q 2 > | && ; ./run src/a.rs set -H AUTH";
        let words: Vec<&str> = words.split(' ').collect();
        let mut plain = 0;
        for program in programs().chain(["git", "ls", "env", "tool"]) {
            for (at, first) in words.iter().enumerate() {
                for second in words.iter().skip(at % 3) {
                    let command = format!("{program} {first} {second} hunter2");
                    if is_plain(&command) {
                        plain += 1;
                        let found = command::find(&command, &mut Secrets::default());
                        assert!(found.is_empty(), "{command}: {found:?}");
                    }
                }
            }
        }
        assert!(plain > 100, "{plain}");
    }
}
