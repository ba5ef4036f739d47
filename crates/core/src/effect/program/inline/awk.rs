//! awk: its program is split into tokens, and what could leave the program is looked for among them.
//!
//! An awk program reaches out only through `system`, pipes, redirected `print`, `getline` from a file or a command,
//! `@` directives, and by changing its own arguments. The hard part of the language for a reader is whether a `/`
//! divides or opens a pattern, and whether a `>` compares or writes; where that is unclear, the program stops.

use super::super::spec::{Program, Style, Unread, custom, only_asks_for_help, parse};
use crate::effect::environment::is_secret;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::effect::{Effect, Hazard};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("awk gawk mawk nawk", read_awk)];

/// Left out: everything that loads code or writes (`-f`, `-i`, `-l`, `-E`, `-o`, `-d`, `-p`, `-D`, `-W`), and what BSD's awk
/// passes over, so that the next word is its program (`-e`, `--source`, `--assign`).
const FLAGS: &str = "-F: -v: -b -c -k -M -n -N -O -P -r -s -S -t --characters-as-bytes \
     --traditional --csv --bignum --non-decimal-data --use-lc-numeric --optimize --no-optimize --posix \
     --re-interval --sandbox --lint-old";

fn read_awk(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`awk` prints help", call.span);
    }
    let parsed = match parse(Style::Posix, FLAGS, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let Some((program, files)) = parsed.operands.split_first() else {
        return reading.unread(&call.name, Unread::flag("", call.span));
    };
    // BSD's awk passes over a cluster that it does not know as one word, and what follows is its program.
    let is_cluster = |text: &str| {
        text.len() > 2 && text.starts_with('-') && !["-F", "-v", "--"].iter().any(|own| text.starts_with(own))
    };
    let mut flags = call.args.iter().take_while(|arg| !core::ptr::eq(*arg, *program));
    if let Some(odd) = flags.find(|arg| is_cluster(arg.value.prefix())) {
        return reading.unread(&call.name, Unread::flag(odd.value.prefix(), odd.span));
    }
    program_effects(reading, call, program);
    for file in files.iter().filter(|file| !is_assignment(file) && file.text() != Some("-")) {
        if is_connection(file.value.prefix()) {
            let message = alloc::format!("`{}` opens a network connection", call.name);
            reading.hazard(Hazard::Network, "network", message, None, file.span);
        }
        if file.is_judged() {
            continue;
        }
        reading.read_path(&call.name, file, false);
    }
    reading.add(Effect::Harmless, "read_only_command", "`awk` prints what its program says", call.span);
}

/// `name=value` among the files sets a variable.
fn is_assignment(file: &Arg) -> bool {
    let Some((name, _)) = file.value.prefix().split_once('=') else { return false };
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// `/inet/tcp/…`, `/inet4`, `/inet6`: to gawk these are no files.
fn is_connection(path: &str) -> bool {
    path.starts_with('/') && path.trim_start_matches('/').starts_with("inet")
}

fn program_effects(reading: &mut Reading<'_>, call: &Invocation, program: &Arg) {
    let stop = |reading: &mut Reading<'_>, message: &str| {
        let unread = Unread { rule: "inline_code".into(), message: message.into(), span: program.span };
        reading.unread(&call.name, unread);
    };
    let Some(text) = program.text() else {
        return stop(reading, "has a program that is not known");
    };
    let outcome = Lexer::new(text).tokens().and_then(|tokens| judge(&tokens));
    let reads = match outcome {
        Ok(reads) => reads,
        Err(Reach::Environment) => {
            let message = "`awk` shows the whole environment";
            return reading.hazard(Hazard::Secret, "print_environment", message, None, program.span);
        }
        Err(Reach::Out(why)) => return stop(reading, why),
    };
    for file in reads {
        let file = Arg { value: Value::known(file), span: program.span };
        reading.read_path(&call.name, &file, false);
    }
}

