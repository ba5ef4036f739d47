//! Files that would be imported instead of the standard library.
//!
//! With `-c`, `-` and standard input, Python looks for every module in the current directory first, with a file in the
//! directory of that file. Not only the modules a program names: those import others, encodings, error messages and
//! escapes like `\N{…}` do too. So a program is only believed where no name of the library stands in that directory.

use crate::effect::reading::Reading;
use crate::effect::{changed, place};
use crate::words::Sieve;
use crate::world::Stands;
use alloc::format;
use alloc::string::{String, ToString};

/// Why what is imported may not be the standard library.
pub enum Shadow {
    /// This file would be imported.
    File(String),
    /// The directory cannot be listed.
    Unlisted,
    /// The same command writes there.
    Changed,
}

/// Looks at `dir` (absolute) and at where it really is.
pub fn shadow(reading: &Reading<'_>, dir: &str) -> Option<Shadow> {
    let Some(found) = reading.world.resolve(dir) else { return Some(Shadow::Unlisted) };
    if reading.unsettled {
        return Some(Shadow::Changed);
    }
    let names = changed::names(reading.world, dir);
    if reading.any_touched(|path| names.iter().any(|dir| touches(dir, path))) || reading.leads_astray(dir) {
        return Some(Shadow::Changed);
    }
    let Some(names) = reading.world.list(&found.path) else { return Some(Shadow::Unlisted) };
    let shadows = |name: &&String| is_module(reading, &found.path, name);
    names.iter().find(shadows).map(|name| Shadow::File(name.clone()))
}

/// Why `python -m module` may run something else than what is installed under that name. `wide` looks for every module
/// of the library too, which a program that runs the project's code anyway imports in any case.
pub fn module_shadow(reading: &Reading<'_>, dir: &str, module: &str, wide: bool) -> Option<String> {
    let library = if wide { shadow(reading, dir) } else { None };
    let top = module.split('.').next().unwrap_or(module);
    library.or_else(|| named(reading, dir, top)).map(|shadow| why(&shadow, dir))
}

/// An entry of `dir` has the name of this one module.
fn named(reading: &Reading<'_>, dir: &str, module: &str) -> Option<Shadow> {
    let Some(found) = reading.world.resolve(dir) else { return Some(Shadow::Unlisted) };
    let names_it = |name: &str| stem(name).eq_ignore_ascii_case(module);
    let dirs = changed::names(reading.world, dir);
    let first = |dir: &String, path: &str| {
        let inside = path.strip_prefix(dir.trim_end_matches('/'))?.strip_prefix('/')?;
        inside.split('/').next().map(names_it)
    };
    let makes_it = |path: &str| dirs.iter().any(|dir| first(dir, path) == Some(true));
    if reading.any_touched(makes_it) || reading.leads_astray(dir) {
        return Some(Shadow::Changed);
    }
    let Some(names) = reading.world.list(&found.path) else { return Some(Shadow::Unlisted) };
    let shadows = |name: &&String| names_it(name) && is_importable(reading, &found.path, name);
    names.iter().find(shadows).map(|name| Shadow::File(name.clone()))
}

/// A write to `path` may have put a module into `dir`.
fn touches(dir: &str, path: &str) -> bool {
    if place::within(dir, path) {
        return true;
    }
    let inside = path.strip_prefix(dir.trim_end_matches('/')).and_then(|rest| rest.strip_prefix('/'));
    let first = inside.and_then(|inside| inside.split('/').next());
    first.is_some_and(|name| is_library(stem(name)))
}

/// The entry `name` of `dir` would be imported under the name of a library module.
fn is_module(reading: &Reading<'_>, dir: &str, name: &str) -> bool {
    // Some versions show lines of a file `<string>` or `<stdin>` in their error messages.
    name.starts_with('<') || (is_library(stem(name)) && is_importable(reading, dir, name))
}

