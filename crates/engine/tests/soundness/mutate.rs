//! Variants of commands: another number of operands, `--`, names with blanks, flags joined, shortened and borrowed.

use crate::sandbox::Row;

/// `count` variants of each row whose words are plain; always the same ones.
pub fn variants(rows: &[Row], count: usize) -> Vec<Row> {
    let flags: Vec<&str> =
        rows.iter().flat_map(|row| row.command.split_ascii_whitespace()).filter(|w| is_flag(w)).collect();
    let mut chance = Chance(20_263);
    let mut variants = Vec::new();
    for row in rows.iter().filter(|row| is_plain(&row.command)) {
        for number in 0..count {
            let command = changed(&row.command, &flags, &mut chance);
            variants.push(Row::new(format!("{}/{number} {command}", row.id), command));
        }
    }
    variants
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end.max(1)).expect("fits")).expect("fits")
    }
}

fn is_flag(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn is_plain(command: &str) -> bool {
    command.bytes().all(|b| b.is_ascii_alphanumeric() || b" -_./=,:|&;".contains(&b))
}

fn changed(command: &str, flags: &[&str], chance: &mut Chance) -> String {
    let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    let at = 1 + chance.below(words.len());
    let at = at.min(words.len());
    match chance.below(7) {
        0 => words.insert(at, "--".into()),
        1 => words.insert(at, "'src/with blank.txt'".into()),
        2 => words.insert(at, "src/-dash.txt".into()),
        3 => words.insert(at, flags[chance.below(flags.len())].into()),
        4 => words.insert(at, format!("{}=planted.txt", flags[chance.below(flags.len())])),
        5 => shorten(&mut words),
        _ => join_flags(&mut words),
    }
    words.join(" ")
}

/// `--name-only` becomes `--name-o`.
fn shorten(words: &mut [String]) {
    if let Some(long) =
        words.iter_mut().find(|word| is_flag(word) && word.starts_with("--") && word.len() > 6)
    {
        long.truncate(long.len() - 3);
    }
}

/// `-l -a` becomes `-la`.
fn join_flags(words: &mut Vec<String>) {
    let is_short = |word: &String| is_flag(word) && !word.starts_with("--");
    if let Some(at) = (1..words.len()).find(|at| is_short(&words[*at]) && is_short(&words[at - 1])) {
        let second = words.remove(at);
        words[at - 1].push_str(&second[1..]);
    }
}
