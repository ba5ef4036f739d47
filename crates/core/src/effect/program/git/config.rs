//! Git's configuration files, read the way git reads them and more strictly: what is not certain is an error.

use alloc::string::String;
use alloc::vec::Vec;
use core::iter::Peekable;
use core::str::Chars;

/// One setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Section in lower case, subsection as written (lower case in the old dotted form).
    pub section: String,
    /// Empty when there is none.
    pub subsection: String,
    /// In lower case.
    pub name: String,
    /// `None` for a name alone, which means "true".
    pub value: Option<String>,
}

impl Setting {
    /// A setting given as `section.sub.section.name`, as on the command line.
    pub fn dotted(key: &str, value: Option<&str>) -> Option<Self> {
        let (section, rest) = key.split_once('.')?;
        let (subsection, name) = rest.rsplit_once('.').unwrap_or(("", rest));
        Some(Setting {
            section: section.to_ascii_lowercase(),
            subsection: subsection.into(),
            name: name.to_ascii_lowercase(),
            value: value.map(Into::into),
        })
    }

    /// The value as text; a name alone is `true`.
    pub fn text(&self) -> &str {
        self.value.as_deref().unwrap_or("true")
    }

    /// It is `section.name`, or `section.*.name`.
    pub fn is(&self, section: &str, name: &str) -> bool {
        self.section == section && self.name == name
    }
}

/// The file is not what git would accept, or not certainly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

/// Reads a whole file.
pub fn parse(text: &str) -> Result<Vec<Setting>, Malformed> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let mut chars = text.chars().peekable();
    let mut settings = Vec::new();
    let (mut section, mut subsection) = (String::new(), String::new());
    while let Some(&c) = chars.peek() {
        if c.is_ascii_whitespace() {
            chars.next();
        } else if c == '#' || c == ';' {
            comment(&mut chars);
        } else if c == '[' {
            chars.next();
            (section, subsection) = header(&mut chars)?;
        } else if c.is_ascii_alphabetic() && !section.is_empty() {
            let (name, value) = assignment(&mut chars)?;
            settings.push(Setting { section: section.clone(), subsection: subsection.clone(), name, value });
        } else {
            return Err(Malformed);
        }
    }
    Ok(settings)
}

fn comment(chars: &mut Peekable<Chars<'_>>) {
    for c in chars.by_ref() {
        if c == '\n' {
            return;
        }
    }
}

/// Behind `[`: the section and the subsection.
fn header(chars: &mut Peekable<Chars<'_>>) -> Result<(String, String), Malformed> {
    let mut name = String::new();
    loop {
        match chars.next() {
            Some(']') => break,
            Some(c) if c.is_ascii_alphanumeric() || c == '-' || c == '.' => name.push(c.to_ascii_lowercase()),
            Some(' ' | '\t') => {
                return split_header(name, Some(quoted_subsection(chars)?));
            }
            _ => return Err(Malformed),
        }
    }
    split_header(name, None)
}

/// `[a.b "c"]` is the section `a` with the subsection `b.c`, like every key that git compares.
fn split_header(name: String, quoted: Option<String>) -> Result<(String, String), Malformed> {
    let (section, dotted) = name.split_once('.').map_or((name.as_str(), None), |(s, d)| (s, Some(d)));
    if section.is_empty() {
        return Err(Malformed);
    }
    let subsection = match (dotted, quoted) {
        (None, None) => String::new(),
        (Some(dotted), None) => dotted.into(),
        (None, Some(quoted)) => quoted,
        (Some(dotted), Some(quoted)) => alloc::format!("{dotted}.{quoted}"),
    };
    Ok((section.into(), subsection))
}

