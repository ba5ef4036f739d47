//! Arithmetic evaluates the values of its names again: a value that is no number may be code.
//!
//! Every name must therefore hold a number before, also one that is assigned: the text may read it first, and an expansion
//! may not be expanded at all, or in a child. Only a command that plainly assigns (`(( i = 0 ))`) makes a number of a name.

use super::reading::Reading;
use super::state::{self, is_number, number};
use super::value::{Shape, Value};
use super::walk::is_name;
use super::{Effect, environment};
use crate::shell::syntax::{Arith, Piece};
use crate::verdict::Span;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A part of an arithmetic text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    /// A name or a number.
    Word(&'a str),
    Op(&'a str),
}

/// Longer ones first. What is not listed is not read: subscripts, quotes, points, what only zsh has.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "**", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "+", "-", "*", "/", "%", "<", ">", "!", "~", "&", "|", "^", "=", "?", ":", ",",
    "(", ")",
];
const ASSIGNS: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
const STEPS: &[&str] = &["++", "--"];
/// A division by nothing, a shift by too much; a choice that lacks its other half.
const MAY_FAIL: &[&str] = &["/", "%", "/=", "%=", "**", "<<", ">>", "<<=", ">>=", "?", ":"];
/// What stands behind them may not be evaluated; between brackets a comma is no end.
const UNCERTAIN: &[&str] = &["&&", "||", "?", "("];

impl Reading<'_> {
    /// `$(( … ))`, an offset: what it substitutes runs, what it names must be a number.
    pub(super) fn arith(&mut self, arith: &Arith) {
        let (text, _) = self.spelled(arith);
        self.expression(&text, arith.span);
    }

    /// `(( … ))`, a part of `for (( … ))`.
    pub(super) fn arith_command(&mut self, arith: &Arith) {
        let (text, certain) = self.spelled(arith);
        match certain {
            true => self.statements(&text, arith.span),
            false => self.expression(&text, arith.span),
        }
    }

    /// A subscript: `@`, `*`, a number, or arithmetic (a key of an associative array reads like one).
    pub(super) fn subscript(&mut self, arith: &Arith) {
        if let [Piece::Text { text, .. } | Piece::Glob(text)] = arith.pieces.as_slice()
            && (text == "@" || text == "*")
        {
            return;
        }
        self.arith(arith);
    }

    /// A word that `[[ -eq ]]` and the like evaluate.
    pub(super) fn evaluated_value(&mut self, value: &Value, span: Span) {
        match value {
            Value::Known(text) => self.expression(text, span),
            Value::Unknown(_) if is_number(value) => {}
            Value::Unknown(_) => self.evaluated(span),
        }
    }

    /// Assignments and expressions with commas between.
    pub(super) fn statements(&mut self, text: &str, span: Span) {
        let tokens = tokens(text).unwrap_or_default();
        if self.can_fail(&tokens) || tokens.iter().any(|token| token.is_one_of(UNCERTAIN)) {
            return self.expression(text, span);
        }
        for statement in text.split(',') {
            match plain_assignment(statement) {
                Some((name, value)) => {
                    self.expression(value, span);
                    self.assign(name, number(), span);
                    self.shell.integers.insert(name.into());
                }
                None => self.expression(statement, span),
            }
        }
    }

    /// Every name in it holds a number already, and so it does afterwards.
    fn expression(&mut self, text: &str, span: Span) {
        let Some(tokens) = tokens(text).filter(|tokens| is_well_formed(tokens)) else {
            return self.evaluated(span);
        };
        if self.can_fail(&tokens) {
            self.may_abandon();
        }
        for name in tokens.iter().filter_map(Token::name) {
            let known = self.shell.variables.get(name).map_or_else(|| environment::counts(name), is_number);
            if !known {
                self.evaluated(span);
            }
        }
        for name in changed(&tokens) {
            self.assign(name, number(), span);
            self.shell.integers.insert(name.into());
        }
    }

    /// The text with a digit for each number that is substituted in it, and whether all of them certainly are one.
    fn spelled(&mut self, arith: &Arith) -> (String, bool) {
        let mut text = String::new();
        let (mut certain, mut behind) = (true, false);
        for piece in &arith.pieces {
            match piece {
                Piece::Text { text: literal, quoted: _ } | Piece::Glob(literal) => {
                    // Behind a value that is empty it would be a name.
                    if behind && literal.starts_with(is_part) {
                        self.evaluated(arith.span);
                    }
                    behind &= literal.is_empty();
                    text.push_str(literal);
                }
                Piece::Tilde(_) => {
                    behind = false;
                    text.push('~');
                }
                Piece::Param { .. } | Piece::Command { .. } | Piece::Process { .. } | Piece::Arith { .. } => {
                    let value = self.piece_value(piece);
                    // `a-$x` with a sign in front of the number is `a--5`.
                    let steps = text.ends_with('-') && state::may_be_negative(&value);
                    if !is_number(&value) || ends_in_name(&text) || steps {
                        self.evaluated(arith.span);
                    }
                    if may_be_malformed(&value) {
                        self.may_abandon();
                        certain = false;
                    }
                    behind = true;
                    text.push('0');
                }
            }
        }
        (text, certain)
    }

    /// An error abandons the rest of the line: a division, a number that is none.
    fn can_fail(&self, tokens: &[Token<'_>]) -> bool {
        let malformed = |value: &Value| is_number(value) && may_be_malformed(value);
        let odd = |token: &Token<'_>| match token {
            Token::Op(_) => token.is_one_of(MAY_FAIL),
            Token::Word(word) => odd_number(word) || self.shell.variables.get(*word).is_some_and(malformed),
        };
        tokens.is_empty() || tokens.iter().any(odd)
    }

    /// Stops because bash would evaluate data as an expression.
    pub(super) fn evaluated(&mut self, span: Span) {
        let message = format!("{} evaluates a value that is not known to be a number", "arithmetic");
        self.add(Effect::Opaque, "runtime_evaluation", message, span);
    }
}

