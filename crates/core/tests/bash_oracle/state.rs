//! Random small scripts: every value that the walk claims to know is what bash really has.

use crate::generate::Random;
use crate::sandbox;
use mastiff_core::call::{Session, ShellCall};
use mastiff_core::effect::{Act, Effect, Reading, walk};
use mastiff_core::world::fake::Fake;
use std::collections::BTreeSet;

/// Scripts per run; `MASTIFF_SCRIPTS` asks for another number.
const SCRIPTS: usize = 6_000;

/// What a script is made of. `@S` a statement, `@W` a word, `@V` a variable, `@D` a directory.
const STATEMENTS: &[&str] = &[
    "@V=@W",
    "@V=@W",
    "@V=$@V",
    "@V=$@V@W",
    "@V+=@W",
    "@V=\"$@V $@V\"",
    "@V=${@V:-@W}",
    "@V=${@V-@W}",
    "@V=${@V:+@W}",
    "@V=${@V%%/*}",
    "@V=${@V##*/}",
    "@V=${@V#?}",
    "@V=${@V%?}",
    "@V=${@V/p/Q}",
    "@V=${@V//[pq]/Q}",
    "@V=${@V^^}",
    "@V=${@V:1}",
    "@V=${@V:0:2}",
    "@V=${#@V}",
    "@V=${1:-@W}",
    "@V=${@V:?}",
    ": ${@V:=@W}",
    "@V=$#",
    "@V=$*",
    "@V=\"$@\"",
    "@V=$((1 + 1))",
    "((z = 1))",
    ": $((1 / 0)); @S",
    "@V=$(echo @W)",
    "@V=$(echo @W $@V)",
    "@V=$(printf %s \"$@V\")",
    "@V=$(cd @D; pwd)",
    "@V=$(pwd)",
    "@V=$(cd @D && pwd)",
    "@V=$(cd @D >/dev/null && pwd)",
    "@V=$(@S; echo @W)",
    "@V=$(false || echo @W)",
    "@V=$(cat <<'E'⏎@W⏎E⏎)",
    "@V=A @V=$@V",
    "a=(@W @W)",
    "a=($@V \"$@V\")",
    "a+=(@W)",
    "a[1]=@W",
    "a=@W",
    "@V=${a[0]}",
    "@V=${a[1]}",
    "@V=\"${a[*]}\"",
    "@V=${#a[@]}",
    "for @V in \"${a[@]}\"; do @S; done",
    "set -- \"${a[@]}\" @W",
    "b=(\"${a[@]:1}\" \"$@\")",
    "cd @D",
    "cd @D && @S",
    "cd @D || @S",
    "cd -",
    "cd -P @D",
    "pushd @D >/dev/null",
    "popd >/dev/null",
    "command cd @D",
    "@V=$OLDPWD",
    "@V=$PWD",
    "@S && @S",
    "@S || @S",
    "! @S",
    "{ @S; @S; }",
    "( @S; @S )",
    "if @S; then @S; else @S; fi",
    "if @S; then @S; elif @S; then @S; fi",
    "for i in @W @W; do @S; done",
    "for i in 1 2; do @S; break; @S; done",
    "for i in 1 2; do @S; continue; @S; done",
    "for @V; do @S; done",
    "for i in 1 2; do @S; [ -n \"$@V\" ] && break; done",
    "while @S; do @S; break; done",
    "until @S; do @S; break; done",
    "case $@V in p*) @S;; *) @S;; esac",
    "case @W in p*) @S;& *) @S;; esac",
    "f() { @S; @S; }; f @W @W",
    "f() { @S; return; @S; }; f",
    "f() { local @V=@W; @S; }; f; @S",
    "f() { local @V=$@V; @S; }; f",
    "f() { local @V; @S; }; f",
    "g() { for i in 1; do @S; return; done; @S; }; g \"$@\"",
    "f \"$@V\" @W",
    "f",
    "f() { shift; @S; }; f @W @W",
    "f() { @S; }; f",
    "set --; @S",
    "a=(); @S",
    "@V=@W f",
    "@V=@W eval 'x=$y'",
    "@V=@W true",
    "readonly r=@W; @S",
    "declare @V=@W",
    "declare @V=$@V",
    "unset @V",
    "set -- @W @W",
    "set -- $@V @W",
    "shift",
    "set -e",
    "set +e",
    "set -f",
    "IFS=/",
    "IFS=/; @S; IFS=' '",
    "read -r @V <<< @W",
    "read -r @V @V <<< \"@W @W\"",
    "IFS= read -r @V <<< \" @W\"",
    "printf -v @V %s @W",
    "printf -v @V '%s\\n' @W",
    "eval '@V=@W'",
    "eval \"@V=@W\"",
    "@S < /nonexist",
    "@S 2> /dev/null",
    "@S > /nonexist/x",
    "{ @S; } < /nonexist",
    "@S | @S",
    "echo @W | read @V",
    "@V=@W < /nonexist",
    "true",
    "false",
    "[ \"$@V\" = @W ]",
    "[[ $@V == @W ]]",
    "return",
    "exit",
    "@P",
    "@P",
];

