//! The few questions to the system that the standard library does not ask.

use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// This process may execute the file.
pub fn executable(path: &Path) -> bool {
    may(path, libc::X_OK)
}

/// This process may write to the file or the directory.
pub fn writable(path: &Path) -> bool {
    may(path, libc::W_OK)
}

/// This process may create files in the directory.
pub fn may_create_in(directory: &Path) -> bool {
    may(directory, libc::W_OK | libc::X_OK)
}

fn may(path: &Path, what: libc::c_int) -> bool {
    let Ok(path) = CString::new(path.as_os_str().as_bytes()) else {
        return false;
    };
    // SAFETY: `path` is a NUL-terminated string that lives across the call; `access` keeps nothing.
    unsafe { libc::access(path.as_ptr(), what) == 0 }
}

/// How many columns the terminal has that shows what this process prints: that of standard output, or where it goes into a
/// pipe (`| less`) that of standard error or input. `None`: there is no terminal, or it does not say.
pub fn terminal_columns() -> Option<u16> {
    [libc::STDOUT_FILENO, libc::STDERR_FILENO, libc::STDIN_FILENO].into_iter().find_map(columns_of)
}

fn columns_of(terminal: libc::c_int) -> Option<u16> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: `TIOCGWINSZ` fills the `winsize` it is given, which lives across the call; on what is no terminal it fails.
    let failed = unsafe { libc::ioctl(terminal, libc::TIOCGWINSZ, &raw mut size) };
    (failed == 0 && size.ws_col > 0).then_some(size.ws_col)
}

/// What the clock on the wall is ahead of UTC at a moment given in seconds since 1970, in seconds: as `TZ` says, else as
/// the machine is set. `None`: the system cannot tell.
pub fn offset_at(seconds: u64) -> Option<i64> {
    let moment = libc::time_t::try_from(seconds).ok()?;
    let mut parts = std::mem::MaybeUninit::<libc::tm>::zeroed();
    // SAFETY: both pointers lead to live objects of their types; the call writes nothing but `parts`.
    let found = unsafe { libc::localtime_r(&raw const moment, parts.as_mut_ptr()) };
    if found.is_null() {
        return None;
    }
    // SAFETY: zeroed memory is a valid `tm` (numbers and a pointer), and the call has filled it.
    let parts = unsafe { parts.assume_init() };
    #[allow(clippy::useless_conversion, reason = "a `c_long` has 32 bits on some machines")]
    Some(i64::from(parts.tm_gmtoff))
}

/// The user this process acts as.
pub fn user() -> u32 {
    // SAFETY: takes no argument, touches no memory, cannot fail.
    unsafe { libc::geteuid() }
}

/// The home directory that the user database names for this user.
pub fn home_of_user() -> Option<PathBuf> {
    let mut buffer = vec![0; 16 * 1024];
    let mut found = std::ptr::null_mut();
    let mut entry = std::mem::MaybeUninit::<libc::passwd>::uninit();
    // SAFETY: every pointer leads to a live, writable object of the stated size; the strings of the entry are stored
    // in `buffer`, which outlives their use below.
    let failed = unsafe {
        libc::getpwuid_r(user(), entry.as_mut_ptr(), buffer.as_mut_ptr(), buffer.len(), &raw mut found)
    };
    if failed != 0 || found.is_null() {
        return None;
    }
    // SAFETY: the call succeeded and `found` is not null, so it points at `entry`, which is now filled.
    let home = unsafe { (*found).pw_dir };
    if home.is_null() {
        return None;
    }
    // SAFETY: `pw_dir` of a filled entry is a NUL-terminated string inside `buffer`.
    let home = unsafe { CStr::from_ptr(home) };
    Some(PathBuf::from(OsStr::from_bytes(home.to_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_executed() {
        assert!(executable(Path::new("/bin/sh")));
        assert!(!executable(Path::new("/etc/passwd")));
        assert!(!executable(Path::new("/nothing/here")));
        assert!(writable(Path::new("/dev/null")) && !writable(Path::new("/nothing/here")));
    }

    #[test]
    fn a_home_is_absolute() {
        assert!(home_of_user().is_none_or(|home| home.is_absolute()));
    }
}