impl<'a> Token<'a> {
    fn name(&self) -> Option<&'a str> {
        match *self {
            Token::Word(word) if !word.starts_with(|c: char| c.is_ascii_digit()) => Some(word),
            Token::Word(_) | Token::Op(_) => None,
        }
    }

    fn is_one_of(&self, operators: &[&str]) -> bool {
        match self {
            Token::Word(_) => false,
            Token::Op(operator) => operators.contains(operator),
        }
    }
}

/// `None` when something in it is not known.
fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    const BLANK: [char; 3] = [' ', '\t', '\n'];
    let mut found = Vec::new();
    let mut rest = text.trim_start_matches(BLANK);
    while !rest.is_empty() {
        let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let (token, behind) = match OPERATORS.iter().find(|operator| rest.starts_with(**operator)) {
            Some(operator) => (Token::Op(operator), rest.strip_prefix(operator)?),
            None => rest
                .split_at_checked(end)
                .filter(|_| end > 0)
                .map(|(word, rest)| (Token::Word(word), rest))?,
        };
        found.push(token);
        rest = behind.trim_start_matches(BLANK);
    }
    Some(found)
}

/// Operands and operators take turns, brackets pair, and only names are assigned. Nothing at all is a zero.
fn is_well_formed(tokens: &[Token<'_>]) -> bool {
    const OPENS: &[&str] = &[",", "(", "?", ":"];
    let (mut wants, mut open) = (!tokens.is_empty(), 0_usize);
    let is_name =
        |at: Option<usize>| at.and_then(|at| tokens.get(at)).is_some_and(|token| token.name().is_some());
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(2).and_then(|at| tokens.get(at));
        let begins = before.is_none_or(|token| token.is_one_of(OPENS) || token.is_one_of(ASSIGNS));
        let fits = match (wants, token) {
            (_, Token::Word(_)) => core::mem::replace(&mut wants, false),
            (true, Token::Op("(")) => {
                open += 1;
                true
            }
            (true, Token::Op("+" | "-" | "!" | "~")) => true,
            (true, Token::Op("++" | "--")) => is_name(Some(at + 1)),
            (false, Token::Op("++" | "--")) => is_name(at.checked_sub(1)),
            (false, Token::Op(")")) => {
                let paired = open > 0;
                open = open.saturating_sub(1);
                paired
            }
            (true, Token::Op(_)) | (false, Token::Op("!" | "~" | "(")) => false,
            (false, Token::Op(_)) => {
                wants = true;
                !token.is_one_of(ASSIGNS) || (begins && is_name(at.checked_sub(1)))
            }
        };
        if !fits {
            return false;
        }
    }
    !wants && open == 0
}

