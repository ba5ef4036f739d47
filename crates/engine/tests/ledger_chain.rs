//! What is done to a ledger is found, and pinned to a record.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on says so"
)]

mod support;

use mastiff_engine::ledger::{Chain, Entry, Found, Keeping, Kept, Kind, LINE, Ledger, Wrong};
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

/// The number of the file in which this record stands.
fn anchor_file(ledger: &Ledger, record: u64) -> u64 {
    let begins = format!("{{\"v\":2,\"n\":{record},");
    let holds =
        |number: &u64| fs::read_to_string(file(ledger, *number)).is_ok_and(|text| text.starts_with(&begins));
    (1..100).find(holds).expect("a file begins with it")
}

/// What the first record of a file says it follows.
fn first_follows(ledger: &Ledger, number: u64) -> Chain {
    let text = fs::read_to_string(file(ledger, number)).expect("readable");
    let begin = Entry::parse(text.lines().next().expect("a line").as_bytes()).expect("a record");
    Chain::parse(begin.text("before").expect("said")).expect("a chain")
}

/// The anchor with other numbers than it has: file, record, length.
fn anchor_as(ledger: &Ledger, change: fn(u64, u64, u64) -> (u64, u64, u64)) {
    let head = ledger.directory().join("head");
    let anchor = ledger.anchor().expect("readable").expect("there");
    let key = fs::read_to_string(&head).expect("readable").lines().next().expect("the key").to_owned();
    let (file, number, length) = change(anchor.file, anchor.number, anchor.length);
    let line = format!("head {file:06} {number:020} {length:020} {:012} {}", anchor.begun, anchor.chain);
    fs::write(head, format!("{key}\n{line}\n")).expect("written");
}

