//! Other ways to write the same command.

use crate::judge::FILES;
use crate::random::Random;
use crate::words::{self, Piece};

/// A way to write a command differently.
pub struct Spelling {
    /// For reports.
    pub name: &'static str,
    /// It means exactly the same, so that a stricter verdict is a needless prompt.
    pub same: bool,
    /// The other text; `None` where it does not apply.
    pub write: fn(&str, &mut Random) -> Option<String>,
}

const fn same(name: &'static str, write: fn(&str, &mut Random) -> Option<String>) -> Spelling {
    Spelling { name, same: true, write }
}

const fn near(name: &'static str, write: fn(&str, &mut Random) -> Option<String>) -> Spelling {
    Spelling { name, same: false, write }
}

/// All of them.
pub const SPELLINGS: &[Spelling] = &[
    same("a letter in double quotes", |c, r| in_word(c, r, |a, b, z| format!("{a}\"{b}\"{z}"))),
    same("a letter in single quotes", |c, r| in_word(c, r, |a, b, z| format!("{a}'{b}'{z}"))),
    same("a letter behind a backslash", |c, r| in_word(c, r, |a, b, z| format!("{a}\\{b}{z}"))),
    same("a letter in dollar quotes", |c, r| in_word(c, r, |a, b, z| format!("{a}$'{b}'{z}"))),
    same("a letter by its number", |c, r| in_word(c, r, |a, b, z| format!("{a}$'\\x{:x}'{z}", u32::from(b)))),
    same("an empty string in a word", |c, r| in_word(c, r, |a, b, z| format!("{a}{b}''{z}"))),
    same("a word in double quotes", |c, r| a_word(c, r, |word| format!("\"{word}\""))),
    same("a word in single quotes", |c, r| a_word(c, r, |word| format!("'{word}'"))),
    same("a line end in a word", |c, r| in_word(c, r, |a, b, z| format!("{a}\\\n{b}{z}"))),
    same("line ends between words", |c, _| Some(words::join(&words::cut(c)?, " \\\n  "))),
    same("blanks and tabs", |c, _| Some(format!("  {}\t ", words::join(&words::cut(c)?, " \t  ")))),
    same("braces", |c, _| Some(format!("{{ {c}\n}}"))),
    same("parentheses", |c, _| Some(format!("( {c}\n)"))),
    same("many parentheses", |c, _| Some(format!("( ( {{ {c}\n}} ) )"))),
    same("a comment", |c, _| Some(format!("{c}\n# rm -rf / ' \" $(ls)"))),
    same("a comment on the line", |c, _| (!c.contains('\n')).then(|| format!("{c} # it's `fine"))),
    same("a comment before", |c, _| Some(format!("# first\n\n{c}"))),
    same("a semicolon", |c, _| (!c.contains('\n') && !c.ends_with(['&', ';'])).then(|| format!("{c};"))),
    same("empty lines", |c, _| Some(format!("\n\n{c}\n\n"))),
    same("a path from here", |c, r| {
        a_path(c, r, |path| {
            path.starts_with(['/', '.', '~'])
                .then_some(())
                .map_or_else(|| Some(format!("./{path}")), |()| None)
        })
    }),
    same("a path with slashes", |c, r| {
        a_path(c, r, |path| path.contains('/').then(|| path.replace('/', "//")))
    }),
    same("a path with dots", |c, r| {
        a_path(c, r, |path| path.contains('/').then(|| path.replace('/', "/./")))
    }),
    same("a path there and back", |c, r| {
        a_path(c, r, |path| (!path.starts_with(['/', '~'])).then(|| format!("src/../{path}")))
    }),
    same("a whole path", |c, r| {
        a_path(c, r, |path| (!path.starts_with(['/', '~'])).then(|| format!("/repo/{path}")))
    }),
    same("a true condition", |c, _| Some(format!("if true; then {c}\nfi"))),
    same("a loop of one", |c, _| Some(format!("for zz in one; do {c}\ndone"))),
    same("a case of one", |c, _| Some(format!("case x in x) {c}\n;; esac"))),
    near("command", |c, r| before_name(c, r, "command")),
    near("env", |c, r| before_name(c, r, "env")),
    near("timeout", |c, r| before_name(c, r, "timeout 5")),
    near("nice", |c, r| before_name(c, r, "nice")),
    near("nohup", |c, r| before_name(c, r, "nohup")),
    near("time", |c, r| before_name(c, r, "time")),
    near("stdbuf", |c, r| before_name(c, r, "stdbuf -oL")),
    near("exec", |c, r| before_name(c, r, "exec")),
    near("bash -c", |c, _| Some(format!("bash -c {}", quoted(c)))),
    near("sh -c", |c, _| Some(format!("sh -c {}", quoted(c)))),
    near("bash -c in bash -c", |c, _| Some(format!("bash -c {}", quoted(&format!("bash -c {}", quoted(c)))))),
    near("eval", |c, _| Some(format!("eval {}", quoted(c)))),
    near("a here-document for bash", |c, _| (!c.contains("<<")).then(|| format!("bash <<'ZZ'\n{c}\nZZ"))),
    near("a function", |c, _| Some(format!("zz{0}() {{ {c}\n}}; zz{0}", c.len()))),
    near("a variable for the name", name_in_variable),
    near("the whole path of the program", whole_name),
];

