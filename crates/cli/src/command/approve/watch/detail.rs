//! The chosen call, all of it: what is not in these lines would be approved unseen.

use super::super::shown;
use super::view::Offer;
use crate::pending::Waiting;
use crate::render::{Paint, broken, excerpt, paragraph};
use mastiff_core::escape::for_people;
use mastiff_core::suggest::Proposal;
use mastiff_engine::clock::Zone;

/// Who, what, why, and what it would do.
pub fn lines(one: &Waiting, width: usize, paint: Paint) -> Vec<String> {
    let entry = &one.entry;
    let text = |name: &str| for_people(entry.text(name).unwrap_or("?")).into_owned();
    let time = for_people(&Zone::Local.shown(entry.time())).into_owned();
    let mut out = broken(&format!("{} by {} in {}", text("tool"), text("host"), text("cwd")), width);
    out.extend(broken(&format!("record {}, {time}", entry.number()), width));
    // The command with its marks; the other fields as they are.
    let command = one.judged.spans.then_some("command").filter(|_| has_command(one));
    if command.is_some() {
        out.extend(excerpt::whole(&one.judged.text, &one.judged.marks(), 2, width, paint));
    }
    let fields = shown::fields(entry, command);
    out.extend(fields.lines().flat_map(|line| broken(line, width)));
    out.extend(shown::reasons(entry).iter().flat_map(|line| wrapped(&format!("why: {line}"), width)));
    out.extend(one.would().iter().flat_map(|line| wrapped(&format!("would: {}", for_people(line)), width)));
    out.extend(shown::unseen(entry).lines().flat_map(|line| wrapped(line, width)));
    if one.is_asked_elsewhere() {
        let note = "the agent's own window asks about it, too: an answer there is for now, an approval here for the next time";
        out.extend(wrapped(note, width));
    }
    out
}

/// What is underlined is this field, letter by letter.
fn has_command(one: &Waiting) -> bool {
    let input = one.entry.json().get("input").and_then(|input| input.get("command"));
    input.and_then(|command| command.as_str()) == Some(one.judged.text.as_str())
}

/// The rule that was asked for.
pub fn offer(offer: &Offer, width: usize) -> Vec<String> {
    let proposals = &offer.found.proposals;
    let mut out = vec![String::new()];
    if proposals.is_empty() {
        out.extend(wrapped("no line of a policy should settle this call", width));
        return out;
    }
    out.extend(wrapped(
        &format!("a rule that settles it, for {}:", for_people(&offer.target.shown())),
        width,
    ));
    let toml: Vec<String> = proposals.iter().map(Proposal::toml).collect();
    let toml = toml.iter().flat_map(|text| text.lines());
    out.extend(toml.flat_map(|line| broken(&format!("  {}", for_people(line)), width)));
    match offer.found.attacks.first() {
        None => out.extend(wrapped("none of the built-in attacks would run with it", width)),
        Some(attack) => {
            let text = format!("not offered: it would also allow `{}`", for_people(attack.text));
            out.extend(wrapped(&text, width));
        }
    }
    out
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    paragraph(text, 2, width).lines().flat_map(|line| broken(line, width)).collect()
}
