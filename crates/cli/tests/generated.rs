//! What is made from the tables of the help: completions, manual pages, and the help pages themselves.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod gate;

use gate::Gate;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Columns that a help page may take.
const WIDTH: usize = 80;

fn said(words: &[&str]) -> String {
    let answer = Gate::new(words).run();
    assert_eq!(answer.code, Some(0), "{words:?}: {answer:?}");
    answer.stdout
}

/// Every command with its flags, as its help page has them.
fn commands() -> BTreeMap<String, Vec<String>> {
    let overview = said(&["--help"]);
    let names = overview.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    let names = names.filter(|name| *name != "mastiff" && overview.contains(&format!("\n  {name} ")));
    names.map(|name| (name.to_owned(), flags(&said(&[name, "--help"])))).collect()
}

fn flags(page: &str) -> Vec<String> {
    let (_, flags) = page.split_once("\nflags:\n").unwrap();
    let flags = flags.split("\nexamples:\n").next().unwrap();
    let words = flags.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    words.filter(|word| word.starts_with('-')).map(str::to_owned).collect()
}

/// The program's verdict on what it reads from standard input; `None`: it is not on this machine.
fn accepts(program: &str, args: &[&str], text: &str) -> Option<Output> {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    Some(child.wait_with_output().unwrap())
}

#[test]
fn every_command_and_flag_is_completed() {
    let commands = commands();
    assert!(commands.len() > 18 && commands.contains_key("completions"), "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = said(&["completions", shell]);
        for (name, flags) in &commands {
            assert!(script.contains(name.as_str()), "{shell}: {name}");
            for flag in flags {
                let spelled = match (shell, flag.strip_prefix("--")) {
                    ("fish", Some(long)) => format!("'__mastiff_in {name}' -l {long} "),
                    ("fish", None) => format!("'__mastiff_in {name}' -s {} ", flag.trim_start_matches('-')),
                    _ => flag.clone(),
                };
                assert!(script.contains(&spelled), "{shell}: {name} {flag}");
            }
        }
    }
    for words in [&["completions"][..], &["completions", "csh"], &["completions", "bash", "zsh"]] {
        assert_eq!(Gate::new(words).run().code, Some(3), "{words:?}");
    }
}

#[test]
fn shells_accept_their_completions() {
    for (shell, args) in [("bash", &["-n"][..]), ("zsh", &["-n"]), ("fish", &["--no-execute"])] {
        let script = said(&["completions", shell]);
        let Some(output) = accepts(shell, args, &script) else { continue };
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && complaints.is_empty(), "{shell}: {complaints}");
    }
}

#[test]
fn bash_offers_what_fits() {
    let script = said(&["completions", "bash"]);
    let rows = [
        (&["mastiff", "appr"][..], "approve"),
        (&["mastiff", "log", "ver"], "verify"),
        (&["mastiff", "log", "--dec"], "--decision"),
        (&["mastiff", "log", "--decision", "de"], "deny"),
        (&["mastiff", "init", "cod"], "codex"),
        (&["mastiff", "help", "unin"], "uninstall"),
        (&["mastiff", "pause", "x"], ""),
    ];
    for (words, expected) in rows {
        let ask = format!(
            "{script}\nCOMP_WORDS=({}); COMP_CWORD={}; _mastiff; echo \"${{COMPREPLY[*]}}\"",
            words.join(" "),
            words.len() - 1
        );
        let output = accepts("bash", &[], &ask).unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected, "{words:?}");
    }
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let gate = Gate::new(&["man", "man1"]);
    let answer = gate.run();
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let folder = gate.base.join("repo/man1");
    let commands = commands();
    let overview = std::fs::read_to_string(folder.join("mastiff.1")).unwrap();
    assert_eq!(overview, said(&["man"]));
    for (name, flags) in &commands {
        assert!(overview.contains(&format!(".B {name}\n")), "{name}");
        let page = std::fs::read_to_string(folder.join(format!("mastiff-{name}.1"))).unwrap();
        for flag in flags {
            assert!(page.contains(&flag.replace('-', "\\-")), "{name} {flag}");
        }
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), commands.len() + 1);
    for page in std::fs::read_dir(&folder).unwrap() {
        lint(&page.unwrap().path());
    }
}

/// Neither of the two formatters complains, where they are.
fn lint(page: &Path) {
    let runs = [("mandoc", &["-Tlint", "-Wwarning"][..]), ("man", &["--warnings", "-l"])];
    for (program, args) in runs {
        let mut run = Command::new(program);
        run.args(args).arg(page).env("MANWIDTH", "80").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        let Ok(output) = run.output() else { continue };
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let complaints = if program == "mandoc" { said.concat() } else { said[1].clone() };
        // Pages have no date: two builds of one version give the same bytes.
        let complaints: Vec<&str> =
            complaints.lines().filter(|line| !line.contains("missing date")).collect();
        assert!(complaints.is_empty(), "{}: {complaints:?}", page.display());
    }
}

#[test]
fn help_pages_fit_into_eighty_columns() {
    let names: Vec<String> = commands().into_keys().collect();
    let mut pages = vec![(String::from("--help"), said(&["--help"]))];
    pages.extend(names.iter().map(|name| (name.clone(), said(&[name, "--help"]))));
    let wide: Vec<String> = pages
        .iter()
        .flat_map(|(name, page)| page.lines().map(move |line| format!("{name}: {line}")).collect::<Vec<_>>())
        .filter(|line| line.split_once(": ").unwrap().1.chars().count() > WIDTH)
        .collect();
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}
