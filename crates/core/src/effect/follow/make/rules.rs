//! From a goal to what runs: rules, prerequisites, recipes, and the ways make finds by itself.

use super::functions::stem;
use super::{Makefile, UNKNOWN};
use crate::words::listed;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Endings between which make knows rules of its own.
const SUFFIXES: &str = ".out .a .ln .o .c .cc .C .cpp .p .f .F .m .r .y .l .ym .yl .s .S .mod .sym .def .h .info .dvi .tex .texinfo \
    .texi .txinfo .w .ch .web .sh .elc .el";

/// How often all names are looked through for one target.
const LOOKS: usize = 4;

/// Targets on the way to a goal that are followed.
const MAX_TARGETS: usize = 512;

impl Makefile<'_> {
    /// The goal of a call that names none: the first target that is no special one.
    pub(super) fn default_goal(&mut self) -> Option<String> {
        if let Some(goal) = super::read::chosen_goal(self) {
            return Some(goal);
        }
        let special =
            |target: &str| (target.starts_with('.') && !target.contains('/')) || target.contains('%');
        self.rules.iter().flat_map(|rule| &rule.targets).find(|target| !special(target)).cloned()
    }

    /// A rule names the target, or a pattern fits it.
    pub(super) fn defines(&self, target: &str) -> bool {
        !self.rules_for(target).is_empty()
    }

    /// The rules that name the target; if none of them has a recipe, also the patterns that fit it.
    fn rules_for(&self, target: &str) -> Vec<usize> {
        let fits = |fits: &dyn Fn(&super::Rule) -> bool| -> Vec<usize> {
            let all = self.rules.iter().enumerate();
            all.filter(|(_, rule)| fits(rule)).map(|(at, _)| at).collect()
        };
        let mut own = fits(&|rule| rule.targets.iter().any(|name| name == target));
        if !own.iter().any(|at| self.rules.get(*at).is_some_and(|rule| rule.has_recipe)) {
            own.extend(fits(&|rule| pattern_stem(rule, target).is_some()));
        }
        own
    }

    /// make first looks for a way to make its own files anew.
    pub(super) fn remakes_itself(&mut self) {
        for file in self.files.clone() {
            if !self.spend(self.names * LOOKS) {
                return;
            }
            if self.rules.iter().any(|rule| rule.targets.contains(&file)) {
                self.plan.doubt(format!("`{file}` has a rule of its own"));
            }
            self.by_itself(&file);
        }
    }

    /// Adds what `goal` runs: what it depends on first.
    pub(super) fn make(&mut self, goal: &str) {
        let mut seen: Vec<String> = Vec::new();
        // Targets whose prerequisites are being made.
        let mut around: Vec<String> = Vec::new();
        // What is open: a target whose prerequisites are still to come, or one whose recipe is due.
        let mut open = alloc::vec![(goal.to_string(), false, false)];
        while let Some((target, due, by_name)) = open.pop() {
            if due {
                around.retain(|open| *open != target);
                self.recipes(&target, by_name);
                continue;
            }
            if around.contains(&target) {
                // make drops one of them, and with it a value of `$^`.
                self.plan.doubt(format!("`{target}` depends on itself"));
            }
            if seen.contains(&target) {
                continue;
            }
            around.push(target.clone());
            seen.push(target.clone());
            if seen.len() > MAX_TARGETS || !self.spend(self.names * LOOKS) {
                return self.plan.doubt("it depends on more than is followed");
            }
            let by_name = by_name || (target != goal && self.around.is_check(&target));
            open.push((target.clone(), true, by_name));
            let needed: Vec<String> = self.needed(&target);
            open.extend(needed.into_iter().rev().map(|needed| (needed, false, by_name)));
        }
    }

    fn needed(&self, target: &str) -> Vec<String> {
        let rules = self.rules_for(target).into_iter().filter_map(|at| self.rules.get(at));
        rules
            .flat_map(|rule| put_in(rule.prerequisites.iter().chain(&rule.order_only), rule, target))
            .collect()
    }

    /// The recipes of one target. What is not understood in a check that its name allows is no gap.
    fn recipes(&mut self, target: &str, by_name: bool) {
        let gap = self.plan.gap.clone();
        let outer = core::mem::replace(&mut self.by_name, by_name);
        self.all_recipes(target);
        self.by_name = outer;
        if by_name {
            self.plan.gap = gap;
        }
    }

    fn all_recipes(&mut self, target: &str) {
        let own = self.rules_for(target);
        if let Some(gap) = own.iter().find_map(|at| self.rules.get(*at).and_then(|rule| rule.gap)) {
            self.plan.doubt(format!("of `{target}`: {gap}"));
        }
        let has = |at: &usize| self.rules.get(*at).is_some_and(|rule| rule.has_recipe);
        let named =
            |at: &usize| self.rules.get(*at).is_some_and(|rule| rule.targets.iter().any(|n| n == target));
        let with_recipe: Vec<usize> = own.into_iter().filter(has).collect();
        let once = |at: &&usize| self.rules.get(**at).is_some_and(|rule| !rule.double);
        let several = with_recipe.iter().filter(once).count() > 1;
        let explicit = with_recipe.iter().any(named);
        if several {
            self.plan.doubt(format!("`{target}` has several recipes"));
        }
        if !explicit && !self.phony.iter().any(|phony| phony == target) {
            self.by_itself(target);
        }
        for at in with_recipe {
            self.recipe(at, target);
        }
    }

    fn recipe(&mut self, at: usize, target: &str) {
        if !self.spend(self.names) {
            return;
        }
        let needed = self.all_needed(at, target);
        let Some(rule) = self.rules.get(at) else { return };
        let lines = rule.recipe.clone();
        // What is needed in both ways counts as needed.
        let mut order_only = put_in(rule.order_only.iter(), rule, target);
        let known: BTreeSet<&String> = needed.iter().collect();
        order_only.retain(|name| !known.contains(name));
        let order_only = order_only.join(" ");
        let stem = pattern_stem(rule, target).map_or_else(|| UNKNOWN.to_string(), ToString::to_string);
        let mut seen: BTreeSet<&String> = BTreeSet::new();
        let all: Vec<&str> = needed.iter().filter(|one| seen.insert(one)).map(String::as_str).collect();
        let (folder, name) = target.rsplit_once('/').unwrap_or((".", target));
        let before = self.bound.len();
        for (name, value) in [
            ("@", target.to_string()),
            ("@D", folder.to_string()),
            ("@F", name.to_string()),
            ("<", needed.first().cloned().unwrap_or_default()),
            ("^", all.join(" ")),
            ("+", needed.join(" ")),
            ("|", order_only),
            ("*", stem),
            ("?", if needed.is_empty() { String::new() } else { UNKNOWN.to_string() }),
        ] {
            self.bound.push((name.to_string(), value));
        }
        // make looks for `$(MAKE)` in the line as it stands, and finds it in `$$(MAKE)` too.
        let again = lines.iter().any(|line| line.contains("MAKE"));
        let lines: Vec<String> = lines.iter().map(|line| self.expand(line)).collect();
        self.bound.truncate(before);
        self.run_lines(&lines, again);
    }

    /// Prerequisites of a target; those of the rule with the recipe come first.
    fn all_needed(&self, at: usize, target: &str) -> Vec<String> {
        let Some(own) = self.rules.get(at) else { return Vec::new() };
        let mut needed = put_in(own.prerequisites.iter(), own, target);
        if !own.double {
            let others = self.rules_for(target).into_iter().filter(|other| *other != at);
            let others = others.filter_map(|other| self.rules.get(other));
            needed.extend(others.flat_map(|rule| put_in(rule.prerequisites.iter(), rule, target)));
        }
        needed
    }

    /// Each line gets a shell of its own, or all of them one. `always`: also in a dry run.
    fn run_lines(&mut self, lines: &[String], always: bool) {
        let lines: Vec<String> = lines.iter().flat_map(|line| commands(line)).collect();
        if self.one_shell {
            if lines.iter().skip(1).any(|line| line.starts_with(['@', '-', '+'])) {
                self.plan.doubt("a line for one shell begins with a sign that make may take away");
            }
            let all: Vec<&str> =
                lines.iter().map(|line| line.trim_start_matches(['@', '-', '+', ' ', '\t'])).collect();
            if !all.is_empty() {
                self.shell_text(&all.join("\n"), true);
            }
            return;
        }
        for line in lines {
            let command = line.trim_start_matches(['@', '-', '+', ' ', '\t']);
            let marked = line.strip_suffix(command).is_some_and(|marks| marks.contains('+'));
            if !command.trim().is_empty() {
                self.shell_text(command, always || marked);
            }
        }
    }

    /// Ways to make a target that no rule names: pattern rules, and those make knows by itself.
    fn by_itself(&mut self, target: &str) {
        if self.rules.iter().any(|rule| pattern_stem(rule, target).is_some()) {
            return self.plan.doubt(format!("a pattern says how `{target}` is made"));
        }
        if target.contains(['(', UNKNOWN]) || target.starts_with("-l") {
            return self.plan.doubt(format!("make finds a way to make `{target}` by itself"));
        }
        let (folder, name) = target.rsplit_once('/').unwrap_or((".", target));
        let Some(names) = self.around.list(if folder.is_empty() { "/" } else { folder }) else {
            return self.plan.doubt(format!("the folder of `{target}` cannot be looked through"));
        };
        if !self.spend(names.len() * 8) {
            return;
        }
        if let Some(source) = names.iter().find(|source| can_make(source, name)) {
            self.plan.doubt(format!("make knows a way to make `{target}` out of `{source}`"));
        }
    }
}

