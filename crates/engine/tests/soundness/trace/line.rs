//! One line of the tracer: `PID name(arguments) = result`, possibly told in two parts.

use std::collections::BTreeMap;

/// One call of a process.
#[derive(Clone, Debug)]
pub struct Call {
    /// Who.
    pub pid: u32,
    /// Which.
    pub name: String,
    arguments: Vec<String>,
    result: String,
}

/// All calls in the order in which they began.
pub fn calls(text: &str) -> Vec<Call> {
    let mut open: BTreeMap<u32, (usize, String)> = BTreeMap::new();
    let mut calls: Vec<Option<Call>> = Vec::new();
    for line in text.lines() {
        let Some((pid, rest)) = line.trim_start().split_once(' ') else { continue };
        let Ok(pid) = pid.parse::<u32>() else { continue };
        let rest = rest.trim_start();
        if let Some(begun) = rest.strip_suffix(" <unfinished ...>") {
            open.insert(pid, (calls.len(), begun.to_owned()));
            calls.push(call(pid, begun));
        } else if rest.starts_with("<... ") {
            let resumed = rest.split_once("resumed>").map_or("", |(_, resumed)| resumed);
            if let Some((at, begun)) = open.remove(&pid) {
                calls[at] = call(pid, &format!("{begun}{resumed}"));
            }
        } else {
            calls.push(call(pid, rest));
        }
    }
    calls.into_iter().flatten().collect()
}

/// A call whose end was not seen has an empty result.
fn call(pid: u32, text: &str) -> Option<Call> {
    let (name, rest) = text.split_once('(')?;
    if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return None;
    }
    // the result is padded to a column
    let (arguments, result) = match rest.rfind(") ") {
        Some(at) if rest[at + 1..].trim_start().starts_with("= ") => {
            (&rest[..at], rest[at + 1..].trim_start().trim_start_matches("= "))
        }
        _ => (rest, ""),
    };
    Some(Call { pid, name: name.into(), arguments: split(arguments), result: result.into() })
}

impl Call {
    /// It starts another program in its place.
    pub fn is_exec(&self) -> bool {
        self.name == "execve" || self.name == "execveat"
    }

    /// A call that never ended was killed while under way: it counts as done.
    pub fn succeeded(&self) -> bool {
        !self.result.starts_with("-1") && !self.result.starts_with('?')
    }

    /// It failed with one of these.
    pub fn failed_with(&self, errors: &[&str]) -> bool {
        self.result.starts_with("-1")
            && errors.iter().any(|error| self.result.contains(&format!(" {error} ")))
    }

    /// The process that it gave birth to.
    pub fn child(&self) -> Option<u32> {
        let is_birth = ["clone", "clone3", "fork", "vfork"].contains(&self.name.as_str());
        if is_birth { self.result.split_whitespace().next()?.parse().ok() } else { None }
    }

    /// An argument as it was written.
    pub fn argument(&self, at: usize) -> &str {
        self.arguments.get(at).map_or("", String::as_str)
    }

    /// A string argument.
    pub fn text(&self, at: usize) -> String {
        unquoted(self.argument(at))
    }

    /// The strings of an argument that is an array, without the first.
    pub fn words(&self, at: usize) -> Vec<String> {
        let inner = self.argument(at).trim_start_matches('[').trim_end_matches(']');
        split(inner).iter().skip(1).map(|word| unquoted(word)).collect()
    }

    /// The path behind an open file (`3</repo>`, `AT_FDCWD</repo>`).
    pub fn descriptor(&self, at: usize) -> String {
        annotated(self.argument(at)).unwrap_or_else(|| "/unknown".into())
    }

    /// The path of the file that the call opened.
    pub fn returned(&self) -> Option<String> {
        if self.succeeded() { annotated(&self.result) } else { None }
    }

    /// For people: the same call looks the same each time.
    pub fn shown(&self) -> String {
        let plain = |argument: &String| argument.split('<').next().unwrap_or("").to_owned();
        let arguments: Vec<String> = self.arguments.iter().map(plain).collect();
        format!("{}({}) = {}", self.name, arguments.join(", "), plain(&self.result))
    }
}

fn annotated(text: &str) -> Option<String> {
    let (_, path) = text.split_once('<')?;
    let (path, _) = path.rsplit_once('>')?;
    Some(unescaped(path.trim_end_matches("(deleted)").trim_end()))
}

/// At commas that stand in no string, array, structure or path.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quoted, mut path, mut escaped, mut before) = (0_i32, false, false, false, ' ');
    for c in text.chars() {
        let splits = c == ',' && depth == 0 && !quoted && !path;
        match c {
            _ if escaped => {}
            '"' if !path => quoted = !quoted,
            '<' if !quoted && (before.is_ascii_digit() || before == 'D') => path = true,
            '>' if path => path = false,
            '[' | '{' | '(' if !quoted && !path => depth += 1,
            ']' | '}' | ')' if !quoted && !path => depth -= 1,
            _ => {}
        }
        escaped = c == '\\' && !escaped && (quoted || path);
        before = c;
        match parts.last_mut() {
            Some(last) if !splits => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

fn unquoted(text: &str) -> String {
    let inner =
        text.strip_prefix('"').and_then(|rest| rest.rsplit_once('"')).map_or(text, |(inner, _)| inner);
    unescaped(inner)
}

/// C's escapes; bytes that are no text become question marks of their own kind.
fn unescaped(text: &str) -> String {
    let mut bytes: Vec<u8> = Vec::with_capacity(text.len());
    let mut rest = text.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(b'n') => bytes.push(b'\n'),
            Some(b't') => bytes.push(b'\t'),
            Some(b'r') => bytes.push(b'\r'),
            Some(b'v') => bytes.push(0x0b),
            Some(b'f') => bytes.push(0x0c),
            Some(digit @ b'0'..=b'7') => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    match rest.peek() {
                        Some(next @ b'0'..=b'7') => value = value * 8 + u32::from(next - b'0'),
                        _ => break,
                    }
                    rest.next();
                }
                bytes.push(u8::try_from(value & 0xff).unwrap_or(b'?'));
            }
            Some(other) => bytes.push(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = "7 openat(AT_FDCWD</re po>, \"a, \\\"b\\303\\274\", O_WRONLY|O_CREAT, 0666) = 3</re po/a>\n\
                    8 rename(\"a\", \"b\" <unfinished ...>\n\
                    7 execve(\"/bin/ls\", [\"ls\", \"-l, x\"], 0x7f /* 3 vars */) = 0\n\
                    8 <... rename resumed>)         = -1 ENOENT (No such file or directory)\n";
        let calls = calls(text);
        assert_eq!(calls.len(), 3);
        assert_eq!(calls[0].descriptor(0), "/re po");
        assert_eq!(calls[0].text(1), "a, \"bü");
        assert_eq!(calls[0].argument(2), "O_WRONLY|O_CREAT");
        assert_eq!(calls[0].returned().as_deref(), Some("/re po/a"));
        assert_eq!((calls[1].text(1), calls[1].failed_with(&["ENOENT"])), ("b".into(), true));
        assert_eq!(calls[2].words(1), ["-l, x"]);
    }
}
