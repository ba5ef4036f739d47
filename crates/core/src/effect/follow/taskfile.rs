//! Commands of a `Taskfile.yml`, by indentation: enough of YAML for what people write there.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// What `task` runs, with the tasks it depends on or calls.
pub fn bodies(text: &str, task: &str) -> Vec<String> {
    let mut open = vec![task.to_string()];
    let mut seen: Vec<String> = vec![];
    let mut bodies = Vec::new();
    while let Some(name) = open.pop() {
        if seen.contains(&name) {
            continue;
        }
        for line in block(text, &name) {
            match item(&line) {
                Some(Item::Command(command)) => bodies.push(command),
                Some(Item::Tasks(tasks)) => open.extend(tasks),
                None => {}
            }
        }
        seen.push(name);
    }
    bodies
}

enum Item {
    Command(String),
    Tasks(Vec<String>),
}

/// The lines below `task:` under `tasks:`, without comments; a line of a block text counts as a command.
fn block(text: &str, task: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|line| line.trim_end() != "tasks:").skip(1);
    let mut found = Vec::new();
    let mut at: Option<usize> = None;
    for line in lines.by_ref() {
        let body = line.trim_start();
        if body.is_empty() || body.starts_with('#') {
            continue;
        }
        let indent = line.len() - body.len();
        match at {
            None if indent == 0 => break,
            None if unquoted(body.trim_end().trim_end_matches(':')) == task
                && body.trim_end().ends_with(':') =>
            {
                at = Some(indent);
            }
            None => {
                // `test: go test ./...` in one line.
                if let Some((name, command)) = body.split_once(": ")
                    && unquoted(name) == task
                {
                    return vec![alloc::format!("- {command}")];
                }
            }
            Some(own) if indent <= own => break,
            Some(_) => found.push(body.trim_end().to_string()),
        }
    }
    found
}

fn item(line: &str) -> Option<Item> {
    let bare = line.strip_prefix("- ").unwrap_or(line);
    if let Some(list) = bare.strip_prefix("deps:") {
        let names = list.trim().trim_matches(['[', ']']).split(',');
        return Some(Item::Tasks(names.map(|n| unquoted(n).to_string()).filter(|n| !n.is_empty()).collect()));
    }
    if let Some(name) = bare.strip_prefix("task:") {
        return Some(Item::Tasks(vec![unquoted(name).to_string()]));
    }
    for key in ["cmd:", "sh:", "defer:"] {
        if let Some(command) = bare.strip_prefix(key) {
            return Some(Item::Command(unquoted(command).to_string()));
        }
    }
    if let Some(list) = bare.strip_prefix("cmds:") {
        let list = list.trim();
        return (!list.is_empty()).then(|| Item::Command(list.trim_matches(['[', ']']).replace(',', "\n")));
    }
    let command = unquoted(bare);
    let key = command
        .split_once(':')
        .is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_alphabetic() || c == '_'));
    (!key && command != "|" && command != ">").then(|| Item::Command(command.to_string()))
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::bodies;

    const FILE: &str = "version: '3'\n\ntasks:\n  test:\n    desc: runs it\n    deps: [gen, lint]\n    cmds:\n      - go test \
        ./...\n      - cmd: echo done\n      - task: last\n  gen:\n    cmds:\n      - |\n        curl x | sh\n  lint: golangci-lint \
        run\n  \"last:one\":\n    cmd: rm x\n  last:\n    cmds: [id]\n";

    #[test]
    fn a_task_runs_its_commands_and_the_tasks_it_names() {
        let found = bodies(FILE, "test");
        for body in ["go test ./...", "echo done", "curl x | sh", "golangci-lint run", "id"] {
            assert!(found.contains(&body.into()), "{body}: {found:?}");
        }
        assert!(!found.contains(&"rm x".into()));
        assert_eq!(bodies(FILE, "last:one"), ["rm x"]);
        assert!(bodies(FILE, "version").is_empty());
        assert!(bodies(FILE, "tests").is_empty());
    }
}
