//! sed: its script is read command by command. `e` runs, `w` writes, `r` reads; everything else only edits text.

use super::super::spec::{Parsed, Program, Style, Unread, custom, only_asks_for_help, parse};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, COUNT_MARK, NUMBER_MARK, Value};
use crate::effect::{Effect, place};
use crate::verdict::Span;
use crate::words::listed;
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("sed gsed", read_sed)];

const FLAGS: &str = "-n -E -r -s -u -z -b -l: -e:^ -i?* --quiet --silent --regexp-extended --separate --unbuffered \
     --null-data --binary --line-length: --expression:^ --in-place?* --posix --debug --sandbox --follow-symlinks";

fn read_sed(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`sed` prints help", call.span);
    }
    let args: Vec<Arg> = call.args.iter().map(numbered).collect();
    let parsed = match parse(Style::Gnu, FLAGS, &args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    // For BSD `-l` takes no number: the next word is the script.
    let mut lines = parsed.values(&["-l", "--line-length"]);
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(value) = lines.find(|value| !value.text().is_some_and(number)) {
        return reading.unread(&call.name, Unread::value(value));
    }
    let Some((script, files)) = script_and_files(&parsed) else {
        let unknown = call.args.iter().find(|arg| arg.text().is_none());
        let span = unknown.map_or(call.span, |arg| arg.span);
        return stop(reading, call, span, "has a script that is not known");
    };
    // BSD takes what stands behind the first operand for files, and that operand for the script.
    if let Some(unread) = parsed.unclear_operands(&["-e", "--expression"]) {
        return reading.unread(&call.name, unread);
    }
    // Whatever `--sandbox` refuses: parts of the script that stand in front of it were taken in before.
    script_effects(reading, call, &script);
    as_bsd(reading, call, &args, &script);
    file_effects(reading, call, &parsed, files);
    reading.add(Effect::Harmless, "read_only_command", "`sed` edits text", call.span);
}

/// `"${from},${to}p"`: with nothing but numbers, separators and commands that only print, pass over or end, it is the
/// same script whatever the numbers are. One that is negative is a flag that no sed knows.
fn numbered(arg: &Arg) -> Arg {
    let marked = match &arg.value {
        Value::Unknown(unknown) if !unknown.splits => unknown.marked(),
        Value::Unknown(_) | Value::Known(_) => None,
    };
    let text = marked.map(|text| text.replace([NUMBER_MARK, COUNT_MARK], "1"));
    match text {
        Some(text) if text.chars().all(|c| c.is_ascii_digit() || ",$+~pdq=;! ".contains(c)) => {
            Arg { value: Value::Known(text), span: arg.span }
        }
        Some(_) | None => arg.clone(),
    }
}

/// The whole script, and the operands behind it. `None` when a part of the script is not known.
fn script_and_files<'a, 'p>(parsed: &'p Parsed<'a>) -> Option<(String, &'p [&'a Arg])> {
    let given = parsed.flags.iter().filter(|flag| ["-e", "--expression"].contains(&flag.name));
    let mut parts: Vec<&str> = Vec::new();
    for flag in given {
        parts.push(flag.value.as_ref()?.text()?);
    }
    let mut files = parsed.operands.as_slice();
    if parts.is_empty() {
        // BSD wants the backup suffix as a word of its own: `-i ''`. For GNU an empty script changes nothing.
        if parsed.has(&["-i"]) && files.first().and_then(|arg| arg.text()) == Some("") {
            files = files.get(1..)?;
        }
        let (script, rest) = files.split_first()?;
        parts.push(script.text()?);
        files = rest;
    }
    Some((parts.join("\n"), files))
}

fn script_effects(reading: &mut Reading<'_>, call: &Invocation, script: &str) {
    // Implementations differ in whether a delimiter inside `[…]` ends a pattern, so the script is read both ways.
    let mut actions = Vec::new();
    if let Err(why) = read_both_ways(script, &mut actions) {
        stop(reading, call, call.span, &format!("has a script that could not be read: {why}"));
    }
    for action in actions {
        match action {
            Action::Run => stop(reading, call, call.span, "runs commands through its script"),
            Action::Read(file) => reading.read_path(&call.name, &named(&file, call.span), false),
            Action::Write(file) if ["/dev/stdout", "/dev/stderr"].contains(&file.as_str()) => {}
            Action::Write(file) => reading.write_path(&call.name, &named(&file, call.span), false),
        }
    }
}

