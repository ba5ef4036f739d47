//! What an append costs does not depend on how much stands there already.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_engine::ledger::{Keeping, Ledger};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::time::Duration;
use support::Scratch;

const GIB: u64 = 1 << 30;
const SIZE: u64 = 10 * GIB;
const ROUNDS: usize = 300;

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

fn append(ledger: &Ledger) {
    ledger.event("note", &[("text", "x".repeat(1_000).into())]).expect("appended");
}

/// Bytes that an append reads and writes, as the system counts them for this thread.
fn cost(ledger: &Ledger) -> Option<u64> {
    let before = support::bytes_moved()?;
    (0..ROUNDS).for_each(|_| append(ledger));
    Some(support::bytes_moved()? - before)
}

#[test]
fn ten_gigabytes_are_no_burden() {
    let s = Scratch::new();
    let long = long(&s);
    let empty = ledger(&s, "empty");
    append(&empty);
    match (cost(&empty), cost(&long)) {
        (Some(short), Some(behind)) => {
            // The numbers in them have more digits, and nothing else is longer.
            assert!(behind <= short + short / 10, "{behind} bytes behind 10 GiB, {short} in an empty ledger");
        }
        (_, _) => println!("the system does not count what a thread reads and writes: not tested"),
    }
    let length = std::fs::metadata(long.directory().join("000001.jsonl")).expect("there").len();
    assert!(length > SIZE + 1_000 * ROUNDS as u64);
}
