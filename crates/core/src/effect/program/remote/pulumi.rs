//! Pulumi. `Pulumi.yaml` may name the service that gets the token, so that even a list of stacks would follow a file
//! of the repository: only what stays on the machine passes.

use super::super::spec::{Program, custom, group, safe, stop};
use super::{Client, installs, literal, settles, shows_secrets, writes};
use crate::effect::Hazard;

/// The family.
pub const PROGRAMS: &[Program] = &[custom("pulumi", |reading, call| PULUMI.read(reading, call))];

const PULUMI: Client = Client {
    program: group(
        "pulumi",
        "",
        &[
            safe("version", "", ""),
            group("plugin", "", &[safe("ls list", "-j --json", ""), installs("install rm run")]),
            stop(
                "about whoami stack history preview pre logs org console",
                Hazard::Machine,
                "machine",
                "runs the project's program, or sends the token to the service that the project names",
            ),
            shows_secrets("config env"),
            settles("login logout"),
            writes(
                "up update destroy dn down refresh import state cancel new watch deployment policy package",
            ),
            installs("install convert"),
            safe("help", "", ":*"),
        ],
    ),
    judge: literal,
    known: &[],
};