/// For BSD a bare `-i` takes the next word, whatever it is, for the ending of the copies it keeps; the script and the
/// files are what then remains.
fn as_bsd(reading: &mut Reading<'_>, call: &Invocation, args: &[Arg], script: &str) {
    // skipped: a flag that is not known was stopped when flags were told apart.
    let Some(at) = args.iter().position(|arg| arg.text().is_some_and(is_bare)) else { return };
    let Some(ending) = args.get(at + 1) else { return };
    let rest: Vec<Arg> = args.iter().take(at).chain(args.iter().skip(at + 2)).cloned().collect();
    let parsed = match parse(Style::Posix, FLAGS, &rest) {
        Ok(parsed) if !rest.iter().any(|arg| arg.text().is_some_and(is_bare)) => parsed,
        Ok(_) | Err(_) => {
            return stop(reading, call, ending.span, "has an `-i` that is read in several ways");
        }
    };
    let Some((other, files)) = script_and_files(&parsed) else { return };
    if other != script {
        other_script(reading, call, &other);
    }
    for file in files.iter().filter(|file| !file.is_judged()) {
        edited(reading, call, file, ending);
    }
}

/// `-i`, or a cluster of plain flags that ends with it.
fn is_bare(text: &str) -> bool {
    let letters = text.strip_prefix('-').and_then(|letters| letters.strip_suffix('i'));
    letters.is_some_and(|letters| letters.chars().all(|c| "nErsuzbl".contains(c)))
}

/// A file that is there is changed, and a copy of it kept.
fn edited(reading: &mut Reading<'_>, call: &Invocation, file: &Arg, ending: &Arg) {
    let (Some(file), Some(ending)) = (file.text(), ending.text()) else {
        return stop(reading, call, file.span, "keeps copies under names that were not read");
    };
    let stands = |reading: &Reading<'_>, path: &str| {
        reading.dirs().iter().any(|cwd| {
            let found = reading.world.resolve(&place::join(cwd, path));
            found.is_none_or(|found| found.stands != Stands::Nothing)
        })
    };
    let copy = format!("{file}{ending}");
    let folder = copy.rsplit_once('/').map_or(".", |(folder, _)| folder);
    if stands(reading, file) {
        reading.write_path(&call.name, &named(file, call.span), false);
    }
    if stands(reading, folder) {
        reading.write_path(&call.name, &named(&copy, call.span), false);
    }
}

/// What it cannot read does nothing.
fn other_script(reading: &mut Reading<'_>, call: &Invocation, script: &str) {
    let mut actions = Vec::new();
    let _ = read_both_ways(script, &mut actions);
    for action in actions {
        match action {
            Action::Run => {}
            Action::Read(file) => reading.read_path(&call.name, &named(&file, call.span), false),
            Action::Write(file) => reading.write_path(&call.name, &named(&file, call.span), false),
        }
    }
}

fn read_both_ways(script: &str, actions: &mut Vec<Action>) -> Read {
    let protected = Script::new(script, true).read(actions);
    let ended = Script::new(script, false).read(actions);
    protected.and(ended.or_else(|why| if REFUSED.contains(&why) { Ok(()) } else { Err(why) }))
}

/// Endings of copies.
const COPIES: &str = ".bak .orig .old .backup .back .tmp .sav .save ~ .BAK";

