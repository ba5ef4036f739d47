//! `mastiff trust`: let files of one repository count in full, exactly as they are now: its policy, its hooks.
//!
//! This is a human's decision. An agent that could take it would choose its own policy, so it needs a terminal, and
//! no agent around.

mod hooks;
mod policy;
mod target;

use crate::args::{Args, Usage, switch};
use crate::exit::{Exit, Failure};
use crate::{human, render};
use mastiff_core::escape::for_people;
use mastiff_engine::clock::Zone;
use mastiff_engine::machine::Machine;
use mastiff_engine::trust::{Trust, digest};
use target::Target;

/// What `mastiff trust --help` shows.
pub const USAGE: Usage = Usage {
    name: "trust",
    summary: "let a repository's own policy loosen, and its hooks run",
    operands: "[PATH]",
    details: "\
PATH is a repository or one of its files: .mastiff.toml, .claude.json, .claude/settings.json,
.claude/settings.local.json, .mastiff/hooks.toml. Without it, the repository around this directory; each
such file in it is shown and asked about.
Until then a policy may only tighten, and hooks are held. Trust in hooks covers the files of the
repository that their command lines name, not what those run in turn. It ends with the next change.
It needs a terminal, and is refused inside an agent.",
    flags: &[
        switch("--list", "what is trusted"),
        switch("--revoke", "trust it no longer"),
        switch("--yes", "do not ask again (still needs a terminal)"),
    ],
    examples: &[
        ("mastiff trust", "the repository around this directory"),
        ("mastiff trust .claude/settings.json", "one file of it"),
        ("mastiff trust --list", "what is trusted, and what has changed since"),
        ("mastiff trust --revoke .", "take it back"),
    ],
};

/// Trusts, lists or revokes.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let machine = Machine::new(None);
    let trust = Trust::of(&machine.dirs);
    if args.has("--list") {
        return list(&trust);
    }
    let targets = match args.operands() {
        [] => target::around_here(&machine)?,
        [path] => target::meant(path)?,
        [_, ..] => return Err(Failure::new("one repository at a time")),
    };
    if args.has("--revoke") { revoke(&trust, &targets) } else { grant(&trust, &targets, args.has("--yes")) }
}

fn list(trust: &Trust) -> Result<Exit, Failure> {
    let mut out = String::new();
    for entry in trust.list()? {
        let target = Target::of_path(&entry.path);
        let state = match target.as_ref().map(Target::content) {
            Some(Ok(content)) if digest(&entry.path, &content.sealed) == entry.digest => "in force",
            Some(Err(_)) if std::fs::symlink_metadata(&entry.path).is_err() => "the file is gone",
            Some(Ok(_) | Err(_)) | None => "it, or a file that it names, has changed since",
        };
        out.push_str(&format!(
            "{}  {}  {state}\n",
            for_people(&Zone::Local.shown(&entry.time)),
            for_people(&entry.path)
        ));
    }
    render::print(if out.is_empty() { "nothing is trusted\n" } else { &out })?;
    Ok(Exit::Fine)
}

/// Of hooks a human's as well: who revokes the trust in a guard opens a door. Of a policy it only tightens.
fn revoke(trust: &Trust, targets: &[Target]) -> Result<Exit, Failure> {
    if targets.iter().any(|target| target.has_hooks && trust.has_trusted(&target.path)) {
        human::only("trust", "mastiff trust")?;
    }
    let mut out = String::new();
    for target in targets {
        if trust.revoke(&target.path)? > 0 {
            out.push_str(&format!("`{}` is no longer trusted\n", for_people(&target.path)));
        }
    }
    if out.is_empty() {
        return Err(Failure::new(untrusted(targets)).hint("`mastiff trust --list` lists what is trusted"));
    }
    render::print(&out).map(|()| Exit::Fine)
}

fn untrusted(targets: &[Target]) -> String {
    match targets {
        [one] => format!("`{}` is not trusted", for_people(&one.path)),
        [first, ..] => format!("`{}` is not trusted, nor is any file of it", for_people(&first.root)),
        [] => "nothing of it can be trusted".into(),
    }
}

/// One after the other; the first that cannot be trusted ends it.
fn grant(trust: &Trust, targets: &[Target], sure: bool) -> Result<Exit, Failure> {
    human::only("trust", "mastiff trust")?;
    let there: Vec<&Target> = targets.iter().filter(|target| target.is_there()).collect();
    if there.is_empty() {
        let names: Vec<String> =
            targets.iter().map(|target| format!("`{}`", for_people(&target.path))).collect();
        return Err(Failure::new(format!("there is nothing to trust: no {}", names.join(", no "))));
    }
    let mut exit = Exit::Fine;
    for target in there {
        if grant_one(trust, target, sure)? == Exit::Ask {
            exit = Exit::Ask;
        }
    }
    Ok(exit)
}

fn grant_one(trust: &Trust, target: &Target, sure: bool) -> Result<Exit, Failure> {
    let content = target.content()?;
    let shown = for_people(&target.path);
    let Some(description) = target.description(&content)? else {
        return render::print(&format!("`{shown}` configures no hooks\n")).map(|()| Exit::Fine);
    };
    if trust.is_trusted(&target.path, &content.sealed) {
        return render::print(&format!("`{shown}` is trusted already\n")).map(|()| Exit::Fine);
    }
    render::print(&description)?;
    if !sure && !human::confirmed("trust exactly this content?")? {
        render::print("nothing was changed\n")?;
        return Ok(Exit::Ask);
    }
    // Between the question and the answer the file may have become another.
    if target.content()?.sealed != content.sealed {
        return Err(Failure::new(format!("`{shown}` changed while you read it")).hint("look again"));
    }
    // Trust ends with a change, also with one back to what was trusted long ago.
    trust.revoke(&target.path)?;
    trust.trust(&target.path, &content.sealed)?;
    render::print(&format!("`{shown}` is trusted until it changes\n"))?;
    Ok(Exit::Fine)
}
