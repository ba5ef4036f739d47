//! Ruby: `ruby -e` with a program that prints what it computes from literals and from files that it names.
//!
//! Everything is on a list: statements, constants, functions, methods. No blocks, no variables, no interpolation, no
//! symbols, so that a text can be cut into tokens in one way only; a `/` or `%` that may begin a literal stops.

use crate::effect::Effect;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Value};
use crate::words::listed;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const MAX_BYTES: usize = 4_096;
const MAX_DEPTH: usize = 24;

const LIBRARIES: &str = "json date time set";
const PRINTS: &str = "puts print p pp";
const CONSTANTS: &str = "RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_RELEASE_DATE nil true false \
    Math::PI Math::E Float::INFINITY Float::EPSILON";
/// Called with arguments in brackets.
const FUNCTIONS: &str = "Integer Float String Math.sqrt Math.cbrt Math.sin Math.cos Math.tan Math.atan Math.exp Math.log \
    Math.log2 Math.log10 Math.hypot JSON.parse JSON.generate JSON.pretty_generate";
/// Called with the name of a file, and nothing else.
const FILES: &str = "File.read File.readlines File.size File.exist? File.basename File.extname";
const METHODS: &str = "length size count upcase downcase capitalize strip chomp lines chars to_s to_i to_f to_a inspect \
    keys values sum min max first last sort uniq reverse flatten compact join split include? empty? key? fetch dig \
    round floor ceil abs even? odd? nil? ord";

/// Reads `ruby -e PROGRAM`, perhaps behind `-rjson`. `false`: it is something else, or something else stands in it.
pub fn read(reading: &mut Reading<'_>, call: &Invocation) -> bool {
    let words: Option<Vec<&str>> = call.args.iter().map(Arg::text).collect();
    let program = match words.as_deref() {
        Some(["-e", program] | ["-rjson", "-e", program]) => *program,
        Some(_) | None => return false,
    };
    let Some(files) =
        tokens(program).and_then(|tokens| Parser { tokens: &tokens, files: Vec::new() }.program())
    else {
        return false;
    };
    for file in files {
        let file = Arg { value: Value::Known(file), span: call.span };
        reading.read_path(&call.name, &file, false);
    }
    let message = "`ruby` runs code that was read to the end";
    reading.add(Effect::Harmless, "inline_harmless", message, call.span);
    true
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number,
    Text(String),
    /// `puts`, `RUBY_VERSION`, `Math::PI`, `File.read`, with what it is called on if that is a constant.
    Name(String),
    /// `.size`
    Method(String),
    /// `(` right behind a name, and `[` right behind anything.
    Attached(char),
    Sign(char),
    End,
}

/// The tokens of a text; `None` where one could begin what is not read here.
fn tokens(text: &str) -> Option<Vec<Token>> {
    if text.len() > MAX_BYTES || !text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n')) {
        return None;
    }
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut blank = true;
    while let Some(c) = rest.chars().next() {
        let behind = rest.get(1..)?;
        let (token, left) = match c {
            ' ' => {
                (blank, rest) = (true, behind);
                continue;
            }
            '\n' | ';' => (Token::End, behind),
            '0'..='9' => (Token::Number, number(rest)?),
            '\'' | '"' => quoted(c, behind)?,
            'a'..='z' | 'A'..='Z' | '_' => name(rest)?,
            '.' if !blank => method(behind)?,
            '(' | '[' if !blank => (Token::Attached(c), behind),
            '(' | '[' | ')' | ']' | ',' => (Token::Sign(c), behind),
            // With a blank on one side only it may be a sign, a list or a pattern.
            '+' | '-' | '*' | '/' | '%' if blank && behind.starts_with(' ') => (Token::Sign(c), behind),
            '+' | '-' | '*' if !blank && !behind.starts_with([' ', '*', '=']) => (Token::Sign(c), behind),
            _ => return None,
        };
        blank = matches!(token, Token::End | Token::Attached(_) | Token::Sign('(' | '[' | ','));
        rest = left;
        tokens.push(token);
    }
    Some(tokens)
}

