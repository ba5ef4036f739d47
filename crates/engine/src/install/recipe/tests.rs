use super::*;
use crate::install::Places;
use crate::install::{Content, Scope, Site, Slot, line};
use mastiff_core::json::Json;

fn site(scope: Scope) -> Site {
    Site {
        home: "/nowhere/home".into(),
        root: Some("/nowhere/repo".into()),
        environment: Vec::new(),
        scope,
        mastiff: "/opt/my tools/mastiff".into(),
        places: Places::below("/h"),
        timeout: Some("/usr/bin/timeout".into()),
    }
}

/// The file as it is when nothing else stands in it.
fn alone(slot: &Slot) -> String {
    match &slot.content {
        Content::Whole { text, .. } => text.clone(),
        Content::Toml { block } => block.clone(),
        Content::Json { given, members } => {
            let mut root = Json::object(given.iter().map(|(key, value)| (*key, value.clone())));
            members.iter().for_each(|member| put(&mut root, &member.at, &member.value));
            root.to_string()
        }
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

#[test]
fn every_host_has_its_recipe() {
    let hosts: Vec<Host> = all().iter().map(|recipe| recipe.host).collect();
    assert_eq!(hosts, Host::all().collect::<Vec<_>>());
    for host in Host::all() {
        assert_eq!(of(host).map(|recipe| recipe.host), Some(host));
    }
}

#[test]
fn what_is_written_is_found_sound_and_holds_both_lines() {
    for recipe in all() {
        for scope in [Scope::User, Scope::Project] {
            let site = site(scope);
            let slots = (recipe.slots)(&site).unwrap();
            let merged = (recipe.merged)(&site);
            let main = &slots[0];
            assert!(merged.contains(&main.path), "{}: {:?} is merged", recipe.name, main.path);
            let text = alone(main);
            assert_eq!((recipe.examine)(&text), [], "{}: {text}", recipe.name);
            match &main.content {
                Content::Whole { .. } if script::gate_of(&text).is_some() => {
                    assert_eq!(script::gate_of(&text), Some((site.mastiff.as_str(), recipe.host)));
                }
                Content::Whole { .. } | Content::Json { .. } | Content::Toml { .. } => {
                    for line in [line::before(&site, recipe.host), line::after(&site, recipe.host)] {
                        let written = Json::from(line.as_str()).to_string();
                        assert!(text.contains(&written), "{}: {text}", recipe.name);
                    }
                }
            }
        }
        let nowhere = Site { root: None, ..site(Scope::Project) };
        assert!((recipe.slots)(&nowhere).is_err(), "{}: there is no project", recipe.name);
    }
}

#[test]
fn variables_move_files() {
    let rows = [
        (Host::Claude, "CLAUDE_CONFIG_DIR", "/moved/settings.json"),
        (Host::Codex, "CODEX_HOME", "/moved/hooks.json"),
        (Host::Copilot, "COPILOT_HOME", "/moved/hooks/mastiff.json"),
        (Host::Claw, "CLAW_CONFIG_HOME", "/moved/settings.json"),
        (Host::AgentCode, "XDG_CONFIG_HOME", "/moved/agent-code/config.toml"),
        (Host::Opencode, "XDG_CONFIG_HOME", "/moved/opencode/plugins/mastiff.js"),
    ];
    for (host, name, expected) in rows {
        let mut site = site(Scope::User);
        let path = |site: &Site| (of(host).unwrap().slots)(site).unwrap()[0].path.clone();
        let usual = path(&site);
        site.environment = vec![(name.into(), "/moved".into())];
        assert_eq!(path(&site), std::path::Path::new(expected), "{host:?}");
        for odd in ["", "relative"] {
            site.environment = vec![(name.into(), odd.into())];
            assert_eq!(path(&site), usual, "{host:?} {odd:?}");
        }
    }
}

#[test]
fn the_one_off_line_gives_the_shell_its_settings_whole() {
    let site = site(Scope::User);
    let line = of(Host::Claude).unwrap().one_off.unwrap()(&site);
    let shown = std::process::Command::new("/bin/sh")
        .args(["-c", &line.replacen("claude --settings", "printf %s", 1)])
        .output()
        .unwrap();
    let settings = String::from_utf8(shown.stdout).unwrap();
    assert_eq!((of(Host::Claude).unwrap().examine)(&settings), []);
    let settings: Json = settings.parse().unwrap();
    assert!(settings.to_string().contains(&Json::from(line::before(&site, Host::Claude)).to_string()));
}

/// Whatever the session's root, no call writes a file by which a host is guarded for the whole user.
#[test]
fn files_of_the_user_are_on_the_floor_from_every_root() {
    use mastiff_core::call::{Change, Session, Tool, ToolCall};
    use mastiff_core::verdict::Decision;
    use mastiff_core::{Policy, decide, world::fake::Fake};
    let site = Site { root: None, ..site(Scope::User) };
    for recipe in all() {
        let slots = (recipe.slots)(&site).unwrap().into_iter().map(|slot| slot.path);
        for file in slots.chain((recipe.merged)(&site)) {
            let path = file.to_str().unwrap().to_owned();
            for root in file.ancestors().skip(1).filter_map(std::path::Path::to_str) {
                let change = Change { path: path.clone(), removes: false, sought: false };
                let call = ToolCall {
                    name: "Write".into(),
                    tool: Tool::Change(vec![change]),
                    cwd: root.into(),
                    mode: None,
                    id: None,
                    agent: None,
                    input: Json::Null,
                };
                let session =
                    Session { roots: vec![root.into()], home: "/nowhere/home".into(), ..Session::default() };
                let verdict = decide(&call, &session, &Policy::default(), &Fake::new()).verdict;
                assert_eq!(
                    (verdict.decision(), verdict.rule().as_ref()),
                    (Decision::Ask, "safety_floor"),
                    "{path} in {root}"
                );
            }
        }
    }
}
