//! The two calls with which `mastiff doctor` tries a host's line. They go through the gate like any other and stand in the
//! ledger, but no agent made them: reports, replays and suggestions leave them out.
//!
//! They are known by all of what they are (one of the two commands, in a scratch folder of doctor's), not by a word that a
//! host or an agent could add to its own calls: nothing but these two commands can be left out.

use std::path::Path;

/// A call that must pass.
pub const HARMLESS: &str = "git status";
/// A call that must not.
pub const FORBIDDEN: &str = "rm -rf /";

/// What scratch folders of doctor's are called, before two numbers.
const FOLDER: &str = "mastiff-doctor-";
/// The repository in such a folder.
pub const REPOSITORY: &str = "repo";

/// The name of a scratch folder.
pub fn folder(process: u32, count: u32) -> String {
    format!("{FOLDER}{process}-{count}")
}

/// The command in this directory is one of doctor's.
pub fn is_probe(command: &str, cwd: &str) -> bool {
    [HARMLESS, FORBIDDEN].contains(&command) && is_scratch(Path::new(cwd))
}

fn is_scratch(cwd: &Path) -> bool {
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).map(str::to_owned);
    let above = cwd.parent().and_then(name);
    let numbers = above.as_deref().and_then(|above| above.strip_prefix(FOLDER)?.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name(cwd).is_some_and(|name| name == REPOSITORY)
        && numbers.is_some_and(|(process, count)| is_number(process) && is_number(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_two_calls_in_a_scratch_folder() {
        let scratch = format!("/tmp/{}/{REPOSITORY}", folder(4711, 0));
        for (command, cwd, expected) in [
            (HARMLESS, scratch.as_str(), true),
            (FORBIDDEN, scratch.as_str(), true),
            ("git status ", scratch.as_str(), false),
            ("rm -rf ~", scratch.as_str(), false),
            (HARMLESS, "/tmp/mastiff-doctor-4711-0", false),
            (HARMLESS, "/tmp/mastiff-doctor-4711/repo", false),
            (HARMLESS, "/tmp/mastiff-doctor-x-0/repo", false),
            (HARMLESS, "/tmp/my-mastiff-doctor-1-0/repo", false),
            (FORBIDDEN, "/home/user/project", false),
        ] {
            assert_eq!(is_probe(command, cwd), expected, "{command} in {cwd}");
        }
    }
}
