//! Commands of a `Taskfile.yml`, by indentation: enough of YAML for what people write there.
//!
//! Keys, lists and plain or quoted texts are read. Whatever else YAML or the runner knows (anchors, block texts,
//! templates, variables, includes) leaves a gap; what looks like a command in it is still read for harm.

use super::plan::{MAX_TASKS, Plan, braced};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Keys beside `tasks` that change nothing about what runs.
const TOP: &[&str] = &["version", "tasks", "silent", "output"];

/// Keys of a task that change nothing about what runs.
const QUIET: &[&str] =
    &["desc", "summary", "silent", "aliases", "internal", "interactive", "sources", "generates"];

/// What `task` runs, with the tasks it depends on or calls; `None` when the file does not define it.
pub fn plan(text: &str, task: &str, args: &[String]) -> Option<Plan> {
    let mut plan = Plan::default();
    if !args.is_empty() {
        plan.doubt("arguments are handed on");
    }
    around(text, &mut plan);
    let mut open = vec![task.to_string()];
    let mut seen: Vec<String> = vec![];
    let mut defined = false;
    while let Some(name) = open.pop() {
        if seen.contains(&name) {
            continue;
        }
        if seen.len() >= MAX_TASKS {
            plan.doubt("it leads to more tasks than are followed");
            break;
        }
        match block(text, &name) {
            Some(lines) => {
                defined |= name == task;
                read(&lines, &mut plan, &mut open);
            }
            None => plan.doubt(format!("there is no task `{name}`")),
        }
        seen.push(name);
    }
    plan.parallel = seen.len() > 1;
    defined.then_some(plan)
}

/// What stands beside the tasks.
fn around(text: &str, plan: &mut Plan) {
    if text.contains(['\t', '\r', '\0', '\u{feff}']) {
        plan.doubt("it holds characters that are not read");
    }
    if text.lines().filter(|line| line.trim_end() == "tasks:").count() != 1 {
        plan.doubt("it does not list its tasks in the usual way");
    }
    let top = text.lines().filter(|line| !line.starts_with([' ', '#']) && !line.trim().is_empty());
    for line in top {
        let key = line.split(':').next().unwrap_or_default();
        if !TOP.contains(&key) {
            plan.doubt(format!("`{key}` is not followed"));
        }
    }
}

/// A line with its indentation.
struct Line {
    indent: usize,
    text: String,
}

/// The lines below `task:` under `tasks:`, without comments.
fn block(text: &str, task: &str) -> Option<Vec<Line>> {
    let lines = text.lines().skip_while(|line| line.trim_end() != "tasks:").skip(1);
    let mut found: Option<Vec<Line>> = None;
    // How far the names of tasks are indented.
    let mut level = None;
    for line in lines {
        let body = line.trim_start();
        if body.is_empty() || body.starts_with('#') {
            continue;
        }
        let indent = line.len() - body.len();
        let level = *level.get_or_insert(indent);
        if indent == 0 || (indent <= level && found.is_some()) {
            break;
        }
        if let Some(lines) = &mut found {
            lines.push(Line { indent, text: body.trim_end().to_string() });
        } else if indent == level {
            let (name, rest) = key(body.trim_end())?;
            found = (unquoted(name) == task).then(Vec::new);
            if let (Some(_), false) = (&found, rest.is_empty()) {
                // `test: go test ./...` in one line.
                return Some(vec![Line { indent: indent + 1, text: format!("- {rest}") }]);
            }
        }
    }
    found
}

/// `key: rest`; a line of a deeper level counts as a key without one.
fn key(line: &str) -> Option<(&str, &str)> {
    match line.split_once(": ") {
        Some((key, rest)) => Some((key, rest.trim())),
        None => Some((line.strip_suffix(':').unwrap_or(line), "")),
    }
}

fn read(lines: &[Line], plan: &mut Plan, open: &mut Vec<String>) {
    let level = lines.first().map_or(0, |line| line.indent);
    let mut section = String::new();
    for line in lines {
        if line.indent == level && !line.text.starts_with("- ") {
            let (name, rest) = key(&line.text).unwrap_or_default();
            section = name.to_string();
            section_head(name, rest, plan, open);
            continue;
        }
        match section.as_str() {
            "cmds" | "" => item(&line.text, plan, open),
            "deps" => match line.text.strip_prefix("- ") {
                Some(name) => dependency(name, plan, open),
                None => plan.doubt(format!("`{}` is not followed", line.text)),
            },
            quiet if QUIET.contains(&quiet) => {}
            _ => item(&line.text, plan, open),
        }
    }
}

fn section_head(name: &str, rest: &str, plan: &mut Plan, open: &mut Vec<String>) {
    match name {
        "cmd" => command(rest, plan),
        "deps" if rest.is_empty() => {}
        "cmds" if rest.is_empty() => {}
        "deps" | "cmds" => match rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(list) => list.split(',').map(str::trim).filter(|one| !one.is_empty()).for_each(|one| {
                if name == "deps" { dependency(one, plan, open) } else { command(one, plan) }
            }),
            None => plan.doubt(format!("`{name}` is not a list")),
        },
        quiet if QUIET.contains(&quiet) => {
            if rest.contains("{{") && !matches!(quiet, "desc" | "summary") {
                plan.doubt(format!("`{quiet}` holds a template"));
            }
        }
        other => {
            plan.doubt(format!("`{other}` is not followed"));
            if !rest.is_empty() {
                plan.run(unquoted(rest));
            }
        }
    }
}

