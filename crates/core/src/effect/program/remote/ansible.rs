//! Ansible: playbooks are checked here, and never run on hosts.

use super::super::loaded::Load;
use super::super::spec::{Program, Style, custom, group, parse, project, safe};
use super::{Client, asks_for_help, installs, literal, reaches_in, shows_secrets};
use crate::effect::Hazard;
use crate::effect::reading::{Invocation, Reading};
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("ansible ansible-console ansible-pull ansible-connection", read_ansible)
        .loads_unless_check(CONFIG),
    custom("ansible-playbook", read_playbook).loads_unless_check(CONFIG),
    custom("ansible-inventory", read_inventory).loads_unless_check(CONFIG),
    project(
        "ansible-doc",
        "check_command",
        "-l --list -s --snippet -j --json -F --list_files -t: --type: -v",
        ":*",
    )
    .loads_unless_check(CONFIG),
    custom("ansible-galaxy", |reading, call| GALAXY.read(reading, call)).loads_unless_check(CONFIG),
    shows_secrets("ansible-vault").loads_unless_check(CONFIG),
];

/// It names plugins, and a program that draws cows around what is printed.
const CONFIG: &[Load] = &[Load::here("ansible.cfg")];

const LIST: Program = safe("list", "-p< --collections-path< --roles-path< --format: -v", ":*");

const GALAXY: Client = Client {
    program: group(
        "ansible-galaxy",
        "",
        &[
            group(
                "collection role",
                "",
                &[
                    LIST,
                    installs(
                        "install init download build publish verify remove delete import search info setup login",
                    ),
                ],
            ),
            LIST,
            installs("install init download build publish remove delete import search info setup login"),
        ],
    ),
    judge: literal,
    known: &[],
};

/// `ansible.cfg` says where plugins lie, and is read before any flag.
fn read_ansible(reading: &mut Reading<'_>, call: &Invocation) {
    if asks_for_help(&call.args) {
        return reading.loads_project(&call.name, call.span);
    }
    reaches_in("ansible")
        .instead("`ansible-playbook --syntax-check site.yml` checks a playbook")
        .read(reading, call);
}

/// A check parses playbooks and asks the project's inventory and plugins.
fn read_playbook(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "--syntax-check --list-tasks --list-hosts --list-tags -i@ --inventory@ -l: --limit: -t: --tags: \
         --skip-tags: -e: --extra-vars: -v -vv -vvv --verbose";
    const CHECKS: &[&str] = &["--syntax-check", "--list-tasks", "--list-hosts", "--list-tags"];
    only_with(reading, call, FLAGS, CHECKS, "@*");
}

/// The graph has the names of hosts; `--list` has their variables.
fn read_inventory(reading: &mut Reading<'_>, call: &Invocation) {
    only_with(reading, call, "--graph -i@ --inventory@", &["--graph"], ":");
}

fn only_with(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    needed: &[&str],
    operands: &'static str,
) {
    if asks_for_help(&call.args) {
        return reading.loads_project(&call.name, call.span);
    }
    let parsed = match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    if !parsed.has(needed) {
        let message = format!("`{}` works on hosts, or shows what is known about them", call.name);
        let instead = Some("`ansible-playbook --syntax-check site.yml` checks a playbook");
        return reading.hazard(Hazard::Machine, "machine", message, instead, call.span);
    }
    // `-e @file` reads variables from a file.
    let file = super::values(&parsed).find(|value| value.value.prefix().starts_with('@')).cloned();
    if let Some(file) = file {
        return super::elsewhere(reading, call, &file);
    }
    if literal(reading, call, &parsed) {
        project("ansible", "check_command", flags, operands).read(reading, call);
    }
}
