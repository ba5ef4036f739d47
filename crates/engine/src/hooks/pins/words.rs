//! Everything in a hook that may be a path. Too much does no harm: it names no file.

use mastiff_core::hook::{ANY, Action, Hook, named};

/// Texts in texts (`bash -c '…'`) that are read, at most.
const DEPTH: usize = 3;
/// How a command line names the project.
const PROJECT: &[&str] = &[
    "${CLAUDE_PROJECT_DIR}",
    "$CLAUDE_PROJECT_DIR",
    "${GEMINI_PROJECT_DIR}",
    "$GEMINI_PROJECT_DIR",
    "${PWD}",
    "$PWD",
];
/// What an interpreter runs of a directory, and what it tries behind a name.
const IMPLIED: &[(&str, &[&str], &[&str])] = &[
    ("node", &["package.json", "index.js", "index.cjs", "index.mjs"], &[".js", ".cjs", ".mjs", ".json"]),
    ("bun", &["package.json", "index.ts", "index.js"], &[".ts", ".js", ".mjs"]),
    ("python", &["__main__.py", "__init__.py"], &[]),
];

/// What one hook names.
#[derive(Default)]
pub struct Line {
    /// Words that may be paths, each once.
    pub words: Vec<String>,
    /// What runs when one of them is a directory.
    pub inside: Vec<&'static str>,
    /// Commands that run what nobody can name.
    pub unclear: Vec<String>,
    written: Vec<String>,
}

/// The words of a hook: its command line as a shell reads it, and as anybody could cut it into pieces.
pub fn of(hook: &Hook) -> Line {
    let mut line = Line::default();
    let mut cut: Vec<String> = Vec::new();
    match &hook.action {
        Action::Shell { command, .. } => {
            line.read(command, DEPTH, true);
            // An audit log must not end the trust in the hook that writes it.
            line.written = named(command).map(|found| found.written).unwrap_or_default();
            cut.extend(split(command));
        }
        Action::Exec { program, args } => {
            let all: Vec<&String> = std::iter::once(program).chain(args).collect();
            if program.rsplit('/').next() == Some("tee") {
                line.written = args.iter().filter(|word| !word.starts_with('-')).cloned().collect();
            }
            for (at, word) in all.iter().enumerate() {
                let is_script = at > 0
                    && all.get(at - 1).is_some_and(|flag| flag.starts_with('-') && flag.ends_with('c'));
                line.take(word, DEPTH, is_script);
                cut.extend(split(word));
            }
        }
        Action::Http(_) | Action::Unsupported { .. } => {}
    }
    for (_, value) in &hook.env {
        line.take(value, DEPTH, false);
        cut.extend(split(value));
    }
    line.imply(&cut);
    line.words.extend(cut);
    let written = std::mem::take(&mut line.written);
    line.words.retain(|word| !written.contains(word));
    line.words.sort_unstable();
    line.words.dedup();
    line
}

impl Line {
    /// A text for a shell.
    fn read(&mut self, text: &str, depth: usize, runs: bool) {
        let Some(found) = named(text) else {
            self.unclear.extend(runs.then(|| text.to_owned()));
            return;
        };
        self.unclear.extend(found.unclear.into_iter().filter(|_| runs));
        for word in found.words {
            self.take_read(word, depth);
        }
    }

    /// A word as it is; no shell reads it, unless it is a text for one.
    fn take(&mut self, word: &str, depth: usize, is_script: bool) {
        if !word.contains(ANY) {
            self.words.push(word.to_owned());
        }
        if is_script || word.contains(char::is_whitespace) {
            self.read(word, depth, is_script);
        }
    }

    fn take_read(&mut self, word: String, depth: usize) {
        if depth > 0 && word.contains(char::is_whitespace) {
            self.read(&word, depth - 1, false);
        }
        self.words.push(word);
    }

    /// What programs add to the words that they are given.
    fn imply(&mut self, cut: &[String]) {
        let behind_m = cut.iter().zip(cut.iter().skip(1)).filter(|(flag, _)| *flag == "-m");
        let glued = cut.iter().filter_map(|word| word.strip_prefix("-m"));
        let modules: Vec<&str> = behind_m.map(|(_, name)| name.as_str()).chain(glued).collect();
        self.words.extend(modules.into_iter().flat_map(module));
        // `-r./hook.js`
        let short = |word: &&String| word.starts_with('-') && !word.starts_with("--");
        self.words.extend(cut.iter().filter(short).filter_map(|word| word.get(2..)).map(str::to_owned));
        for (program, inside, endings) in IMPLIED {
            let is_it = |word: &String| word.rsplit('/').next().is_some_and(|name| name.starts_with(program));
            if cut.iter().any(is_it) {
                self.inside.extend(*inside);
                let longer: Vec<String> =
                    self.words.iter().chain(cut).flat_map(|w| with(w, endings)).collect();
                self.words.extend(longer);
            }
        }
    }
}

fn with<'w>(word: &'w str, endings: &'w [&str]) -> impl Iterator<Item = String> + 'w {
    endings.iter().filter(|_| !word.starts_with('-')).map(move |ending| [word, ending].concat())
}

/// The files of `python -m a.b`. A path has an end.
fn module(name: &str) -> Vec<String> {
    if name.len() > 255 {
        return Vec::new();
    }
    let path = name.replace('.', "/");
    let parents = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
    let mut files: Vec<String> = parents.map(|parent| format!("{parent}/__init__.py")).collect();
    files.extend(["py", "/__init__.py", "/__main__.py"].map(|end| match end {
        "py" => format!("{path}.py"),
        below => format!("{path}{below}"),
    }));
    files
}

/// A text in pieces, wherever something may end that is a path.
fn split(text: &str) -> Vec<String> {
    let text = PROJECT.iter().fold(text.to_owned(), |text, name| text.replace(name, "."));
    let no_path = |c: char| c.is_whitespace() || "\"'`;|&()<>=$*?[]{}\\\0".contains(c);
    let words: Vec<&str> = text.split(no_path).filter(|word| !word.is_empty()).collect();
    // Search paths and lists.
    let parts = words.iter().filter(|word| word.contains([':', ','])).flat_map(|word| word.split([':', ',']));
    words.iter().copied().chain(parts).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