/// Names that are assigned somewhere in it.
fn changed<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    let assigns =
        |token: Option<&Token<'_>>| token.is_some_and(|t| t.is_one_of(ASSIGNS) || t.is_one_of(STEPS));
    let steps = |token: Option<&Token<'_>>| token.is_some_and(|t| t.is_one_of(STEPS));
    let mut names = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        if assigns(tokens.get(at + 1)) || steps(before) {
            names.extend(token.name());
        }
    }
    names
}

/// `name = value`, where the value assigns nothing.
fn plain_assignment(statement: &str) -> Option<(&str, &str)> {
    let (name, value) = statement.split_once('=')?;
    let tokens = tokens(value)?;
    let plain = !value.starts_with('=') && !tokens.is_empty() && is_well_formed(&tokens);
    let name = name.trim();
    (is_name(name) && plain && changed(&tokens).is_empty()).then_some((name, value))
}

/// A letter of a name or a number; `16#ff` is a number.
fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '#'
}

/// What follows would be a part of a name.
fn ends_in_name(text: &str) -> bool {
    let start = text.rfind(|c: char| !is_part(c)).map_or(0, |at| at + 1);
    text.get(start..).is_none_or(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
}

/// A number that is written in a way that may be wrong: `08`, `1a`.
fn odd_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && (word.len() > 18
            || (word.len() > 1 && word.starts_with('0'))
            || !word.bytes().all(|b| b.is_ascii_digit()))
}

/// A value that arithmetic may refuse: `08`, nothing, or more than one number.
fn may_be_malformed(value: &Value) -> bool {
    match value.texts() {
        Some(texts) => texts.iter().any(|text| text.is_empty() || odd_number(text.trim_start_matches('-'))),
        None => value.shape() != Some(&Shape::Number),
    }
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow i=0; (( i = i + 1 )); echo $i
        ask   i='path[$(touch /tmp/m)1]'; (( i = i + 1 ))
        ask   i='a[$(touch /tmp/m)]'; : $(( i = i + 1 ))
        ask   i='a[$(touch /tmp/m)]'; let i=i+1
        allow i=1; let i=i+1 'j = i * 2'; echo $i
        ask   j='a[$(touch /tmp/m)]'; for (( j = j; j < 3; j++ )); do ls; done
        allow for (( j = 0; j < 3; j += 1 )); do ls; done
        ask   j='a[$(touch /tmp/m)]'; [[ 1 -eq 'j=j' ]]
        ask   j='a[$(touch /tmp/m)]'; echo "${a[j=j]}"
        ask   j='a[$(touch /tmp/m)]'; echo "${x:j=j:1}"
        ask   j='a[$(touch /tmp/m)]'; echo $(( 1 + j = 2 ))
        ask   j='a[$(touch /tmp/m)]'; z=1; y=${z:-$(( j = 0 ))}; (( k = j ))
        ask   j='a[$(touch /tmp/m)]'; case a in a|$(( j = 0 ))) ;; esac; (( k = j ))
        ask   j='a[$(touch /tmp/m)]'; z=; y=${z#$(( j = 0 ))}; (( k = j ))
        ask   j='a[$(touch /tmp/m)]'; ( : ) <<< $((j=0)); (( k = j ))
        ask   j='a[$(touch /tmp/m)]'; <<< $((j=0)); (( k = j ))
        allow j=5; z=1; y=${z:-$(( j = 0 ))}; (( k = j )); echo $k
        ask   a0=1; n=5; a5='path[$(touch /tmp/m)1]'; (( k = a$n ))
        ask   x=; a='path[$(touch /tmp/m)1]'; (( k = ${x}a ))
        allow x=16; echo $(( 10#$x + 1 )) $(( x > 2 ? x : 2 )) $(( (x + 1) * -2 ))
        ask   a=5; b=$((0 - 1)); echo $((a-$b)); touch src$a
        allow a=5; b=1; echo $((a-$b))
        ask   echo $(( 1 2 ))
        ask   echo $(( 1.5 * 2 ))
        ask   SHLVL='a[$(touch /tmp/m)]'; (( k = SHLVL ))
        allow (( k = RANDOM )); echo $k
"#;

#[cfg(test)]
mod tests {
    use super::super::program::examples;

    #[test]
    fn examples_read_as_they_should() {
        examples::run(super::EXAMPLES);
    }
}