fn number(text: &str) -> Option<&str> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = text.get(digits(text)..)?;
    let rest = match whole.strip_prefix('.') {
        Some(part) if digits(part) > 0 => part.get(digits(part)..)?,
        Some(_) | None => whole,
    };
    (!rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')).then_some(rest)
}

fn quoted(quote: char, text: &str) -> Option<(Token, &str)> {
    let (inside, rest) = text.split_once(quote)?;
    // Only line ends are escaped: the only escapes whose end cannot be mistaken.
    let plain = inside.replace("\\n", "\n");
    let fine = !plain.contains(['\\', '#']) && !inside.contains('\n');
    (fine && !rest.starts_with(['\'', '"'])).then_some((Token::Text(plain), rest))
}

fn name(text: &str) -> Option<(Token, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "_:.?".contains(c))).unwrap_or(text.len());
    let (written, _) = text.split_at_checked(end)?;
    let known = |name: &str| {
        [PRINTS, CONSTANTS, FUNCTIONS, FILES].iter().any(|list| listed(list, name)) || name == "require"
    };
    // The longest that is known: `RUBY_VERSION.size` is a constant and a method.
    let ends = written.match_indices('.').map(|(at, _)| at).chain([written.len()]);
    let found = ends.filter_map(|at| written.get(..at)).rfind(|name| known(name))?;
    Some((Token::Name(found.to_string()), text.get(found.len()..)?))
}

fn method(text: &str) -> Option<(Token, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    let end = end + usize::from(text.get(end..)?.starts_with('?'));
    let (name, rest) = text.split_at_checked(end)?;
    listed(METHODS, name).then(|| (Token::Method(name.to_string()), rest))
}

struct Parser<'t> {
    tokens: &'t [Token],
    /// Files that are opened.
    files: Vec<String>,
}

impl<'t> Parser<'t> {
    fn program(mut self) -> Option<Vec<String>> {
        while let Some(token) = self.next() {
            if *token == Token::End {
                continue;
            }
            let Token::Name(name) = token else { return None };
            if name == "require" {
                self.required()?;
            } else {
                listed(PRINTS, name).then_some(())?;
                self.printed()?;
            }
            if !matches!(self.next(), None | Some(Token::End)) {
                return None;
            }
        }
        Some(self.files)
    }