/// In single quotes.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Words of letters, digits and a few signs that mean nothing to the shell. A name with `=` would be an assignment.
fn is_plain(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"_./-:,+@%".contains(&b))
}

fn plain_words(pieces: &[Piece]) -> Vec<usize> {
    (0..pieces.len()).filter(|at| matches!(&pieces[*at], Piece::Word(word) if is_plain(word))).collect()
}

fn a_word(command: &str, random: &mut Random, write: impl Fn(&str) -> String) -> Option<String> {
    let mut pieces = words::cut(command)?;
    let plain = plain_words(&pieces);
    if plain.is_empty() {
        return None;
    }
    let at = *random.pick(&plain);
    pieces[at] = Piece::Word(write(pieces[at].text()));
    Some(words::join(&pieces, " "))
}

/// Around one letter of one word.
fn in_word(command: &str, random: &mut Random, write: impl Fn(&str, char, &str) -> String) -> Option<String> {
    let letter = random.below(1000);
    a_word(command, random, |word| {
        let at = letter % word.len();
        let c = char::from(word.as_bytes()[at]);
        write(&word[..at], c, &word[at + 1..])
    })
}

/// One word that is the path of a file or directory that is there.
fn a_path(command: &str, random: &mut Random, write: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut pieces = words::cut(command)?;
    let is_path = |at: &usize| *at > 0 && stands(pieces[*at].text());
    let paths: Vec<usize> = plain_words(&pieces).into_iter().filter(is_path).collect();
    if paths.is_empty() {
        return None;
    }
    let at = *random.pick(&paths);
    pieces[at] = Piece::Word(write(pieces[at].text())?);
    Some(words::join(&pieces, " "))
}

fn stands(word: &str) -> bool {
    let path = if word.starts_with('/') { word.to_owned() } else { format!("/repo/{word}") };
    let path = path.trim_end_matches('/');
    path != "/repo" && FILES.iter().any(|(file, _)| *file == path || file.starts_with(&format!("{path}/")))
}

/// In front of a simple command that begins with the plain name of a program.
fn before_name(command: &str, random: &mut Random, before: &str) -> Option<String> {
    let mut pieces = words::cut(command)?;
    let at = a_name(&pieces, random)?;
    pieces.insert(at, Piece::Word(before.into()));
    Some(words::join(&pieces, " "))
}

fn name_in_variable(command: &str, random: &mut Random) -> Option<String> {
    let mut pieces = words::cut(command)?;
    let at = a_name(&pieces, random)?;
    let name = pieces[at].text().to_owned();
    let variable = format!("zz{}", command.len());
    pieces[at] = Piece::Word(format!("${variable}"));
    Some(format!("{variable}={name}; {}", words::join(&pieces, " ")))
}

fn whole_name(command: &str, random: &mut Random) -> Option<String> {
    let mut pieces = words::cut(command)?;
    let at = a_name(&pieces, random)?;
    pieces[at] = Piece::Word(format!("/usr/bin/{}", pieces[at].text()));
    Some(words::join(&pieces, " "))
}

/// A builtin behind a wrapper would be another command.
fn a_name(pieces: &[Piece], random: &mut Random) -> Option<usize> {
    let builtins = [
        "cd", "echo", "export", "eval", "exec", "source", ".", "read", "test", "set", "pushd", "kill", "trap",
    ];
    let is_name = |at: &usize| {
        let word = pieces[*at].text();
        is_plain(word) && !word.contains('/') && !builtins.contains(&word)
    };
    let names: Vec<usize> = words::names(pieces).into_iter().filter(is_name).collect();
    if names.is_empty() { None } else { Some(*random.pick(&names)) }
}
