//! Which argument of which call names what is touched.

/// What a call does with its arguments (numbered from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A path is created or changed.
    Changes(usize),
    /// The same, the path below an open directory in the argument before it.
    ChangesUnder(usize),
    /// An open file is changed.
    ChangesOpen(usize),
    /// A directory is made.
    Makes(usize),
    /// The same below an open directory.
    MakesUnder(usize),
    /// A path is removed.
    Removes(usize),
    /// The same below an open directory.
    RemovesUnder(usize),
    /// The first path becomes the second.
    Moves,
    /// The same below open directories.
    MovesUnder,
    /// A signal; to itself it is nobody's business.
    Signals,
    /// Leaves the process: network, machine, other processes.
    Reaches,
}

use Takes::*;

/// Calls that change something, or reach out.
pub const CALLS: &[(&str, Takes)] = &[
    ("unlink", Removes(0)),
    ("unlinkat", RemovesUnder(0)),
    ("rmdir", Removes(0)),
    ("rename", Moves),
    ("renameat", MovesUnder),
    ("renameat2", MovesUnder),
    ("mkdir", Makes(0)),
    ("mkdirat", MakesUnder(0)),
    ("mknod", Changes(0)),
    ("mknodat", ChangesUnder(0)),
    ("link", Changes(1)),
    ("linkat", ChangesUnder(2)),
    ("symlink", Changes(1)),
    ("symlinkat", ChangesUnder(1)),
    ("chmod", Changes(0)),
    ("fchmod", ChangesOpen(0)),
    ("fchmodat", ChangesUnder(0)),
    ("fchmodat2", ChangesUnder(0)),
    ("chown", Changes(0)),
    ("lchown", Changes(0)),
    ("fchown", ChangesOpen(0)),
    ("fchownat", ChangesUnder(0)),
    ("truncate", Changes(0)),
    ("ftruncate", ChangesOpen(0)),
    ("fallocate", ChangesOpen(0)),
    ("utime", Changes(0)),
    ("utimes", Changes(0)),
    ("futimesat", ChangesUnder(0)),
    ("utimensat", ChangesUnder(0)),
    ("setxattr", Changes(0)),
    ("lsetxattr", Changes(0)),
    ("fsetxattr", ChangesOpen(0)),
    ("removexattr", Changes(0)),
    ("lremovexattr", Changes(0)),
    ("fremovexattr", ChangesOpen(0)),
    ("kill", Signals),
    ("tkill", Signals),
    ("pidfd_send_signal", Reaches),
    ("socket", Reaches),
    ("connect", Reaches),
    ("bind", Reaches),
    ("listen", Reaches),
    ("sendto", Reaches),
    ("ptrace", Reaches),
    ("process_vm_writev", Reaches),
    ("io_uring_setup", Reaches),
    ("mount", Reaches),
    ("umount2", Reaches),
    ("move_mount", Reaches),
    ("pivot_root", Reaches),
    ("chroot", Reaches),
    ("unshare", Reaches),
    ("setns", Reaches),
    ("bpf", Reaches),
    ("init_module", Reaches),
    ("finit_module", Reaches),
    ("delete_module", Reaches),
    ("kexec_load", Reaches),
    ("reboot", Reaches),
    ("swapon", Reaches),
    ("swapoff", Reaches),
    ("sethostname", Reaches),
    ("setdomainname", Reaches),
    ("settimeofday", Reaches),
    ("clock_settime", Reaches),
    ("acct", Reaches),
    ("quotactl", Reaches),
    ("add_key", Reaches),
    ("keyctl", Reaches),
    ("syslog", Reaches),
];
