//! What is done to a ledger is found, and pinned to a record.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on says so"
)]

mod support;

use mastiff_engine::ledger::{Found, Keeping, Kept, Kind, Ledger, Wrong};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use support::Scratch;

/// A ledger with a first record that begins the file, and `count` more.
fn ledger(s: &Scratch, name: &str, count: u64) -> Ledger {
    let ledger = Ledger::at(s.path().join(name));
    for number in 0..count {
        note(&ledger, number);
    }
    ledger
}

fn note(ledger: &Ledger, number: u64) -> u64 {
    ledger
        .event("note", &[("text", format!("{name}-{number}", name = ledger.directory().display()).into())])
        .expect("appended")
}

fn file(ledger: &Ledger, number: u64) -> PathBuf {
    ledger.directory().join(format!("{number:06}.jsonl"))
}

fn verify(ledger: &Ledger) -> Found {
    ledger.verify(&[], &mut |_| ()).expect("readable")
}

/// Record and fault of everything that is wrong.
fn faults(ledger: &Ledger) -> Vec<(Option<u64>, Wrong)> {
    verify(ledger).faults.into_iter().map(|fault| (fault.record, fault.what)).collect()
}

fn lines(ledger: &Ledger) -> Vec<String> {
    let text = fs::read_to_string(file(ledger, 1)).expect("readable");
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn rewrite(ledger: &Ledger, lines: &[String]) {
    fs::write(file(ledger, 1), lines.concat()).expect("can be written");
}

/// A change to the lines of a ledger of ten records.
type Tampering = fn(&mut Vec<String>);

/// A record, and what is wrong with it.
type Pinned = (Option<u64>, Wrong);

#[test]
fn whatever_is_done_to_it_is_found_and_pinned() {
    let rows: &[(&str, Tampering, &[Pinned])] = &[
        ("nothing", |_| (), &[]),
        ("a byte of the text", |l| l[4] = l[4].replace("note", "nope"), &[(Some(5), Wrong::Changed)]),
        (
            "a byte of the time",
            |l| l[4] = l[4].replace("\"time\":\"2", "\"time\":\"3"),
            &[(Some(5), Wrong::Changed)],
        ),
        (
            "a byte of the first record",
            |l| l[0] = l[0].replace("\"file\":1", "\"file\":2"),
            &[(Some(1), Wrong::Changed)],
        ),
        ("a byte of the last record", |l| l[9] = l[9].replace("note", "nope"), &[(Some(10), Wrong::Changed)]),
        (
            "the digest of a record",
            |l| l[4] = l[4].replace(&l[4][l[4].len() - 10..l[4].len() - 3], "0000000"),
            &[(Some(5), Wrong::Changed), (Some(6), Wrong::Changed)],
        ),
        ("a line is gone", |l| drop(l.remove(4)), &[(Some(6), Wrong::Missing { from: 5, to: 5 })]),
        ("three lines are gone", |l| drop(l.drain(3..6)), &[(Some(7), Wrong::Missing { from: 4, to: 6 })]),
        (
            "two are swapped",
            |l| l.swap(4, 5),
            &[
                (Some(6), Wrong::Missing { from: 5, to: 5 }),
                (Some(5), Wrong::Moved),
                (Some(7), Wrong::Missing { from: 6, to: 6 }),
            ],
        ),
        ("one stands twice", |l| l.insert(5, l[4].clone()), &[(Some(5), Wrong::Moved)]),
        ("the last line is gone", |l| drop(l.pop()), &[(Some(9), Wrong::CutOff { to: 10 })]),
        ("half of it is gone", |l| l.truncate(5), &[(Some(5), Wrong::CutOff { to: 10 })]),
        (
            "the last line is cut in two",
            |l| l[9].truncate(40),
            &[(None, Wrong::Unexplained), (Some(9), Wrong::CutOff { to: 10 })],
        ),
        ("everything is gone", Vec::clear, &[(Some(0), Wrong::CutOff { to: 10 })]),
        ("the first line is gone", |l| drop(l.remove(0)), &[(Some(2), Wrong::Changed)]),
        ("a line that is none", |l| l.insert(5, "{\"v\":2,\"n\":6}\n".into()), &[(None, Wrong::Unexplained)]),
        ("an empty line", |l| l.insert(5, "\n".into()), &[(None, Wrong::Unexplained)]),
        (
            "a record with another number",
            |l| l[4] = l[4].replace("\"n\":5", "\"n\":4"),
            &[(Some(4), Wrong::Moved), (Some(6), Wrong::Missing { from: 5, to: 5 })],
        ),
    ];
    for (name, tamper, expected) in rows {
        let s = Scratch::new();
        let ledger = ledger(&s, "ledger", 9);
        let mut all = lines(&ledger);
        tamper(&mut all);
        rewrite(&ledger, &all);
        assert_eq!(faults(&ledger), *expected, "{name}");
        // Going on does not cover it up.
        note(&ledger, 99);
        assert_eq!(verify(&ledger).is_intact(), expected.is_empty(), "{name}, and one more");
    }
}

#[test]
fn lines_of_another_ledger_do_not_fit() {
    let s = Scratch::new();
    let (ours, theirs) = (ledger(&s, "ours", 9), ledger(&s, "theirs", 9));
    let (mut all, other) = (lines(&ours), lines(&theirs));
    all.splice(4..7, other[4..7].iter().cloned());
    rewrite(&ours, &all);
    assert_eq!(faults(&ours), [(Some(5), Wrong::Changed), (Some(8), Wrong::Changed)]);
    // All of it: the anchor is ours.
    rewrite(&ours, &other);
    assert_eq!(faults(&ours), [(Some(10), Wrong::Other { kept: false })]);
    // The anchor as well: only a head that was kept elsewhere tells.
    fs::copy(theirs.directory().join("head"), ours.directory().join("head")).expect("copied");
    assert!(verify(&ours).is_intact());
    let kept = Kept { number: 5, chain: mastiff_engine::ledger::Chain::START };
    let found = ours.verify(&[kept], &mut |_| ()).expect("readable");
    assert_eq!(found.faults[0].what, Wrong::Other { kept: true });
}

#[test]
fn a_head_that_was_kept_finds_a_chain_that_was_written_anew() {
    let s = Scratch::new();
    let before = ledger(&s, "before", 9);
    let anchor = before.anchor().expect("readable").expect("is there");
    let kept = Kept { number: anchor.number, chain: anchor.chain };
    assert_eq!(Kept::parse(&kept.to_string()), Some(kept));
    note(&before, 9);
    assert!(before.verify(&[kept], &mut |_| ()).expect("readable").is_intact());
    let anew = ledger(&s, "anew", 12);
    assert!(verify(&anew).is_intact());
    assert!(!anew.verify(&[kept], &mut |_| ()).expect("readable").is_intact());
    let short = ledger(&s, "short", 3);
    let found = short.verify(&[kept], &mut |_| ()).expect("readable");
    assert_eq!(found.faults[0].what, Wrong::CutOff { to: 10 });
    for text in ["", "12", "12:", "x:00", ":", "12:zz"] {
        assert_eq!(Kept::parse(text), None, "{text}");
    }
}

#[test]
fn a_lost_anchor_is_on_record() {
    for what in ["removed", "emptied", "garbled"] {
        let s = Scratch::new();
        let ledger = ledger(&s, "ledger", 5);
        let head = ledger.directory().join("head");
        match what {
            "removed" => fs::remove_file(&head).expect("removed"),
            "emptied" => fs::write(&head, "").expect("written"),
            _ => fs::write(&head, "key x\nhead y\n").expect("written"),
        }
        assert_eq!(faults(&ledger), [(Some(6), Wrong::Unanchored)], "{what}");
        note(&ledger, 6);
        assert_eq!(faults(&ledger), [(Some(7), Wrong::Unanchored)], "{what}");
        assert_eq!(verify(&ledger).last, 8, "{what}");
    }
}

/// Whoever is killed leaves a whole line without an anchor, or a part of one.
#[test]
fn what_a_killed_writer_left_is_taken_over_or_explained() {
    let s = Scratch::new();
    let template = ledger(&s, "template", 5);
    let all = lines(&template);
    let last = all[5].clone();
    for kept in [last.len(), last.len() - 1, last.len() - 2, 40, 1, 0] {
        let ledger = ledger(&s, &format!("kept-{kept}"), 0);
        fs::create_dir_all(ledger.directory()).expect("made");
        let before = all[..5].concat();
        // As after five records, with the beginning of the sixth behind them.
        fs::write(file(&ledger, 1), format!("{before}{}", &last[..kept])).expect("written");
        let head = fs::read_to_string(template.directory().join("head")).expect("readable");
        let chain = all[4].rsplit('"').nth(1).expect("the chain");
        let key = head.lines().next().expect("the key");
        let anchor = format!("{key}\nhead 000001 {:020} {:020} {:012} {chain}\n", 5, before.len(), 1);
        fs::write(ledger.directory().join("head"), anchor).expect("written");
        let found = verify(&ledger);
        assert!(found.is_intact(), "{kept}: {:?}", found.faults);
        assert_eq!(
            found.notes.len(),
            usize::from(kept != 0 && kept != last.len()),
            "{kept}: {:?}",
            found.notes
        );
        note(&ledger, 7);
        let found = verify(&ledger);
        assert!(found.is_intact(), "{kept}, and one more: {:?}", found.faults);
        let taken_over = kept + 1 >= last.len();
        let events: Vec<String> = ledger
            .entries()
            .expect("readable")
            .map(|e| e.expect("a record").text("event").unwrap_or_default().to_owned())
            .collect();
        assert_eq!(events.iter().any(|event| event == "torn"), !taken_over && kept > 0, "{kept}: {events:?}");
        assert_eq!(events.len() as u64, found.last, "{kept}");
    }
}

/// A line that is cut off by hand is no torn one: the anchor knew all of it.
#[test]
fn a_torn_record_does_not_excuse_what_the_anchor_knew() {
    let s = Scratch::new();
    let ledger = ledger(&s, "ledger", 5);
    let mut all = lines(&ledger);
    all[5].truncate(30);
    rewrite(&ledger, &all);
    note(&ledger, 6);
    let found = faults(&ledger);
    assert_eq!(found, [(None, Wrong::Unexplained), (Some(7), Wrong::Missing { from: 6, to: 6 })]);
}

fn small(keep: Option<u64>) -> Keeping {
    Keeping { file_bytes: 2_000, file_age: Duration::MAX, age: None, bytes: keep }
}

#[test]
fn files_follow_one_another_and_old_ones_go_on_record() {
    let s = Scratch::new();
    let ledger = ledger(&s, "ledger", 0).keeping(small(None));
    for number in 0..60 {
        note(&ledger, number);
    }
    let found = verify(&ledger);
    assert!(found.is_intact() && found.files > 4, "{found:?}");
    assert_eq!((found.first, found.records), (1, found.last));
    let anchor = ledger.anchor().expect("readable").expect("there");
    let early = Kept { number: anchor.number, chain: anchor.chain };
    // A record is found wherever it stands.
    for number in [1, 2, 17, 40, found.last] {
        assert_eq!(ledger.find(number).expect("readable").map(|entry| entry.number()), Some(number));
    }
    assert!(ledger.find(found.last + 1).expect("readable").is_none());
    // Less is kept from now on.
    let ledger = ledger.keeping(small(Some(4_000)));
    for number in 60..90 {
        note(&ledger, number);
    }
    let after = verify(&ledger);
    assert!(after.is_intact(), "{:?}", after.faults);
    assert!(after.first > 1 && !file(&ledger, 1).exists());
    assert_eq!(after.last, after.first + after.records - 1);
    let purges = ledger
        .entries()
        .expect("readable")
        .filter(|e| e.as_ref().is_ok_and(|e| e.kind() == Kind::Event("purge")));
    assert!(purges.count() > 0);
    // What was kept elsewhere cannot be compared any more, and that is no fault.
    let found = ledger.verify(&[early], &mut |_| ()).expect("readable");
    assert!(found.is_intact() && !found.notes.is_empty(), "{found:?}");
    assert!(ledger.size().expect("readable") < 12_000);
}

#[test]
fn files_that_go_without_a_word_are_missed() {
    let s = Scratch::new();
    let ledger = ledger(&s, "ledger", 0).keeping(small(None));
    for number in 0..60 {
        note(&ledger, number);
    }
    fs::remove_file(file(&ledger, 1)).expect("removed");
    let found = verify(&ledger);
    assert_eq!(found.faults.iter().map(|f| f.what.clone()).collect::<Vec<_>>(), [Wrong::Beheaded]);
    fs::remove_file(file(&ledger, 3)).expect("removed");
    let found = verify(&ledger);
    assert!(
        found.faults.iter().any(|fault| matches!(fault.what, Wrong::Missing { .. })),
        "{:?}",
        found.faults
    );
    let last = ledger.anchor().expect("readable").expect("there").file;
    fs::remove_file(file(&ledger, last)).expect("removed");
    assert!(verify(&ledger).faults.iter().any(|fault| matches!(fault.what, Wrong::CutOff { .. })));
}

#[test]
fn a_purge_removes_what_is_old_and_says_so() {
    let s = Scratch::new();
    let ledger = ledger(&s, "ledger", 5);
    assert_eq!(ledger.purge(Duration::from_secs(3_600)).expect("purged"), Vec::<u64>::new());
    assert_eq!(verify(&ledger).first, 1);
    // Everything up to now.
    let gone = ledger.purge(Duration::ZERO).expect("purged");
    assert_eq!(gone, [1, 2]);
    note(&ledger, 9);
    let found = verify(&ledger);
    assert!(found.is_intact() && found.first == 8, "{found:?}");
}

#[test]
fn lines_come_from_the_end_and_as_they_are_written() {
    let s = Scratch::new();
    let ledger = ledger(&s, "ledger", 0).keeping(small(None));
    let mut tail = mastiff_engine::ledger::Tail::of(&ledger).expect("readable");
    assert!(tail.lines().expect("readable").is_empty());
    for number in 0..40 {
        note(&ledger, number);
    }
    let number = |line: &[u8]| mastiff_engine::ledger::Entry::parse(line).expect("a record").number();
    let last = ledger.anchor().expect("readable").expect("there").number;
    let back: Vec<u64> =
        ledger.backwards().expect("readable").map(|line| number(&line.expect("a line"))).collect();
    assert_eq!(back, (1..=last).rev().collect::<Vec<_>>());
    let mut came = Vec::new();
    while let Some(lines) = Some(tail.lines().expect("readable")).filter(|lines| !lines.is_empty()) {
        came.extend(lines.iter().map(|line| number(line)));
    }
    assert_eq!(came, (1..=last).collect::<Vec<_>>());
}
