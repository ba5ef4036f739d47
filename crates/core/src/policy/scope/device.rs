//! Paths that are not files: devices, and the kernel's own views.

use crate::effect::place::PROCESS;
use crate::verdict::{Decision, Depth, Reason};

/// What a path below `/dev`, `/proc` or `/sys` comes to.
pub enum Device {
    /// Not such a path.
    None,
    /// Harmless.
    Fine,
    /// Stops; the message completes "`path` …".
    Stops(Reason),
}

/// Another descriptor than these, opened again by its name, may be a file that was only to be read, or the input of the
/// very program that writes.
const TO_WRITE: &[&str] = &[
    "/dev/null",
    "/dev/stdout",
    "/dev/stderr",
    "/dev/tty",
    "/dev/zero",
    "/dev/full",
    "/dev/fd/1",
    "/dev/fd/2",
    PROCESS,
];
const TO_READ: &[&str] =
    &["/dev/null", "/dev/stdin", "/dev/tty", "/dev/zero", "/dev/urandom", "/dev/random", "/dev/full", "/dev"];

/// Beginnings of the names of disks and of memory.
const DISKS: &[&str] = &[
    "sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "loop", "dm-", "mapper/", "md", "mem",
    "kmem", "port", "ram", "zram", "sr", "nbd", "bcache", "zvol", "block/", "fb", "mtd", "pmem", "dasd",
    "sg", "nst", "st",
];

/// A path that is written.
pub fn write(path: &str) -> Device {
    if TO_WRITE.contains(&path) {
        return Device::Fine;
    }
    let Some(device) = path.strip_prefix("/dev/").filter(|rest| !rest.starts_with("shm/")) else {
        return kernel(path, "changes the running system");
    };
    if network(device) {
        return stop("network", "is a connection to another machine");
    }
    if DISKS.iter().any(|disk| device.starts_with(disk)) {
        let mut reason =
            Reason::new(Decision::Deny, "device_write", "is a disk or memory: writing to it destroys it");
        reason.depth = Depth::Catastrophe;
        return Device::Stops(reason);
    }
    stop("machine", "is a device")
}

/// A path that is read.
pub fn read(path: &str) -> Device {
    if TO_READ.contains(&path) || path == PROCESS || descriptor(path) {
        return Device::Fine;
    }
    let Some(device) = path.strip_prefix("/dev/").filter(|rest| !rest.starts_with("shm")) else {
        return Device::None;
    };
    if network(device) {
        return stop("network", "is a connection to another machine");
    }
    stop("machine", "is a device")
}

fn kernel(path: &str, why: &'static str) -> Device {
    let inside = ["/proc/", "/sys/"].iter().any(|view| path.starts_with(view));
    if inside || matches!(path, "/proc" | "/sys" | "/dev") { stop("machine", why) } else { Device::None }
}

/// `/dev/fd/3`: a descriptor the command already has.
fn descriptor(path: &str) -> bool {
    path.strip_prefix("/dev/fd/").is_some_and(|fd| !fd.is_empty() && fd.bytes().all(|b| b.is_ascii_digit()))
}

/// Bash opens these itself.
fn network(device: &str) -> bool {
    device.starts_with("tcp/") || device.starts_with("udp/")
}

fn stop(rule: &'static str, message: &'static str) -> Device {
    Device::Stops(Reason::new(Decision::Ask, rule, message))
}
