//! What mastiff says a command would do, in the words of the comparison.

use mastiff_core::effect::{Act, Effect, Place, place};
use mastiff_core::json::Json;
use mastiff_core::{Decision, ToolCall, tool};
use mastiff_engine::Machine;
use mastiff_engine::disk::{Snapshot, resolve};
use mastiff_engine::session::Seen;
use std::collections::BTreeSet;
use std::fmt;

/// The effects of a command that is allowed.
#[derive(Clone, Debug, Default)]
pub struct Prediction {
    /// Paths that may be created, changed or removed, each with whether all below it may be too.
    pub changes: Vec<(String, bool)>,
    /// Paths that may be read.
    pub reads: Vec<(String, bool)>,
    /// Names of programs with their arguments (`None`: not known).
    pub programs: Vec<(String, Vec<Option<String>>)>,
    /// Names of programs that run project code.
    pub project: BTreeSet<String>,
    /// Rules under which commands were found harmless: what git changes of its own is named by them.
    pub rules: BTreeSet<String>,
}

/// Asks mastiff, in the repository; `None` if the command is not allowed.
pub fn predict(machine: &Machine, command: &str) -> Option<Prediction> {
    let _one_look = Snapshot::begin();
    let input = Json::object([("command", Json::String(command.into()))]);
    let call = ToolCall {
        name: "Bash".into(),
        tool: tool::read("Bash", &input, &tool::McpServer::default()),
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input,
    };
    let roots = ["/repo".to_owned()];
    let seen = Seen { id: None, declared: &roots, cwd: "/repo", headless: false };
    let opened = machine.open(&seen).expect("a session");
    let judgement = machine.judge(&call, &opened);
    if judgement.verdict.decision() != Decision::Allow {
        return None;
    }
    let mut prediction = Prediction::default();
    judgement.effects.acts.iter().for_each(|act| prediction.add(act));
    Some(prediction)
}

impl Prediction {
    fn add(&mut self, act: &Act) {
        self.programs.push((act.program.clone(), act.args.clone()));
        for finding in &act.findings {
            self.rules.insert(finding.rule.to_string());
            match &finding.effect {
                Effect::Write { place, deep } | Effect::Delete { place, deep } => {
                    self.changes.extend(spellings(place).into_iter().map(|path| (path, *deep)));
                }
                Effect::Read { place, deep } => {
                    self.reads.extend(spellings(place).into_iter().map(|path| (path, *deep)));
                }
                Effect::ProjectCode => drop(self.project.insert(act.program.clone())),
                Effect::Harmless | Effect::Hazard(_) | Effect::Opaque | Effect::Catastrophe => {}
            }
        }
    }

    /// Both together.
    pub fn with(mut self, other: &Prediction) -> Prediction {
        self.changes.extend(other.changes.iter().cloned());
        self.reads.extend(other.reads.iter().cloned());
        self.programs.extend(other.programs.iter().cloned());
        self.project.extend(other.project.iter().cloned());
        self.rules.extend(other.rules.iter().cloned());
        self
    }

    /// A program of this name is started by the command.
    pub fn runs(&self, name: &str) -> bool {
        self.programs.iter().any(|(program, _)| program == name)
    }

    /// With these words behind it; an argument that is not known may be any number of words.
    pub fn runs_with(&self, name: &str, words: &[String]) -> bool {
        self.programs.iter().any(|(program, args)| program == name && matches(args, words))
    }

    /// The path may be created, changed or removed.
    pub fn changes(&self, path: &str) -> bool {
        covered(&self.changes, path)
    }

    /// Something in the same directory may be changed.
    pub fn changes_beside(&self, path: &str) -> bool {
        let directory = |path: &str| path.rsplit_once('/').map(|(directory, _)| directory.to_owned());
        self.changes.iter().any(|(known, _)| directory(known) == directory(path))
    }

    /// The path may be read.
    pub fn reads(&self, path: &str) -> bool {
        covered(&self.reads, path)
    }

    /// A directory on the way to something that may be created.
    pub fn leads_to_change(&self, path: &str) -> bool {
        self.changes.iter().any(|(changed, _)| place::within(changed, path))
    }
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes: BTreeSet<&str> = self.changes.iter().map(|(path, _)| path.as_str()).collect();
        let programs: BTreeSet<&str> = self.programs.iter().map(|(name, _)| name.as_str()).collect();
        writeln!(f, "  predicted programs: {programs:?}\n  predicted changes: {changes:?}")?;
        writeln!(f, "  rules: {:?}", self.rules)
    }
}

fn covered(places: &[(String, bool)], path: &str) -> bool {
    places.iter().any(|(known, deep)| known == path || (*deep && place::within(path, known)))
}

/// As written, with every link followed, and with all but the last followed (a link itself is removed).
fn spellings(place: &Place) -> Vec<String> {
    let normal = place::normal(&place.path);
    let resolved = resolve(&place.path).map(|found| found.path);
    vec![settled(&normal), normal].into_iter().chain(resolved).collect()
}

/// The path with its directory's links followed.
pub fn settled(path: &str) -> String {
    let Some((directory, name)) = path.rsplit_once('/') else { return path.into() };
    let directory = if directory.is_empty() { "/" } else { directory };
    match resolve(directory) {
        Some(found) => place::normal(&place::join(&found.path, name)),
        None => path.into(),
    }
}

fn matches(args: &[Option<String>], words: &[String]) -> bool {
    match (args.split_first(), words.split_first()) {
        (None, None) => true,
        (None, Some(_)) | (Some((Some(_), _)), None) => false,
        (Some((Some(arg), args)), Some((word, rest))) => is_same(arg, word) && matches(args, rest),
        (Some((None, args)), _) => (0..=words.len()).any(|skip| matches(args, &words[skip..])),
    }
}

/// Which number a process substitution gets is bash's to say.
fn is_same(arg: &str, word: &str) -> bool {
    arg == word || (arg.starts_with("/dev/fd/") && word.starts_with("/dev/fd/"))
}
