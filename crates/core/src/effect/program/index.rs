//! Every program's names in order, so that one of a thousand is found in ten looks.
//!
//! Made by the compiler: nothing is built at start-up, and it holds no addresses that a loader would have to adjust.

use super::{Consults, FAMILIES, Program};

/// The description of a program, by its name without directory.
pub fn find(name: &str) -> Option<&'static Program> {
    entry(name)?.program()
}

/// What the program of that name consults beside its arguments. One that nobody described may consult anything.
pub fn consults(name: &str) -> Consults {
    let of = |entry: &Entry| {
        let family = FAMILIES.get(usize::from(entry.family))?;
        Some(entry.program()?.consults.unwrap_or(family.consults))
    };
    entry(name).and_then(of).unwrap_or(Consults::Service)
}

fn entry(name: &str) -> Option<&'static Entry> {
    let (name, key) = (name.as_bytes(), key(name.as_bytes(), 0, name.len()));
    let order = |entry: &Entry| entry.key.cmp(&key).then_with(|| entry.name().cmp(name));
    INDEX.get(INDEX.binary_search_by(order).ok()?)
}

/// A name, by where it stands.
#[derive(Clone, Copy)]
struct Entry {
    key: u32,
    family: u8,
    program: u8,
    start: u16,
    end: u16,
}

impl Entry {
    fn program(self) -> Option<&'static Program> {
        FAMILIES.get(usize::from(self.family))?.programs.get(usize::from(self.program))
    }

    fn name(self) -> &'static [u8] {
        let names = self.program().map_or(&[] as &[u8], |program| program.names.as_bytes());
        names.get(usize::from(self.start)..usize::from(self.end)).unwrap_or_default()
    }
}

const COUNT: usize = count();
static INDEX: [Entry; COUNT] = sorted(collected());

#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn count() -> usize {
    let mut count = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        let mut program = 0;
        while program < FAMILIES[family].programs.len() {
            let names = FAMILIES[family].programs[program].names.as_bytes();
            let mut at = 0;
            while at < names.len() {
                if at == 0 || names[at - 1] == b' ' {
                    count += 1;
                }
                at += 1;
            }
            program += 1;
        }
        family += 1;
    }
    count
}

#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
#[expect(clippy::cast_possible_truncation, reason = "checked just before")]
const fn collected() -> [Entry; COUNT] {
    let mut entries = [Entry { key: 0, family: 0, program: 0, start: 0, end: 0 }; COUNT];
    let mut filled = 0;
    let mut family = 0;
    assert!(FAMILIES.len() <= 256, "families are counted in one byte");
    while family < FAMILIES.len() {
        let mut program = 0;
        assert!(FAMILIES[family].programs.len() <= 256, "programs of a family are counted in one byte");
        while program < FAMILIES[family].programs.len() {
            let names = FAMILIES[family].programs[program].names.as_bytes();
            assert!(names.len() < 65_536, "places in names are counted in two bytes");
            let mut start = 0;
            while start < names.len() {
                let mut end = start;
                while end < names.len() && names[end] != b' ' {
                    end += 1;
                }
                assert!(end > start, "one blank between names");
                let (family, program, key) = (family as u8, program as u8, key(names, start, end));
                entries[filled] = Entry { key, family, program, start: start as u16, end: end as u16 };
                filled += 1;
                start = end + 1;
            }
            program += 1;
        }
        family += 1;
    }
    entries
}

/// The first bytes of a name as a number, which sorts as they do: it tells nearly all names apart.
#[expect(clippy::indexing_slicing, reason = "below the end of the name")]
const fn key(text: &[u8], start: usize, end: usize) -> u32 {
    let mut key = 0;
    let mut at = start;
    while at < start + 4 {
        key = key << 8 | if at < end { text[at] as u32 } else { 0 };
        at += 1;
    }
    key
}

/// Shell sort: short, and quick enough for the compiler.
#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn sorted(mut entries: [Entry; COUNT]) -> [Entry; COUNT] {
    let mut gap = COUNT / 2;
    while gap > 0 {
        let mut next = gap;
        while next < COUNT {
            let mut at = next;
            while at >= gap && less(entries[at], entries[at - gap]) {
                let held = entries[at];
                entries[at] = entries[at - gap];
                entries[at - gap] = held;
                at -= gap;
            }
            next += 1;
        }
        gap /= 2;
    }
    entries
}

#[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
const fn less(a: Entry, b: Entry) -> bool {
    let first = FAMILIES[a.family as usize].programs[a.program as usize].names.as_bytes();
    let second = FAMILIES[b.family as usize].programs[b.program as usize].names.as_bytes();
    let (mut i, mut j) = (a.start as usize, b.start as usize);
    while i < a.end as usize && j < b.end as usize {
        if first[i] != second[j] {
            return first[i] < second[j];
        }
        i += 1;
        j += 1;
    }
    i == a.end as usize && j < b.end as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn every_name_is_found_where_it_stands() {
        let all = FAMILIES.iter().flat_map(|family| family.programs);
        let names: Vec<(&str, &Program)> =
            all.flat_map(|program| program.names.split(' ').map(move |name| (name, program))).collect();
        assert_eq!(names.len(), COUNT);
        for (name, program) in names {
            assert_eq!(find(name).map(|found| found.names), Some(program.names), "{name}");
        }
    }

    #[test]
    fn no_other_name_is_found() {
        for name in ["", " ", "l", "lss", "zzzz", "LS", "ls ", "cat tac", "\u{0}"] {
            assert!(find(name).is_none(), "{name:?}");
        }
    }
}
