//! Words to a command line that a shell reads as exactly these words: core quotes, here a real shell says whether it holds.

pub use mastiff_core::quote::{line, word};

#[cfg(test)]
mod tests {
    use super::*;
    use mastiff_core::quote::RESERVED;
    use std::process::Command;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn only_what_needs_quotes_gets_them() {
        let rows: &[(&[&str], &str)] = &[
            (&["ls", "-l", "src/main.rs"], "ls -l src/main.rs"),
            (&["make", "A=1"], "make A=1"),
            (&["A=1", "make"], "'A=1' make"),
            (&["if", "if"], "'if' if"),
            (&["time", "ls"], "'time' ls"),
            (&["!", "ls"], "'!' ls"),
            (&["echo", "", "a b", "it's"], r"echo '' 'a b' 'it'\''s'"),
            (&["ls | wc"], "'ls | wc'"),
            (
                &["echo", "$HOME", "~", "*", "{a,b}", "a;b", "a\nb"],
                "echo '$HOME' '~' '*' '{a,b}' 'a;b' 'a\nb'",
            ),
        ];
        for (given, expected) in rows {
            assert_eq!(line(&words(given)), *expected, "{given:?}");
        }
    }

    #[test]
    fn bash_reads_the_same_words() {
        let odd = [
            "", " ", "'", "\"", "\\", "$x", "`id`", "a\nb", "\t", "~", "~root", "*", "?", "[a]", "{a,b}",
            "#x", "!x", "a=b", "-n", "--", ">x", "2>x", "<(id)", "&", "|", ";", "if", "é", "%1", "@(a)",
            "^x", "\u{202e}", "=x",
        ];
        let mut all = words(&["printf", "%s\\0"]);
        all.extend(words(&odd));
        let output = Command::new("bash").arg("-c").arg(line(&all)).output().unwrap();
        let read: Vec<&[u8]> = output.stdout.split(|byte| *byte == 0).collect();
        let expected: Vec<&[u8]> = odd.iter().map(|text| text.as_bytes()).chain([&b""[..]]).collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn a_first_word_is_a_program_and_nothing_else() {
        for first in
            RESERVED.iter().chain(&["{", "}", "[[", "]]", "!", "A=1", "A+=1", "a[0]=1", "(", "((1))"])
        {
            let text = line(&words(&[first, "x"]));
            let alone = format!("PATH=/nowhere\n{text}");
            let status = Command::new("bash").arg("-c").arg(alone).output().unwrap().status;
            assert_eq!(status.code(), Some(127), "{text}");
        }
    }
}