    fn next(&mut self) -> Option<&'t Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    fn takes(&mut self, token: &Token) -> bool {
        let taken = self.tokens.first() == Some(token);
        if taken {
            self.next();
        }
        taken
    }

    fn required(&mut self) -> Option<()> {
        let Token::Text(library) = self.next()? else { return None };
        listed(LIBRARIES, library).then_some(())
    }

    fn printed(&mut self) -> Option<()> {
        match self.tokens.first() {
            None | Some(Token::End) => Some(()),
            Some(Token::Attached('(')) => self.arguments(0),
            Some(_) => self.list(0),
        }
    }

    /// Values with commas between them.
    fn list(&mut self, depth: usize) -> Option<()> {
        loop {
            self.value(depth)?;
            if !self.takes(&Token::Sign(',')) {
                return Some(());
            }
        }
    }

    /// Behind a function or a method: values in brackets.
    fn arguments(&mut self, depth: usize) -> Option<()> {
        self.takes(&Token::Attached('(')).then_some(())?;
        if self.takes(&Token::Sign(')')) {
            return Some(());
        }
        self.list(depth + 1)?;
        self.takes(&Token::Sign(')')).then_some(())
    }

    /// Operands with signs between them.
    fn value(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        loop {
            self.operand(depth)?;
            if !matches!(self.tokens.first(), Some(Token::Sign('+' | '-' | '*' | '/' | '%'))) {
                return Some(());
            }
            self.next();
        }
    }

    fn operand(&mut self, depth: usize) -> Option<()> {
        match self.next()? {
            Token::Number | Token::Text(_) => {}
            Token::Name(name) if listed(CONSTANTS, name) => {}
            Token::Name(name) if listed(FUNCTIONS, name) => self.arguments(depth)?,
            Token::Name(name) if listed(FILES, name) => self.file()?,
            Token::Sign(open @ ('(' | '[')) | Token::Attached(open @ '(') => {
                self.list(depth + 1)?;
                let close = if *open == '(' { ')' } else { ']' };
                self.takes(&Token::Sign(close)).then_some(())?;
            }
            Token::Name(_) | Token::Method(_) | Token::Attached(_) | Token::Sign(_) | Token::End => {
                return None;
            }
        }
        self.steps(depth)
    }

    /// Methods and subscripts behind an operand.
    fn steps(&mut self, depth: usize) -> Option<()> {
        loop {
            if matches!(self.tokens.first(), Some(Token::Method(_))) {
                self.next();
                if self.tokens.first() == Some(&Token::Attached('(')) {
                    self.arguments(depth)?;
                }
            } else if self.takes(&Token::Attached('[')) {
                self.list(depth + 1)?;
                self.takes(&Token::Sign(']')).then_some(())?;
            } else {
                return Some(());
            }
        }
    }

    /// `('name')`: one that names a file and nothing that runs.
    fn file(&mut self) -> Option<()> {
        self.takes(&Token::Attached('(')).then_some(())?;
        let Token::Text(name) = self.next()? else { return None };
        let plain = name.starts_with(|c: char| c.is_ascii_alphanumeric() || "./_".contains(c));
        self.files.push(name.clone());
        (plain && !name.contains(['\n', '|']) && self.takes(&Token::Sign(')'))).then_some(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_prints_passes_and_its_twins_stop() {
        crate::effect::program::examples::run(
            r##"
            allow ruby -e 'puts 1 + 1'
            allow ruby -e 'puts 2*3'
            allow ruby -e 'puts "hello\n", RUBY_VERSION'
            allow ruby -e 'puts(RUBY_VERSION.size)'
            allow ruby -e 'puts Math.sqrt(2).round(3)'
            allow ruby -e 'require "json"; puts JSON.parse(File.read("package.json"))["name"]'
            allow ruby -rjson -e 'puts JSON.pretty_generate(JSON.parse(File.read("package.json")).keys.first(3))'
            allow ruby -e 'p [1, 2, 3].sum, [3, 1].sort.join(", ")'
            ask   ruby -e 'puts File.read(".env")'
            ask   ruby -e 'puts File.read("/home/user/.ssh/id_rsa")'
            ask   ruby -e 'puts File.read("|id")'
            ask   ruby -e 'puts File.read("package.json".sub("package", "x"))'
            ask   ruby -e 'puts IO.read("|id")'
            ask   ruby -e 'puts open("|id").read'
            ask   ruby -e 'File.write("x", "y")'
            ask   ruby -e 'puts File.write("x", "y")'
            ask   ruby -e 'puts `id`'
            ask   ruby -e 'puts %x(id)'
            ask   ruby -e 'puts % x`id` '
            ask   ruby -e 'system "id"'
            ask   ruby -e 'puts "#{`id`}"'
            ask   ruby -e 'puts "a\#{`id`}"'
            ask   ruby -e 'puts "a".send("instance_eval", "x")'
            ask   ruby -e 'puts "a".size /x`id`/'
            ask   ruby -e 'puts 1 /2#/; `id`'
            ask   ruby -e 'puts [1].map { |x| `id` }'
            ask   ruby -e 'puts [1].sum(&:x)'
            ask   ruby -e 'require "./evil"'
            ask   ruby -e 'require "open3"'
            ask   ruby -r./evil -e 'puts 1'
            ask   ruby -rjson -ropen3 -e 'puts 1'
            ask   ruby -e 'puts 1' -e 'system "id"'
            ask   ruby -e 'puts 1' x.rb
            ask   ruby -ne 'puts 1' x
            ask   ruby -e 'puts <<X'
            ask   ruby -e 'puts ?a'
            ask   ruby -e 'puts :a'
            ask   ruby -e 'puts ENV'
            ask   ruby -e 'puts ENV["TOKEN"]'
            ask   ruby -e 'exit!'
            ask   ruby -e 'puts 1 if system("id")'
            ask   ruby -e 'puts 1 # x'
            ask   ruby -e 'puts "a" "b"'
            ask   ruby -e 'puts Kernel.exec("id")'
            ask   ruby -e "$code"
            "##,
        );
    }
}