/// Makes a file longer by a hole.
fn grow(path: &std::path::Path, bytes: u64) {
    let file = fs::OpenOptions::new().create(true).append(true).open(path).expect("opened");
    let length = file.metadata().expect("there").len();
    file.set_len(length + bytes).expect("grown");
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
    // The anchor as well: the mark beside it tells.
    fs::copy(theirs.directory().join("head"), ours.directory().join("head")).expect("copied");
    assert_eq!(faults(&ours), [(None, Wrong::Replaced)]);
    // The mark, too: only a head that was kept elsewhere tells.
    fs::copy(s.path().join("theirs.mark"), s.path().join("ours.mark")).expect("copied");
    assert!(verify(&ours).is_intact());
    let kept = Kept { number: 5, chain: Chain::START };
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
    // What was kept elsewhere cannot be compared any more, and so it proves nothing.
    let found = ledger.verify(&[early], &mut |_| ()).expect("readable");
    assert_eq!(found.faults.iter().map(|f| f.what.clone()).collect::<Vec<_>>(), [Wrong::Unproven]);
    assert_eq!(found.faults[0].record, Some(early.number));
    // The last record that went compares: what is left follows from it.
    let chain = first_follows(&ledger, anchor_file(&ledger, after.first));
    let border = Kept { number: after.first - 1, chain };
    assert!(ledger.verify(&[border], &mut |_| ()).expect("readable").is_intact());
    let other = Kept { chain: Chain::START, ..border };
    assert!(!ledger.verify(&[other], &mut |_| ()).expect("readable").is_intact());
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
    let number = |line: &[u8]| Entry::parse(line).expect("a record").number();
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

#[test]
fn a_purge_that_was_made_up_does_not_satisfy_a_head() {
    let s = Scratch::new();
    let ours = ledger(&s, "ours", 12);
    let anchor = ours.anchor().expect("readable").expect("there");
    let kept = Kept { number: anchor.number, chain: anchor.chain };
    // A chain that begins behind the head, with a purge for what it follows.
    let forged = s.path().join("forged");
    fs::create_dir_all(&forged).expect("made");
    let before = Chain::START.next(b"made up");
    let time = "2026-11-16T00:00:00.000Z";
    let first = format!(
        "{{\"v\":2,\"n\":20,\"time\":\"{time}\",\"event\":\"begin\",\"file\":3,\"before\":\"{before}\""
    );
    let (first, chain) = before.link(&first);
    for said in [before, kept.chain] {
        let through = if said == before { 19 } else { kept.number };
        let purge = format!(
            "{{\"v\":2,\"n\":21,\"time\":\"{time}\",\"event\":\"purge\",\"through\":{through},\"through_chain\":\"{said}\""
        );
        let (purge, end) = chain.link(&purge);
        let text = format!("{first}{purge}");
        fs::write(forged.join("000003.jsonl"), &text).expect("written");
        let head =
            format!("key {}\nhead 000003 {:020} {:020} {:012} {end}\n", "0".repeat(64), 21, text.len(), 1);
        fs::write(forged.join("head"), head).expect("written");
        let forged = Ledger::at(&forged);
        let found = forged.verify(&[kept], &mut |_| ()).expect("readable");
        assert!(found.faults.iter().any(|fault| fault.what == Wrong::Unproven), "{found:?}");
        // Without a head such a chain cannot be told from a true one.
        assert_eq!(verify(&forged).is_intact(), said == before);
    }
}

#[test]
fn files_and_anchors_say_where_they_belong() {
    type Change = fn(&Ledger);
    let rows: &[(&str, Change, &[Pinned])] = &[
        ("as it is", |_| (), &[]),
        (
            "a renamed file",
            |l| {
                fs::rename(file(l, 1), file(l, 7)).expect("renamed");
                anchor_as(l, |_, number, length| (7, number, length));
            },
            &[(Some(1), Wrong::Misplaced)],
        ),
        (
            "an anchor of another file",
            |l| anchor_as(l, |_, number, length| (u64::MAX, number, length)),
            &[(Some(6), Wrong::Elsewhere)],
        ),
        (
            "an anchor behind the end",
            |l| anchor_as(l, |file, number, _| (file, number, u64::MAX)),
            &[(Some(6), Wrong::Elsewhere)],
        ),
        (
            "an anchor before the first record",
            |l| anchor_as(l, |_, _, _| (0, 0, 0)),
            &[(Some(6), Wrong::Elsewhere)],
        ),
        (
            "an anchor of the last number there is",
            |l| anchor_as(l, |file, _, length| (file, u64::MAX, length)),
            &[(Some(6), Wrong::CutOff { to: u64::MAX })],
        ),
        (
            "no files and an anchor of nothing",
            |l| {
                fs::remove_file(file(l, 1)).expect("removed");
                anchor_as(l, |_, _, _| (0, 0, 0));
            },
            &[(None, Wrong::Gone { to: 1 })],
        ),
        (
            "no directory",
            |l| fs::remove_dir_all(l.directory()).expect("removed"),
            &[(None, Wrong::Gone { to: 1 })],
        ),
        (
            "no directory and no mark",
            |l| {
                fs::remove_dir_all(l.directory()).expect("removed");
                fs::remove_file(l.directory().with_file_name("ledger.mark")).expect("removed");
            },
            &[(None, Wrong::Nothing)],
        ),
        ("half a line behind the anchor", |l| grow(&file(l, 1), 2_000), &[]),
        ("half a line in the next file", |l| grow(&file(l, 2), 2_000), &[]),
        (
            "half a line in both",
            |l| [1, 2].iter().for_each(|number| grow(&file(l, *number), 2_000)),
            &[(None, Wrong::Unexplained)],
        ),
        ("half a line in a later file", |l| grow(&file(l, 3), 2_000), &[(None, Wrong::Unexplained)]),
        (
            "more than a line behind the anchor",
            |l| grow(&file(l, 1), LINE as u64),
            &[(None, Wrong::Unexplained)],
        ),
    ];
    for (name, change, expected) in rows {
        let s = Scratch::new();
        let ledger = ledger(&s, "ledger", 5);
        change(&ledger);
        assert_eq!(faults(&ledger), *expected, "{name}");
    }
}

/// Numbers that have nowhere to go are an error, and a line with another number than the next is not taken over.
#[test]
fn numbers_do_not_wrap() {
    let s = Scratch::new();
    let full = ledger(&s, "full", 3);
    anchor_as(&full, |file, _, length| (file, u64::MAX, length));
    assert!(full.event("note", &[]).is_err());
    let behind = ledger(&s, "behind", 3);
    let anchor = behind.anchor().expect("readable").expect("there");
    let (line, _) = anchor.chain.link(&format!("{{\"v\":2,\"n\":{},\"time\":\"\"", u64::MAX));
    let mut all = lines(&behind);
    all.push(line);
    rewrite(&behind, &all);
    assert_eq!(note(&behind, 9), 6, "a torn line, and the record");
    assert!(!verify(&behind).is_intact());
}

#[test]
fn a_line_that_is_too_long_is_told_and_hides_no_other() {
    for (extra, fits) in [(0, true), (1, false), (LINE, false), (5 * LINE, false)] {
        let s = Scratch::new();
        let ledger = ledger(&s, "ledger", 3);
        let mut all = lines(&ledger);
        // As long as a record can be, and longer.
        let (line, _) = Chain::START.link("{\"v\":2,\"n\":3,\"text\":\"\"");
        let filler = "x".repeat(LINE - line.len() + extra);
        let (line, _) = Chain::START.link(&format!("{{\"v\":2,\"n\":3,\"text\":\"{filler}\""));
        assert_eq!(line.len(), LINE + extra);
        let mut tail = mastiff_engine::ledger::Tail::of(&ledger).expect("readable");
        let last = all.pop().expect("a line");
        all.remove(2);
        all.extend([line, last]);
        fs::write(file(&ledger, 1), "").expect("emptied");
        assert!(tail.lines().expect("readable").is_empty());
        rewrite(&ledger, &all);
        let number = |line: &[u8]| Entry::parse(line).map(|entry| entry.number());
        let expected = [Some(1), Some(2), fits.then_some(3), Some(4)];
        let back: Vec<_> =
            ledger.backwards().expect("readable").map(|line| number(&line.expect("a line"))).collect();
        assert_eq!(back, expected.iter().rev().copied().collect::<Vec<_>>(), "{extra}");
        let mut entries = ledger.entries().expect("readable");
        let forth: Vec<u64> = entries.by_ref().map(|entry| entry.expect("a record").number()).collect();
        assert_eq!(forth, expected.into_iter().flatten().collect::<Vec<_>>(), "{extra}");
        assert_eq!(entries.unreadable(), u64::from(!fits));
        assert_eq!(ledger.find(3).is_ok(), fits, "{extra}");
        assert_eq!(ledger.find(4).expect("readable").map(|entry| entry.number()), Some(4), "{extra}");
    }
}

#[test]
fn what_comes_is_told_whatever_it_is() {
    let s = Scratch::new();
    let ledger = ledger(&s, "ledger", 1);
    let mut tail = mastiff_engine::ledger::Tail::of(&ledger).expect("readable");
    grow(&file(&ledger, 1), 9 * LINE as u64);
    let told = tail.lines().expect("readable");
    assert_eq!(told.len(), 1);
    assert!(Entry::parse(&told[0]).is_none());
    assert!(tail.lines().expect("readable").is_empty(), "it is told of once");
    let number = note(&ledger, 2);
    let mut came = Vec::new();
    while let Some(lines) = Some(tail.lines().expect("readable")).filter(|lines| !lines.is_empty()) {
        came.extend(lines.iter().map(|line| Entry::parse(line).expect("a record").number()));
    }
    assert_eq!(came.last(), Some(&number), "{came:?}");
}

/// A hole of a terabyte behind the anchor must cost a call nothing.
#[test]
fn more_than_is_looked_into_stays_and_the_ledger_goes_on() {
    for (bytes, explained) in [(3 * LINE as u64, true), (1 << 40, false)] {
        let s = Scratch::new();
        let ledger = ledger(&s, "ledger", 3);
        grow(&file(&ledger, 1), bytes);
        let before = support::bytes_moved();
        let number = note(&ledger, 4);
        let moved = support::bytes_moved().zip(before).map_or(0, |(after, before)| after - before);
        assert!(moved < 64 * LINE as u64, "{moved} bytes were read and written");
        // In a new file, which begins and says so, or behind it.
        assert_eq!(number, if explained { 6 } else { 7 });
        let torn = ledger.find(number - 1).expect("readable").expect("there");
        assert_eq!((torn.kind(), torn.count("bytes")), (Kind::Event("torn"), Some(bytes)));
        assert_eq!(torn.text("sha256").is_some(), explained);
        assert_eq!(note(&ledger, 5), number + 1);
        if explained {
            assert!(verify(&ledger).is_intact());
        } else {
            // Not read through here: it is a terabyte of nothing.
            fs::OpenOptions::new()
                .write(true)
                .open(file(&ledger, 1))
                .and_then(|file| file.set_len(70 << 20))
                .expect("shortened");
            assert_eq!(faults(&ledger), [(None, Wrong::Unexplained)]);
        }
    }
}

/// Whatever a file ends with: a purge names the last record of what goes, or leaves it there.
#[test]
fn a_purge_names_what_goes() {
    for (bytes, gone) in [(0, &[1, 2, 3][..]), (2 * LINE as u64, &[1, 2, 3]), (65 << 20, &[1, 2])] {
        let s = Scratch::new();
        let ledger = ledger(&s, "ledger", 0).keeping(small(None));
        while ledger.anchor().expect("readable").is_none_or(|anchor| anchor.file < 4) {
            note(&ledger, 1);
        }
        grow(&file(&ledger, 3), bytes);
        // The fourth is ended for it, and is not old yet.
        let now = std::time::SystemTime::now() - Duration::from_secs(7_200);
        for number in 1..4 {
            let file = fs::OpenOptions::new().append(true).open(file(&ledger, number)).expect("opened");
            file.set_modified(now).expect("older");
        }
        assert_eq!(ledger.purge(Duration::from_secs(3_600)).expect("purged"), gone, "{bytes}");
        let purge = ledger
            .entries()
            .expect("readable")
            .map(|entry| entry.expect("a record"))
            .find(|entry| entry.kind() == Kind::Event("purge"))
            .expect("on record");
        let first = verify(&ledger).first;
        assert_eq!(purge.count("through"), Some(first - 1), "{bytes}");
        let wrong = verify(&ledger).faults.into_iter().map(|fault| fault.what).collect::<Vec<_>>();
        assert_eq!(wrong, if gone.len() == 3 { vec![] } else { vec![Wrong::Unexplained] }, "{bytes}");
    }
}

/// Without an anchor the last record counts, wherever it stands; where nobody can tell it, nothing is written.
#[test]
fn an_end_that_cannot_be_read_is_no_beginning() {
    let s = Scratch::new();
    for (name, bytes, in_next, expected) in
        [("short", 100, false, Some(8)), ("next", 100, true, Some(9)), ("long", 65 << 20, false, None)]
    {
        let ledger = ledger(&s, name, 4);
        grow(&file(&ledger, if in_next { 2 } else { 1 }), bytes);
        fs::remove_file(ledger.directory().join("head")).expect("removed");
        assert_eq!(ledger.event("note", &[]).ok(), expected, "{name}");
        assert!(!verify(&ledger).is_intact());
    }
}

/// The directory is gone: nothing is written until somebody says that it may begin anew.
#[test]
fn a_ledger_that_is_gone_is_missed() {
    let s = Scratch::new();
    let old = ledger(&s, "ledger", 3);
    assert!(verify(&old).is_intact() && !old.is_gone().expect("readable"));
    type Harm = fn(&std::path::Path);
    let rows: &[(&str, Harm, bool)] = &[
        ("removed", |at| fs::remove_dir_all(at).expect("removed"), true),
        (
            "emptied",
            |at| {
                fs::remove_dir_all(at).expect("removed");
                fs::create_dir(at).expect("made");
            },
            true,
        ),
        ("moved away", |at| fs::rename(at, at.with_file_name("elsewhere")).expect("moved"), true),
        (
            "without its records, and of none known",
            |at| {
                fs::remove_file(at.join("000001.jsonl")).expect("removed");
                let key = fs::read_to_string(at.join("head")).expect("readable");
                fs::write(at.join("head"), format!("{}\n", key.lines().next().expect("the key")))
                    .expect("written");
            },
            true,
        ),
        ("without its head", |at| fs::remove_file(at.join("head")).expect("removed"), false),
        ("without its records", |at| fs::remove_file(at.join("000001.jsonl")).expect("removed"), false),
        ("as it was", |_| (), false),
    ];
    for (what, harm, gone) in rows {
        let s = Scratch::new();
        let ledger = ledger(&s, "ledger", 3);
        harm(ledger.directory());
        assert_eq!(ledger.is_gone().expect("readable"), *gone, "{what}");
        if !gone {
            note(&ledger, 9);
            continue;
        }
        assert_eq!(faults(&ledger), [(None, Wrong::Gone { to: 1 })], "{what}");
        for _ in 0..2 {
            let error = ledger.event("note", &[]).expect_err(what);
            assert!(error.to_string().contains("mastiff log forget"), "{what} {error}");
            assert!(ledger.is_gone().expect("readable"), "{what}");
        }
        ledger.forget().expect("begun anew");
        note(&ledger, 9);
        assert!(verify(&ledger).is_intact(), "{what}");
        assert!(!ledger.is_lost().expect("readable"), "{what}");
    }
}

/// Another ledger in its place, and one that was taken back to an earlier day.
#[test]
fn another_ledger_in_its_place_is_found() {
    let s = Scratch::new();
    let (own, other) = (ledger(&s, "ledger", 3), ledger(&s, "other", 9));
    fs::remove_dir_all(own.directory()).expect("removed");
    fs::rename(other.directory(), own.directory()).expect("moved");
    assert_eq!(faults(&own), [(None, Wrong::Replaced)]);
    assert!(own.is_lost().expect("readable") && !own.is_gone().expect("readable"));
    // Ledgers of earlier versions have no mark, and get one.
    let s = Scratch::new();
    let plain = ledger(&s, "ledger", 3);
    fs::remove_file(s.path().join("ledger.mark")).expect("there");
    assert!(verify(&plain).is_intact());
    note(&plain, 9);
    assert!(s.path().join("ledger.mark").is_file() && verify(&plain).is_intact());
}

/// A ledger that is remembered in the configuration as well, with three records.
fn remembered(s: &Scratch) -> Ledger {
    let ledger = Ledger::at(s.path().join("state/ledger")).remembered_in(s.path().join("config"));
    for number in 0..3 {
        note(&ledger, number);
    }
    ledger
}

/// The marks in the configuration.
fn away(s: &Scratch) -> Vec<PathBuf> {
    let entries = fs::read_dir(s.path().join("config")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// All that mastiff remembers is gone, the ledger and the mark beside it with it.
#[test]
fn a_state_that_is_gone_is_missed() {
    type Harm = fn(&Scratch);
    let rows: &[(&str, Harm, bool)] = &[
        ("the state", |s| fs::remove_dir_all(s.path().join("state")).expect("removed"), true),
        (
            "what is in it",
            |s| {
                fs::remove_dir_all(s.path().join("state")).expect("removed");
                s.dir("state/sessions");
            },
            true,
        ),
        (
            "the ledger and the configuration",
            |s| {
                fs::remove_dir_all(s.path().join("state/ledger")).expect("removed");
                fs::remove_dir_all(s.path().join("config")).expect("removed");
            },
            true,
        ),
        ("nothing", |_| (), false),
        // Somebody who was never here: a configuration that came from another machine.
        (
            "the state, and the configuration is a copy",
            |s| {
                let [mark] = away(s).try_into().expect("one mark");
                fs::copy(&mark, mark.with_file_name("copy")).expect("copied");
                fs::rename(mark.with_file_name("copy"), mark).expect("renamed");
                fs::remove_dir_all(s.path().join("state")).expect("removed");
            },
            false,
        ),
        (
            "the state, and the mark is no mark",
            |s| {
                let [mark] = away(s).try_into().expect("one mark");
                fs::write(mark, "{}").expect("written");
                fs::remove_dir_all(s.path().join("state")).expect("removed");
            },
            false,
        ),
    ];
    for (what, harm, gone) in rows {
        let s = Scratch::new();
        let ledger = remembered(&s);
        assert!(verify(&ledger).is_intact() && verify(&ledger).notes.is_empty(), "{what}");
        harm(&s);
        assert_eq!(ledger.is_gone().expect("readable"), *gone, "{what}");
        if *gone {
            assert_eq!(faults(&ledger), [(None, Wrong::Gone { to: 1 })], "{what}");
            for _ in 0..2 {
                let error = ledger.event("note", &[]).expect_err(what);
                assert!(error.to_string().contains("mastiff log forget"), "{what} {error}");
            }
            assert!(ledger.key().is_err() && ledger.is_lost().expect("readable"), "{what}");
            ledger.forget().expect("begun anew");
        }
        note(&ledger, 9);
        assert!(verify(&ledger).is_intact() && !ledger.is_lost().expect("readable"), "{what}");
    }
}

/// One of two marks: nothing is lost, and it is told.
#[test]
fn a_mark_that_was_removed_is_told() {
    type Mark = fn(&Scratch) -> PathBuf;
    let rows: &[(&str, Mark)] =
        &[("beside", |s| s.path().join("state/ledger.mark")), ("away", |s| away(s).remove(0))];
    for (what, mark) in rows {
        let s = Scratch::new();
        let ledger = remembered(&s);
        let mark = mark(&s);
        fs::remove_file(&mark).expect("there");
        assert_eq!(ledger.unmarked().expect("readable"), std::slice::from_ref(&mark), "{what}");
        assert!(verify(&ledger).is_intact() && verify(&ledger).notes.len() == 1, "{what}");
        note(&ledger, 9);
        assert!(mark.is_file() && ledger.unmarked().expect("readable").is_empty(), "{what}");
        let told =
            |entry: &Entry| entry.kind() == Kind::Event("unmarked") && entry.text("path") == mark.to_str();
        let entries: Vec<Entry> =
            ledger.entries().expect("readable").map(|entry| entry.expect("a record")).collect();
        assert_eq!(entries.iter().filter(|entry| told(entry)).count(), 1, "{what}");
        let found = verify(&ledger);
        assert!(found.is_intact() && found.notes.len() == 1, "{what} {found:?}");
        note(&ledger, 10);
        assert_eq!(verify(&ledger).last, found.last + 1, "told once");
    }
}

/// A ledger of an earlier version, another configuration, and one that cannot be written: nobody removed anything.
#[test]
fn a_mark_that_never_was_is_left_without_a_word() {
    let s = Scratch::new();
    let plain = ledger(&s, "state/ledger", 3);
    let quiet = |ledger: &Ledger| {
        let before = verify(ledger).last;
        note(ledger, 9);
        let found = verify(ledger);
        assert!(found.is_intact() && found.notes.is_empty() && found.last == before + 1, "{found:?}");
    };
    for config in ["config", "other", "config"] {
        let remembered = plain.clone().remembered_in(s.path().join(config));
        quiet(&remembered);
        quiet(&remembered);
    }
    s.file("closed", "");
    let closed = plain.remembered_in(s.path().join("closed/config"));
    quiet(&closed);
    quiet(&closed);
    assert!(!closed.is_lost().expect("readable"));
}

/// A forged ledger has another key. It is never taken for the user's own, neither at the next record nor when a file begins.
#[test]
fn a_key_that_changed_is_never_taken_up() {
    let rotating = Keeping { file_bytes: 1, ..Keeping::default() };
    for (what, is_remembered, keeping) in [
        ("at the next record", true, Keeping::default()),
        ("when a file begins", true, rotating),
        ("when a file begins, with one mark", false, rotating),
    ] {
        let s = Scratch::new();
        let forged = ledger(&s, "forged", 9);
        let own = remembered(&s);
        let own = if is_remembered { own } else { Ledger::at(own.directory()) }.keeping(keeping);
        fs::remove_dir_all(own.directory()).expect("removed");
        fs::rename(forged.directory(), own.directory()).expect("moved");
        for _ in 0..2 {
            let error = own.event("note", &[]).expect_err(what);
            assert!(error.to_string().contains("another ledger"), "{what} {error}");
            assert_eq!(faults(&own), [(None, Wrong::Replaced)], "{what}");
            assert!(own.is_lost().expect("readable"), "{what}");
        }
        own.forget().expect("a human says so");
        note(&own, 9);
        note(&own, 10);
        assert!(verify(&own).is_intact() && !own.is_lost().expect("readable"), "{what}");
    }
    // The key alone.
    let s = Scratch::new();
    let own = remembered(&s);
    let head = fs::read_to_string(own.directory().join("head")).expect("readable");
    fs::write(own.directory().join("head"), head.replace(&head[4..12], "00000000")).expect("written");
    assert!(own.event("note", &[]).is_err());
    fs::write(own.directory().join("head"), head).expect("written");
    note(&own, 9);
    assert!(verify(&own).is_intact());
    // A head that was lost took its key along, which is on record and stays a fault.
    fs::remove_file(own.directory().join("head")).expect("removed");
    note(&own, 10);
    note(&own, 11);
    assert!(!own.is_lost().expect("readable") && away(&s).len() == 1);
    assert!(matches!(faults(&own).as_slice(), [(Some(_), Wrong::Unanchored)]), "{:?}", faults(&own));
}
