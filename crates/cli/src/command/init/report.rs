//! What was planned and what came of it, for people and for programs.

use super::diff;
use super::work::Row;
use crate::json::{self, Object};
use crate::render::{self, Paint, cut, paragraph};
use mastiff_core::escape::for_people;
use mastiff_core::protocol::stance::{Comes, stances};
use mastiff_engine::install::look::Refusal;
use mastiff_engine::install::plan::{Change, Kind};
use mastiff_engine::install::{Recipe, Scope};

/// Said where files of a project were written.
const KEEP_OUT: &str = "these files name a program of this machine, and deny every call where it is missing: keep them out of \
                        commits, as with a line in `.git/info/exclude`";

/// File by file, for people who are about to agree.
pub fn plans(rows: &[Row], name: &str) -> String {
    let paint = Paint::for_stdout();
    if rows.is_empty() {
        return format!(
            "there is nothing to do for `mastiff {name}`: no configuration of an agent has mastiff in it\n"
        );
    }
    let mut page = String::new();
    for row in rows {
        page.push_str(&format!("{}\n", paint.bold(row.recipe.name)));
        match &row.plan {
            Err(refusal) => page.push_str(&refused(refusal)),
            Ok(plan) => {
                page.extend(plan.changes.iter().map(|change| change_page(change, paint)));
                for (path, flaw) in &plan.warnings {
                    let place = flaw.at.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default();
                    let text = format!("note: {}{place}: {}; {}", path.display(), flaw.message, flaw.remedy);
                    page.push_str(&shown(&text, 2));
                }
            }
        }
    }
    page
}

/// Lines before a question: what fits into one look.
const LOOK: usize = 10;

/// The same in at most [`LOOK`] lines: a file each.
pub fn short(rows: &[Row], name: &str) -> String {
    if rows.is_empty() {
        return plans(rows, name);
    }
    let width = render::columns();
    let mut lines: Vec<String> = rows.iter().flat_map(in_short).collect();
    // One line says that there is more, and one how to see it.
    let more = lines.len().saturating_sub(LOOK - 2);
    if lines.len() >= LOOK {
        lines.truncate(LOOK - 2);
        lines.push(format!("and {more} more"));
    }
    let notes: usize =
        rows.iter().filter_map(|row| row.plan.as_ref().ok()).map(|plan| plan.warnings.len()).sum();
    let notes = match notes {
        0 => String::new(),
        1 => "1 note on these files; ".into(),
        count => format!("{count} notes on these files; "),
    };
    lines.push(format!("{notes}`mastiff {name} --verbose` shows every line"));
    lines.iter().map(|line| format!("{}\n", cut(line, width))).collect()
}

/// `Claude Code: /home/me/.claude/settings.json: changes, 14 lines more`
fn in_short(row: &Row) -> Vec<String> {
    match &row.plan {
        Err(refusal) => {
            vec![format!("{}: left alone: {}", row.recipe.name, for_people(&refusal.to_string()))]
        }
        Ok(plan) => plan.changes.iter().map(|change| change_in_short(row.recipe, change)).collect(),
    }
}

fn change_in_short(recipe: &Recipe, change: &Change) -> String {
    let lines = |text: &Option<String>| text.as_deref().unwrap_or_default().lines().count();
    let (before, after) = (lines(&change.seen.text), lines(&change.after));
    let size = match (change.kind, after.checked_sub(before)) {
        (Kind::Edit, Some(more)) if more > 0 => format!(", {more} lines more"),
        _ => String::new(),
    };
    let path = change.path.display().to_string();
    format!("{}: {}: {}{size}", recipe.name, for_people(&path), words(change.kind))
}

/// Files that were left alone, in full, where only a line each was shown before the question.
pub fn left_alone(rows: &[Row], brief: bool) -> String {
    let refusals = rows.iter().filter(|row| brief && !row.failed);
    let refusals =
        refusals.filter_map(|row| row.plan.as_ref().err().map(|refusal| (row.recipe.name, refusal)));
    refusals.map(|(name, refusal)| format!("{name}\n{}", refused(refusal))).collect()
}

/// What was done, and what a human has to do now.
pub fn outcome(rows: &[Row], name: &str, dry: bool) -> String {
    let mut page = String::new();
    for row in rows {
        match &row.plan {
            Err(refusal) if row.failed => {
                page.push_str(&format!("{}\n{}", row.recipe.name, refused(refusal)));
            }
            Ok(_) if row.written && name == "init" => page.push_str(&after_writing(row.recipe)),
            Ok(_) if row.written => page.push_str(&format!("{}: the gate is taken out\n", row.recipe.name)),
            Ok(_) | Err(_) => {}
        }
    }
    let in_project =
        |row: &Row| row.written && row.plan.as_ref().is_ok_and(|plan| plan.scope == Scope::Project);
    if name == "init" && rows.iter().any(in_project) {
        page.push_str(&shown(KEEP_OUT, 0));
    }
    if dry {
        page.push_str("nothing was written\n");
    } else if name == "init" && rows.iter().any(|row| row.plan.is_ok()) {
        page.push_str("`mastiff doctor` shows whether it holds\n");
    }
    page
}

/// The same for programs.
pub fn json(rows: &[Row], name: &str, dry: bool) -> String {
    let hosts = json::list(rows.iter().map(|row| of_row(row, name, dry)));
    Object::new().raw("v", 1).raw("dry_run", dry).raw("hosts", hosts).done() + "\n"
}

/// No host at all, for programs.
pub fn nothing() -> String {
    json(&[], "init", false)
}

