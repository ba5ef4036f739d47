//! How often the reader alone stops a real command. Prints the share; runs only where the corpora lie beside the
//! workspace (`../shared/corpora`) or where `MASTIFF_CORPORA` points. Nothing is executed: `bash -n` only parses.

use mastiff_core::shell;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// At most this share of valid commands may be refused.
const MOST_REFUSED: f64 = 0.003;

#[test]
fn reading_alone_stops_few_real_commands() {
    let Some(file) = corpora().map(|dir| dir.join("benign_stream.jsonl")).filter(|file| file.is_file())
    else {
        println!("skipped: no corpora beside the workspace and MASTIFF_CORPORA is not set");
        return;
    };
    let rows = std::fs::read_to_string(file).expect("the corpus is text");
    let (mut read, mut refused, mut invalid) = (0_usize, 0_usize, 0_usize);
    for command in rows.lines().filter_map(command) {
        match shell::read(&command) {
            Ok(_) => read += 1,
            Err(_) if !is_valid(&command) => invalid += 1,
            Err(refusal) => {
                refused += 1;
                println!("{}: {:?}", refusal.why, refusal.span.of(&command).unwrap_or_default());
            }
        }
    }
    let share = refused as f64 / (read + refused).max(1) as f64;
    println!(
        "read {read}, refused {refused} ({:.2} %), not valid in bash and refused {invalid}",
        share * 100.0
    );
    assert!(share <= MOST_REFUSED, "the reader alone stops too many real commands");
}

fn corpora() -> Option<PathBuf> {
    if let Some(dir) = std::env::var_os("MASTIFF_CORPORA") {
        return Some(dir.into());
    }
    let workspace = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().ok()?;
    Some(workspace.parent()?.join("shared/corpora"))
}

fn command(row: &str) -> Option<String> {
    let row: serde_json::Value = serde_json::from_str(row).ok()?;
    Some(row.get("input")?.get("command")?.as_str()?.to_owned())
}

/// bash parses it. Text with NUL cannot even be given to it.
fn is_valid(command: &str) -> bool {
    let status = Command::new("bash")
        .args(["-n", "-c", command])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
