//! A proposal put into the text of a policy file, every other byte kept.

use super::proposal::Proposal;
use super::write::quoted;
use crate::policy::{Layer, Problem};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;
use toml::de::{DeTable, DeValue};

/// What a new policy file begins with.
const BEGIN: &str = "version = 1\n";

/// Why a proposal does not go into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The file was wrong before, or would be afterwards.
    Wrong(Vec<Problem>),
    /// The file would not say what it said and the proposal beside it: a table written in a way that has no room.
    NoRoom,
}

/// The text of a policy file with the proposal in it. The text is read before and after: it says what it said before,
/// and the proposal.
pub fn insert(file: &str, text: &str, proposal: &Proposal) -> Result<String, Refused> {
    let text = if text.trim().is_empty() { [BEGIN, text].concat() } else { text.to_string() };
    let mut before = Layer::parse(file, &text).map_err(Refused::Wrong)?;
    let name = free_name(&before, &proposal.name());
    let addition =
        Layer::parse(file, &[BEGIN, &proposal.toml_named(&name)].concat()).map_err(Refused::Wrong)?;
    let new = edited(&text, proposal, &name).ok_or(Refused::NoRoom)?;
    let after = Layer::parse(file, &new).map_err(Refused::Wrong)?;
    before.join(&addition);
    if before.says_what(&after) { Ok(new) } else { Err(Refused::NoRoom) }
}

fn free_name(layer: &Layer, wanted: &str) -> String {
    let taken = |name: &str| layer.rule.iter().any(|rule| rule.name == name);
    let mut names = (1u32..).map(|n| if n == 1 { wanted.to_string() } else { format!("{wanted}_{n}") });
    names.find(|name| !taken(name)).unwrap_or_else(|| wanted.to_string())
}

fn edited(text: &str, proposal: &Proposal, name: &str) -> Option<String> {
    let root = DeTable::parse(text).ok()?;
    let root = root.get_ref();
    match proposal {
        Proposal::Rule(_) | Proposal::Mcp(_) => Some(appended(text, &proposal.toml_named(name))),
        Proposal::Directory(entry) => {
            let item = quoted(&entry.directory);
            match root.get(entry.list.key()) {
                Some(list) => into_list(text, list.get_ref(), list.span(), &item),
                // Keys of the top stand before every table.
                None => {
                    let version = root.get("version")?.span().end;
                    Some(spliced(text, end_of_line(text, version), &proposal.toml()))
                }
            }
        }
        Proposal::BuiltIn(id) => {
            Some(into_table(text, "rules", &format!("{id} = \"allow\"\n"), root.get("rules").is_some()))?
        }
        Proposal::Site(host) => {
            let web = root.get("web").map(|web| web.get_ref());
            match web.and_then(|web| web.as_table()).and_then(|web| web.get("allow")) {
                Some(list) => into_list(text, list.get_ref(), list.span(), &quoted(host)),
                None => into_table(text, "web", &format!("allow = [{}]\n", quoted(host)), web.is_some()),
            }
        }
    }
}

/// Behind the last item, or as the first.
fn into_list(text: &str, list: &DeValue<'_>, span: Range<usize>, item: &str) -> Option<String> {
    let items = list.as_array()?;
    match items.iter().last() {
        Some(last) => Some(spliced(text, last.span().end, &format!(", {item}"))),
        None => Some(spliced(text, span.start + 1, item)),
    }
}

/// Below the header of a table, or with a header of its own at the end.
fn into_table(text: &str, table: &str, line: &str, exists: bool) -> Option<String> {
    if !exists {
        return Some(appended(text, &format!("[{table}]\n{line}")));
    }
    let header = format!("[{table}]");
    let mut at = 0;
    for written in text.split_inclusive('\n') {
        at += written.len();
        let plain = written.split('#').next().unwrap_or_default().trim();
        if plain == header {
            return Some(spliced(text, at, line));
        }
    }
    None
}

fn appended(text: &str, more: &str) -> String {
    let gap = if text.ends_with('\n') { "\n" } else { "\n\n" };
    [text, gap, more].concat()
}

/// The place behind the line in which `at` lies.
fn end_of_line(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.find('\n').map_or(text.len(), |end| at + end + 1)
}

