//! Lines from templates, half of them damaged by one or two characters.

use crate::templates::*;

/// Small, seeded, good enough.
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let limit = u64::try_from(limit).expect("a count fits");
        usize::try_from((self.0 >> 11) % limit.max(1)).expect("smaller than the limit")
    }

    fn pick<'a>(&mut self, table: &[&'a str]) -> &'a str {
        table[self.below(table.len())]
    }
}

/// One line.
pub fn line(random: &mut Random) -> String {
    let mut line = Line { random, stubs: 0, files: 0, size: 0 };
    let template = line.random.pick(LINES);
    let text = line.fill(template, 0).replace('⏎', "\n").replace('⇥', "\t");
    let damage = [0, 0, 1, 2][random.below(4)];
    (0..damage).fold(text, |text, _| damaged(&text, random))
}

struct Line<'a> {
    random: &'a mut Random,
    stubs: usize,
    files: usize,
    size: usize,
}

impl Line<'_> {
    fn fill(&mut self, template: &str, depth: usize) -> String {
        let mut out = String::new();
        let mut letters = template.chars();
        while let Some(letter) = letters.next() {
            if letter != '@' {
                out.push(letter);
                continue;
            }
            match letters.next() {
                Some(hole) => out.push_str(&self.hole(hole, depth)),
                None => out.push('@'),
            }
        }
        out
    }

    fn hole(&mut self, hole: char, depth: usize) -> String {
        self.size += 1;
        let small = depth > 4 || self.size > 24;
        let table = match hole {
            'S' => return self.stub(),
            'F' => {
                self.files += 1;
                return format!("f{}", self.files);
            }
            'C' if small => return self.stub(),
            'L' => LISTS,
            'C' => COMMANDS,
            'W' => WORDS,
            'Q' => QUOTED,
            'O' => OPERANDS,
            'A' => ARITH,
            'T' => TESTS,
            'P' => PATTERNS,
            'B' => BODIES,
            other => return format!("@{other}"),
        };
        let template =
            if small { table[self.random.below(3).min(table.len() - 1)] } else { self.random.pick(table) };
        self.fill(template, depth + 1)
    }

    /// Every command has its own name, so that a hidden second one shows.
    fn stub(&mut self) -> String {
        self.stubs += 1;
        let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).expect("below 26"));
        format!("Z{}{}", letter(self.stubs / 26), letter(self.stubs))
    }
}

/// One character deleted, doubled, swapped, replaced or put in.
pub fn damaged(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<String> = text.chars().map(String::from).collect();
    let at = random.below(letters.len().max(1));
    let special = random.pick(SPECIAL).to_owned();
    match random.below(6) {
        0 if !letters.is_empty() => drop(letters.remove(at)),
        1 if !letters.is_empty() => letters.insert(at, letters[at].clone()),
        2 if at + 1 < letters.len() => letters.swap(at, at + 1),
        3 if !letters.is_empty() => letters[at] = special,
        _ => letters.insert(at.min(letters.len()), special),
    }
    letters.concat()
}
