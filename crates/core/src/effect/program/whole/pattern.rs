//! What a regular expression is after: a particular word, or whatever there is.

use super::super::super::environment;
use super::super::super::value::Arg;
use super::super::arguments::Flag;
use super::super::spec::Parsed;
use crate::words::listed;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// How a program reads its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `\(`, `\|`: `grep`, `git grep`.
    Basic,
    /// `(`, `|`: `grep -E`, `rg`.
    Extended,
    /// Letters only.
    Fixed,
}

/// Letters that every match holds in a row for the search to be one for a particular word.
const ENOUGH: usize = 2;

/// Words that are looked for to find secrets.
const SECRETS: &str = "password passwd passphrase secret secrets api_key apikey api key keys access_key secret_key private_key privatekey \
    credential credentials akia asia aws begin rsa dsa openssh ec pgp private auth_token access_token api_token bearer ghp ghp_ gho_ \
    github_pat github_pat_ glpat sk sk_live sk_test rk_live xox xoxb xoxp aiza eyj mii token tokens";

/// Of those, words that say nothing alone.
const COMMON: &str = "api key keys begin rsa dsa ec pgp private aws token tokens sk asia";

/// So many alternatives with no more than [`ENOUGH`] letters are still a search for particular words.
const FEW: usize = 5;

/// It may match lines of any kind, or looks for secrets. Only what this reader understands to the letter is taken for a
/// particular word; anything else matches everything.
pub fn is_telling(pattern: &str, dialect: Dialect) -> bool {
    let Some(pattern) = plain(pattern, dialect).filter(|pattern| !is_odd(pattern)) else { return true };
    let all = alternatives(&pattern);
    all.iter().any(|one| run(one) < ENOUGH || looks_for_secrets(one))
}

/// Alternatives with no more than [`ENOUGH`] letters, those in groups among them: with thirty pairs of letters every line is
/// shown. What is not understood counts for one.
fn short_alternatives(pattern: &str, dialect: Dialect) -> usize {
    plain(pattern, dialect).map_or(1, |pattern| shorts(&pattern))
}

fn shorts(plain: &str) -> usize {
    let count = |one: &String| match run(one) <= ENOUGH {
        true => groups(one).iter().map(|group| shorts(group)).sum::<usize>().max(1),
        false => 0,
    };
    alternatives(plain).iter().map(count).sum()
}

fn groups(alternative: &str) -> Vec<String> {
    let mut groups = Vec::new();
    let mut rest = alternative.chars().peekable();
    while let Some(c) = rest.next() {
        groups.extend((c == '(').then(|| group(&mut rest)));
    }
    groups
}

/// It looks for secrets by the words that announce them: `api_key`.
pub fn seeks_secrets(pattern: &str, dialect: Dialect) -> bool {
    let plain = plain(pattern, dialect).filter(|pattern| !is_odd(pattern));
    plain.is_none_or(|pattern| alternatives(&pattern).iter().any(|one| looks_for_secrets(one)))
}

/// How many ends of lines a match may go over, where a program looks at more than one line at once; `None`: any number. Only
/// what is known to stay within a line does.
pub fn line_ends(pattern: &str) -> Option<usize> {
    let mut rest = pattern.chars();
    let (mut crossing, mut repeats) = (0_usize, false);
    while let Some(c) = rest.next() {
        match c {
            '\\' => crossing += usize::from(!rest.next().is_some_and(stays_in_line)),
            '[' => {
                let class: String = rest.by_ref().take_while(|c| *c != ']').collect();
                crossing += usize::from(!is_class_of_words(&class));
            }
            '\n' => crossing += 1,
            '*' | '+' | '{' => repeats = true,
            _ => {}
        }
    }
    (!repeats || crossing == 0).then_some(crossing)
}

/// What a backslash makes of the letter is no end of a line.
fn stays_in_line(c: char) -> bool {
    "wdbBhtAz".contains(c) || c.is_ascii_punctuation()
}

