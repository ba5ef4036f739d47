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
