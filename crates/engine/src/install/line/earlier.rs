//! The line as it was before: a script for a second shell, with a program around the gate that ends it. It still holds, and is
//! known so that `init` replaces it and `uninstall` takes it out.

use super::super::Site;
use super::{ANSWERED, CONFIG, DENIED, GUARDED, STATE, quoted};
use mastiff_core::protocol::Host;

const SECONDS: u8 = 20;
const NO_ANSWER: &str = "mastiff: the gate gave no answer, so this call is denied; a human runs mastiff doctor, or installs mastiff again";

/// What it wrote before calls.
pub fn before(site: &Site, host: Host) -> String {
    let watch = site.timeout.as_ref().map(|timeout| format!("{timeout} -s KILL {SECONDS} "));
    format!(
        "/bin/sh -c 'mastiff_said=$({}\"$0\" hook --host {} {GUARDED} {CONFIG} \"$1\" {STATE} \"$2\"); mastiff_end=$?; \
         case $mastiff_end in {ANSWERED}|{DENIED}) ;; *) echo \"{NO_ANSWER}\" >&2; exit 2;; esac; \
         printf \"%s\" \"$mastiff_said\" && [ $mastiff_end = {ANSWERED} ] || exit 2' {} {} {}",
        watch.unwrap_or_default(),
        host.id(),
        quoted(&site.mastiff),
        quoted(&site.places.config),
        quoted(&site.places.state),
    )
}

/// The program that ends the gate in such a line.
pub fn watch_of(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("$(")?;
    let (watch, _) = rest.split_once(" -s KILL ")?;
    (!watch.contains(['\'', '"', ' '])).then(|| watch.to_owned())
}

/// The words that the script of such a line is given.
pub fn words(line: &str) -> Option<&str> {
    Some(line.strip_prefix("/bin/sh -c ")?.rsplit_once("exit 2' ")?.1)
}
