//! Many append at once, and are killed at any moment: nothing that was acknowledged is lost, and the chain holds.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so")]

mod support;

use mastiff_engine::ledger::{Entry, Keeping, Kind, Ledger};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use support::Scratch;

const PROCESSES: usize = 8;
const APPENDS: usize = 10_000;

fn ledger(directory: &Path) -> Ledger {
    // Small enough that files end in the middle of it.
    let keeping = Keeping { file_bytes: 16 << 20, file_age: Duration::MAX, age: None, bytes: None };
    Ledger::at(directory).keeping(keeping)
}

/// The writer: appends and acknowledges. Run by the test below in many processes.
#[test]
#[ignore = "a part of another test"]
fn writer() {
    let var = |name: &str| std::env::var(name).expect("set");
    let Ok(directory) = std::env::var("MASTIFF_TEST_LEDGER") else { return };
    let (who, from): (String, usize) =
        (var("MASTIFF_TEST_WHO"), var("MASTIFF_TEST_FROM").parse().expect("a number"));
    let ledger = ledger(Path::new(&directory));
    let mut acknowledged =
        File::options().append(true).create(true).open(var("MASTIFF_TEST_ACKS")).expect("open");
    for index in from..APPENDS {
        // Some are longer than a page: those a kill can tear.
        let long = if index % 16 == 0 { 20_000 } else { index % 700 };
        let number = loop {
            let fields =
                [("who", who.as_str().into()), ("index", index.into()), ("text", "x".repeat(long).into())];
            match ledger.event("note", &fields) {
                Ok(number) => break number,
                // Others hold the lock for longer than it waits, on a machine that is busy.
                Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::TimedOut, "{error}"),
            }
        };
        // A kill may cut it; whoever goes on begins a line of its own.
        acknowledged.write_all(format!("\n{index} {number}.").as_bytes()).expect("acknowledged");
    }
}

fn start(s: &Scratch, who: usize) -> Child {
    let from = acknowledged(s, who).keys().next_back().map_or(0, |last| last + 1);
    Command::new(std::env::current_exe().expect("known"))
        .args(["writer", "--exact", "--ignored", "-q"])
        .env("MASTIFF_TEST_LEDGER", s.at("ledger"))
        .env("MASTIFF_TEST_ACKS", s.at(&format!("acks-{who}")))
        .env("MASTIFF_TEST_WHO", who.to_string())
        .env("MASTIFF_TEST_FROM", from.to_string())
        .stdout(Stdio::null())
        .spawn()
        .expect("starts")
}

/// What a writer was told is on record: index and number. A line without its full stop was cut.
fn acknowledged(s: &Scratch, who: usize) -> BTreeMap<usize, u64> {
    let Ok(file) = File::open(s.at(&format!("acks-{who}"))) else { return BTreeMap::new() };
    let lines = BufReader::new(file).lines().map_while(Result::ok);
    lines
        .filter_map(|line| {
            let (index, number) = line.strip_suffix('.')?.split_once(' ')?;
            Some((index.parse().ok()?, number.parse().ok()?))
        })
        .collect()
}

#[test]
fn nothing_acknowledged_is_lost_to_a_kill() {
    let s = Scratch::new();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut children: Vec<Child> = (0..PROCESSES).map(|who| start(&s, who)).collect();
    let mut kills = 0;
    loop {
        std::thread::sleep(Duration::from_micros(500 + random.below(40_000)));
        let running: Vec<usize> = children
            .iter_mut()
            .enumerate()
            .filter_map(|(who, child)| child.try_wait().expect("waits").is_none().then_some(who))
            .collect();
        let pick = usize::try_from(random.below(running.len().max(1) as u64)).expect("small");
        let Some(who) = running.get(pick) else { break };
        let child = children.get_mut(*who).expect("there");
        child.kill().expect("killed");
        child.wait().expect("ended");
        kills += 1;
        *child = start(&s, *who);
        if kills > 400 {
            break;
        }
    }
    for child in &mut children {
        assert!(child.wait().expect("ends").success());
    }
    check(&s, kills);
}

fn check(s: &Scratch, kills: usize) {
    let ledger = ledger(&s.path().join("ledger"));
    let found = ledger.verify(&[], &mut |_| ()).expect("readable");
    assert!(found.is_intact(), "{:?}", found.faults);
    let mut on_record: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
    let mut torn = 0;
    for entry in ledger.entries().expect("readable") {
        let entry = entry.expect("a record");
        torn += usize::from(entry.kind() == Kind::Event("torn"));
        on_record.insert(entry.number(), who(&entry));
    }
    assert_eq!(on_record.len() as u64, found.records);
    for writer in 0..PROCESSES {
        let acknowledged = acknowledged(s, writer);
        assert_eq!(acknowledged.len(), APPENDS, "writer {writer}");
        for (index, number) in acknowledged {
            assert_eq!(on_record.get(&number), Some(&(writer, index)), "record {number}");
        }
    }
    assert!(kills > 20, "{kills} kills");
    println!("{} records, {} files, {kills} kills, {torn} torn lines explained", found.records, found.files);
}

fn who(entry: &Entry) -> (usize, usize) {
    let who = entry.text("who").and_then(|who| who.parse().ok()).unwrap_or(usize::MAX);
    (who, entry.count("index").and_then(|index| usize::try_from(index).ok()).unwrap_or(usize::MAX))
}

/// The same kills in every run, as far as the machine lets them be.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}
