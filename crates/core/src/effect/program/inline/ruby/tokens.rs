//! The text as tokens. What could begin something that is not read here stops.

use super::Stop;
use crate::words::listed;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

const MAX_BYTES: usize = 4_096;

/// Statements that print.
pub const PRINTS: &str = "puts print p pp";
/// Values.
pub const CONSTANTS: &str = "RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_RELEASE_DATE nil true false \
    Math::PI Math::E Float::INFINITY Float::EPSILON";
/// Called with arguments in brackets.
pub const FUNCTIONS: &str = "Integer Float String Math.sqrt Math.cbrt Math.sin Math.cos Math.tan Math.atan Math.exp Math.log \
    Math.log2 Math.log10 Math.hypot JSON.parse JSON.generate JSON.pretty_generate";
/// Called with the name of a file, and nothing else.
pub const FILES: &str = "File.read File.readlines File.size File.exist? File.basename File.extname";
const METHODS: &str = "length size count upcase downcase capitalize strip chomp lines chars to_s to_i to_f to_a inspect \
    keys values sum min max first last sort uniq reverse flatten compact join split include? empty? key? fetch dig \
    round floor ceil abs even? odd? nil? ord";

/// What a sign that is not read begins, for people.
const BEGINS: &[(char, &str)] = &[
    ('`', "a command for the shell"),
    ('{', "a block or a hash"),
    ('}', "the end of a block or a hash"),
    ('|', "what a block is given, or an operator"),
    ('$', "a global variable"),
    ('@', "a variable of an object"),
    (':', "a symbol"),
    ('#', "a comment"),
    ('=', "an assignment or a comparison"),
    ('<', "a here-document or a comparison"),
    ('&', "a block that is handed on, or an operator"),
];

/// One token.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// `12`, `1.5`
    Number,
    /// `'a'`, `"b"`: what it holds.
    Text(String),
    /// `puts`, `RUBY_VERSION`, `Math::PI`, `File.read`, with what it is called on if that is a constant.
    Name(String),
    /// `.size`
    Method(String),
    /// `(` right behind a name, and `[` right behind anything.
    Attached(char),
    /// Any other bracket, comma or operator.
    Sign(char),
    /// The end of a line, or `;`.
    End,
}

/// A token, and where it begins.
pub type Placed = (Token, usize);

/// What is read of the rest of a text, and what is left.
type Cut<'t> = Result<(Token, &'t str), String>;

/// The tokens of a text.
pub fn tokens(text: &str) -> Result<Vec<Placed>, Stop> {
    if text.len() > MAX_BYTES || !text.bytes().all(|b| matches!(b, b' '..=b'~' | b'\n')) {
        return Err(Stop::new("has a program that is too long, or with something else than plain text", 0));
    }
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut blank = true;
    while let Some(c) = rest.chars().next() {
        let at = text.len().saturating_sub(rest.len());
        let behind = rest.get(1..).unwrap_or_default();
        if c == ' ' {
            (blank, rest) = (true, behind);
            continue;
        }
        let (token, left) = token(c, rest, behind, blank).map_err(|why| Stop::new(why, at))?;
        blank = matches!(token, Token::End | Token::Attached(_) | Token::Sign('(' | '[' | ','));
        rest = left;
        tokens.push((token, at));
    }
    Ok(tokens)
}

fn token<'t>(c: char, rest: &'t str, behind: &'t str, blank: bool) -> Cut<'t> {
    match c {
        '\n' | ';' => Ok((Token::End, behind)),
        '0'..='9' => {
            let left = number(rest).ok_or_else(|| "has a number that is not read".to_string())?;
            Ok((Token::Number, left))
        }
        '\'' | '"' => quoted(c, behind).ok_or_else(|| {
            "has a text with something in it that is not read, or that is not closed".to_string()
        }),
        'a'..='z' | 'A'..='Z' | '_' => name(rest),
        '.' if !blank => method(behind),
        '(' | '[' if !blank => Ok((Token::Attached(c), behind)),
        '(' | '[' | ')' | ']' | ',' => Ok((Token::Sign(c), behind)),
        // With a blank on one side only it may be a sign, a list or a pattern.
        '+' | '-' | '*' | '/' | '%' if blank && behind.starts_with(' ') => Ok((Token::Sign(c), behind)),
        '+' | '-' | '*' if !blank && !behind.starts_with([' ', '*', '=']) => Ok((Token::Sign(c), behind)),
        _ => Err(odd(c)),
    }
}

fn odd(sign: char) -> String {
    match BEGINS.iter().find(|(begins, _)| *begins == sign) {
        Some((_, what)) => format!("has {what}, which is not read"),
        None => format!("has `{sign}` at a place where it is not read"),
    }
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

fn name(text: &str) -> Cut<'_> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "_:.?".contains(c))).unwrap_or(text.len());
    let (written, _) = text.split_at_checked(end).unwrap_or((text, ""));
    let known = |name: &str| {
        [PRINTS, CONSTANTS, FUNCTIONS, FILES].iter().any(|list| listed(list, name)) || name == "require"
    };
    // The longest that is known: `RUBY_VERSION.size` is a constant and a method.
    let ends = written.match_indices('.').map(|(at, _)| at).chain([written.len()]);
    let found = ends.filter_map(|at| written.get(..at)).rfind(|name| known(name));
    match found.and_then(|found| Some((found, text.get(found.len()..)?))) {
        Some((found, left)) => Ok((Token::Name(found.to_string()), left)),
        None => Err(unknown("uses", written.trim_end_matches([':', '.']))),
    }
}

fn method(text: &str) -> Cut<'_> {
    let word = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    let end = word + usize::from(text.get(word..).is_some_and(|rest| rest.starts_with('?')));
    let (name, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    match listed(METHODS, name) {
        true => Ok((Token::Method(name.to_string()), rest)),
        false => Err(unknown("calls the method", name)),
    }
}

/// `name` is used and stands on no list.
pub fn unknown(verb: &str, name: &str) -> String {
    format!("{verb} `{name}`, which is not known to be harmless")
}