/// A file or folder that Python imports under its name.
fn is_importable(reading: &Reading<'_>, dir: &str, name: &str) -> bool {
    let path = place::join(dir, name);
    if name.contains('.') {
        let lower = name.to_ascii_lowercase();
        return [".py", ".pyc", ".pyo", ".pyw", ".pyd", ".so", ".dll", ".dylib", ".sl"]
            .iter()
            .any(|end| lower.ends_with(end));
    }
    // A folder counts with an `__init__` in it: without one the library's own module comes first.
    match reading.world.resolve(&path).map(|found| found.stands) {
        Some(Stands::File { .. } | Stands::Nothing) => false,
        Some(Stands::Other) | None => true,
        Some(Stands::Directory) => {
            let inside = reading.world.list(&path);
            inside.is_none_or(|names| {
                let starts = |name: &String| {
                    let name = name.to_ascii_lowercase();
                    name.starts_with("__init__") || name.starts_with("__main__")
                };
                names.iter().any(starts)
            })
        }
    }
}

fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// A top-level name that Python, or something of the library, may import.
fn is_library(stem: &str) -> bool {
    let stem = stem.to_ascii_lowercase();
    // Python 2 also takes `jsonmodule.so` for `json`.
    let names = [stem.as_str(), stem.strip_suffix("module").unwrap_or(&stem)];
    stem.starts_with("_sysconfigdata")
        || names.iter().any(|name| SIEVE.may_hold(name))
            && LIBRARY
                .split_ascii_whitespace()
                .any(|listed| names.iter().any(|name| listed.eq_ignore_ascii_case(name)))
}

static SIEVE: Sieve<64> = Sieve::EMPTY.with(LIBRARY);

/// What to tell about it, completing "`python3` …".
pub fn why(shadow: &Shadow, dir: &str) -> String {
    match shadow {
        Shadow::File(name) => format!("may import `{name}` of `{dir}` instead of the standard library"),
        Shadow::Unlisted => format!("may import files of `{dir}`, which cannot be listed"),
        Shadow::Changed => "may import files that the same command changes".to_string(),
    }
}

