//! mastiff as a plugin of a host: a folder that the host's own command installs.
//!
//! It carries the lines that `mastiff init` writes. Two kinds are made:
//!
//! - for one machine: the very lines, with the binary and the folders of whoever makes it;
//! - portable (what is committed below `plugins/`, and what a release holds): nobody knows yet whose machine it will be. The binary is looked
//!   for in the plugin's own `bin/` and where packages put programs. It is not looked for on `PATH` nor below `HOME`:
//!   the settings of a project may set both, and would then bring a gate of their own. For the same reason the gate takes the
//!   configuration of the user's account, and denies where the environment names another ([`line::ACCOUNT`]).
//!
//! Where no binary is found, every call is denied, and the check at the session's start says why.
//!
//! # The plugin's own folder
//!
//! Claude Code and Codex name it in a variable that they set for each hook. The line reads the variable in the shell, between double quotes, so
//! that no character of the path is taken for syntax; `${NAME}` would be filled in by the host, as text. Where the variable is missing, `/bin` is
//! looked into, which is such a place, too. Gemini CLI has no such variable and fills in `${extensionPath}`: with a double quote in the path
//! the line cannot be read, and bash then ends with 2, a deny.

use super::recipe::shape::{command, events, gemini_handler, group};
use super::{Member, Site, line};
use mastiff_core::json::Json;
use mastiff_core::protocol::Host;

/// Hosts that there is a plugin for.
pub const HOSTS: &[Host] = &[Host::Claude, Host::Codex, Host::Gemini];

/// Packages, `install.sh` and Homebrew put programs there; no project and no variable leads elsewhere.
const FIXED: &[&str] = &["/usr/local/bin/mastiff", "/usr/bin/mastiff", "/opt/homebrew/bin/mastiff"];

const ABOUT: &str =
    "Asks mastiff before every tool call: reads what it would really do, and answers allow, ask or deny";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Shown to the user at the start of a session. Words that neither JSON nor a shell takes for more than words.
const ABSENT: &str = "mastiff: the plugin is installed and the program is not, so every tool call will be denied. Install mastiff, or remove the plugin";

/// A file of a plugin: its path in the plugin's folder, and its text.
pub type File = (&'static str, String);

/// The plugin of a host, for the machine of a site, or portable. `None`: there is none for this host.
pub fn files(host: Host, site: Option<&Site>) -> Option<Vec<File>> {
    match host {
        Host::Claude => Some(vec![
            (".claude-plugin/plugin.json", manifest()),
            (".claude-plugin/marketplace.json", marketplace("\"./\"")),
            ("hooks/hooks.json", hooks(host, site)),
        ]),
        Host::Codex => Some(vec![
            (".codex-plugin/plugin.json", manifest()),
            (".agents/plugins/marketplace.json", marketplace("{\"source\": \"local\", \"path\": \"./\"}")),
            ("hooks/hooks.json", hooks(host, site)),
        ]),
        Host::Gemini => {
            Some(vec![("gemini-extension.json", manifest()), ("hooks/hooks.json", hooks(host, site))])
        }
        Host::Cursor
        | Host::Copilot
        | Host::Qwen
        | Host::Droid
        | Host::Kiro
        | Host::Goose
        | Host::Windsurf
        | Host::Cline
        | Host::Opencode
        | Host::AgentCode
        | Host::Claw => None,
    }
}

fn manifest() -> String {
    format!(
        "{{\n  \"name\": \"mastiff\",\n  \"version\": \"{VERSION}\",\n  \"description\": \"{ABOUT}\"\n}}\n"
    )
}

/// The folder is a marketplace of its own, with one plugin: itself. Hosts install from nothing else.
fn marketplace(source: &str) -> String {
    format!(
        "{{\n  \"name\": \"mastiff\",\n  \"owner\": {{\"name\": \"the mastiff project\"}},\n  \"plugins\": [\n    \
         {{\"name\": \"mastiff\", \"source\": {source}, \"description\": \"{ABOUT}\"}}\n  ]\n}}\n"
    )
}

fn hooks(host: Host, site: Option<&Site>) -> String {
    let (before, after) = match site {
        Some(site) => (line::before(site, host), line::after(site, host)),
        None => (line::before_by(&portable(host), host), line::after_by(&portable(host), host)),
    };
    let programs = match site {
        Some(site) => vec![format!("\"{}\"", site.mastiff)],
        None => portable(host).programs,
    };
    let start = looked_for(&programs);
    let members: Vec<Member> = if host == Host::Gemini {
        vec![
            group("BeforeTool", ".*", gemini_handler(before)),
            group("AfterTool", ".*", gemini_handler(after)),
            group("SessionStart", "*", gemini_handler(start)),
        ]
    } else {
        let mut closed = command(before);
        let mut members = Vec::new();
        if host == Host::Claude {
            closed.push(("onFailure", "block".into()));
            members.push(group("PostToolUseFailure", "*", command(after.clone())));
        }
        members.push(group("PostToolUse", "*", command(after)));
        members.push(group("PreToolUse", "*", closed));
        members.push(group("SessionStart", "*", command(start)));
        members
    };
    format!("{{\n  \"hooks\": {{\n{}\n  }}\n}}\n", events(&members))
}

fn portable(host: Host) -> line::Start {
    let own = if host == Host::Codex {
        "\"$PLUGIN_ROOT/bin/mastiff\""
    } else if host == Host::Gemini {
        "\"${extensionPath}/bin/mastiff\""
    } else {
        "\"$CLAUDE_PLUGIN_ROOT/bin/mastiff\""
    };
    let programs = std::iter::once(own).chain(FIXED.iter().copied()).map(str::to_owned).collect();
    line::Start { programs, places: line::ACCOUNT.to_owned() }
}

/// At the start of a session: says so where no binary is found. Every shell reads it.
fn looked_for(programs: &[String]) -> String {
    let tries = programs.iter().map(|program| format!("{program} --version >/dev/null 2>/dev/null"));
    let told = Json::object([("systemMessage", ABSENT.into())]);
    tries.chain([format!("echo '{told}'")]).collect::<Vec<_>>().join(" || ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `mastiff init HOST --plugin plugins/HOST --portable` writes them anew, also after a change of the version.
    #[test]
    fn what_is_committed_is_what_is_made() {
        for host in HOSTS {
            for (name, text) in files(*host, None).into_iter().flatten() {
                let path = format!("{}/../../plugins/{}/{name}", env!("CARGO_MANIFEST_DIR"), host.id());
                let committed = std::fs::read_to_string(&path).unwrap_or_default();
                assert_eq!(committed, text, "{path}");
                assert!(text.parse::<Json>().is_ok(), "{path}");
            }
        }
    }

    #[test]
    fn on_one_machine_it_is_the_line_of_init() {
        let site = Site::of_line("/opt/my tools/mastiff", super::super::Places::below("/home/user"), None);
        for host in HOSTS {
            let hooks = hooks(*host, Some(&site));
            for line in [line::before(&site, *host), line::after(&site, *host)] {
                assert!(hooks.contains(&Json::from(line.as_str()).to_string()), "{hooks}");
            }
        }
    }

    /// What a project may set leads to no other gate.
    #[test]
    fn a_portable_line_looks_where_no_project_leads_it() {
        for host in HOSTS {
            let start = portable(*host);
            assert!(start.programs.iter().skip(1).all(|program| line::fit(program)));
            let text = hooks(*host, None);
            assert!(!text.contains("HOME") && !text.contains("PATH") && !text.contains("~"), "{text}");
        }
    }
}