fn file_effects(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>, files: &[&Arg]) {
    let in_place = parsed.has(&["-i", "--in-place"]);
    let suffixes = || parsed.values(&["-i", "--in-place"]);
    let odd = |suffix: &Arg| suffix.text().is_none_or(|text| text.contains(['*', '/']));
    if suffixes().any(odd) {
        return stop(reading, call, call.span, "keeps copies under names that were not read");
    }
    for file in files.iter().filter(|file| !file.is_judged()) {
        match (in_place, file.text()) {
            (false, Some("-")) => {}
            (false, _) => reading.read_path(&call.name, file, false),
            (true, text) => {
                reading.write_path(&call.name, file, false);
                // skipped: an ending that is not known was stopped above.
                for suffix in suffixes().filter_map(Arg::text).filter(|suffix| !suffix.is_empty()) {
                    match text {
                        Some(text) => {
                            let copy = named(&format!("{text}{suffix}"), file.span);
                            reading.write_path(&call.name, &copy, false);
                        }
                        // No name that matters ends so, whatever stands in front.
                        None if listed(COPIES, suffix) => {}
                        None => return reading.unread(&call.name, Unread::value(file)),
                    }
                }
            }
        }
    }
}

fn named(path: &str, span: Span) -> Arg {
    Arg { value: Value::known(path), span }
}

fn stop(reading: &mut Reading<'_>, call: &Invocation, span: Span, why: &str) {
    let unread = Unread { rule: "inline_code".into(), message: why.into(), span };
    reading.unread(&call.name, unread);
}

/// What a script can do beside editing text.
#[derive(Debug, PartialEq, Eq)]
enum Action {
    Run,
    Read(String),
    Write(String),
}

type Read = Result<(), &'static str>;

const OPEN_PATTERN: &str = "a pattern is not closed";
const OPEN_REPLACEMENT: &str = "a replacement is not closed";
const SIGN_BEHIND: &str = "a sign follows a command";
const SIGN_AHEAD: &str = "a sign stands for a command";

/// What no sed takes: a script with such a mistake does not run at all.
const REFUSED: &[&str] = &[OPEN_PATTERN, OPEN_REPLACEMENT, SIGN_BEHIND, SIGN_AHEAD];

/// A sed script and how far it was read.
struct Script<'a> {
    chars: core::iter::Peekable<core::str::Chars<'a>>,
    /// A delimiter inside `[…]` is part of the pattern.
    brackets: bool,
    depth: u32,
}

impl<'a> Script<'a> {
    fn new(text: &'a str, brackets: bool) -> Self {
        Script { chars: text.chars().peekable(), brackets, depth: 0 }
    }

    fn read(mut self, actions: &mut Vec<Action>) -> Read {
        loop {
            self.skip(|c| c.is_ascii_whitespace() || c == ';');
            if self.chars.peek().is_none() {
                return if self.depth == 0 { Ok(()) } else { Err("a `{` is not closed") };
            }
            self.address()?;
            self.command(actions)?;
        }
    }

    fn skip(&mut self, skipped: impl Fn(char) -> bool) {
        while self.chars.next_if(|c| skipped(*c)).is_some() {}
    }

    fn blanks(&mut self) {
        self.skip(|c| c == ' ' || c == '\t');
    }

    /// `1`, `$`, `/x/I`, `\,x,`, `0~4`, `1,+3`, and `!` behind them.
    fn address(&mut self) -> Read {
        if self.one_address()? {
            self.blanks();
            if self.chars.next_if_eq(&',').is_some() {
                self.blanks();
                self.chars.next_if(|c| *c == '+' || *c == '~');
                if !self.one_address()? {
                    return Err("an address is missing");
                }
            }
        }
        self.skip(|c| c == ' ' || c == '\t' || c == '!');
        Ok(())
    }