/// Modules of Python 3.8 to 3.14 and of Python 2, and names that parts of the library try to import.
const LIBRARY: &str = "__future__ __main__ __phello__ __hello__ _abc _abcoll _aix_support _android_support _apple_support _ast \
    _ast_unparse _asyncio _bisect _blake2 _bootlocale _bootsubprocess _bsddb _bz2 _codecs _codecs_cn _codecs_hk \
    _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections _collections_abc _colorize _compat_pickle \
    _compression _contextvars _crypt _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _dummy_thread \
    _dummy_threading _elementtree _frozen_importlib _frozen_importlib_external _functools _gdbm _hashlib _heapq _hmac \
    _hotshot _imp _interpchannels _interpqueues _interpreters _io _ios_support _json _locale _lsprof _lzma _markupbase \
    _md5 _msi _multibytecodec _multiprocessing _opcode _opcode_metadata _operator _osx_support _overlapped _pickle \
    _posixshmem _posixsubprocess _py_abc _py_warnings _pydatetime _pydecimal _pyio _pylong _pyrepl _queue _random \
    _remote_debugging _scproxy _sha _sha1 _sha2 _sha256 _sha3 _sha512 _signal _sitebuiltins _socket _sqlite3 _sre _ssl \
    _stat _statistics _string _strptime _struct _suggestions _symtable _sysconfig _thread _threading_local _tkinter \
    _tokenize _tracemalloc _types _typing _uuid _warnings _weakref _weakrefset _winapi _winreg _wmi _zoneinfo _zstd abc \
    aifc annotationlib antigravity anydbm argparse array ast asynchat asyncio asyncore atexit audiodev audioop base64 \
    basehttpserver bastion bdb binascii binhex bisect bsddb builtins bz2 calendar cgi cgihttpserver cgitb chunk cmath cmd \
    code codecs codeop collections colorsys commands compileall compiler compression concurrent configparser contextlib \
    contextvars cookie cookielib copy copy_reg copyreg cpickle cprofile crypt cstringio csv ctypes curses dataclasses \
    datetime dbhash dbm decimal difflib dircache dis distutils dl docxmlrpcserver doctest dumbdbm dummy_thread \
    dummy_threading email encodings ensurepip enum errno exceptions faulthandler fcntl filecmp fileinput fnmatch \
    formatter fpformat fractions ftplib functools future_builtins gc gdbm genericpath getopt getpass gettext glob \
    graphlib grp gzip hashlib heapq hmac hotshot html htmlentitydefs htmllib htmlparser http httplib idlelib ihooks \
    imageop imaplib imghdr imp importlib imputil inspect io ipaddress itertools json keyword lib2to3 linecache \
    linuxaudiodev locale logging lzma macpath macurl2path mailbox mailcap marshal markupbase math md5 mhlib mimetools \
    mimetypes mimewriter mimify mmap modulefinder msilib msvcrt multifile multiprocessing mutex netrc new nis nntplib nt \
    ntpath nturl2path numbers opcode operator optparse os os2emxpath ossaudiodev parser pathlib pdb pickle pickletools \
    pipes pkgutil platform plistlib popen2 poplib posix posixfile posixpath pprint profile pstats pty pwd py_compile \
    pyclbr pydoc pydoc_data pyexpat queue quopri random re readline repr reprlib resource rexec rfc822 rlcompleter \
    robotparser runpy sched secrets select selectors sets sgmllib sha shelve shlex shutil signal simplehttpserver \
    simplexmlrpcserver site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre sre_compile sre_constants \
    sre_parse ssl stat statistics statvfs string stringio stringold stringprep strop struct subprocess sunau sunaudio \
    symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this thread \
    threading time timeit tkinter toaiff token tokenize tomllib trace traceback tracemalloc ttk tty turtle turtledemo \
    types typing unicodedata unittest urllib urllib2 urlparse user userdict userlist userstring uu uuid venv warnings \
    wave weakref webbrowser whichdb winreg winsound wsgiref xdrlib xml xmllib xmlrpc xmlrpclib xxlimited \
    xxlimited_35 xxsubtype zipapp zipfile zipimport zlib zoneinfo \
    sitecustomize usercustomize org java vms_lib win32api win32con win32evtlog win32evtlogutil win32wnet netbios docutils \
    pip tzdata _pytest apport apport_python_hook problem_report apt apt_pkg distro_info lsb_release _manylinux \
    __pypy__ _cffi_backend _cffi_ssl _ctypes_test _curses_cffi _gdbm_cffi _immutables_map _pypy_generic_alias \
    _pypy_interact _pypy_irc_topic _pypy_openssl _pypy_testcapi _pypy_util_build _pypy_util_cffi_inner \
    _pypy_winbase_cffi _pypy_winbase_cffi64 _pypy_winbase_build _pypy_wait _pwdgrp_cffi _rawffi _resource_build \
    _resource_cffi _sqlite3_cffi _structseq _syslog_build _syslog_cffi _sysconfigdata _audioop_cffi _blake2 _lzma_cffi \
    _lzma_build cffi pypyjit pypy_tools greenlet _greenlet hpy datetime identity_dict marshal pyrepl stackless \
    _functools _posixshmem_cffi _overlapped _sha3 _testing cpyext";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_library_are_told_from_others() {
        for name in [
            "json",
            "re",
            "JSON",
            "_strptime",
            "jsonmodule",
            "org",
            "test",
            "_sysconfigdata__linux_x86_64-linux-gnu",
        ] {
            assert!(is_library(name), "{name}");
        }
        for name in ["setup", "conftest", "main", "app", "jsonx", "my_json", "manage", "src", "module", ""] {
            assert!(!is_library(name), "{name}");
        }
    }

    #[test]
    fn a_write_counts_where_it_makes_a_module() {
        for (path, expected) in [
            ("/repo/json.py", true),
            ("/repo/json/__init__.py", true),
            ("/repo", true),
            ("/", true),
            ("/repo/out.txt", false),
            ("/repo/src/json.py", false),
            ("/repository/json.py", false),
        ] {
            assert_eq!(touches("/repo", path), expected, "{path}");
        }
    }
}
