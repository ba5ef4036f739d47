//! The way out: standard error, standard output, exit code, in this order and once.

use crate::exit::Exit;
use mastiff_core::protocol::Reply;
use mastiff_engine::guard;
use std::fs::{File, metadata};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;

/// Writes the answer. One that does not arrive is a deny by exit code, which every host honours that honours any.
pub fn send(reply: Reply) -> Exit {
    // From here on a death must not add to what is on standard output.
    guard::answering();
    complain(&reply.stderr);
    if let Err(error) = put(&reply.stdout) {
        complain(&format!("mastiff denied this call: its answer cannot be written: {error}\n"));
        return Exit::Deny;
    }
    if reply.exit == 0 { Exit::Fine } else { Exit::Deny }
}

/// All of `text`, or an error. Not through `std::io::stdout`: that takes a descriptor which is not for writing for one
/// that swallows everything.
fn put(text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut out = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    if leads_nowhere(&out)? {
        return Err(io::Error::other("standard output is closed or thrown away"));
    }
    out.write_all(text.as_bytes())
}

/// The run-time puts `/dev/null` in the place of a standard output that was closed.
fn leads_nowhere(out: &File) -> io::Result<bool> {
    let found = out.metadata()?;
    // Neither a pipe, a file nor a terminal has its number; the path is looked up only for other devices.
    Ok(found.rdev() != 0 && metadata("/dev/null").is_ok_and(|null| null.rdev() == found.rdev()))
}

fn complain(text: &str) {
    if !text.is_empty() {
        // Nowhere left to say that even this failed; the exit code still speaks.
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}