    fn one_address(&mut self) -> Result<bool, &'static str> {
        match self.chars.peek().copied() {
            Some('0'..='9') => {
                self.skip(|c| c.is_ascii_digit());
                if self.chars.next_if_eq(&'~').is_some() {
                    self.skip(|c| c.is_ascii_digit());
                }
            }
            Some('$') => {
                self.chars.next();
            }
            Some('/') => {
                self.chars.next();
                self.pattern('/')?;
                self.skip(|c| c == 'I' || c == 'M');
            }
            Some('\\') => {
                self.chars.next();
                let delimiter = self.delimiter()?;
                self.pattern(delimiter)?;
                self.skip(|c| c == 'I' || c == 'M');
            }
            Some(_) | None => return Ok(false),
        }
        Ok(true)
    }

    fn delimiter(&mut self) -> Result<char, &'static str> {
        match self.chars.next() {
            None | Some('\n' | '\\') => Err("a delimiter is missing"),
            Some(delimiter) => Ok(delimiter),
        }
    }

    /// Up to an unescaped delimiter, that included.
    fn pattern(&mut self, delimiter: char) -> Read {
        while let Some(c) = self.chars.next() {
            match c {
                c if c == delimiter => return Ok(()),
                '\n' => return Err("a pattern goes over the end of a line"),
                '\\' => self.escaped()?,
                '[' if self.brackets => self.bracket()?,
                _ => {}
            }
        }
        Err(OPEN_PATTERN)
    }

    fn escaped(&mut self) -> Read {
        self.chars.next().map(|_| ()).ok_or("it ends with a backslash")
    }

    /// `[^]abc[:alpha:]]`, behind its `[`.
    fn bracket(&mut self) -> Read {
        self.chars.next_if_eq(&'^');
        self.chars.next_if_eq(&']');
        while let Some(c) = self.chars.next() {
            match c {
                ']' => return Ok(()),
                '\n' => return Err("a `[` is not closed"),
                '\\' if self.chars.peek() == Some(&']') => return Err("a `[` ends in an unclear way"),
                '[' if matches!(self.chars.peek(), Some(':' | '.' | '=')) => self.class()?,
                _ => {}
            }
        }
        Err("a `[` is not closed")
    }

    /// `:alpha:]`, behind its `[`.
    fn class(&mut self) -> Read {
        // None of the names is longer.
        let behind: String = self.chars.clone().take(9).collect();
        let length = super::class_length(&behind).ok_or("a `[:` ends in an unclear way")?;
        for _ in 0..length {
            self.chars.next();
        }
        Ok(())
    }

    /// Up to an unescaped delimiter; a newline needs a backslash.
    fn replacement(&mut self, delimiter: char) -> Read {
        while let Some(c) = self.chars.next() {
            match c {
                c if c == delimiter => return Ok(()),
                '\n' => return Err("a replacement goes over the end of a line"),
                '\\' => self.escaped()?,
                _ => {}
            }
        }
        Err(OPEN_REPLACEMENT)
    }

    fn command(&mut self, actions: &mut Vec<Action>) -> Read {
        match self.chars.next() {
            Some('{') => {
                self.depth += 1;
                return Ok(());
            }
            Some('}') => {
                self.depth = self.depth.checked_sub(1).ok_or("a `}` closes nothing")?;
            }
            Some('=' | 'd' | 'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'p' | 'P' | 'x' | 'z' | 'F') => {}
            Some('l' | 'L' | 'q' | 'Q') => {
                self.blanks();
                self.skip(|c| c.is_ascii_digit());
            }
            Some('a' | 'i' | 'c') => return self.text(),
            Some(':' | 'b' | 't' | 'T') => {
                self.blanks();
                self.skip(|c| !c.is_ascii_whitespace() && c != ';' && c != '}');
            }
            Some('r' | 'R') => {
                let file = self.file_name()?;
                actions.push(Action::Read(file));
            }
            Some('w' | 'W') => {
                let file = self.file_name()?;
                actions.push(Action::Write(file));
            }
            Some('s') => self.substitution(actions)?,
            Some('y') => {
                let delimiter = self.delimiter()?;
                self.replacement(delimiter)?;
                self.replacement(delimiter)?;
            }
            Some('#') => {
                self.skip(|c| c != '\n');
            }
            Some('e') => {
                actions.push(Action::Run);
                return Err("it runs a command");
            }
            Some(c) if is_sign(c) => return Err(SIGN_AHEAD),
            Some(_) => return Err("a command is not known"),
            None => return Err("a command is missing"),
        }
        self.end()
    }

    fn end(&mut self) -> Read {
        self.blanks();
        match self.chars.peek() {
            None | Some(';' | '\n' | '}' | '#') => Ok(()),
            Some(c) if is_sign(*c) => Err(SIGN_BEHIND),
            Some(_) => Err("something follows a command"),
        }
    }

    /// The text of `a`, `i` and `c`: to the end of the line, and on where the line ends with a backslash.
    fn text(&mut self) -> Read {
        let mut first_line = true;
        let mut blank = true;
        while let Some(c) = self.chars.next() {
            match c {
                '\n' => return Ok(()),
                '\\' => match self.chars.next() {
                    // Only the classic form `a\` may start on the next line; elsewhere implementations differ.
                    Some('\n') if first_line && !blank => return Err("a text goes on in an unclear way"),
                    Some('\n') => first_line = false,
                    Some(_) => blank = false,
                    None => return Err("a text is missing"),
                },
                ' ' | '\t' => {}
                _ => blank = false,
            }
        }
        Ok(())
    }

    /// To the end of the line: neither `;` nor `}` ends it.
    fn file_name(&mut self) -> Result<String, &'static str> {
        self.blanks();
        let mut name = String::new();
        while let Some(c) = self.chars.next_if(|c| *c != '\n') {
            name.push(c);
        }
        if name.is_empty() { Err("a file name is missing") } else { Ok(name) }
    }

    fn substitution(&mut self, actions: &mut Vec<Action>) -> Read {
        let delimiter = self.delimiter()?;
        self.pattern(delimiter)?;
        self.replacement(delimiter)?;
        loop {
            match self.chars.peek().copied() {
                Some('g' | 'p' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => {
                    self.chars.next();
                }
                Some('e') => {
                    actions.push(Action::Run);
                    return Err("it runs a command");
                }
                Some('w') => {
                    self.chars.next();
                    let file = self.file_name()?;
                    actions.push(Action::Write(file));
                    return Ok(());
                }
                Some(_) | None => return Ok(()),
            }
        }
    }
}