/// A class of letters, digits and a few signs, one by one or from one letter to another: `a-z_`.
fn is_class_of_words(class: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    let range_ends = |c: char| c.is_ascii_alphanumeric();
    let chars: Vec<char> = class.chars().collect();
    let ranges = chars.windows(3).filter(|three| matches!(three, [_, '-', _]));
    !class.is_empty()
        && chars.iter().all(|c| is_plain(*c))
        && ranges
            .into_iter()
            .all(|three| matches!(three, [from, _, to] if range_ends(*from) && range_ends(*to)))
}

/// `pattern` as an extended one; letters that stand for themselves among its signs are taken for [`OTHER`]. `None` when
/// it holds something whose meaning is not known here.
fn plain(pattern: &str, dialect: Dialect) -> Option<String> {
    let mut plain = String::new();
    let pattern = match dialect {
        Dialect::Extended => pattern.strip_prefix("(?i)").unwrap_or(pattern),
        Dialect::Basic | Dialect::Fixed => pattern,
    };
    let mut rest = pattern.chars().map(folded_to_ascii).peekable();
    while let Some(c) = rest.next() {
        match (dialect, c) {
            (Dialect::Fixed, '\n') => plain.push('|'),
            (Dialect::Fixed, c) if is_word(c) => plain.push(c),
            (Dialect::Fixed, _) => plain.push(OTHER),
            (Dialect::Basic | Dialect::Extended, '\n') => plain.push('|'),
            (Dialect::Basic, '\\') if rest.peek().is_some_and(|next| "()|{}?+".contains(*next)) => {
                plain.extend(rest.next());
            }
            (Dialect::Basic, '(' | ')' | '|' | '{' | '}' | '?' | '+') => plain.push(OTHER),
            (Dialect::Basic | Dialect::Extended, '\\') => plain.push(escaped(rest.next()?)?),
            // `S[E]CRET`: a class of one.
            (Dialect::Basic | Dialect::Extended, '[') if only_member(rest.clone()).is_some() => {
                plain.extend(only_member(rest.clone()));
                rest.next();
                rest.next();
            }
            (Dialect::Basic | Dialect::Extended, '[') => {
                skip_class(&mut rest)?;
                plain.push('.');
            }
            (Dialect::Basic | Dialect::Extended, c) => plain.push(c),
        }
    }
    Some(plain)
}

/// The text in small letters.
pub fn folded(text: &str) -> String {
    match text.is_ascii() {
        true => text.to_ascii_lowercase(),
        false => text.chars().map(folded_to_ascii).collect::<String>().to_lowercase(),
    }
}

/// Letters that are ones of ASCII where case is folded: a long `s`, the sign of Kelvin, an `i` with or without its dot.
fn folded_to_ascii(c: char) -> char {
    match c {
        '\u{17f}' => 'S',
        '\u{212a}' => 'K',
        '\u{130}' | '\u{131}' => 'I',
        c => c,
    }
}

/// What a backslash makes of a letter: a class or the edge of a word, or the sign itself. Other letters and digits are
/// numbers of characters, names and commands.
fn escaped(c: char) -> Option<char> {
    match c {
        'b' | 'B' | 'w' | 'W' | 's' | 'S' | 'd' | 'D' | '<' | '>' | 'n' | 't' | 'r' => Some('.'),
        '\n' => None,
        c if c.is_alphanumeric() => None,
        _ => Some(OTHER),
    }
}

/// Groups with a meaning of their own, and signs for how often that stand behind one another: dialects differ in both.
fn is_odd(plain: &str) -> bool {
    let groups = plain.split('(').skip(1);
    let is_group =
        |group: &str| !group.starts_with(['?', '*']) || group.starts_with("?:") || group.starts_with("?i:");
    !groups.into_iter().all(is_group) || repeats_twice(plain)
}

fn repeats_twice(plain: &str) -> bool {
    // What is repeated, and whether its sign was just read.
    let (mut atom, mut repeated) = (' ', false);
    let mut rest = plain.chars().peekable();
    while let Some(c) = rest.next() {
        let opens_group = c == '?' && atom == '(' && !repeated;
        match c {
            '?' | '*' | '+' | '{' if !opens_group => {
                // `.*?` takes as little as it can, or may be missing: a dot holds nothing either way.
                if repeated && !(c == '?' && atom == '.') {
                    return true;
                }
                repeated = true;
                if c == '{' {
                    rest.by_ref().find(|c| *c == '}');
                }
            }
            c => (atom, repeated) = (c, false),
        }
    }
    false
}