/// make has a rule of its own from a file called `source` to one called `target`.
fn can_make(source: &str, target: &str) -> bool {
    // Where case does not count, neither does it here.
    let (source, target) = (source.to_lowercase(), target.to_lowercase());
    let (source, target) = (source.as_str(), target.as_str());
    if matches!(source, "rcs" | "sccs") {
        return true;
    }
    let unprefixed = source.strip_prefix("s.");
    let archived =
        [unprefixed, source.strip_suffix(",v"), unprefixed.and_then(|name| name.strip_suffix(",v"))];
    archived.into_iter().flatten().any(|file| file == target || leads_to(file, target))
        || (source != target && leads_to(source, target))
}

/// One of make's own rules after the other leads from `source` to `target`: only known endings are put on or changed.
fn leads_to(source: &str, target: &str) -> bool {
    let known = |ending: &str| listed(SUFFIXES, ending);
    let stem =
        target.rfind('.').filter(|at| target.get(*at..).is_some_and(known)).and_then(|at| target.get(..at));
    let from =
        |stem: &str| source.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.') && endings(rest));
    from(target) || stem.is_some_and(|stem| source == stem || from(stem))
}

/// Nothing but known endings, one behind the other.
fn endings(text: &str) -> bool {
    text.split('.').skip(1).all(|ending| listed(SUFFIXES, &[".", ending].concat()))
}

/// What `%` stands for if the rule is a pattern that fits the target, or the name behind its last slash.
fn pattern_stem<'t>(rule: &super::Rule, target: &'t str) -> Option<&'t str> {
    let base = target.rsplit('/').next().unwrap_or(target);
    let patterns = rule.targets.iter().filter(|name| name.contains('%'));
    patterns.filter_map(|name| stem(name, target).or_else(|| stem(name, base))).next()
}

/// Names of a rule with the stem put in where it is a pattern.
fn put_in<'n>(names: impl Iterator<Item = &'n String>, rule: &super::Rule, target: &str) -> Vec<String> {
    let stem = pattern_stem(rule, target);
    names.map(|name| stem.map_or_else(|| name.clone(), |stem| name.replacen('%', stem, 1))).collect()
}

/// The commands of an expanded line: a definition brings several.
fn commands(line: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut open = false;
    for part in line.split('\n') {
        match commands.last_mut().filter(|_| open) {
            Some(last) => {
                last.push('\n');
                last.push_str(part);
            }
            None => commands.push(part.to_string()),
        }
        open = part.bytes().rev().take_while(|b| *b == b'\\').count() % 2 == 1;
    }
    commands
}
