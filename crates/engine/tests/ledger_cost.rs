//! What an append costs does not depend on how much stands there already.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_engine::ledger::{Keeping, Ledger};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::time::{Duration, Instant};
use support::Scratch;

const GIB: u64 = 1 << 30;
const SIZE: u64 = 10 * GIB;
const ROUNDS: usize = 3_000;
const MOST: f64 = 1.1;

fn ledger(s: &Scratch, name: &str) -> Ledger {
    let keeping = Keeping { file_bytes: u64::MAX, file_age: Duration::MAX, age: None, bytes: None };
    Ledger::at(s.path().join(name)).keeping(keeping)
}

/// A ledger whose file is as long as ten gigabytes of records: a hole (with `MASTIFF_ALL` lines, on a disk that has room),
/// then the records that the chain ends with. The anchor says where that is, so an append does not look at what stands
/// before.
fn long(s: &Scratch) -> Ledger {
    let ledger = ledger(s, "long");
    append(&ledger);
    let path = ledger.directory().join("000001.jsonl");
    let records = std::fs::read(&path).expect("readable");
    let mut file = File::options().write(true).open(&path).expect("open");
    let before = SIZE - records.len() as u64;
    if std::env::var_os("MASTIFF_ALL").is_some() {
        fill(&mut file, before);
    }
    file.set_len(before).expect("made long");
    file.seek(SeekFrom::End(0)).expect("at the end");
    file.write_all(&records).expect("written");
    let head = ledger.directory().join("head");
    let text = std::fs::read_to_string(&head).expect("readable");
    std::fs::write(&head, text.replace(&format!(" {:020} ", records.len()), &format!(" {SIZE:020} ")))
        .expect("written");
    ledger
}

fn fill(file: &mut File, size: u64) {
    let line = format!("{{\"n\":0,\"text\":\"{}\"}}\n", "x".repeat(1_000));
    let block = line.repeat(4_096);
    let mut written = 0;
    while written < size {
        file.write_all(block.as_bytes()).expect("written");
        written += block.len() as u64;
    }
    file.sync_all().expect("on the disk");
}

fn append(ledger: &Ledger) -> Duration {
    let start = Instant::now();
    ledger.event("note", &[("text", "x".repeat(1_000).into())]).expect("appended");
    start.elapsed()
}

#[test]
fn ten_gigabytes_are_no_burden() {
    let s = Scratch::new();
    let long = long(&s);
    // A machine that is busy with something else gets more tries.
    let ratios: Vec<f64> =
        (0..10).map(|round| ratio(&s, &long, round)).take_while_inclusive(|ratio| *ratio > MOST);
    let last = ratios.last().copied().unwrap_or(f64::MAX);
    println!("an append behind 10 GiB costs {last:.3} times as much as in an empty ledger");
    assert!(last <= MOST, "{ratios:?}");
    let length = std::fs::metadata(long.directory().join("000001.jsonl")).expect("there").len();
    assert!(length > SIZE + 1_000 * ROUNDS as u64);
}

/// In turn, so that whatever else the machine does falls on both alike; medians are compared.
fn ratio(s: &Scratch, long: &Ledger, round: usize) -> f64 {
    let empty = ledger(s, &format!("empty-{round}"));
    let (mut short, mut behind) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        short.push(append(&empty));
        behind.push(append(long));
    }
    median(behind).as_secs_f64() / median(short).as_secs_f64()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

trait TakeWhileInclusive: Iterator + Sized {
    /// Up to and with the first for which it does not hold.
    fn take_while_inclusive(self, holds: impl Fn(&Self::Item) -> bool) -> Vec<Self::Item> {
        let mut taken = Vec::new();
        for item in self {
            let goes_on = holds(&item);
            taken.push(item);
            if !goes_on {
                break;
            }
        }
        taken
    }
}

impl<I: Iterator> TakeWhileInclusive for I {}
