//! Operands that are left out: what reads the directory it is in is judged as if it were given that directory.

use super::FAMILIES;
use super::examples::{call, judge_plainly, machine, session, step};
use super::spec::Program;
use crate::effect::Effect;
use crate::world::fake::Fake;
use crate::{Decision, Policy, decide};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Arguments without a path that programs are tried with.
const ARGS: &[&str] = &[
    "",
    ".",
    "foo",
    "-r foo",
    "-R foo",
    "-rh .",
    "-e .",
    "-h .",
    "-n foo",
    "--recursive foo",
    "-d recurse .",
];

/// Programs that are known to read what lies below the directory they are in, and how.
const READERS: &[&str] = &[
    "grep -r .",
    "grep -rh foo",
    "grep -R foo",
    "grep -d recurse foo",
    "grep --directories=recurse foo",
    "egrep -r foo",
    "rgrep foo",
    "rg foo",
    "rg -e foo",
    "rg .",
    "ag foo",
    "ack foo",
    "ugrep foo",
    "git grep --no-index foo",
    "git grep --no-index -h .",
    "git grep --no-index -e foo --",
    "git grep foo",
    "git grep .",
];

/// Every so many-th name of a described program is tried.
const NAME_STEP: usize = 4;

const SECRET_PLACES: &[&str] =
    &["/home/user/.ssh", "/home/user/.aws", "/home/user", "/", "/root", "/etc", "/home"];

fn places() -> Fake {
    machine().file("/home/user/.aws/credentials", "").file("/root/.ssh/id_rsa", "").file("/etc/shadow", "")
}

/// `command` reads the directory it is in with all that lies below, by its description.
fn reads_here(world: &Fake, command: &str) -> bool {
    let judgement = decide(&call(command), &session(), &Policy::default(), world);
    let findings = judgement.effects.acts.iter().flat_map(|act| &act.findings);
    let mut reads = findings.filter_map(|finding| match &finding.effect {
        Effect::Read { place, deep: true } => Some(place.path.as_str()),
        Effect::Read { .. }
        | Effect::Harmless
        | Effect::Write { .. }
        | Effect::Delete { .. }
        | Effect::ProjectCode
        | Effect::Hazard(_)
        | Effect::Opaque
        | Effect::Catastrophe => None,
    });
    judgement.verdict.decision() == Decision::Allow && reads.any(|path| path == "/repo" || path == "/repo/.")
}

/// Flags of a program that name the directory it works in.
fn directory_flags(program: &Program) -> impl Iterator<Item = &'static str> {
    program.flags.split_ascii_whitespace().filter_map(|flag| flag.strip_suffix('/'))
}

/// Every way to call `command` in `place` that names no operand.
fn ways(program: Option<&Program>, command: &str, place: &str) -> Vec<String> {
    let (name, args) = command.split_once(' ').unwrap_or((command, ""));
    let mut ways = alloc::vec![format!("cd {place} && {command}"), format!("(cd {place}; {command})")];
    ways.push(format!("env -C {place} {command}"));
    if name == "git" {
        ways.push(format!("git -C {place} {args}"));
    }
    let flags = program.into_iter().flat_map(directory_flags);
    ways.extend(flags.map(|flag| format!("{name} {flag} {place} {args}")));
    ways
}

#[test]
fn a_left_out_operand_is_the_directory() {
    let world = places();
    let programs = FAMILIES.iter().flat_map(|family| family.programs.iter());
    let named = programs.flat_map(|program| program.names.split(' ').map(move |name| (program, name)));
    let named = named.step_by(step(NAME_STEP));
    let described = named
        .flat_map(|(program, name)| ARGS.iter().map(move |args| (Some(program), format!("{name} {args}"))));
    let described = described.filter(|(_, command)| reads_here(&world, command));
    let listed = READERS.iter().map(|reader| (None, String::from(*reader)));
    let mut wrong = Vec::new();
    let mut tried = 0;
    for (program, command) in described.chain(listed) {
        for place in SECRET_PLACES {
            let named = judge_plainly(&world, &format!("{command} {place}"));
            for way in ways(program, command.trim_end(), place) {
                tried += 1;
                if judge_plainly(&world, &way) < named {
                    wrong.push(format!("`{way}` is looser than `{command} {place}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 400, "{tried}");
}

/// Readers that are known to read where they are stop in a place of secrets, whatever names it.
#[test]
fn readers_stop_where_secrets_lie() {
    let world = places();
    for reader in READERS {
        for place in SECRET_PLACES {
            let way = format!("cd {place} && {reader}");
            assert!(judge_plainly(&world, &way) > Decision::Allow, "{way}");
        }
        assert_eq!(judge_plainly(&world, &format!("cd src && {reader}")), Decision::Allow, "{reader}");
    }
}