/// A character that is itself and part of no word.
const OTHER: char = '\u{1}';

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The letter of a class that has no other.
fn only_member(mut rest: impl Iterator<Item = char>) -> Option<char> {
    let member = rest.next().filter(|c| is_word(*c));
    member.filter(|_| rest.next() == Some(']'))
}

/// Up to the `]` that closes a class; `None` where dialects differ in where that is.
fn skip_class(rest: &mut core::iter::Peekable<impl Iterator<Item = char>>) -> Option<()> {
    rest.next_if_eq(&'^');
    let mut empty = true;
    loop {
        match rest.next()? {
            ']' if empty => return None,
            ']' => return Some(()),
            '\n' => return None,
            // A member, or together with the next one.
            '\\' => {
                rest.next_if(|next| !"[]\\\n".contains(*next))?;
            }
            '[' => {
                rest.next_if_eq(&':')?;
                while rest.next_if(char::is_ascii_lowercase).is_some() {}
                rest.next_if_eq(&':')?;
                rest.next_if_eq(&']')?;
            }
            _ => {}
        }
        empty = false;
    }
}

/// What stands between the `|` outside of all groups.
fn alternatives(pattern: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut all = alloc::vec![String::new()];
    for c in pattern.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match (c, depth, all.last_mut()) {
            ('|', 0, _) => all.push(String::new()),
            (c, _, Some(last)) => last.push(c),
            (_, _, None) => {}
        }
    }
    all
}

/// The most letters of a word that every match holds in a row.
fn run(alternative: &str) -> usize {
    let (mut longest, mut current) = (0_usize, 0_usize);
    let mut rest = alternative.chars().peekable();
    while let Some(c) = rest.next() {
        let mut held = 0;
        match c {
            c if is_word(c) => current += 1,
            '(' => {
                longest = longest.max(current);
                current = 0;
                let group = group(&mut rest);
                held = alternatives(&group).iter().map(|one| run(one)).min().unwrap_or(0);
            }
            // What stands in front of it may be missing.
            '?' | '*' | '{' => {
                current = current.saturating_sub(1);
                longest = longest.max(current);
                current = 0;
                if c == '{' {
                    rest.by_ref().find(|c| *c == '}');
                }
            }
            _ => {
                longest = longest.max(current);
                current = 0;
            }
        }
        if rest.peek().is_none_or(|next| !"?*{".contains(*next)) {
            longest = longest.max(held);
        }
    }
    longest.max(current)
}

/// A line of the text may match, whatever the case of its letters.
pub fn may_match_in(pattern: &str, dialect: Dialect, text: &str) -> bool {
    let Some(pattern) = plain(pattern, dialect).filter(|pattern| !is_odd(pattern)) else {
        return true;
    };
    let text = folded(text);
    alternatives(&pattern).iter().any(|one| text.contains(&letters_outside_groups(one).to_lowercase()))
}

/// The most letters in a row that every match holds, those in groups left out.
fn letters_outside_groups(alternative: &str) -> String {
    let (mut longest, mut current) = (String::new(), String::new());
    let mut rest = alternative.chars().peekable();
    while let Some(c) = rest.next() {
        if is_word(c) {
            current.push(c);
            continue;
        }
        match c {
            '(' => drop(group(&mut rest)),
            // What stands in front of it may be missing.
            '?' | '*' | '{' => drop(current.pop()),
            _ => {}
        }
        if c == '{' {
            rest.by_ref().find(|c| *c == '}');
        }
        let run = core::mem::take(&mut current);
        longest = if run.len() > longest.len() { run } else { longest };
    }
    if current.len() > longest.len() { current } else { longest }
}

/// What a group holds; its flags (`?:`, `?i:`) are no part of it.
fn group(rest: &mut core::iter::Peekable<core::str::Chars<'_>>) -> String {
    let mut depth = 1_usize;
    let mut inside = String::new();
    for c in rest.by_ref() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        inside.push(c);
    }
    match inside.strip_prefix('?') {
        Some(flagged) => flagged.split_once(':').map_or(String::new(), |(_, inner)| inner.to_string()),
        None => inside,
    }
}