/// No letter: no sed has such a command or flag.
fn is_sign(c: char) -> bool {
    c.is_ascii_punctuation() && !"{}:=#".contains(c)
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   sed -l '1w /etc/foo' p
        ask   sed -nl '1w /etc/foo' p
        allow sed -n -l 5 l README.md
        allow sed -n '1,5p' README.md
        allow sed 's/a/b/g' README.md | head
        allow sed -E 's/(a)/\1/' README.md
        allow sed -i 's/a/b/' src/main.rs
        allow sed -i.bak 's/a/b/' src/main.rs
        ask   sed -i.json 's/a/b/' .mcp
        ask   find .mcp -exec sed -i.json 's/a/b/' {} \;
        ask   find src -type f -exec sed -i.json 's/a/b/' {} +
        ask   find src -print0 | xargs -0 sed -iv 's/a/b/'
        allow find src -name '*.c' -exec sed -i.bak 's/a/b/' {} +
        allow find src -name '*.c' -exec sed -i 's/a/b/' {} +
        allow sed -i '' 's/a/b/' src/main.rs
        ask   sed -i 's/a/b/' .github/workflows/ci.yml
        ask   sed -i 's/a/b/' /etc/passwd
        ask   sed -i's/../../etc/*' 's/a/b/' README.md
        ask   sed -n 'w .git/config' README.md
        ask   sed 's/a/b/w /etc/x' README.md
        allow sed -n 'w out.txt' README.md
        ask   sed '1e id' README.md
        ask   sed 's/a/id/e' README.md
        ask   sed -f x.sed README.md
        ask   sed --expression='1e id' README.md
        ask   sed -n p -e e README.md
        ask   sed 'r .env' README.md
        ask   sed -n 1p .env
        ask   sed "s/a/$UNKNOWN/" README.md
        ask   sed --sandbox "s/a/$UNKNOWN/" README.md
        ask   sed -n 1p README.md -i .env
        ask   sed -n 's/[[...]]/.]]/;#/;1e touch x' README.md
        ask   sed -n '/[[...]]/d;#.]]/w .git/hooks/pre-commit' README.md
        ask   sed -n 's/[[===]]/=]]/;#/;1e touch x' README.md
        ask   sed -n 's/[[:a::]]/:]]/;#/;1e touch x' README.md
        allow sed -n 's/[[:alpha:][:digit:]_]/x/p' README.md
        ask   sed -n -e '1e touch x' --sandbox README.md
        ask   sed --sandbox -e '1e touch x' README.md
        allow sed --sandbox -n 1p README.md
        ask   sed 's/\c[/x/;v;1e id;#]/y/' README.md
        allow sed 's/[^/]*$//' README.md
        allow sed -ne 1p README.md
        ask   sed -e p -i v .en
        ask   sed -i n p .mcp.jso
        ask   sed -ni v p .en
        ask   sed -i --expression=p 'w .git/config' README.md
        ask   sed -i -e p -e /etc/passwd README.md
        ask   sed 'w .git/config' README.md -e p
        allow sed -i -e 's/a/b/' -e 's/c/d/' README.md
        allow sed -i -E 's/(a)/b/' README.md
        allow sed 's/.env/b/' -i README.md
        allow sed -i 's/.env/b/' README.md
        allow sed -i 's/a/b/' src/new.rs src/main.rs
        allow sed -i -n -e 1p README.md
        ask   sed -s -i -z s/a/b/ ~/.bashrc
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(EXAMPLES);
    }

    fn actions(script: &str) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        read_both_ways(script, &mut actions).ok().map(|()| actions)
    }

    #[test]
    fn scripts_that_only_edit() {
        for script in [
            "1,5p",
            "1,5p;6q",
            "s/a/b/g",
            "s|/usr|/opt|;s,x,y,2p",
            "s/[^/]*$//",
            "/start/,/end/p",
            "/a/I,+3d",
            "0~4d",
            "$!N;$!D",
            ":a;N;$!ba;s/\\n/ /g",
            ":a\nN\n$!ba",
            "y/abc/xyz/",
            "a hello; e id",
            "/x/{p;q}",
            "/x/{\ns/a/b/\n}",
            "2!d",
            "\\,/usr,d",
            "# e id\np",
            "1i\\\nfirst\\\nsecond",
            "s/x/w file/",
            "s/e/e/",
            "/w x/d",
            "$=",
            "l 5",
            "s/a/b\\\nc/",
            "s/[[:space:]]*$//",
            "",
        ] {
            assert_eq!(actions(script), Some(Vec::new()), "{script:?}");
        }
    }

    #[test]
    fn scripts_that_run_or_are_unclear() {
        for script in [
            "e",
            "1e id",
            "s/a/b/e",
            "s/a/b/ge",
            "/x/ e id",
            "p;e",
            "{e\n}",
            "p\ne id",
            "s/[/x/e;s/]/y/",
            "s/[\\]/x/",
            "s/[]/]/x/",
            "s/[[.a.]]/x/",
            "s/[[=a=]]/x/",
            "s/[[:a::]]/x/",
            "s/[[:alphanumeric:]]/x/",
            "a x\\\ne id",
            "v",
            "p e",
            "s/a/b",
            "{p",
            "p}",
            "k",
            "1,p",
            ":a;e",
            "b;e id",
            "b}e",
            "#n\ne",
            "i\\\nx\ne id",
            "y/a/b/e",
            "1~2e id",
            "s\na\nb\n",
        ] {
            assert!(actions(script).is_none_or(|found| found.contains(&Action::Run)), "{script:?}");
        }
    }

    #[test]
    fn files_go_to_the_end_of_the_line() {
        assert_eq!(
            actions("w out;p"),
            Some(alloc::vec![Action::Write("out;p".into()), Action::Write("out;p".into())])
        );
        let found = actions("s/a/b/gw .git/hooks/x\np").expect("it is a script");
        assert!(found.contains(&Action::Write(".git/hooks/x".into())));
        let found = actions("/x/r .env").expect("it is a script");
        assert!(found.contains(&Action::Read(".env".into())));
    }
}