/// Why a program does not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Environment,
    Out(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Number,
    Text(String),
    Pattern,
    /// An operator or a bracket; `;`, and `\n` for the end of a line.
    Sign(&'static str),
}

use Token::{Number, Pattern, Sign, Text, Word};

/// Longest first.
const SIGNS: &[&str] = &[
    "**=", "|&", "||", "&&", ">>", ">=", "<=", "==", "!=", "!~", "++", "--", "+=", "-=", "*=", "/=", "%=",
    "^=", "**", "{", "}", "(", ")", "[", "]", ";", ",", "+", "-", "*", "/", "%", "^", "!", ">", "<", "|",
    "?", ":", "~", "$", "=", "@",
];

/// Words that are no value, so that a `/` behind them opens a pattern.
const BEFORE_PATTERN: &[&str] = &["print", "printf", "return", "else", "do", "case", "exit"];

/// Words behind which implementations disagree about a `/`.
const BEFORE_UNCLEAR: &[&str] =
    &["getline", "in", "length", "delete", "if", "while", "for", "function", "func", "switch"];

const UNCLEAR_BRACKET: Reach = Reach::Out("has a program with an unclear `[…]`");

struct Lexer<'a> {
    rest: &'a str,
    tokens: Vec<Token>,
    /// For each open `(`: whether it belongs to `if`, `while`, `for` or `switch`.
    open: Vec<bool>,
    /// The last `)` closed such a one.
    closed_condition: bool,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Self {
        Lexer { rest: text, tokens: Vec::new(), open: Vec::new(), closed_condition: false }
    }

    fn tokens(mut self) -> Result<Vec<Token>, Reach> {
        while let Some(c) = self.rest.chars().next() {
            match c {
                ' ' | '\t' | '\r' => self.take(1),
                '\\' if self.rest.starts_with("\\\n") => self.take(2),
                '#' => self.take(self.rest.find('\n').unwrap_or(self.rest.len())),
                '\n' => {
                    self.take(1);
                    self.tokens.push(Sign("\n"));
                }
                '"' => self.text()?,
                'a'..='z' | 'A'..='Z' | '_' => self.word(),
                '0'..='9' | '.' => self.number()?,
                '/' if self.opens_pattern()? => self.pattern()?,
                _ => self.sign()?,
            }
        }
        Ok(self.tokens)
    }

    fn take(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or("");
    }

    fn word(&mut self) {
        let end =
            self.rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
        let word = self.rest.get(..end).unwrap_or("").to_string();
        self.take(end);
        self.tokens.push(Word(word));
    }

    /// `1`, `1.5`, `.5`, `1e-3`. Implementations disagree about a letter that follows (`0x1`, `1system(…)`): to some
    /// it begins the next word.
    fn number(&mut self) -> Result<(), Reach> {
        let whole = self.digits();
        let fraction = if self.rest.starts_with('.') {
            self.take(1);
            self.digits()
        } else {
            0
        };
        self.take(exponent(self.rest));
        let goes_on = self.rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if whole + fraction == 0 || goes_on {
            return Err(Reach::Out("has a program with an unclear number"));
        }
        self.tokens.push(Number);
        Ok(())
    }

    /// Takes the digits that come next; how many there were.
    fn digits(&mut self) -> usize {
        let count = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        self.take(count);
        count
    }

    fn text(&mut self) -> Result<(), Reach> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.take(at + 1);
                    self.tokens.push(Text(text));
                    return Ok(());
                }
                '\n' => break,
                '\\' => {
                    text.push('\\');
                    text.extend(chars.next().map(|(_, c)| c));
                }
                c => text.push(c),
            }
        }
        Err(Reach::Out("has a program with a string that is not closed"))
    }

    fn opens_pattern(&self) -> Result<bool, Reach> {
        const UNCLEAR: Reach = Reach::Out("has a program in which a `/` is unclear");
        match self.tokens.last() {
            None => Ok(true),
            Some(Number | Text(_) | Pattern) => Ok(false),
            Some(Word(word)) if BEFORE_PATTERN.contains(&word.as_str()) => Ok(true),
            Some(Word(word)) if BEFORE_UNCLEAR.contains(&word.as_str()) => Err(UNCLEAR),
            Some(Word(_)) => Ok(false),
            Some(Sign(")")) => Ok(self.closed_condition),
            Some(Sign("]")) => Ok(false),
            Some(Sign("++" | "--" | "$" | "@")) => Err(UNCLEAR),
            Some(Sign(_)) => Ok(true),
        }
    }

    fn pattern(&mut self) -> Result<(), Reach> {
        let mut chars = self.rest.char_indices().skip(1);
        let mut bracket = false;
        while let Some((at, c)) = chars.next() {
            match c {
                '[' if self.unclear_bracket(at, bracket) => return Err(UNCLEAR_BRACKET),
                '[' if bracket && self.class_opens(at) && self.class(at).is_none() => {
                    return Err(UNCLEAR_BRACKET);
                }
                '/' if bracket => return Err(UNCLEAR_BRACKET),
                '/' => {
                    self.take(at + 1);
                    self.tokens.push(Pattern);
                    return Ok(());
                }
                '\n' => break,
                // `[:alpha:]` inside: over it, so that its `]` does not close the outer one.
                '[' if bracket && self.class_opens(at) => {
                    chars.by_ref().find(|(_, c)| *c == ']');
                }
                '[' if bracket => {}
                '[' => bracket = true,
                ']' => bracket = false,
                '\\' => {
                    chars.next();
                }
                _ => {}
            }
        }
        Err(Reach::Out("has a program with a pattern that is not closed"))
    }

    fn class_opens(&self, at: usize) -> bool {
        self.rest.get(at + 1..).is_some_and(|rest| rest.starts_with(':'))
    }

    fn class(&self, at: usize) -> Option<usize> {
        super::class_length(self.rest.get(at + 1..)?)
    }

    /// Brackets whose end implementations see at different places: `[]…]`, `[^]…]`, `[[.x.]]`, `[[=x=]]`.
    fn unclear_bracket(&self, at: usize, inside: bool) -> bool {
        let behind = self.rest.get(at + 1..).unwrap_or("");
        match inside {
            true => behind.starts_with(['.', '=']),
            false => behind.strip_prefix('^').unwrap_or(behind).starts_with(']'),
        }
    }

    fn sign(&mut self) -> Result<(), Reach> {
        let sign = SIGNS.iter().find(|sign| self.rest.starts_with(**sign));
        let sign = *sign.ok_or(Reach::Out("has a program with a sign that is not known"))?;
        match sign {
            "(" => {
                let words = ["if", "while", "for", "switch"];
                self.open.push(matches!(self.tokens.last(), Some(Word(w)) if words.contains(&w.as_str())));
            }
            ")" => self.closed_condition = self.open.pop().unwrap_or(false),
            _ => {}
        }
        self.take(sign.len());
        self.tokens.push(Sign(sign));
        Ok(())
    }
}

