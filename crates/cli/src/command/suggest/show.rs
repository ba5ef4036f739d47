//! Proposals for people and for programs.

use super::candidate::Candidate;
use super::save::Target;
use super::weigh::Weighed;
use crate::json::{self, Object};
use crate::render::{Paint, columns, cut};
use mastiff_core::escape::for_people;
use mastiff_core::suggest::Proposal;
use mastiff_core::suggest::attack::Attack;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Calls that are shown of those that would run as well.
const SHOWN: usize = 5;

/// Everything.
pub fn people(weighed: &Weighed) -> String {
    let mut page = head(weighed);
    for (number, candidate) in (1..).zip(&weighed.offered) {
        page.push_str(&one(number, candidate));
        page.push('\n');
    }
    page + &refused(weighed)
}

/// What was looked at.
pub fn head(weighed: &Weighed) -> String {
    if weighed.approved == 0 {
        return format!("no ask in the ledger that somebody approved{}\n", left_out(weighed));
    }
    let settled: u32 = weighed.offered.iter().map(|candidate| candidate.settles).max().unwrap_or(0);
    let mut page = format!("{} were approved{}", count(weighed.approved, "ask"), left_out(weighed));
    for (number, what) in [
        (weighed.allowed, "your policy allows by now"),
        (weighed.unsettled, "no line of a policy should settle"),
    ] {
        if number > 0 {
            let _ = write!(page, "; {number} {what}");
        }
    }
    page.push('\n');
    if settled == 0 {
        page.push_str("nothing to propose\n");
    }
    page.push('\n');
    page
}

fn left_out(weighed: &Weighed) -> String {
    match weighed.left_out {
        0 => String::new(),
        number => {
            format!(" ({} left out: the directory is gone, or too little was kept)", count(number, "record"))
        }
    }
}

/// One proposal, with what speaks for and against it.
pub fn one(number: usize, candidate: &Candidate) -> String {
    let paint = Paint::for_stdout();
    let mut page =
        format!("{number}. {}\n", paint.bold(&format!("settles {}", count(candidate.settles, "past ask"))));
    page.push_str(&lines(&candidate.proposals));
    if candidate.narrowed {
        page.push_str("   narrower than all of these asks together: the rest would let harm through\n");
    }
    if candidate.denied > 0 {
        let _ = writeln!(page, "   you denied such a call {}", times(candidate.denied));
    }
    match candidate.also.len() {
        0 => page.push_str("   nothing else in the past would have run\n"),
        others => {
            let _ = writeln!(
                page,
                "   would also have run, and nobody approved it: {}",
                count_of(others, "call")
            );
        }
    }
    for (text, number) in candidate.also.iter().take(SHOWN) {
        let text = cut(&for_people(text), columns().saturating_sub(16));
        let _ = writeln!(page, "     {text}  ({number}×)");
    }
    if candidate.also.len() > SHOWN {
        let _ = writeln!(page, "     … and {} more", candidate.also.len() - SHOWN);
    }
    page.push_str("   none of the built-in attacks would run\n");
    page
}

/// What is not offered.
pub fn refused(weighed: &Weighed) -> String {
    let mut page = String::new();
    for candidate in &weighed.refused {
        let _ = writeln!(page, "not offered, although it settles {}:", count(candidate.settles, "past ask"));
        page.push_str(&lines(&candidate.proposals));
        page.push_str("   it would also allow\n");
        for (class, attacks) in by_class(&candidate.attacks) {
            let first = attacks.first().map_or("", |attack| attack.text);
            let more =
                if attacks.len() > 1 { format!("  and {} more", attacks.len() - 1) } else { String::new() };
            let _ = writeln!(page, "     {class}: {}{more}", for_people(first));
        }
        page.push('\n');
    }
    for (number, why) in [
        (weighed.rare, "for want of approvals (--min)"),
        (weighed.disliked, "because you denied it more often than you approved it"),
    ] {
        if number > 0 {
            let _ = writeln!(page, "{} not shown {why}", count_of(number, "proposal"));
        }
    }
    page
}

/// One object.
pub fn programs(weighed: &Weighed, target: &Target) -> String {
    let candidates = |list: &[Candidate]| json::list(list.iter().map(candidate_object));
    Object::new()
        .text("policy", &target.shown())
        .raw("approved", weighed.approved)
        .raw("allowed_by_now", weighed.allowed)
        .raw("unsettled", weighed.unsettled)
        .raw("left_out", weighed.left_out)
        .raw("attacks_tried", weighed.tried)
        .raw("offered", candidates(&weighed.offered))
        .raw("refused", candidates(&weighed.refused))
        .raw("rare", weighed.rare)
        .raw("denied_more_often", weighed.disliked)
        .done()
}

fn candidate_object(candidate: &Candidate) -> String {
    let toml: Vec<String> = candidate.proposals.iter().map(|one| json::quoted(&one.toml())).collect();
    Object::new()
        .raw("toml", json::list(toml.into_iter()))
        .raw("settles", candidate.settles)
        .raw("denied", candidate.denied)
        .raw("narrowed", candidate.narrowed)
        .objects("also", candidate.also.iter(), |object, (text, number)| {
            object.text("call", text).raw("times", number)
        })
        .objects("attacks", candidate.attacks.iter(), |object, attack| {
            object.text("class", attack.class).text("call", attack.text)
        })
        .done()
}

fn lines(proposals: &[Proposal]) -> String {
    let text: Vec<String> = proposals.iter().map(Proposal::toml).collect();
    text.iter().flat_map(|text| text.lines()).map(|line| format!("     {}\n", for_people(line))).collect()
}

fn by_class(attacks: &[Attack]) -> BTreeMap<&'static str, Vec<&Attack>> {
    let mut classes: BTreeMap<&'static str, Vec<&Attack>> = BTreeMap::new();
    for attack in attacks {
        classes.entry(attack.class).or_default().push(attack);
    }
    classes
}

fn times(number: u32) -> String {
    if number == 1 { "once".into() } else { format!("{number} times") }
}

fn count(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn count_of(number: usize, what: &str) -> String {
    count(u32::try_from(number).unwrap_or(u32::MAX), what)
}