fn spliced(text: &str, at: usize, more: &str) -> String {
    let (front, back) = text.split_at_checked(at).unwrap_or((text, ""));
    let gap = if more.ends_with('\n') && !front.is_empty() && !front.ends_with('\n') { "\n" } else { "" };
    [front, gap, more, back].concat()
}

#[cfg(test)]
mod tests {
    use super::super::proposal::{Entry, List, Server, Words};
    use super::*;
    use alloc::vec;

    fn rule() -> Proposal {
        Proposal::Rule(Words {
            program: "workmux".into(),
            args: vec!["status".into()],
            flags: vec![],
            operands: false,
            paths: vec![],
            examples: vec!["workmux status".into()],
        })
    }

    fn scratch() -> Proposal {
        Proposal::Directory(Entry { list: List::Scratch, directory: "/tmp/run".into() })
    }

    fn delete() -> Proposal {
        Proposal::BuiltIn("delete".into())
    }

    fn site() -> Proposal {
        Proposal::Site("blog.example.com".into())
    }

    fn server() -> Proposal {
        Proposal::Mcp(Server { server: "t".into(), source: None, tools: vec!["get".into()] })
    }

    #[test]
    fn every_other_byte_stays() {
        let rows = [
            ("", scratch()),
            ("version = 1", scratch()),
            ("# mine\nversion = 1 # v\n# end\n", scratch()),
            ("version = 1\nscratch = []\n", scratch()),
            ("version = 1\nscratch = [ # here\n  \"/tmp/a\", # a\n]\n[rules]\n", scratch()),
            ("version = 1\r\nscratch = [\"/tmp/a\"]\r\n", scratch()),
            ("version = 1\n[web]\n", scratch()),
            ("version = 1\n[rules]\n# none\n", delete()),
            ("version = 1\n [ rules ]\n", rule()),
            ("version = 1\n[rules] # x\nnetwork = \"deny\"\n\n[web]\n", delete()),
            ("version = 1\n", delete()),
            ("version = 1\n[web]\nallow = [\"a.example.com\"] # a\ndefault = \"deny\"\n", site()),
            ("version = 1\n[web] # w\ndefault = \"deny\"\n", site()),
            ("version = 1\n", site()),
            ("version = 1\n# last line", rule()),
            (
                "version = 1\n[[rule]]\nname = \"allow_workmux_status\"\ndecision = \"ask\"\nprogram = \"x\"\n",
                rule(),
            ),
            ("version = 1\n[[mcp]]\nserver = \"s\"\ntools = [\"*\"]\ndecision = \"ask\"\n", server()),
            (crate::policy::template(), scratch()),
            (crate::policy::template(), delete()),
            (crate::policy::template(), site()),
            (crate::policy::template(), rule()),
        ];
        for (text, proposal) in rows {
            let new = insert("f", text, &proposal).unwrap_or_else(|why| panic!("{text}: {why:?}"));
            let mut rest = new.chars();
            let kept = text.chars().all(|c| rest.any(|n| n == c));
            assert!(kept, "{text}\n->\n{new}");
            let comments = |text: &str| text.matches('#').count();
            assert_eq!(comments(text), comments(&new), "{new}");
            let lines = proposal.toml();
            let last = lines.lines().last().unwrap().split('"').nth(1).unwrap();
            assert!(new.contains(last), "{new}");
        }
    }

    #[test]
    fn where_there_is_no_room_nothing_changes() {
        let rows = [
            ("version = 1\nrules = { network = \"deny\" }\n", delete()),
            ("version = 1\nrules.network = \"deny\"\n", delete()),
            ("version = 1\nrule = []\n", rule()),
            ("version = 1\nweb = { default = \"ask\" }\n", site()),
            ("version = 2\n", rule()),
            ("version = 1\nscratch = 5\n", scratch()),
            ("version = 1\n[rules]\nnetwork = \"\"\"\n[rules]\n\"\"\"\n", delete()),
            ("not toml", rule()),
        ];
        for (text, proposal) in rows {
            let found = insert("f", text, &proposal);
            assert!(found.is_err(), "{text}\n{found:?}");
        }
    }
}