/// Command lines for one run.
pub fn once(lines: &[(&Recipe, Option<String>)]) -> String {
    let line = |(recipe, line): &(&Recipe, Option<String>)| match line {
        Some(line) => format!("{line}\n"),
        None => format!(
            "# {} has no flags for one run with a hook: mastiff init {}\n",
            recipe.name,
            recipe.host.id()
        ),
    };
    lines.iter().map(line).collect()
}

/// The same for programs.
pub fn once_json(lines: &[(&Recipe, Option<String>)]) -> String {
    let hosts = json::list(lines.iter().map(|(recipe, line)| {
        let object = Object::new().word("host", recipe.host.id()).maybe("line", line.as_deref());
        object.done()
    }));
    Object::new().raw("v", 1).raw("hosts", hosts).done() + "\n"
}

fn change_page(change: &Change, paint: Paint) -> String {
    let mut page = format!("  {}: {}\n", for_people(&change.path.display().to_string()), words(change.kind));
    if change.seen.target != change.path {
        let target = change.seen.target.display().to_string();
        page.push_str(&format!("  behind links, which stay: {}\n", for_people(&target)));
    }
    if !matches!(change.kind, Kind::None | Kind::Remove) {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        page.push_str(&diff::show(&text(&change.seen.text), &text(&change.after), "    ", paint));
    }
    page
}

fn words(kind: Kind) -> &'static str {
    match kind {
        Kind::None => "nothing to change",
        Kind::Create => "a new file",
        Kind::Edit => "changes",
        Kind::Restore => "back to what it was, byte for byte",
        Kind::Remove => "goes, since it was made for mastiff",
        Kind::TakeOut => "has changed since: what is mastiff's goes, everything else stays",
    }
}

fn refused(refusal: &Refusal) -> String {
    shown(&format!("left alone: {refusal}"), 2) + &shown(&refusal.trouble.remedy, 4)
}

fn after_writing(recipe: &Recipe) -> String {
    let mut page = format!("{}: the gate is in place\n", recipe.name);
    page.extend(recipe.afterwards.iter().map(|step| shown(&format!("next: {step}"), 2)));
    page.extend(stance(recipe).iter().map(|line| shown(line, 2)));
    page.extend(recipe.gaps.iter().map(|gap| shown(&format!("not covered: {gap}"), 2)));
    page
}

/// What a stop becomes at this host, in two lines.
fn stance(recipe: &Recipe) -> [String; 2] {
    let stances = stances(recipe.host);
    let asks = stances.iter().any(|stance| stance.ask == Comes::AsksHuman);
    let stop = match asks {
        true => "a stop asks you; with nobody there, and in modes that cannot ask, it is a deny".into(),
        false => format!("a stop is a deny, since {} cannot ask", recipe.name),
    };
    let judging: Vec<&str> = stances
        .iter()
        .filter(|stance| stance.defer == Comes::AsksClassifier)
        .map(|stance| stance.modes)
        .collect();
    let defer = match judging.as_slice() {
        [] => "saying nothing (`on_stop = \"defer\"`) would leave it to the host's own rules".into(),
        modes => {
            format!("in its mode `{}` a classifier decides about what is merely unknown", modes.join("`, `"))
        }
    };
    [stop, defer]
}

fn shown(text: &str, indent: usize) -> String {
    if text.is_empty() { String::new() } else { paragraph(&for_people(text), indent, render::columns()) }
}

fn of_row(row: &Row, name: &str, dry: bool) -> String {
    let object = Object::new().word("host", row.recipe.host.id()).text("name", row.recipe.name);
    let list = |lines: &[&str]| json::list(lines.iter().map(|line| json::quoted(line)));
    match &row.plan {
        Err(refusal) => {
            let outcome = if row.failed { "failed" } else { "refused" };
            object.word("outcome", outcome).raw("refusal", of_refusal(refusal)).done()
        }
        Ok(plan) => {
            let outcome = match (plan.changes_something(), dry, row.written) {
                (false, _, _) => "unchanged",
                (true, true, _) => "planned",
                (true, false, true) => "done",
                (true, false, false) => "not_done",
            };
            let files = json::list(plan.changes.iter().map(of_change));
            let warnings = json::list(plan.warnings.iter().map(|(path, flaw)| {
                let object = Object::new().text("file", &path.display().to_string()).text("id", flaw.id);
                object.text("message", &flaw.message).text("remedy", &flaw.remedy).done()
            }));
            let object = object.word("outcome", outcome).raw("files", files);
            if name != "init" {
                return object.done();
            }
            let object = object.raw("warnings", warnings).raw("afterwards", list(row.recipe.afterwards));
            object.raw("gaps", list(row.recipe.gaps)).done()
        }
    }
}

fn of_change(change: &Change) -> String {
    let kind = match change.kind {
        Kind::None => "none",
        Kind::Create => "create",
        Kind::Edit => "edit",
        Kind::Restore => "restore",
        Kind::Remove => "remove",
        Kind::TakeOut => "take_out",
    };
    let (path, target) = (change.path.display().to_string(), change.seen.target.display().to_string());
    Object::new().text("path", &path).text("target", &target).word("change", kind).done()
}

fn of_refusal(refusal: &Refusal) -> String {
    // A host that has no such file at all has a name in its place.
    let file = refusal.path.is_absolute().then(|| refusal.path.display().to_string());
    let mut object = Object::new().maybe("file", file.as_deref());
    if let Some((line, column)) = refusal.trouble.at {
        object = object.raw("line", line).raw("column", column);
    }
    object.text("message", &refusal.trouble.message).text("remedy", &refusal.trouble.remedy).done()
}