const WORDS: &[&str] =
    &["p", "q/r", "pq", "'m n'", "''", "\"*\"", "s.t", "$x", "\"$y\"", "${z}", "\"$1\"", "7", "-n", "/usr"];
const VARIABLES: &[&str] = &["x", "y", "z"];
const DIRECTORIES: &[&str] =
    &["/", "/usr", "..", ".", "/nonexist", "bin", "/usr/bin", "\"$x\"", "\"$PWD/..\"", "../w", "\"$OLDPWD\""];

/// What is looked at. Each recorded call must be one that the walk saw.
const PROBES: &[&str] = &[
    "ZP \"$x\" \"$y\" \"$z\" \"$PWD\"",
    "ZQ \"$#\" \"$1\" \"$*\"",
    "ZA \"${a[@]}\"",
    "ZB \"$@\"",
    "ZB \"$x$@\" \"\"\"$@\" \"$@\"\"\" \"p$@\" $@",
    "ZC \"${b[@]}\" \"${a[*]}\"",
    "cat \"$x\"; cat \"$y\"; cat \"$z\"; cat \"$PWD/f\"",
    "ZS $x",
    "ZS a$y\"$z\"",
];

#[test]
fn what_is_known_is_true() {
    let count = std::env::var("MASTIFF_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(SCRIPTS);
    let mut random = Random::new(crate::check::seed() ^ 0x51a7e);
    let scripts: Vec<String> = (0..count).map(|_| script(&mut random)).collect();
    let texts: Vec<String> = scripts.iter().map(|script| format!("cd /usr\n{script}")).collect();
    let Some(outcomes) = crate::check::outcomes(&texts) else { return };
    let (mut compared, mut claims, mut faults) = (0, 0, Vec::new());
    for (script, outcome) in scripts.iter().zip(&outcomes) {
        for (how, acts) in [("typed", typed(script)), ("in a file", in_file(script))] {
            let Some(acts) = acts else { continue };
            compared += 1;
            let seen = || outcome.ran.iter().filter(|argv| is_probe(argv));
            claims += acts.iter().filter(|act| is_probe_act(act)).flat_map(|act| &act.args).flatten().count();
            if let Some(argv) = seen().find(|argv| !acts.iter().any(|act| covers(act, argv))) {
                let known: Vec<_> = acts
                    .iter()
                    .filter(|act| act.program == argv[0])
                    .map(|act| (&act.args, reads(act)))
                    .collect();
                faults.push(format!("{script:?} ({how})\n  bash ran {argv:?}\n  known {known:?}"));
            }
        }
    }
    println!("{count} scripts, {compared} readings compared, {claims} words claimed to be known");
    faults.sort_by_key(String::len);
    faults.truncate(12);
    assert!(faults.is_empty(), "claimed to be known, and wrong:\n{}", faults.join("\n"));
    assert!(claims * 4 > count, "too little is known for the comparison to mean anything");
}

fn script(random: &mut Random) -> String {
    let lines = 1 + random.below(4);
    let mut size = 0;
    let known = ["x=p y=q/r z=7", "x=p", "x=p; y=q/r; z=s; a=(m n)", "x=/usr y= z=pq", "a=(p q/r)"];
    let mut all = vec![known[random.below(known.len())].to_owned()];
    all.extend((0..lines).map(|_| fill("@S", random, &mut size)));
    all.push(PROBES[random.below(PROBES.len())].to_owned());
    all.push(PROBES[random.below(PROBES.len())].to_owned());
    let separator = if random.below(2) == 0 { "\n" } else { "; " };
    let text = all.join(if all.iter().any(|line| line.contains('⏎')) { "\n" } else { separator });
    text.replace('⏎', "\n")
}

fn fill(template: &str, random: &mut Random, size: &mut usize) -> String {
    let mut out = String::new();
    let mut letters = template.chars();
    while let Some(letter) = letters.next() {
        if letter != '@' {
            out.push(letter);
            continue;
        }
        let table = match letters.next() {
            Some('S') => {
                *size += 1;
                if *size > 12 { &["true", "x=p", "@P"] } else { STATEMENTS }
            }
            Some('W') => WORDS,
            Some('V') => VARIABLES,
            Some('D') => DIRECTORIES,
            Some('P') => PROBES,
            // `$@`, `${a[@]}`
            other => {
                out.push('@');
                out.extend(other);
                continue;
            }
        };
        let piece = table[random.below(table.len())];
        out.push_str(&fill(piece, random, size));
    }
    out
}

/// The acts of a script given as a command line; `None` when it stops for another reason than the probes.
fn typed(script: &str) -> Option<Vec<Act>> {
    acts(script, &world(), "")
}

/// The same as a file that bash is told to run.
fn in_file(script: &str) -> Option<Vec<Act>> {
    acts("bash /usr/script p q", &world().file("/usr/script", script), "/usr/script")
}

fn world() -> Fake {
    Fake::new().file("/usr/bin/true", "").file("/w/lines", "")
}

fn acts(command: &str, world: &Fake, _file: &str) -> Option<Vec<Act>> {
    let session = Session { roots: vec!["/usr".into()], home: "/w".into(), ..Session::default() };
    let mut reading = Reading::new(world, &session, "/usr");
    walk::shell(&ShellCall { command: command.into(), ..ShellCall::default() }, &mut reading);
    let acts = reading.effects.acts;
    acts.iter().all(|act| is_probe_act(act) || act.findings.iter().all(|f| passes(&f.effect))).then_some(acts)
}

/// What a policy may let pass.
fn passes(effect: &Effect) -> bool {
    matches!(effect, Effect::Harmless | Effect::Read { .. } | Effect::Write { .. })
}

fn is_probe(argv: &[String]) -> bool {
    argv.first().is_some_and(|name| name.starts_with('Z') || name == "cat")
}

fn is_probe_act(act: &Act) -> bool {
    act.program.starts_with('Z') || act.program == "cat"
}

/// What bash ran may be what this act says.
fn covers(act: &Act, argv: &[String]) -> bool {
    let Some((name, words)) = argv.split_first() else { return false };
    if *name != act.program {
        return false;
    }
    if name == "cat" && !words.is_empty() {
        let opaque = act.findings.iter().any(|finding| finding.effect == Effect::Opaque);
        return opaque
            || words.iter().all(|word| reads(act).contains(word))
            || matches_words(&act.args, words);
    }
    matches_words(&act.args, words)
}

/// The files an act says it reads.
fn reads(act: &Act) -> BTreeSet<String> {
    let places = act.findings.iter().filter_map(|finding| match &finding.effect {
        Effect::Read { place, .. } => Some(place.shown.clone()),
        _ => None,
    });
    places.collect()
}

/// A word that is not known may be none or several.
fn matches_words(args: &[Option<String>], words: &[String]) -> bool {
    match args {
        [] => words.is_empty(),
        [None, rest @ ..] => (0..=words.len()).any(|skip| matches_words(rest, &words[skip..])),
        [Some(text), rest @ ..] => words.first() == Some(text) && matches_words(rest, &words[1..]),
    }
}

/// The sandbox is there: without it nothing was compared.
#[test]
fn the_comparison_sees_differences() {
    let Some(outcomes) = crate::check::outcomes(&["cd /usr\nx=p; ZP \"$x\"".to_owned()]) else { return };
    let acts = typed("x=q; ZP \"$x\"").expect("nothing else stops it");
    let argv = outcomes[0].ran.iter().find(|argv| is_probe(argv)).expect("the probe ran");
    assert!(!acts.iter().any(|act| covers(act, argv)));
    assert!(sandbox::run(&[], 1).is_ok());
}