/// The length of `e5`, `E-5` and the like in front of `rest`; 0 when there is none.
fn exponent(rest: &str) -> usize {
    let Some(behind) = rest.strip_prefix(['e', 'E']) else { return 0 };
    let unsigned = behind.strip_prefix(['+', '-']).unwrap_or(behind);
    match unsigned.bytes().take_while(u8::is_ascii_digit).count() {
        0 => 0,
        digits => rest.len() - unsigned.len() + digits,
    }
}

/// Files that the program reads by name, or why it does not pass.
fn judge(tokens: &[Token]) -> Result<Vec<String>, Reach> {
    let mut reads = Vec::new();
    let mut printing = Printing::default();
    for (at, token) in tokens.iter().enumerate() {
        let next = |by: usize| tokens.get(at + by);
        match token {
            Sign("|" | "|&") => return Err(Reach::Out("runs commands through its program")),
            Sign("@") => return Err(Reach::Out("has a program that loads or calls what was not read")),
            Sign(">>") => return Err(Reach::Out("writes files through its program")),
            Sign(">") if printing.redirects() => {
                return Err(Reach::Out("writes files through its program"));
            }
            Word(word) if word == "system" => return Err(Reach::Out("runs commands through its program")),
            Word(word) if ["ARGV", "ARGC", "SYMTAB", "FUNCTAB"].contains(&word.as_str()) => {
                return Err(Reach::Out("has a program that changes what it reads"));
            }
            Word(word) if word == "ENVIRON" => match (next(1), next(2), next(3)) {
                (Some(Sign("[")), Some(Text(name)), Some(Sign("]")))
                    if !is_secret(name) && !name.contains('\\') => {}
                _ => return Err(Reach::Environment),
            },
            Word(word) if word == "getline" => reads.extend(getline(tokens.get(at + 1..).unwrap_or(&[]))?),
            Word(_) | Number | Text(_) | Pattern | Sign(_) => {}
        }
        printing.next(token);
    }
    Ok(reads)
}

