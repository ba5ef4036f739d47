//! Random trees of links, random paths: the walk must end where the kernel ends, also for files that it creates.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_core::world::Stands;
use mastiff_engine::disk::resolve;
use std::fs::OpenOptions;
use std::io::ErrorKind;
use support::Scratch;

const TREES: u64 = 60;
const PATHS: u64 = 60;
const NAMES: &[&str] = &["a", "b", "c", "d"];
const PARTS: &[&str] = &["a", "b", "c", "d", "a", "b", "c", "d", "..", "..", ".", "", "new"];

/// A small generator of numbers; a seed gives the same tree everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        let at = usize::try_from(self.below(list.len() as u64)).expect("small");
        list.get(at).copied().expect("within")
    }

    fn path(&mut self, parts: &[&str], longest: u64) -> String {
        let count = self.below(longest) + 1;
        (0..count).map(|_| self.one_of(parts)).collect::<Vec<_>>().join("/")
    }
}

fn plant(s: &Scratch, dice: &mut Dice) {
    for _ in 0..14 {
        let path = dice.path(NAMES, 3);
        if !stays_below(s, &path) {
            continue;
        }
        let at = s.path().join(path);
        let _ = match dice.below(4) {
            0 => std::fs::create_dir_all(&at),
            1 => std::fs::write(&at, ""),
            _ => {
                let relative = dice.path(PARTS, 4);
                let target = if dice.below(4) == 0 { s.at(&relative) } else { relative };
                let target = if target.is_empty() { ".".into() } else { target };
                std::os::unix::fs::symlink(target, &at)
            }
        };
    }
}

fn compare(s: &Scratch, path: &str, seed: u64) {
    let full = format!("{}/{path}", s.at(""));
    let ours = resolve(&full);
    match std::fs::canonicalize(&full) {
        Ok(kernel) => {
            // A trailing slash behind a file is an error for the kernel; nothing else may differ.
            let ours = ours.unwrap_or_else(|| panic!("seed {seed}: `{path}` is there"));
            assert_eq!(ours.path, kernel.to_str().expect("text"), "seed {seed}: `{path}`");
            assert_ne!(ours.stands, Stands::Nothing, "seed {seed}: `{path}`");
        }
        Err(error) if error.kind() == ErrorKind::NotFound => create(&full, seed),
        // A loop, or a way through a file: the kernel leads nowhere, and so must we, or name what is no directory.
        Err(_) => {
            if let Some(found) = ours {
                let refused =
                    found.stands == Stands::Nothing || !full.ends_with(|c: char| c.is_alphanumeric());
                assert!(refused, "seed {seed}: `{path}` {found:?}");
            }
        }
    }
}

/// Lets the kernel create the file, and looks where it came to be.
fn create(full: &str, seed: u64) {
    let ours = resolve(full);
    if OpenOptions::new().write(true).create(true).truncate(false).open(full).is_err() {
        return;
    }
    let kernel = std::fs::canonicalize(full).expect("was just created");
    let ours = ours.unwrap_or_else(|| panic!("seed {seed}: `{full}` can be created"));
    assert_eq!(ours.path, kernel.to_str().expect("text"), "seed {seed}: `{full}`");
    assert_eq!(ours.stands, Stands::Nothing);
    std::fs::remove_file(kernel).expect("was just created");
}

#[test]
fn the_walk_ends_where_the_kernel_ends() {
    for seed in 1..=TREES {
        let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let s = Scratch::new();
        plant(&s, &mut dice);
        for _ in 0..PATHS {
            let path = dice.path(PARTS, 6);
            if stays_below(&s, &path) {
                compare(&s, &path, seed);
            }
        }
    }
}

/// What lies above the scratch directory is not ours to create anything in.
fn stays_below(s: &Scratch, path: &str) -> bool {
    resolve(&format!("{}/{path}", s.at(""))).is_none_or(|found| found.path.starts_with(&s.at("")))
}
