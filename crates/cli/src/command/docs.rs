//! `mastiff docs`: the documents, from the binary itself: as it was built, and without a network.

use crate::args::{Args, Usage, near_miss};
use crate::exit::{Exit, Failure};
use crate::render;
use mastiff_core::escape::for_people;

/// What `mastiff docs --help` shows.
pub const USAGE: Usage = Usage {
    name: "docs",
    summary: "the documents of this version, by topic",
    operands: "[TOPIC]",
    details: "Without TOPIC, the list of topics. A document is plain text in Markdown; `| less` pages it.",
    flags: &[],
    examples: &[("mastiff docs", "the topics"), ("mastiff docs policy | less", "how to write a policy")],
};

/// Topic, what it is about, the document. Through a link in this crate: what is packaged holds them, and there is no copy
/// that could differ.
const TOPICS: &[(&str, &str, &str)] = &[
    ("hooks", "the hook engine, its dialects and commands", include_str!("../../docs/hooks.md")),
    ("hosts", "the agents, and what each honours", include_str!("../../docs/hosts.md")),
    ("install", "every way to get it, and which were tried", include_str!("../../docs/install.md")),
    ("ledger", "the records, and how they prove themselves", include_str!("../../docs/ledger.md")),
    ("limits", "what mastiff cannot do", include_str!("../../docs/limits.md")),
    ("policy", "every key of a policy file", include_str!("../../docs/policy.md")),
    ("replay", "judging what agents did already", include_str!("../../docs/replay.md")),
    ("report", "what the gate did, on a page", include_str!("../../docs/report.md")),
    ("rules", "every rule that a verdict may name", include_str!("../../docs/rules.md")),
    ("suggest", "rules from what you keep approving", include_str!("../../docs/suggest.md")),
];

/// Prints one, or the list.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let page = match args.operands() {
        [] => TOPICS.iter().map(|(name, what, _)| format!("{name:<8}  {what}\n")).collect(),
        [topic] => document(topic)?.to_owned(),
        [_, _, ..] => return Err(Failure::new("one topic, as in `mastiff docs policy`")),
    };
    render::print(&page).map(|()| Exit::Fine)
}

fn document(topic: &str) -> Result<&'static str, Failure> {
    let name = topic.strip_suffix(".md").unwrap_or(topic);
    if let Some((_, _, text)) = TOPICS.iter().find(|(known, ..)| *known == name) {
        return Ok(text);
    }
    let failure = Failure::new(format!("there is no document `{}`", for_people(topic)));
    Err(match near_miss(name, TOPICS.iter().map(|(name, ..)| *name)) {
        Some(near) => failure.hint(format!("did you mean `mastiff docs {near}`?")),
        None => failure.hint("`mastiff docs` lists them"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_is_a_topic() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
        for file in std::fs::read_dir(folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            if let Some(topic) = name.strip_suffix(".md") {
                assert!(document(topic).is_ok(), "{topic}");
            }
        }
    }
}