/// What stands behind `getline`: an optional variable, then perhaps `<` and a file.
fn getline(behind: &[Token]) -> Result<Option<String>, Reach> {
    const UNCLEAR: Reach = Reach::Out("has a program that reads a file whose name is not known");
    let mut rest = behind.iter().peekable();
    let mut depth = 0_u32;
    while let Some(token) = rest.next() {
        match token {
            Sign("<") if depth == 0 => {
                let Some(Text(file)) = rest.next() else { return Err(UNCLEAR) };
                // What follows may be joined to the name, in some implementations.
                let ends =
                    matches!(rest.peek(), None | Some(Sign(")" | ";" | "\n" | "}" | ">" | "&&" | "||")));
                let plain = !file.contains('\\') && !is_connection(file);
                return if ends && plain { Ok(Some(file.clone())) } else { Err(UNCLEAR) };
            }
            Sign("[") => depth += 1,
            Sign("]") => depth = depth.saturating_sub(1),
            // `$!x` and `$-x` are targets too.
            Sign("$") if matches!(rest.peek(), Some(Sign(_) | Pattern) | None) => return Err(UNCLEAR),
            Word(_) | Number | Text(_) | Sign("$") => {}
            Sign("(" | "++" | "--") => return Err(UNCLEAR),
            Pattern | Sign(_) if depth > 0 => {}
            Pattern | Sign(_) => return Ok(None),
        }
    }
    Ok(None)
}

/// Whether a `print` statement may be being read: in it a `>` outside parentheses writes. The end of a line does not end
/// it: which operators go on behind one, implementations disagree about (busybox: all of them).
#[derive(Default)]
struct Printing {
    inside: bool,
    depth: u32,
}

impl Printing {
    fn redirects(&self) -> bool {
        self.inside && self.depth == 0
    }

