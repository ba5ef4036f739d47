//! `mastiff rules`: what each rule means, from the binary itself.

use crate::args::{Args, Usage, near_miss, switch};
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::render::{self, Paint, columns, cut, padded};
use mastiff_core::escape::for_people;
use mastiff_core::policy::ids;

/// What `mastiff rules --help` shows.
pub const USAGE: Usage = Usage {
    name: "rules",
    summary: "the rules that verdicts name, and what each means",
    operands: "[ID]",
    details: "\
Without ID, all of them with their default decision. With it, its entry: what it means, and commands that show it. An
ID may be one that a verdict joined: `git_status+read_only_command`.",
    flags: &[switch("--json", "for programs"), render::COLOR],
    examples: &[("mastiff rules", "all of them"), ("mastiff rules force_push", "one, with examples")],
};

/// The page that documents them, as it was when this binary was built.
const PAGE: &str = include_str!("../../docs/rules.md");
/// Columns of the ids in the list.
const ID: usize = 26;

/// An entry of the page.
#[derive(Clone, Copy, Debug)]
struct Entry {
    section: &'static str,
    id: &'static str,
    text: &'static str,
}

impl Entry {
    /// `allow`, `ask`, `deny`: what stands between the first stars.
    fn decision(&self) -> &'static str {
        self.text.split('*').nth(1).unwrap_or("")
    }

    /// What it means, without the decision and the examples.
    fn meaning(&self) -> String {
        let first = self.text.split("\n\n").next().unwrap_or(self.text);
        let meaning = first.split_once("* — ").map_or(first, |(_, meaning)| meaning);
        meaning.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Lists them, or shows one.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let all = entries();
    let page = match (args.operands(), args.has("--json")) {
        ([], false) => list(&all, Paint::for_stdout(), columns()),
        ([], true) => programs(&all),
        ([id], json) => {
            let found = named(&all, id)?;
            if json { programs(&found) } else { found.iter().map(shown).collect::<Vec<_>>().join("\n") }
        }
        ([_, _, ..], _) => return Err(Failure::new("one ID, as in `mastiff rules force_push`")),
    };
    render::print(&page).map(|()| Exit::Fine)
}

fn entries() -> Vec<Entry> {
    let mut all = Vec::new();
    for section in PAGE.split("\n## ").skip(1) {
        let (name, rest) = section.split_once('\n').unwrap_or((section, ""));
        for entry in rest.split("\n### ").skip(1) {
            let (id, text) = entry.split_once('\n').unwrap_or((entry, ""));
            all.push(Entry { section: name.trim(), id: id.trim(), text: text.trim() });
        }
    }
    all
}

/// The entries of an id, or of several that a verdict joined.
fn named(all: &[Entry], id: &str) -> Result<Vec<Entry>, Failure> {
    id.split('+')
        .map(|id| {
            let known = all.iter().find(|entry| entry.id == id || entry.id == ids::entry(id));
            known.copied().ok_or_else(|| unknown(all, id))
        })
        .collect()
}

fn unknown(all: &[Entry], id: &str) -> Failure {
    let failure = Failure::new(format!("there is no rule `{}`", for_people(id)));
    match near_miss(id, all.iter().map(|entry| entry.id)) {
        Some(near) => failure.hint(format!("did you mean `mastiff rules {near}`?")),
        None => failure.hint("`mastiff rules` lists them"),
    }
}

fn list(all: &[Entry], paint: Paint, width: usize) -> String {
    let mut out = String::new();
    let mut section = "";
    for entry in all {
        if entry.section != section {
            out.push_str(if section.is_empty() { "" } else { "\n" });
            section = entry.section;
            out.push_str(&format!("{}\n", paint.bold(section)));
        }
        let line = format!("  {} {} {}", padded(entry.id, ID), padded(entry.decision(), 5), entry.meaning());
        out.push_str(&format!("{}\n", cut(&line, width).trim_end()));
    }
    out
}

fn shown(entry: &Entry) -> String {
    format!("{} ({})\n\n{}\n", entry.id, entry.section, entry.text)
}

fn programs(entries: &[Entry]) -> String {
    let rules = entries.iter().map(|entry| {
        Object::new()
            .text("id", entry.id)
            .text("section", entry.section)
            .text("decision", entry.decision())
            .text("meaning", &entry.meaning())
            .done()
    });
    Object::new().raw("v", 1).raw("rules", json::list(rules)).done() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_an_entry() {
        let all = entries();
        for id in ids::all() {
            assert!(named(&all, id).is_ok(), "{id}");
        }
        assert!(all.iter().all(|entry| !entry.decision().is_empty() && !entry.meaning().is_empty()));
        assert_eq!(named(&all, "git_status+read_only_command").map(|found| found.len()).ok(), Some(2));
    }
}