/// Nothing but words that announce secrets in one of the ways to match it: `TO(K)EN`, `(password|foo)`, `(my )?password`.
fn looks_for_secrets(alternative: &str) -> bool {
    match ways(alternative) {
        Some(ways) => ways.iter().any(|way| announces_secrets(way)),
        // More than can be looked at.
        None => true,
    }
}

/// Ways to match an alternative that are looked at.
const MAX_WAYS: usize = 256;

/// The alternative without groups and signs for how often, in every way to choose between what they leave open; `None`: there
/// are too many.
fn ways(alternative: &str) -> Option<Vec<String>> {
    let mut all = alloc::vec![String::new()];
    let mut rest = alternative.chars().peekable();
    while let Some(c) = rest.next() {
        let mut parts: Vec<String> = match c {
            '(' => {
                let each = alternatives(&group(&mut rest))
                    .iter()
                    .map(|one| ways(one))
                    .collect::<Option<Vec<_>>>()?;
                each.concat()
            }
            c => alloc::vec![c.into()],
        };
        if let Some(sign) = rest.next_if(|next| "?*{+".contains(*next)) {
            if sign == '{' {
                rest.by_ref().find(|c| *c == '}');
            }
            // A letter or a group may be missing; any other sign parts words whether it is there or not.
            if sign != '+' && (c == '(' || is_word(c)) {
                parts.push(String::new());
            }
            // As few as can be.
            rest.next_if_eq(&'?');
        }
        if all.len() * parts.len() > MAX_WAYS {
            return None;
        }
        all = all
            .iter()
            .flat_map(|front| parts.iter().map(move |part| [front.as_str(), part].concat()))
            .collect();
    }
    Some(all)
}

/// Words of which the beginning says enough: `passw`, `secr`.
const BEGUN: &[&str] = &["password", "passwd", "passphrase", "secret", "credential"];

fn is_begun(word: &str) -> bool {
    word.len() > 3 && word != "pass" && BEGUN.iter().any(|whole| whole.starts_with(word))
}

fn announces_secrets(alternative: &str) -> bool {
    let words: Vec<&str> = alternative
        .split(|c: char| !is_word(c))
        .filter(|word| word.chars().count() > 1 && word.contains(char::is_alphabetic))
        .collect();
    let is_secret = |word: &&str| {
        let folded = word.trim_matches('_').to_lowercase();
        listed(SECRETS, &folded)
            || is_begun(&folded)
            || (**word == word.to_uppercase() && environment::is_secret(word))
    };
    // In capitals they are how names of variables end.
    let is_alone = |word: &str| listed(COMMON, &word.to_lowercase()) && word != word.to_uppercase();
    !words.is_empty() && words.iter().all(is_secret) && !matches!(words.as_slice(), [word] if is_alone(word))
}

/// Lines around a match that make it a whole file.
const MANY: usize = 20;

/// Flags that show lines around each match.
pub const AROUND: &str = "-A -B -C -# --after-context --before-context --context --after --before";

/// How many lines are shown around each match.
pub fn lines_around(parsed: &Parsed<'_>) -> usize {
    let given = parsed.flags.iter().filter(|flag| listed(AROUND, flag.name));
    let lines = |flag: &Flag<'_>| flag.value.as_ref()?.text()?.trim_start_matches('-').parse::<usize>().ok();
    // So many before and as many behind.
    let sides = |flag: &Flag<'_>| if listed("-C -# --context", flag.name) { 2 } else { 1 };
    let around = given.map(|flag| lines(flag).unwrap_or(MANY).saturating_mul(sides(flag)));
    around.fold(0, usize::saturating_add)
}

/// So many lines around each match that a whole file is shown, whichever flag asks for them.
pub fn shows_around(parsed: &Parsed<'_>) -> bool {
    let given = parsed.flags.iter().filter(|flag| listed(AROUND, flag.name));
    given.filter_map(|flag| flag.value.as_ref()).any(is_many_lines)
}