    fn next(&mut self, token: &Token) {
        match token {
            Word(word) if word == "print" || word == "printf" => *self = Printing { inside: true, depth: 0 },
            Sign("(") if self.inside => self.depth += 1,
            Sign(")") if self.inside => self.depth = self.depth.saturating_sub(1),
            Sign(";" | "{" | "}") => self.inside = false,
            Word(_) | Number | Text(_) | Pattern | Sign(_) => {}
        }
    }
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow awk '{print $1}' README.md
        allow awk -F: '$3 > 100 {print $1}' README.md
        allow awk -v n=5 'NR<=n' README.md
        allow ps aux | awk '{print $2}'
        ask   awk '{print}' .env
        ask   awk '{system("id")}' README.md
        ask   awk '{print > "/etc/x"}' README.md
        ask   awk '{print | "sh"}' README.md
        ask   awk 'BEGIN{print "e", a =⏎1 > "/etc/x"}'
        ask   awk 'BEGIN{printf "e", 1 in⏎b > "/etc/x"}'
        allow awk '{print $1⏎if ($2 > 1) print "x"}⏎$3 > 100' README.md
        ask   awk 'BEGIN{while((getline l < ".env")>0) print l}'
        ask   awk -f x.awk README.md
        ask   awk -i inplace '{print}' README.md
        ask   gawk -l filefuncs '{print}' README.md
        ask   awk '@load "x"' README.md
        ask   awk 'BEGIN{for(k in ENVIRON) print ENVIRON[k]}'
        allow awk 'BEGIN{print ENVIRON["HOME"]}'
        ask   awk 'BEGIN{print ENVIRON["GITHUB_TOKEN"]}'
        ask   awk 'BEGIN{print ENVIRON["GITHUB_TO\KEN"]}'
        ask   awk 'BEGIN{print ENVIRON["OPENAI_API\137KEY"]}'
        ask   awk "{print $UNKNOWN}" README.md
        ask   awk 'BEGIN{ARGV[1]=".env";ARGC=2}{print}'
        allow awk '/a > b/ {print "x > y"}' README.md
        allow awk '{print $1}' n=1 README.md
        ask   gawk -e '{print $1}' README.md
        ask   gawk -e '' 'BEGIN{system("id")}'
        ask   awk --source=1 'BEGIN{system("id")}'
        ask   awk --assign 'BEGIN{system("id")}' 1 README.md
        ask   awk -bF 'BEGIN{system("id")}' 1 README.md
        ask   awk -F : -bv 'BEGIN{system("id")}' 1 README.md
        allow awk -F : -v x=1 '{print $1}' README.md
        ask   gawk -e '{print $1' -e '> "/etc/x"}' README.md
        ask   gawk -e 'BEGIN{x = 1' -e '; system("id")}'
        ask   gawk --source '{print "a"}' --source '{print "b"}' README.md
        ask   mawk -W exec x
        ask   gawk 1 /inet/tcp/0/127.0.0.1/5999
        ask   gawk 1 //inet4/udp/0/127.0.0.1/5999
        ask   awk 1 README.md /inet6/tcp/0/localhost/80
        allow gawk 1 README.md
        ask   awk '/[[:/:]]/ {print}' README.md
        allow awk '/[[:alpha:]]/ {print}' README.md
        ask   awk 'BEGIN{x=1system("rm -rf ~")}'
        allow awk 'BEGIN{x=1e3; print x "system"}'
        ask   awk 'BEGIN{while((getline $!x < ".env")>0) print}'
        allow awk 'BEGIN{while((getline $1 < "README.md")>0) print}'
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(EXAMPLES);
    }

    fn outcome(program: &str) -> Result<Vec<String>, Reach> {
        Lexer::new(program).tokens().and_then(|tokens| judge(&tokens))
    }

    #[test]
    fn programs_that_only_print() {
        for program in [
            "{print $1}",
            "{print \"a > b | c\", $2}",
            "NR>=5 && NR<=9",
            "$3 > 100 {print $1; n++} END {print n}",
            "{ if (length($0) > 120) print NR\": \"length($0) }",
            "{print $5/1024/1024\" MB\"}",
            "/foo|bar/ {print}",
            "/a/,/b/",
            "!/x/",
            "$1 ~ /^[a-z]+$/ {next} {print}",
            "{print (a > b)}",
            "{print f(a > b), x}",
            "BEGIN{FS=\"|\"} {print $2}",
            "{sum += $1} END {print \"n: \" sum}",
            "{for(i=1;i<=NF;i++) if ($i > 3) printf \"%s\\n\", $i}",
            "{print} # > file | sh",
            "{print a,\n b}",
            "a || b {print}",
            "{gsub(/system/, \"x\"); print}",
            "{print \"system(\"}",
            "{ getline; print }",
            "{ while ((getline line) > 0) n++ }",
            "{print ENVIRON[\"HOME\"]}",
            "{ if (x) /y/ ; print }",
            "{ x = a / b / c; print x }",
            "/[[:alpha:]_]+/ {print}",
            "/[^a-z]/",
            "{print a\n} $1 > 2",
            "{print a\nif (b > 1) print b}",
            "{print a;\nx = b > 1}",
            "{x = 1.5e-3 + .5 * 2E6 - 1e5; print x}",
            "{print 1.e2, 100}",
            "{print 1 e2}",
            "{ getline $1; print }",
        ] {
            assert_eq!(outcome(program), Ok(Vec::new()), "{program:?}");
        }
    }

    #[test]
    fn programs_that_reach_out_or_are_unclear() {
        for program in [
            "{system(\"id\")}",
            "{print > \"f\"}",
            "{print >> \"f\"}",
            "{print a, b > \"/etc/x\"}",
            "{print a,\n b > \"f\"}",
            "{print a \\\n > \"f\"}",
            "{print a &&\n\n b > \"f\"}",
            "{print(a)(b) > \"f\"}",
            "{print \"e\", a =\n1 > \"f\"}",
            "{print \"e\", a = # x\n\n1 > \"f\"}",
            "{printf \"%s\", 1 in\nb > \"f\"}",
            "{print a ~\nb > \"f\"}",
            "{print a <=\nb > \"f\"}",
            "{print a\nb > 1}",
            "{printf \"x\" > $1}",
            "{print | \"sh\"}",
            "{print |& \"sh\"}",
            "{\"id\" | getline x}",
            "@load \"x\"",
            "@include \"x\"\n{print}",
            "{@f(1)}",
            "BEGIN{ARGV[1]=\".env\"} {print}",
            "{getline x < FILE}",
            "{getline < \"a\" \"b\"}",
            "{getline < \"/inet/tcp/0/h/1\"}",
            "{if (1) /\"/; system(\"id\"); x = \"/\"}",
            "{x++ / \"/; system(\"id\"); y = \"/\"}",
            "{print $ /\"/; system(\"id\") \"/\" }",
            "{getline / 2}",
            "/[/]/ {print}",
            "\"abc",
            "/abc",
            "{for (k in ENVIRON) print k}",
            "{print \u{e9} }",
            "{print 'x'}",
            "{print x[1 > 2]}",
            "/[]/\"]/ { system(\"id\") } /\"/",
            "/[[:alpha:]/\"]/ { system(\"id\") } /\"/",
            "/[[.a.]/]/",
            "{getline (x) < FILE}",
            "{getline $(1) < FILE}",
            "BEGIN{x=1system(\"id\")}",
            "BEGIN{x=1.5system(\"id\")}",
            "BEGIN{x=1e5system(\"id\")}",
            "BEGIN{x=1esystem(\"id\")}",
            "BEGIN{x=.system(\"id\")}",
            "BEGIN{x=0x1system(\"id\")}",
            "BEGIN{while((1getline l < FILE)>0) print l}",
            "{print 1_}",
            "BEGIN{while((getline $!x < \".env\")>0) print}",
            "BEGIN{while((getline $-x < \".env\")>0) print}",
            "BEGIN{while((getline $+x < \".env\")>0) print}",
            "BEGIN{while((getline $$x < \".env\")>0) print}",
        ] {
            assert!(outcome(program).is_err(), "{program:?}: {:?}", outcome(program));
        }
    }

    #[test]
    fn a_literal_file_is_read() {
        let program = "BEGIN{while ((getline line < \".env\") > 0) print line}";
        assert_eq!(outcome(program), Ok(alloc::vec![String::from(".env")]));
        assert_eq!(outcome("{getline a[1] < \"x\"; print}"), Ok(alloc::vec![String::from("x")]));
    }
}
