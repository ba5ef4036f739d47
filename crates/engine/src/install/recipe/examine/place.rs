//! Where in a text something stands.

/// One step on the way to a value.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Into the field of an object.
    Key(&'a str),
    /// Into an element of a list.
    Item(usize),
}

/// Line and column of the value at the end of the way; `None` where the way does not lead anywhere. The text is known to
/// be JSON.
pub fn of(text: &str, way: &[Step<'_>]) -> Option<(usize, usize)> {
    let mut scan = Scan { bytes: text.as_bytes(), at: 0 };
    way.iter().try_for_each(|step| scan.go(*step))?;
    scan.space();
    let before = text.get(..scan.at)?;
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Some((line, column))
}

/// The text with blanks in the place of comments, if there may be any; every place stays where it is.
pub fn without_comments(text: &str, allowed: bool) -> String {
    if !allowed {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let taken = match next {
            '"' => string_length(rest.as_bytes()),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            other => other.len_utf8(),
        };
        let (piece, after) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        let blank = next == '/' && taken > 1;
        out.extend(piece.chars().map(|c| if blank && c != '\n' { ' ' } else { c }));
        rest = after;
    }
    out
}

/// With both quotes.
fn string_length(bytes: &[u8]) -> usize {
    let mut escaped = false;
    let end = bytes.iter().skip(1).position(|byte| {
        let ends = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    });
    end.map_or(bytes.len(), |end| end + 2)
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte > 0x7f) {
            self.at += 1;
        }
    }

    fn go(&mut self, step: Step<'_>) -> Option<()> {
        self.space();
        let open = self.peek()?;
        self.at += 1;
        match (open, step) {
            (b'{', Step::Key(key)) => self.field(key),
            (b'[', Step::Item(index)) => (0..index).try_for_each(|_| self.pass_item()),
            _ => None,
        }
    }

    fn field(&mut self, key: &str) -> Option<()> {
        loop {
            self.space();
            let length = if self.peek()? == b'"' { string_length(self.rest()) } else { return None };
            let name = self.rest().get(..length)?;
            let found = serde_json::from_slice::<String>(name).is_ok_and(|name| name == key);
            self.at += length;
            self.space();
            self.at += 1; // the colon
            if found {
                return Some(());
            }
            self.pass_item()?;
        }
    }

    /// Past a value and the comma behind it; `None` behind the last.
    fn pass_item(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => self.at += string_length(self.rest()),
                b',' if depth == 0 => {
                    self.at += 1;
                    return Some(());
                }
                b'{' | b'[' => (depth, self.at) = (depth + 1, self.at + 1),
                b'}' | b']' => (depth, self.at) = (depth.checked_sub(1)?, self.at + 1),
                _ => self.at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_found() {
        let text = "\u{feff}{\"a\":\n [1, {\"é\": \"}\\\"]\", \"b\":  true}]}";
        let way = [Step::Key("a"), Step::Item(1), Step::Key("b")];
        assert_eq!(of(text, &way), Some((2, 26)));
        assert_eq!(of(text, &way[..2]), Some((2, 6)));
        assert_eq!(of(text, &[Step::Key("c")]), None);
        assert_eq!(of(text, &[Step::Key("a"), Step::Item(2)]), None);
    }

    #[test]
    fn comments_leave_blanks() {
        let text = "{// é\n\"a//b\": /* x\ny */ 1}";
        assert_eq!(without_comments(text, true), "{    \n\"a//b\":     \n     1}");
        assert_eq!(without_comments(text, false), text);
        assert_eq!(without_comments("{} // end", true), "{}       ");
        assert_eq!(without_comments("/", true), "/");
    }
}