fn is_many_lines(value: &Arg) -> bool {
    let lines = value.text().and_then(|text| text.parse::<usize>().ok());
    lines.is_none_or(|lines| lines > MANY)
}

/// One of the patterns that are given is telling in one of the dialects that may apply.
pub fn any_is_telling(patterns: &[&Arg], dialects: &[Dialect]) -> bool {
    let is_telling = |text: &&str| dialects.iter().any(|dialect| is_telling(text, *dialect));
    let shorts = |text: &str| dialects.iter().map(|dialect| short_alternatives(text, *dialect)).max();
    let texts = || patterns.iter().filter_map(|pattern| pattern.value.texts()).flatten();
    patterns.iter().any(|pattern| pattern.value.texts().is_none_or(|texts| texts.iter().any(is_telling)))
        || texts().filter_map(shorts).sum::<usize>() > FEW
}

/// Whether a line may match, and whether it must: for names in a list that `grep` filters.
pub fn matches_line(regex: &str, line: &str) -> (bool, bool) {
    let plain = |c: char| c.is_alphanumeric() || "_-/ ".contains(c);
    // A plain text, its dots escaped: it is there or it is not.
    let text = regex.replace("\\.", ".");
    let certain = regex.replace("\\.", "").chars().all(plain);
    if certain {
        let held = line.contains(&text);
        return (held, held);
    }
    // An end: `\.py$`.
    if let Some(end) = regex.strip_suffix('$').filter(|end| end.replace("\\.", "").chars().all(plain)) {
        let held = line.ends_with(&end.replace("\\.", "."));
        return (held, held);
    }
    let parts = regex.replace("\\|", "|");
    let mut ends = parts.split('|').map(|one| one.trim_matches(['(', ')', '^']));
    let known =
        ends.clone().all(|one| one.strip_suffix('$').unwrap_or(one).replace("\\.", "").chars().all(plain));
    match known && !parts.contains("(.") {
        true => (ends.any(|one| line.contains(&one.trim_end_matches('$').replace("\\.", "."))), false),
        false => (true, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::value::Value;
    use crate::verdict::Span;
    use Dialect::{Basic, Extended, Fixed};

    fn tells(pattern: &str, dialect: Dialect) -> bool {
        let pattern = Arg { value: Value::known(pattern), span: Span::default() };
        any_is_telling(&[&pattern], &[dialect])
    }

    #[test]
    fn patterns_that_a_text_may_hold() {
        let text = "NODE_ENV=production\nDB_URL=postgres://x\n";
        for (pattern, may) in [
            ("NODE_ENV", true),
            ("node_env", true),
            ("prod(uct)?ion", true),
            ("zzz|production", true),
            ("produ[a-z]tion", true),
            ("productionx?", true),
            ("productio.*", true),
            ("(zzz)", true),
            ("\\x4e", true),
            ("(?=x)", true),
            ("zzz", false),
            ("zzz|yyy", false),
            ("def main\\(", false),
            ("fn \\w+_path\\(.*\\)", false),
            ("productionx", false),
            ("productionxy?", false),
        ] {
            assert_eq!(may_match_in(pattern, Extended, text), may, "{pattern}");
        }
    }

    #[test]
    fn patterns_that_match_anything_or_look_for_secrets() {
        for (dialect, pattern) in [
            (Basic, ""),
            (Basic, "."),
            (Basic, ".*"),
            (Basic, "^"),
            (Basic, "$"),
            (Basic, "="),
            (Basic, "[a-z]"),
            (Basic, "[[:alnum:]]*"),
            (Basic, "a\\|e"),
            (Extended, "(er|in|an|th|re|on)"),
            (Extended, "((er|in|an)|(th|re|on))"),
            (Extended, "(?:er|in|an|th|re|on):?"),
            (Extended, "er|in|an|(th|re|on)"),
            (Basic, "\\(er\\|in\\|an\\|th\\|re\\|on\\)"),
            (Extended, "xox[bp]-"),
            (Extended, "sk_live"),
            (Basic, "foo\\|"),
            (Basic, "x*"),
            (Basic, "\\(foo\\)*"),
            (Extended, "(foo)?"),
            (Extended, "foo|."),
            (Extended, "\\w+"),
            (Extended, "\\bfn*\\b|e"),
            (Extended, "(foo|e)"),
            (Extended, "(abc){0}"),
            (Fixed, ""),
            (Fixed, "="),
            (Fixed, "foo\n"),
            (Basic, "password"),
            (Basic, "PASSWORD="),
            (Basic, "AKIA\\|BEGIN RSA\\|password"),
            (Basic, "api_key"),
            (Extended, "api[_-]?key"),
            (Extended, "(secret|token)"),
            (Extended, "BEGIN.*PRIVATE KEY"),
            (Extended, "AKIA[0-9A-Z]{16}"),
            (Basic, "DB_PASSWORD"),
            (Basic, "KEY"),
            (Extended, "KEY|TOKEN"),
            (Fixed, "OPENAI_API_KEY"),
            (Extended, "(?#:foo)"),
            (Extended, "(?!:foo)"),
            (Extended, "(?<!:foo)"),
            (Extended, "(?x)#foo"),
            (Extended, "(?x)(foo) ?"),
            (Extended, "(?P<a>foo)?"),
            (Extended, "(*ACCEPT)foo"),
            (Extended, "(*MARK:foo)"),
            (Extended, "(foo)+?"),
            (Extended, "(foo){1}{0}"),
            (Extended, "(foo)+*"),
            (Extended, "fo+?"),
            (Extended, "\\x65"),
            (Extended, "\\u0065"),
            (Extended, "\\Qfoo\\E*"),
            (Extended, "\\145"),
            (Extended, "[[^a]foo]"),
            (Extended, "[\\]foo]"),
            (Extended, "[]foo]"),
            (Extended, "[foo"),
            (Extended, "foo\\"),
            (Basic, "foo\\\n"),
            (Extended, "aa|bb|cc|dd|ee|ff"),
            (Basic, "S[E]CRET"),
            (Extended, "TO(K)EN"),
            (Extended, "A(KI)A[0-9A-Z]{16}"),
            (Basic, "passw"),
            (Basic, "eyJ"),
        ] {
            assert!(tells(pattern, dialect), "{dialect:?} {pattern:?}");
        }
        for (dialect, pattern) in [
            (Basic, "foo"),
            (Basic, "foo.*bar"),
            (Basic, "fn main"),
            (Basic, "TODO\\|FIXME"),
            (Basic, "parse(x)"),
            (Basic, "a|e foo"),
            (Extended, "(TODO|FIXME):"),
            (Extended, "import (a|b)"),
            (Extended, "fn \\w+"),
            (Extended, "handle_token_refresh"),
            (Basic, "invalid password"),
            (Basic, "password_hash"),
            (Basic, "token"),
            (Basic, "PasswordField"),
            (Basic, "pass"),
            (Basic, "f[o]o"),
            (Extended, "px|em|pt|vh"),
            (Fixed, "a.b.cd"),
            (Extended, "class (Foo)?Bar"),
            (Extended, "(?i)todo|fixme"),
            (Extended, "(?:foo|bar)baz"),
            (Extended, "(?i:foo)"),
            (Extended, "foo.*?bar"),
            (Extended, "fn [a-z_]+\\("),
            (Extended, "import [^;]* from"),
            (Extended, "foo[[:space:]]*="),
            (Extended, "use foo::\\{bar"),
            (Extended, "\\bfoo\\b"),
        ] {
            assert!(!tells(pattern, dialect), "{dialect:?} {pattern:?}");
        }
    }

    #[test]
    fn lines_of_lists() {
        for (regex, line, expected) in [
            (".env", "./.env", (true, false)),
            ("\\.env", "./.env", (true, true)),
            ("node_modules", "./.env", (false, false)),
            ("\\.py$", "./.env", (false, false)),
            ("\\.py$\\|\\.rs$", "./.env", (false, false)),
            ("\\.(py|rs)$", "./.env", (true, false)),
            ("e.v", "./.env", (true, false)),
        ] {
            assert_eq!(matches_line(regex, line), expected, "{regex} {line}");
        }
    }
}
