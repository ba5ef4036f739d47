//! What a command that could not be read to its end does at worst with the words that are known: `rm -rf $x ~`. It stops anyway. This
//! keeps a word that is not known, or a flag that nobody describes, from hiding a catastrophe or the floor behind it.

use super::reading::{Invocation, Reading};
use super::value::{Arg, Value};
use crate::words::listed;

/// Programs that remove what they are given.
const REMOVERS: &str = "rm rmdir unlink shred";
/// Programs that write what they are given, or what stands behind `of=`.
const WRITERS: &str = "cp dd install ln mv rsync tee touch truncate";
/// Stops behind which words may be left that nobody looked at.
const HALFWAY: &[&str] = &["unknown_flag", "unknown_subcommand", "unknown_value"];

impl Reading<'_> {
    /// Adds what the known words of a command come to that was not read to its end.
    pub(super) fn add_worst(&mut self, call: &Invocation) {
        if !HALFWAY.iter().any(|rule| self.found_rule(rule)) {
            return;
        }
        // skipped: what is not known stopped the command, and cannot be judged.
        let is_word = |arg: &&Arg| arg.text().is_some_and(|text| !text.starts_with('-'));
        let words = || call.args.iter().filter(is_word);
        if removes(call) {
            words().for_each(|arg| self.delete_path(&call.name, arg, true));
        } else if call.name == "mv" {
            // The last one is where the others go: `mv $x ~`.
            let moved = call.args.split_last().map(|(_, moved)| moved).unwrap_or_default();
            moved.iter().filter(is_word).for_each(|arg| self.delete_path(&call.name, arg, true));
        }
        if listed(WRITERS, &call.name) {
            for arg in words() {
                // skipped: words with a text alone came here.
                let text = arg.text().unwrap_or_default();
                let value = Value::Known(text.strip_prefix("of=").unwrap_or(text).into());
                self.write_path(&call.name, &Arg { value, span: arg.span }, false);
            }
        }
    }
}

fn removes(call: &Invocation) -> bool {
    let deletes = || call.args.iter().any(|arg| arg.text() == Some("-delete"));
    listed(REMOVERS, &call.name) || (call.name == "find" && deletes())
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples::{judge_on, machine};

    /// However a command is cut short, its other words count; beside each the twin in which they do no harm.
    #[test]
    fn what_is_not_known_hides_nothing_of_the_rest() {
        for (command, expected) in [
            ("rm -rf $X ~", "deny"),
            ("rm -rf $X /", "deny"),
            ("rm -rf / $X", "deny"),
            ("rm $X -rf /", "deny"),
            ("rm -rf \"$X\" \"$HOME\"", "deny"),
            ("rm --recursiv --forc ~", "deny"),
            ("rm -rf --frobnicate /", "deny"),
            ("find /home/user $X -delete", "deny"),
            ("find -D tree ~ -delete", "deny"),
            ("mv --exchange ~ x", "deny"),
            ("cp $X /dev/sda", "deny"),
            ("tee $X /dev/sda", "deny"),
            ("dd if=$X --frobnicate of=/dev/sda", "deny"),
            ("rm -rf $X build", "ask"),
            ("rm --recursiv build", "ask"),
            ("mv $X ~", "ask"),
            ("find ~ -name $X", "ask"),
            ("find ~ $X", "ask"),
            ("cp $X build", "ask"),
        ] {
            let said = judge_on(&machine(), command);
            assert!(said.starts_with(expected), "{command}: {said}");
        }
    }

    /// A human, a pause and the host are told of the floor, too.
    #[test]
    fn the_floor_stands_among_the_reasons() {
        use crate::effect::program::examples::{call, session};
        use crate::policy::Policy;
        use crate::verdict::Depth;
        let is_told = |command: &str| {
            let verdict = crate::decide(&call(command), &session(), &Policy::default(), &machine()).verdict;
            verdict.reasons().any(|reason| reason.depth != Depth::Policy)
        };
        for command in [
            "cp $X ~/.bashrc",
            "cp $X .git/hooks/pre-commit",
            "mv $X ~/.claude/settings.json",
            "cp ~/.ssh/id_rsa $X",
            "tar cf $X ~/.ssh",
            "cp --frobnicate x ~/.bashrc",
            "rm --forc .env",
        ] {
            assert!(is_told(command), "{command}");
        }
        for command in ["cp $X build", "tar cf $X src", "rm --forc README.md"] {
            assert!(!is_told(command), "{command}");
        }
    }
}
