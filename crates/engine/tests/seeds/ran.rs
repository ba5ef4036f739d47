//! One hook, run for real, and everything that a document says about it as short texts.

use super::support::Scratch;
use mastiff_core::Json;
use mastiff_core::hook::{Call, Done, Facts, Happened, Occasion, refusal};
use mastiff_engine::hooks::{Cancel, Firing, fire, load};

/// What a hook was given and what came of it.
pub struct Ran {
    scratch: Scratch,
    firing: Firing,
}

/// Runs the hooks of a file. Each may leave what it was sent in `in` and its variables in `env`.
pub fn ran(file: &str, config: &str, tool: &str, input: &str, done: Option<(&str, bool)>) -> Ran {
    let scratch = Scratch::new();
    let config = config.replace("@DIR@", &scratch.at(""));
    let path = scratch.file(file, &config);
    let hooks = load::named(&[path], None).expect("is read").hooks();
    let facts = Facts {
        session_id: "s".into(),
        cwd: scratch.at(""),
        project_dir: scratch.at(""),
        ..Facts::default()
    };
    let input = Json::parse(input.as_bytes()).expect(input);
    let call = Call { id: "c1".into(), tool: tool.into(), input, mcp: None };
    let done = done.map(|(output, is_error)| Done { output: output.into(), is_error, ..Done::default() });
    let happened = done.as_ref().map_or(Happened::Before(&call), |done| Happened::After(&call, done));
    let occasion = Occasion { facts: &facts, happened, now: "2026-01-01T00:00:00.000Z" };
    let firing = fire(&hooks, &occasion, &Cancel::default());
    Ran { scratch, firing }
}

impl Ran {
    /// What stands under a name: `opinion`, `reason`, `context`, `warned`, `ran`, `skipped`, `told`, `input`, `output`, `fields`,
    /// a field of the payload (`in.tool_name`), a variable (`env.HOOK_EVENT`), or a file.
    pub fn of(&self, name: &str) -> String {
        let combined = &self.firing.combined;
        let file = |name: &str| std::fs::read_to_string(self.scratch.at(name)).unwrap_or_default();
        let payload = || Json::parse(file("in").trim().as_bytes()).unwrap_or(Json::Null);
        match name {
            "opinion" => combined.opinion.word().into(),
            "reason" => combined.reason().unwrap_or_default().into(),
            "context" => combined.context.join("|"),
            "warned" => (!combined.warnings.is_empty()).to_string(),
            "ran" => self.firing.fired.len().to_string(),
            "skipped" => self.firing.skipped.len().to_string(),
            "input" => combined.input.as_ref().map(ToString::to_string).unwrap_or_default(),
            "output" => combined.output.as_ref().map(ToString::to_string).unwrap_or_default(),
            "told" => combined
                .deciding()
                .next()
                .map_or_else(String::new, |said| refusal(said.dialect, "Bash", Some("x"), &said.reason)),
            "fields" => match payload() {
                Json::Object(fields) => {
                    fields.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(" ")
                }
                _ => String::new(),
            },
            "lines" => file("in").lines().count().to_string(),
            name => match (name.strip_prefix("in."), name.strip_prefix("env.")) {
                (Some(key), _) => payload().get(key).map_or_else(
                    || "-".into(),
                    |value| value.as_str().map_or_else(|| value.to_string(), str::to_owned),
                ),
                (_, Some(variable)) => {
                    let start = format!("{variable}=");
                    let found =
                        file("env").lines().find_map(|line| line.strip_prefix(&start).map(str::to_owned));
                    found.unwrap_or_else(|| "-".into())
                }
                (None, None) => file(name).trim().into(),
            },
        }
    }
}

/// Checks `name=value` texts; `name~part` looks for a part.
pub fn check(ran: &Ran, about: &str, expected: &[&str]) {
    for one in expected {
        match one.split_once(['=', '~']) {
            Some((name, value)) if one.as_bytes()[name.len()] == b'=' => {
                assert_eq!(ran.of(name), value, "{about}: {one}: {:?}", ran.firing);
            }
            Some((name, part)) => {
                assert!(ran.of(name).contains(part), "{about}: {one}: {} {:?}", ran.of(name), ran.firing);
            }
            None => panic!("{one}"),
        }
    }
}
