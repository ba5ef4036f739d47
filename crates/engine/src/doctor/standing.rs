//! Whether what stands in a file is what the recipe wants there.

use super::found::{self, Known};
use super::{Finding, Level};
use crate::install::line::GUARDED;
use crate::install::{Content, Member, Recipe, Scope, Site, Slot, recipe::script};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use std::path::{Path, PathBuf};

/// A line that stands before calls, and where.
pub struct Asked {
    /// The file.
    pub file: PathBuf,
    /// Whose it is.
    pub scope: Scope,
    /// The line; for a script, its whole text.
    pub line: String,
    /// The binary that it starts.
    pub program: String,
    /// Byte for byte as mastiff writes it, or nothing but the binary: it may be run.
    pub sound: bool,
}

/// What stands in the files of one scope.
#[derive(Default)]
pub struct Standing {
    /// The lines before calls.
    pub asked: Vec<Asked>,
    /// The files that hold anything of mastiff's.
    pub files: Vec<PathBuf>,
    /// What is wrong with them.
    pub findings: Vec<Finding>,
}

/// Looks at the files of a scope.
pub fn look(recipe: &Recipe, site: &Site) -> Standing {
    let mut standing = Standing::default();
    let slots = (recipe.slots)(site).unwrap_or_default();
    for slot in &slots {
        file(recipe, site, slot, &mut standing);
    }
    standing
}

/// That it cannot be read is said where every file of the host is looked at.
fn file(recipe: &Recipe, site: &Site, slot: &Slot, standing: &mut Standing) {
    let Ok(Some(text)) = found::text(&slot.path) else { return };
    match &slot.content {
        Content::Whole { text: own, .. } if script::gate_of(own).is_some() => {
            of_script(recipe, site, slot, &text, standing);
        }
        Content::Whole { .. } | Content::Json { .. } | Content::Toml { .. } => {
            of_lines(recipe, site, slot, &text, standing);
        }
    }
}

fn of_script(recipe: &Recipe, site: &Site, slot: &Slot, text: &str, standing: &mut Standing) {
    let Some(written) = found::of_script(text, recipe.host, site) else { return };
    standing.files.push(slot.path.clone());
    let wanted = wanted(recipe, &written, &slot.path);
    let is_earlier = wanted.as_ref().is_some_and(|slot| is_earlier_script(slot, text));
    let sound = is_earlier || wanted.is_some_and(|slot| is_whole(&slot, text));
    if is_earlier {
        standing.findings.push(earlier(recipe, site, &slot.path));
    } else if !sound {
        standing.findings.push(edited(&slot.path));
    }
    // The one after calls asks nothing.
    if text.contains(GUARDED) {
        let (file, line, program) = (slot.path.clone(), text.to_owned(), written.mastiff);
        standing.asked.push(Asked { file, scope: site.scope, line, program, sound });
    }
}

fn of_lines(recipe: &Recipe, site: &Site, slot: &Slot, text: &str, standing: &mut Standing) {
    let Some(tree) = found::tree(&slot.path, text) else {
        // It was told once, and now it reads nothing of it.
        if found::is_ours(text) {
            standing.files.push(slot.path.clone());
        }
        return;
    };
    let lines = found::lines(&slot.path, text);
    if lines.is_empty() {
        standing.findings.extend(agent_alone(recipe, site, slot));
        return;
    }
    standing.files.push(slot.path.clone());
    let before = before_calls(&slot.content, &tree, &lines);
    if before.is_empty() {
        let finding =
            Finding::new(Level::Fatal, "not_asked", "no line of mastiff's stands before calls here");
        standing.findings.push(finding.file(&slot.path).remedy(again(recipe, site)));
    }
    for line in before {
        let (known, written) = found::known(&line, recipe.host, site);
        match known {
            Known::Edited => standing.findings.push(edited(&slot.path)),
            Known::Plain => standing.findings.push(old(recipe, site, &slot.path)),
            Known::Earlier => standing.findings.push(earlier(recipe, site, &slot.path)),
            Known::Guarded => {
                let whole = wanted(recipe, &written, &slot.path);
                standing.findings.extend(whole.and_then(|slot| differs(recipe, site, &slot, &tree, text)));
            }
        }
        let at_home = written.places == site.places;
        if known != Known::Edited && !at_home {
            standing.findings.push(elsewhere(recipe, site, &slot.path, &written));
        }
        let sound = known != Known::Edited && (at_home || site.scope == Scope::User);
        let file = slot.path.clone();
        standing.asked.push(Asked { file, scope: site.scope, line, program: written.mastiff, sound });
    }
}

/// Those of the lines that stand where the recipe puts one before calls. In a file of mastiff's own, and in one that is no JSON,
/// the guard tells.
fn before_calls(content: &Content, tree: &Json, lines: &[String]) -> Vec<String> {
    let Content::Json { members, .. } = content else {
        let pre = |line: &&String| line.contains(GUARDED) || lines.len() == 1;
        return lines.iter().filter(pre).cloned().collect();
    };
    let pre = members.iter().filter(|member| is_before(member));
    let lists = pre.filter_map(|member| list(tree, &member.at));
    let texts: Vec<String> = lists.map(|list| list.to_string()).collect();
    let stands =
        |line: &&String| texts.iter().any(|text| text.contains(&Json::from(line.as_str()).to_string()));
    lines.iter().filter(stands).cloned().collect()
}

