//! The least that a hook can be: reads standard input and prints a constant. The benchmark measures against it.

use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let mut event = Vec::new();
    std::io::stdin().lock().read_to_end(&mut event)?;
    let answer = br#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}"#;
    std::io::stdout().lock().write_all(answer)
}
