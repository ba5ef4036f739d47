//! What was found, for people and for programs.

use crate::json::{self, Object};
use crate::render::{Paint, columns, paragraph};
use mastiff_core::Decision;
use mastiff_core::escape::for_people;
use mastiff_core::protocol::stance::{Comes, Stance, stances};
use mastiff_engine::doctor::{Checkup, Finding, Level, Report};
use mastiff_engine::install::Scope;

/// One block for the machine and one per host, and a line that sums up.
pub fn people(report: &Report) -> String {
    let page = Page { paint: Paint::for_stdout(), marks: marks() };
    let mut out = page.block("mastiff", &report.machine);
    for host in &report.hosts {
        out.push('\n');
        out.push_str(&page.block(host.recipe.name, &host.findings));
        if !host.configured.is_empty() {
            stances(host.recipe.host).iter().for_each(|stance| out.push_str(&page.gap(&stance.to_string())));
            host.recipe.gaps.iter().for_each(|gap| out.push_str(&page.gap(gap)));
        }
    }
    out.push('\n');
    out.push_str(&page.sum(report));
    out
}

struct Page {
    paint: Paint,
    marks: [&'static str; 4],
}

/// Good, note, weak, fatal: in ASCII where the terminal may not know better.
pub fn marks() -> [&'static str; 4] {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
    let utf8 = said.is_some_and(|said| {
        let said = said.to_ascii_lowercase();
        said.contains("utf-8") || said.contains("utf8")
    });
    if utf8 { ["✓", "·", "!", "✗"] } else { ["ok", "-", "!", "x"] }
}

impl Page {
    fn block(&self, name: &str, findings: &[Finding]) -> String {
        let mut out = format!("{}\n", self.paint.bold(name));
        findings.iter().for_each(|finding| out.push_str(&self.finding(finding)));
        out
    }

    fn finding(&self, finding: &Finding) -> String {
        let [good, note, weak, fatal] = self.marks;
        let mark = match finding.level {
            Level::Good => self.paint.decision(Decision::Allow, good),
            Level::Note => self.paint.dim(note),
            Level::Weak => self.paint.decision(Decision::Ask, weak),
            Level::Fatal => self.paint.decision(Decision::Deny, fatal),
        };
        let mut out = format!("  {mark} {}", lines(&for_people(&finding.message), 4));
        if let Some(file) = &finding.file {
            let place = finding.at.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default();
            let shown = format!("{}{place}", for_people(&file.display().to_string()));
            out.push_str(&format!("    {}\n", self.paint.dim(&shown)));
        }
        if let Some(remedy) = finding.remedy.as_ref().filter(|_| finding.level != Level::Good) {
            out.push_str(&format!("    {}", lines(&format!("-> {}", for_people(remedy)), 4)));
        }
        out
    }

    fn gap(&self, gap: &str) -> String {
        format!("  {} {}", self.paint.dim(self.marks[1]), lines(gap, 4))
    }

    fn sum(&self, report: &Report) -> String {
        let meant = |host: &&Checkup| {
            !host.configured.is_empty() || host.findings.iter().any(|finding| finding.level == Level::Fatal)
        };
        let told = report.hosts.iter().filter(meant);
        let (sound, broken): (Vec<&Checkup>, Vec<&Checkup>) = told.partition(|host| host.is_protected());
        let ids = |hosts: &[&Checkup]| {
            hosts.iter().map(|host| host.recipe.host.id()).collect::<Vec<_>>().join(", ")
        };
        let text = match (report.is_protected(), sound.is_empty() && broken.is_empty(), broken.is_empty()) {
            (true, _, _) => format!("protected: {}", ids(&sound)),
            (false, true, _) => "mastiff guards no agent here; run `mastiff init`".into(),
            (false, false, false) => format!("not protected: {}", ids(&broken)),
            (false, false, true) => "not protected: see above".into(),
        };
        let decision = if report.is_protected() { Decision::Allow } else { Decision::Deny };
        format!("{}\n", self.paint.decision(decision, &text))
    }
}

/// Wrapped, with the first line not set in.
fn lines(text: &str, indent: usize) -> String {
    paragraph(text, indent, columns()).trim_start().to_owned()
}

/// Everything, in stable fields.
pub fn json(report: &Report) -> String {
    let hosts = json::list(report.hosts.iter().map(checkup));
    let object = Object::new()
        .raw("version", 1)
        .raw("protected", report.is_protected())
        .raw("findings", findings(&report.machine))
        .raw("hosts", hosts);
    json::harmless(&object.done()) + "\n"
}

fn checkup(host: &Checkup) -> String {
    let configured = host.configured.iter().map(|(scope, file)| {
        let scope = match scope {
            Scope::User => "user",
            Scope::Project => "project",
        };
        Object::new().word("scope", scope).text("file", &file.display().to_string()).done()
    });
    let program = host.program.as_ref().map(|program| program.display().to_string());
    Object::new()
        .text("host", host.recipe.host.id())
        .text("name", host.recipe.name)
        .raw("installed", host.installed)
        .maybe("program", program.as_deref())
        .raw("configured", json::list(configured))
        .raw("protected", host.is_protected())
        .raw("findings", findings(&host.findings))
        .raw("answers", json::list(stances(host.recipe.host).iter().map(answers)))
        .raw("gaps", json::list(host.recipe.gaps.iter().map(|gap| json::quoted(gap))))
        .done()
}

/// What answers come to in some modes of a host.
fn answers(stance: &Stance) -> String {
    let modes = stance.modes.split(", ").filter(|mode| !mode.is_empty());
    let said = |comes: Comes| comes.to_string();
    Object::new()
        .raw("modes", json::list(modes.map(json::quoted)))
        .text("allow", &said(stance.allow))
        .text("ask", &said(stance.ask))
        .text("deny", &said(stance.deny))
        .text("defer", &said(stance.defer))
        .text("basis", &stance.basis.to_string())
        .done()
}

/// Findings, in stable fields.
pub fn findings(findings: &[Finding]) -> String {
    json::list(findings.iter().map(|finding| {
        let file = finding.file.as_ref().map(|file| file.display().to_string());
        let mut object = Object::new()
            .text("id", finding.id)
            .word("level", finding.level.word())
            .raw("fatal", finding.level == Level::Fatal)
            .text("message", &finding.message)
            .maybe("remedy", finding.remedy.as_deref())
            .maybe("file", file.as_deref());
        if let Some((line, column)) = finding.at {
            object = object.raw("line", line).raw("column", column);
        }
        object.done()
    }))
}