fn is_before(member: &Member) -> bool {
    member.value.to_string().contains(GUARDED)
}

fn list<'j>(tree: &'j Json, way: &[String]) -> Option<&'j Json> {
    way.iter().try_fold(tree, |node, key| node.get(key))
}

/// The slot of this file, as it would be written for the binary that the line names.
fn wanted(recipe: &Recipe, written: &Site, path: &Path) -> Option<Slot> {
    (recipe.slots)(written).ok()?.into_iter().find(|slot| slot.path == path)
}

fn is_whole(slot: &Slot, text: &str) -> bool {
    matches!(&slot.content, Content::Whole { text: own, .. } if own == text)
}

fn is_earlier_script(slot: &Slot, text: &str) -> bool {
    matches!(&slot.content, Content::Whole { text: own, .. } if script::earlier(own).as_deref() == Some(text))
}

/// The hooks of a block stand in a file, which its host may have written anew in the meantime.
fn stands_in(block: &str, tree: &Json) -> bool {
    let said = |hook: &Json| {
        let command = hook.get("action").and_then(|action| action.get("command")).cloned();
        (hook.get("event").cloned(), command)
    };
    let hooks = |root: &Json| match root.get("hooks") {
        Some(Json::Array(hooks)) => hooks.iter().map(said).collect(),
        Some(_) | None => Vec::new(),
    };
    let there = hooks(tree);
    Json::parse_toml(block).is_ok_and(|block| hooks(&block).iter().all(|hook| there.contains(hook)))
}

/// What is missing beside a line that is as it should be.
fn differs(recipe: &Recipe, site: &Site, slot: &Slot, tree: &Json, text: &str) -> Option<Finding> {
    let (before, after) = match &slot.content {
        Content::Whole { text: own, .. } => (own == text, true),
        Content::Toml { block } => (true, stands_in(block, tree)),
        Content::Json { members, .. } => {
            let stands = |member: &&Member| {
                list(tree, &member.at)
                    .is_some_and(|list| matches!(list, Json::Array(items) if items.contains(&member.value)))
            };
            let (pre, post): (Vec<&Member>, Vec<&Member>) =
                members.iter().partition(|member| is_before(member));
            (pre.iter().all(stands), post.iter().all(stands))
        }
    };
    let finding = if !before {
        Finding::new(Level::Weak, "entry_differs", "the entry of mastiff is not as mastiff writes it")
    } else if !after {
        Finding::new(
            Level::Weak,
            "no_tripwire",
            "mastiff is not told what ran: a call that gets past it goes unnoticed",
        )
    } else {
        return None;
    };
    Some(finding.file(&slot.path).remedy(again(recipe, site)))
}

/// Whoever writes the policy is the gate.
fn elsewhere(recipe: &Recipe, site: &Site, path: &Path, written: &Site) -> Finding {
    let places = &written.places;
    let message = format!(
        "the line has the gate rest on `{}` and `{}`, and mastiff keeps its files elsewhere here",
        places.config, places.state
    );
    Finding::new(Level::Fatal, "places_other", message).file(path).remedy(again(recipe, site))
}

/// Kiro: hooks belong to an agent, so one without them has no gate.
fn agent_alone(recipe: &Recipe, site: &Site, slot: &Slot) -> Option<Finding> {
    let is_agent = recipe.host == Host::Kiro && matches!(slot.content, Content::Json { .. });
    let message = "this agent has no hooks of mastiff's: with it every call runs";
    is_agent.then(|| {
        Finding::new(Level::Fatal, "not_asked", message).file(&slot.path).remedy(again(recipe, site))
    })
}

fn edited(path: &Path) -> Finding {
    Finding::new(
        Level::Fatal,
        "line_edited",
        "the line is not as mastiff writes it, and nobody can say what it does",
    )
    .file(path)
    .remedy("take it out and run `mastiff init` again")
}

fn old(recipe: &Recipe, site: &Site, path: &Path) -> Finding {
    let message =
        "the line starts mastiff without a guard: where the binary is missing or hangs, most hosts go on";
    Finding::new(Level::Weak, "line_old", message).file(path).remedy(again(recipe, site))
}

fn earlier(recipe: &Recipe, site: &Site, path: &Path) -> Finding {
    let message =
        "the line is of an earlier mastiff: it is slower, and variables that reach its shell can mislead it";
    Finding::new(Level::Weak, "line_earlier", message).file(path).remedy(again(recipe, site))
}

/// The command that writes it anew.
pub fn again(recipe: &Recipe, site: &Site) -> String {
    let project = if site.scope == Scope::Project { " --project" } else { "" };
    format!("run `mastiff init {}{project}`", recipe.host.id())
}
