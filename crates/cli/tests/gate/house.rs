//! A home in which hosts are told of mastiff, and broken in one way or another.
#![allow(clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use super::{Gate, MASTIFF};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;
use mastiff_engine::install::{Content, Places, Scope, Site, line, recipe};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A home in which a host is told of mastiff.
pub struct House {
    pub gate: Gate,
    pub site: Site,
}

impl House {
    pub fn new() -> Self {
        let gate = Gate::new(&["doctor", "--json"]).env("PATH", "BASE/path:/usr/bin:/bin");
        for folder in ["home/bin", "path"] {
            fs::create_dir_all(gate.base.join(folder)).unwrap();
        }
        let mastiff = gate.path("home/bin/mastiff");
        fs::hard_link(MASTIFF, &mastiff).or_else(|_| fs::copy(MASTIFF, &mastiff).map(drop)).unwrap();
        let timeout = Some("/usr/bin/timeout".to_owned()).filter(|path| Path::new(path).exists());
        let (home, root) = (gate.base.join("home"), Some(gate.base.join("repo")));
        let places = Places { config: gate.path("home/.config/mastiff"), state: gate.path("state/mastiff") };
        let environment = Vec::new();
        let site = Site { home, root, environment, scope: Scope::User, mastiff, places, timeout };
        House { gate, site }
    }

    /// With its files written as the recipe wants them.
    pub fn told(host: Host) -> Self {
        House::new().tell(host, Scope::User)
    }

    pub fn tell(self, host: Host, scope: Scope) -> Self {
        let site = Site { scope, ..self.site.clone() };
        for slot in (recipe::of(host).unwrap().slots)(&site).unwrap() {
            fs::create_dir_all(slot.path.parent().unwrap()).unwrap();
            let (text, executable) = match &slot.content {
                Content::Whole { text, executable } => (text.clone(), *executable),
                Content::Toml { block } => (block.clone(), false),
                Content::Json { given, members } => {
                    let mut root = Json::object(given.iter().map(|(key, value)| (*key, value.clone())));
                    members.iter().for_each(|member| put(&mut root, &member.at, &member.value));
                    (root.to_string(), false)
                }
            };
            fs::write(&slot.path, text).unwrap();
            if executable {
                fs::set_permissions(&slot.path, fs::Permissions::from_mode(0o755)).unwrap();
            }
        }
        self
    }

    /// With a file below the base.
    pub fn file(self, path: &str, text: &str) -> Self {
        House { gate: self.gate.file(path, text), site: self.site }
    }

    /// With a file below the base, whatever its bytes.
    pub fn bytes(self, path: &str, bytes: &[u8]) -> Self {
        let house = self.file(path, "");
        fs::write(house.gate.base.join(path), bytes).unwrap();
        house
    }

    /// With a file below the base; `BASE`, and `LINE` for the line of a host as it stands in JSON.
    pub fn filled(self, path: &str, host: Host, text: &str) -> Self {
        let line = Json::from(line::before(&self.site, host)).to_string();
        let text = text.replace("LINE", &line).replace("BASE", self.gate.base.to_str().unwrap());
        self.file(path, &text)
    }

    /// With one text in a file in the place of another, which must be there.
    pub fn changed(self, path: &str, from: &str, to: &str) -> Self {
        let file = self.gate.base.join(path);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(file, text.replace(from, to)).unwrap();
        self
    }

    /// With another binary, or none.
    pub fn binary(self, text: Option<&str>, mode: u32) -> Self {
        let path = self.gate.base.join("home/bin/mastiff");
        fs::remove_file(&path).unwrap();
        if let Some(text) = text {
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        }
        self
    }

    pub fn env(self, name: &str, value: &str) -> Self {
        House { gate: self.gate.env(name, value), site: self.site }
    }

    /// Looked at from a folder of the repository.
    pub fn within(self, folder: &str) -> Self {
        fs::create_dir_all(self.gate.base.join(folder)).unwrap();
        let script = format!("cd BASE/{folder} && exec \"$@\"");
        House { gate: self.gate.inside(&script), site: self.site }
    }

    /// The exit code, and every finding as its id with `!` if it is fatal and `?` if it is weak; good ones are left out.
    pub fn found(&self, args: &[&str]) -> (Option<i32>, Vec<String>) {
        let answer = self.gate.run_with(&[&["doctor", "--json"], args].concat());
        let report: serde_json::Value =
            serde_json::from_str(&answer.stdout).unwrap_or_else(|_| panic!("{answer:?}"));
        let hosts = report["hosts"].as_array().unwrap().iter().map(|host| &host["findings"]);
        let all = std::iter::once(&report["findings"]).chain(hosts).flat_map(|list| list.as_array().unwrap());
        let word = |finding: &serde_json::Value| {
            let id = finding["id"].as_str().unwrap();
            match finding["level"].as_str().unwrap() {
                "good" => None,
                "fatal" => Some(format!("{id}!")),
                "weak" => Some(format!("{id}?")),
                _ => Some(id.to_owned()),
            }
        };
        (answer.code, all.filter_map(word).collect())
    }
}

fn put(node: &mut Json, way: &[String], value: &Json) {
    let Some((key, rest)) = way.split_first() else {
        let Json::Array(items) = node else { panic!("no list") };
        return items.push(value.clone());
    };
    let Json::Object(fields) = node else { panic!("no object") };
    if !fields.iter().any(|(name, _)| name == key) {
        let empty = if rest.is_empty() { Json::Array(Vec::new()) } else { Json::Object(Vec::new()) };
        fields.push((key.clone(), empty));
    }
    let (_, next) = fields.iter_mut().find(|(name, _)| name == key).unwrap();
    put(next, rest, value);
}

/// A set-up, the exit code, and what is found.
pub type Row = (&'static str, fn() -> House, i32, &'static [&'static str]);

/// Every row, and all that is wrong at once.
pub fn check(rows: &[Row]) {
    let mut wrong = Vec::new();
    for (name, house, code, expected) in rows {
        let found = house().found(&[]);
        if found != (Some(*code), expected.iter().map(|id| (*id).to_owned()).collect()) {
            wrong.push(format!("{name}: {found:?}, expected {code} {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
