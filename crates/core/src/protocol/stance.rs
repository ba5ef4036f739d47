//! What each host makes of an answer, by its permission mode: for `doctor`, `init` and docs/hosts.md.

use super::Host;
use Basis::{Documented, Measured};
use Comes::{AsksClassifier, AsksHuman, Denies, HostDecides, Runs};
use core::fmt;

/// What an answer comes to for the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// It runs, unless a rule of the host's own stops it.
    Runs,
    /// The host decides as if it had asked nobody.
    HostDecides,
    /// A model of the host's decides.
    AsksClassifier,
    /// A human is asked; where nobody is there it does not run.
    AsksHuman,
    /// It does not run.
    Denies,
}

impl fmt::Display for Comes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Runs => "runs",
            HostDecides => "the host decides",
            AsksClassifier => "a classifier decides",
            AsksHuman => "a human is asked",
            Denies => "denied",
        })
    }
}

/// How that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Tried with this version of the real program.
    Measured(&'static str),
    /// Read in its documentation, source or tracker, and not tried.
    Documented,
}

/// When the measurements were made.
pub const MEASURED_ON: &str = "2026-11-15";

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measured(version) => write!(f, "measured with {version} on {MEASURED_ON}"),
            Documented => f.write_str("by documentation"),
        }
    }
}

/// What answers come to in some modes of a host.
#[derive(Clone, Copy, Debug)]
pub struct Stance {
    /// The modes by the host's own words, with commas; empty: all of them.
    pub modes: &'static str,
    /// What an allow comes to.
    pub allow: Comes,
    /// What an ask comes to; where a host cannot ask, the gate denies instead.
    pub ask: Comes,
    /// What a deny comes to.
    pub deny: Comes,
    /// What saying nothing comes to: `on_stop = "defer"`, `on_allow = "silent"`, a pause.
    pub defer: Comes,
    /// How all this is known.
    pub basis: Basis,
}

const fn row(modes: &'static str, [allow, ask, deny, defer]: [Comes; 4], basis: Basis) -> Stance {
    Stance { modes, allow, ask, deny, defer, basis }
}

const CLAUDE: &[Stance] = &[
    row("default, acceptEdits, plan", [Runs, AsksHuman, Denies, HostDecides], Measured("2.1.325")),
    row("auto", [AsksClassifier, AsksHuman, Denies, AsksClassifier], Documented),
    row("dontAsk", [Runs, Denies, Denies, HostDecides], Documented),
    row("bypassPermissions", [Runs, AsksHuman, Denies, Runs], Documented),
];

/// Hosts that can ask, and hosts that only hear a deny.
const ASKING: &[Stance] = &[row("", [Runs, AsksHuman, Denies, HostDecides], Documented)];
const DENYING: &[Stance] = &[row("", [HostDecides, Denies, Denies, HostDecides], Documented)];

const CODEX: &[Stance] = &[row("", [HostDecides, Denies, Denies, HostDecides], Measured("0.166.0"))];
const GEMINI: &[Stance] = &[row("", [HostDecides, AsksHuman, Denies, HostDecides], Measured("0.61.0"))];
const AGENT_CODE: &[Stance] = &[row("", [HostDecides, Denies, Denies, HostDecides], Measured("0.30.0"))];

/// What `host` makes of each answer.
pub fn stances(host: Host) -> &'static [Stance] {
    match host {
        Host::Claude => CLAUDE,
        Host::Codex => CODEX,
        Host::Gemini => GEMINI,
        Host::AgentCode => AGENT_CODE,
        Host::Cursor | Host::Copilot | Host::Qwen | Host::Droid | Host::Claw => ASKING,
        Host::Kiro | Host::Goose | Host::Windsurf | Host::Cline | Host::Opencode => DENYING,
    }
}

impl fmt::Display for Stance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stance { modes, allow, ask, deny, defer, basis } = self;
        match modes.contains(',') {
            _ if modes.is_empty() => {}
            true => write!(f, "in its modes {modes}: ")?,
            false => write!(f, "in its mode {modes}: ")?,
        }
        write!(f, "an allow: {allow}; an ask: {ask}; a deny: {deny}; a defer: {defer} ({basis})")
    }
}

#[cfg(test)]
mod tests {
    use super::super::adapter::Asks;
    use super::super::host::adapter;
    use super::*;
    use alloc::format;

    /// A host that can be asked is never said to deny, and one that cannot is.
    #[test]
    fn what_is_said_of_a_host_is_what_the_gate_does_there() {
        for host in Host::all() {
            let adapter = adapter(Some(host));
            let usual = stances(host).first().unwrap();
            assert_eq!(usual.ask == AsksHuman, !matches!(adapter.asks, Asks::Never), "{host:?}");
            assert_eq!(usual.allow == Runs, adapter.allows, "{host:?}");
            assert!(stances(host).iter().all(|stance| stance.deny == Denies), "{host:?}");
        }
    }

    #[test]
    fn the_document_has_every_row() {
        let document = include_str!("../../../../docs/hosts.md");
        for host in Host::all() {
            for Stance { modes, allow, ask, deny, defer, basis } in stances(host) {
                let modes = if modes.is_empty() { "all" } else { modes };
                let row =
                    format!("| `{}` | {modes} | {allow} | {ask} | {deny} | {defer} | {basis} |", host.id());
                assert!(document.contains(&row), "docs/hosts.md lacks the row\n{row}");
            }
        }
    }
}