/// One entry of `cmds`.
fn item(line: &str, plan: &mut Plan, open: &mut Vec<String>) {
    let bare = line.strip_prefix("- ").unwrap_or(line);
    let whole = line.starts_with("- ");
    for name in ["cmd: ", "sh: ", "defer: "] {
        if let Some(text) = bare.strip_prefix(name) {
            if !whole || name == "sh: " {
                plan.doubt(format!("`{bare}` is not followed"));
            }
            return command(text, plan);
        }
    }
    if let Some(name) = bare.strip_prefix("task: ") {
        if !whole {
            plan.doubt("a task is called in a way that is not followed");
        }
        return dependency(name, plan, open);
    }
    if !whole {
        plan.doubt(format!("`{line}` is not followed"));
    }
    command(bare, plan);
}

fn dependency(name: &str, plan: &mut Plan, open: &mut Vec<String>) {
    let name = unquoted(name.trim().strip_prefix("task: ").unwrap_or(name));
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.:".contains(c)) {
        plan.doubt(format!("`{name}` is not the name of a task"));
    }
    open.push(name.to_string());
}

/// A command that is a plain or a quoted text without anything that YAML or the runner puts in.
fn command(text: &str, plan: &mut Plan) {
    let text = text.trim();
    let odd = match text.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inner = text.get(1..).and_then(|rest| rest.strip_suffix(quote)).unwrap_or(text);
            inner.contains(quote) || inner.contains('\\')
        }
        Some(first) => {
            "&*!|>%@`{}[],?#-".contains(first)
                || text.contains(": ")
                || text.contains(" #")
                || text.ends_with(':')
        }
        None => true,
    };
    if odd || text.contains("{{") {
        plan.doubt(format!("`{text}` is not a plain text"));
    }
    braced(text).for_each(|expression| plan.note_secret(expression));
    if !matches!(text, "|" | ">" | "|-" | ">-") {
        plan.run(unquoted(text));
    }
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let in_quotes = |quote| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    in_quotes('"').or_else(|| in_quotes('\'')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::plan;

    const FILE: &str = "version: '3'\n\ntasks:\n  test:\n    desc: runs it\n    deps: [gen, lint]\n    cmds:\n      - go test \
        ./...\n      - cmd: echo done\n      - task: last\n  gen:\n    cmds:\n      - |\n        curl x | sh\n  lint: golangci-lint \
        run\n  \"last:one\":\n    cmd: rm x\n  last:\n    cmds: [id]\n";

    #[test]
    fn a_task_runs_its_commands_and_the_tasks_it_names() {
        let test = plan(FILE, "test", &[]).unwrap();
        for body in ["go test ./...", "echo done", "curl x | sh", "golangci-lint run", "id"] {
            assert!(test.texts().contains(&body), "{body}: {test:?}");
        }
        assert!(!test.texts().contains(&"rm x"));
        assert!(test.gap.is_some(), "a block text is not followed");
        assert_eq!(plan(FILE, "last:one", &[]).unwrap().texts(), ["rm x"]);
        for task in ["version", "tests", "desc", "cmds"] {
            assert!(plan(FILE, task, &[]).is_none(), "{task}");
        }
    }

    #[test]
    fn plain_tasks_are_certain() {
        let tasks = "  a:\n    deps: [b]\n    cmds:\n      - echo 'x'\n      - \"ls src\"\n      - task: c\n  b: pwd\n  c:\n    desc: x\n    cmd: ls\n";
        let text = alloc::format!("version: '3'\ntasks:\n{tasks}");
        let found = plan(&text, "a", &[]).unwrap();
        assert_eq!(found.gap, None);
        assert_eq!(found.texts(), ["echo 'x'", "ls src", "ls", "pwd"]);
        assert!(found.parallel);
    }

    #[test]
    fn what_is_not_followed_leaves_a_gap() {
        for (head, body) in [
            ("includes:\n  x: ./y\n", "ls"),
            ("vars:\n  X:\n    sh: id\n", "ls"),
            ("env:\n  X: y\n", "ls"),
            ("dotenv: ['.env']\n", "ls"),
            ("", "ls {{.X}}"),
            ("", "&x ls"),
            ("", "*x"),
            ("", "!!str ls"),
            ("", "ls: x"),
            ("", "ls # x"),
            ("", "\"ls\\n\""),
            ("", "'ls' x"),
            ("", "- ls"),
        ] {
            let text = alloc::format!("{head}tasks:\n  a:\n    cmds:\n      - {body}\n");
            assert!(plan(&text, "a", &[]).unwrap().gap.is_some(), "{text}");
        }
        for keys in
            ["dir: /tmp", "env: {A: b}", "preconditions: [x]", "status: [x]", "run: once", "method: none"]
        {
            let text = alloc::format!("tasks:\n  a:\n    {keys}\n    cmds:\n      - ls\n");
            assert!(plan(&text, "a", &[]).unwrap().gap.is_some(), "{text}");
        }
        assert!(plan("tasks:\n  a:\n    cmds:\n      - ls\n        -la\n", "a", &[]).unwrap().gap.is_some());
        assert!(plan("tasks:\n  a: ls\n", "a", &["x".into()]).unwrap().gap.is_some());
    }
}