fn quoted_subsection(chars: &mut Peekable<Chars<'_>>) -> Result<String, Malformed> {
    while chars.next_if(|c| *c == ' ' || *c == '\t').is_some() {}
    if chars.next() != Some('"') {
        return Err(Malformed);
    }
    let mut subsection = String::new();
    loop {
        match chars.next() {
            Some('"') => break,
            Some('\\') => match chars.next() {
                Some('\n') | None => return Err(Malformed),
                Some(c) => subsection.push(c),
            },
            Some('\n') | None => return Err(Malformed),
            Some(c) => subsection.push(c),
        }
    }
    if chars.next() == Some(']') { Ok(subsection) } else { Err(Malformed) }
}

/// `name`, or `name = value`, to the end of the line.
fn assignment(chars: &mut Peekable<Chars<'_>>) -> Result<(String, Option<String>), Malformed> {
    let mut name = String::new();
    while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '-') {
        name.push(c.to_ascii_lowercase());
    }
    while chars.next_if(|c| *c == ' ' || *c == '\t').is_some() {}
    match chars.next() {
        None | Some('\n') => Ok((name, None)),
        Some('=') => Ok((name, Some(value(chars)?))),
        Some(_) => Err(Malformed),
    }
}

/// Behind `=`: quotes, escapes, continued lines, comments; blanks at both ends fall away.
fn value(chars: &mut Peekable<Chars<'_>>) -> Result<String, Malformed> {
    let mut value = String::new();
    let mut quoted = false;
    // Length up to the last character that is not a blank outside quotes.
    let mut kept = 0;
    while let Some(c) = chars.next() {
        match c {
            '\n' if quoted => return Err(Malformed),
            '\n' => break,
            '"' => quoted = !quoted,
            '#' | ';' if !quoted => {
                comment(chars);
                break;
            }
            '\\' => {
                match chars.next() {
                    Some('\n') => continue,
                    Some('n') => value.push('\n'),
                    Some('t') => value.push('\t'),
                    Some('b') => value.push('\u{8}'),
                    Some(c @ ('\\' | '"')) => value.push(c),
                    _ => return Err(Malformed),
                }
                kept = value.len();
            }
            ' ' | '\t' if !quoted && value.is_empty() => {}
            c => {
                value.push(c);
                if quoted || !c.is_ascii_whitespace() {
                    kept = value.len();
                }
            }
        }
    }
    if quoted {
        return Err(Malformed);
    }
    value.truncate(kept);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn shown(text: &str) -> Vec<String> {
        parse(text)
            .expect(text)
            .iter()
            .map(|s| format!("{}|{}|{}={}", s.section, s.subsection, s.name, s.text()))
            .collect()
    }

    #[test]
    fn reads_what_git_reads() {
        assert_eq!(shown("[core]\n\tbare = false\n"), ["core||bare=false"]);
        assert_eq!(shown("[Core] FileMode\n"), ["core||filemode=true"]);
        assert_eq!(shown("[remote \"Or\\\"igin\"]\r\n url = a b \r\n"), ["remote|Or\"igin|url=a b"]);
        assert_eq!(shown("[a.B]c=d"), ["a|b|c=d"]);
        assert_eq!(shown("[filter.X \"Y\"]\nclean=d"), ["filter|x.Y|clean=d"]);
        assert_eq!(shown("[a]\nc = \"x # y\" z ; comment\n# [b]\n"), ["a||c=x # y z"]);
        assert_eq!(shown("[a]\nc = one \\\n  two\nd = \\\"q\\\"\n"), ["a||c=one   two", "a||d=\"q\""]);
        assert_eq!(shown("[core] fsmonitor = x [b]\n"), ["core||fsmonitor=x [b]"]);
        assert_eq!(shown(""), [""; 0]);
    }

    #[test]
    fn what_is_not_certain_is_an_error() {
        for text in [
            "x = 1",
            "[a",
            "[a]\nb c",
            "[a \"x]\n",
            "[a]\nb = \"x\n",
            "[a]\nb = \\q\n",
            "[]\nb=1",
            "[a]\n1=2",
        ] {
            assert_eq!(parse(text), Err(Malformed), "{text}");
        }
    }
}
