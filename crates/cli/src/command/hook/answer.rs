//! The way out: standard output, standard error, exit code, in this order and once.

use crate::exit::Exit;
use mastiff_core::protocol::Reply;
use mastiff_engine::guard;
use mastiff_engine::install::line;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::FileTypeExt;

/// Writes the answer. One that does not arrive is a deny by exit code, which every host honours that honours any.
///
/// `guarded`: the hook line stands around this process, and takes only its own two codes for an answer. `lost` is told when
/// the answer did not arrive.
pub fn send(reply: Reply, guarded: bool, lost: impl FnOnce()) -> Exit {
    // From here on a death must not add to what is on standard output.
    guard::answering();
    // First: nobody may be reading standard error, and the alarm is all that ends a write to a pipe that is full.
    if let Err(error) = put(&reply.stdout) {
        complain(&format!("mastiff denied this call: its answer cannot be written: {error}\n"));
        lost();
        return Exit::Deny;
    }
    let said = complain(&reply.stderr);
    match (reply.exit, guarded) {
        (0, false) => Exit::Fine,
        (0, true) => Exit::Of(line::ANSWERED),
        (_, true) if said => Exit::Of(line::DENIED),
        (_, _) => Exit::Deny,
    }
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

/// Whoever reads an answer gets it through a pipe, a socket, a file or a terminal. Other devices swallow it:
/// `/dev/zero`, or `/dev/null`, which the run-time puts in the place of a standard output that was closed.
fn leads_nowhere(out: &File) -> io::Result<bool> {
    let kind = out.metadata()?.file_type();
    Ok(!(kind.is_fifo() || kind.is_socket() || kind.is_file() || out.is_terminal()))
}

/// Whether it was said. There is nowhere left to complain that it was not; the exit code still speaks.
fn complain(text: &str) -> bool {
    !text.is_empty() && io::stderr().lock().write_all(text.as_bytes()).is_ok()
}
