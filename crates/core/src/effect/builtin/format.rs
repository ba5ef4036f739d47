//! What `printf` takes for a number: zsh evaluates it.

use crate::effect::reading::{Invocation, Reading};
use crate::effect::state::is_number;
use crate::effect::value::{Arg, Value};
use alloc::vec::Vec;

/// What a conversion makes of its operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Text,
    Number,
}

/// Stops where an operand that is no number stands where a number is wanted, or may stand there.
pub fn numbers(reading: &mut Reading<'_>, call: &Invocation) {
    let args = match call.args.as_slice() {
        [flag, _, rest @ ..] if flag.text() == Some("-v") => rest,
        all => all,
    };
    let args = match args {
        [dashes, rest @ ..] if dashes.text() == Some("--") => rest,
        all => all,
    };
    let Some((format, operands)) = args.split_first() else { return };
    if reading.shell.is_bash {
        return;
    }
    let takes = format.text().and_then(conversions);
    // Of a word that may become several nobody knows what follows it.
    let countable = !operands.iter().any(Arg::splits);
    for (index, arg) in operands.iter().enumerate() {
        let text = match &takes {
            Some(takes) if countable => {
                let at = index.checked_rem(takes.len());
                at.and_then(|at| takes.get(at)).is_none_or(|takes| *takes == Takes::Text)
            }
            Some(takes) => !takes.contains(&Takes::Number),
            None => false,
        };
        if !text && !is_constant(&arg.value) {
            reading.evaluated(arg.span);
        }
    }
}

/// What the operands are taken for, in order, again and again; `None` for anything out of the ordinary.
fn conversions(format: &str) -> Option<Vec<Takes>> {
    let mut takes = Vec::new();
    let mut letters = format.chars();
    while let Some(c) = letters.next() {
        if c != '%' {
            continue;
        }
        let mut letter = letters.next()?;
        if letter == '%' {
            continue;
        }
        while "#-+ 0123456789.*hlLjzt'".contains(letter) {
            if letter == '*' {
                takes.push(Takes::Number);
            }
            letter = letters.next()?;
        }
        takes.push(match letter {
            's' | 'b' | 'q' | 'c' => Takes::Text,
            'd' | 'i' | 'o' | 'u' | 'x' | 'X' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'a' | 'A' => {
                Takes::Number
            }
            _ => return None,
        });
    }
    Some(takes)
}

/// An integer, a decimal fraction, or the code of a letter (`'a`).
fn is_constant(value: &Value) -> bool {
    let constant = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        let hexadecimal = digits.strip_prefix("0x").is_some_and(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let decimal = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let letter = text.starts_with(['\'', '"']) && text.chars().count() == 2;
        decimal || hexadecimal || letter
    };
    is_number(value) || value.texts().is_some_and(|texts| texts.into_iter().all(constant))
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples;

    #[test]
    fn numbers_are_numbers() {
        examples::run(
            r#"
            allow printf '%s\n' "$x"
            allow printf '%s: %d\n' "$x" 5
            stop  printf '%s: %d\n' 5 "$x"
            allow printf "%d\n" 5
            allow printf '%5.2f%%\n' 3.14
            allow printf '%d' "'a"
            allow printf '%d\n' $(ls | wc -l)
            stop  x='path[$(touch /etc/x)1]'; printf %d x
            stop  printf '%*d' x 1
            stop  printf -- %d x
            stop  printf -%d x
            stop  printf "$f" x
            stop  printf 'ab%n' x
            stop  printf '%1$d' x
            allow printf '\033[1m%s\033[0m\n' "$x"
            allow printf '%-10s %3d\n' a 1 b 2
            stop  printf '%-10s %3d\n' a 1 b c
            allow bash -c 'printf %d x'
            "#,
        );
    }
}
