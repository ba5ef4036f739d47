//! What of Python is known to be harmless: the only lists there are.
//!
//! A function on the lists computes, whatever its arguments are; it neither opens, runs, imports nor writes, and calls
//! nothing but what it was given. None of the values it gives back belongs to the library and can be changed.

use crate::words::{Sieve, listed};
use alloc::string::String;

/// A module: its name, functions, values.
struct Module {
    name: &'static str,
    calls: &'static str,
    values: &'static str,
}

const fn module(name: &'static str, calls: &'static str, values: &'static str) -> Module {
    Module { name, calls, values }
}

/// What a dotted name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A module: never a value.
    Module,
    /// A function, called in place.
    Call,
    /// A value that cannot be changed.
    Value,
    /// `sys.argv`: only its elements are used.
    Arguments,
    /// `sys.stdout`, `sys.stderr`: only to be printed to.
    Output,
    /// `json.dump`
    Dump,
    /// `open`
    Open,
    /// A class of errors, to be caught.
    Caught,
}

/// What needs a look of its own.
const SPECIAL: &[(&str, Item)] = &[
    ("io.open", Item::Open),
    ("json.dump", Item::Dump),
    ("json.JSONDecodeError", Item::Caught),
    ("re.error", Item::Caught),
    ("sys.argv", Item::Arguments),
    ("sys.stderr", Item::Output),
    ("sys.stdout", Item::Output),
];

const MODULES: &[Module] = &[
    module("base64", "b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode", ""),
    module("collections", "Counter defaultdict OrderedDict", ""),
    module("csv", "reader DictReader", ""),
    module(
        "datetime",
        "datetime date time timedelta timezone datetime.now datetime.today datetime.utcnow datetime.fromtimestamp \
         datetime.fromisoformat datetime.strptime datetime.combine date.today date.fromisoformat",
        "UTC timezone.utc",
    ),
    module("difflib", "unified_diff context_diff ndiff get_close_matches SequenceMatcher", ""),
    module("hashlib", "md5 sha1 sha224 sha256 sha384 sha512 sha3_256 blake2b blake2s", ""),
    module("html", "escape", ""),
    module("io", "", ""),
    module(
        "itertools",
        "accumulate chain chain.from_iterable combinations combinations_with_replacement compress count cycle dropwhile \
         filterfalse groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest",
        "",
    ),
    module("json", "load loads dumps", ""),
    module(
        "math",
        "acos asin atan atan2 ceil comb copysign cos cosh degrees dist exp fabs factorial floor fmod fsum gcd hypot isclose \
         isfinite isinf isnan isqrt lcm log log10 log2 modf perm pow prod radians remainder sin sinh sqrt tan tanh trunc",
        "pi e tau inf nan",
    ),
    module(
        "re",
        "compile sub subn search match fullmatch findall finditer split escape",
        "A ASCII I IGNORECASE M MULTILINE S DOTALL X VERBOSE",
    ),
    module(
        "statistics",
        "mean fmean median median_low median_high mode multimode stdev pstdev variance pvariance quantiles",
        "",
    ),
    module(
        "string",
        "capwords",
        "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits punctuation printable whitespace",
    ),
    module(
        "sys",
        "exit stdout.write stderr.write",
        "stdin stdin.buffer version version_info platform maxsize",
    ),
    module("textwrap", "dedent indent fill wrap shorten", ""),
    module("unicodedata", "name lookup category normalize combining east_asian_width", ""),
];

/// Builtins that may be called with any arguments. `open`, `print`, `type` and `isinstance` need a look.
const CALLS: &str = "abs all any ascii bin bool bytearray bytes chr complex dict divmod enumerate exit filter float format \
    frozenset hex int iter len list map max min next oct ord pow quit range repr reversed round set sorted str sum tuple \
    zip dict.fromkeys bytes.fromhex int.from_bytes str.maketrans";

/// Builtins that may be given to a function: whoever calls them, they only compute.
const PASSED: &str = "abs all any bool bytes dict float frozenset int len list max min ord repr reversed round set sorted str \
    sum tuple str.lower str.upper str.strip str.split str.casefold str.isdigit";

/// Classes that a value may be asked for.
const CLASSES: &str = "bool bytes dict float frozenset int list set str tuple";

/// Classes of errors that may be raised, and caught.
const RAISED: &str =
    "AssertionError Exception IndexError KeyError RuntimeError SystemExit TypeError ValueError";

/// Classes of errors that are only caught: a message about a failed import looks for the module that it names.
const CAUGHT: &str = "ArithmeticError AttributeError BrokenPipeError EOFError FileNotFoundError ImportError IOError IsADirectoryError \
    KeyboardInterrupt LookupError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError \
    PermissionError RecursionError StopIteration UnicodeDecodeError UnicodeEncodeError UnicodeError ZeroDivisionError";

/// All other names that Python has from the start.
const OTHER_BUILTINS: &str = "open print type isinstance aiter anext breakpoint callable classmethod compile copyright credits \
    delattr dir eval exec getattr globals hasattr hash help id input issubclass license locals memoryview object property \
    setattr slice staticmethod super vars execfile raw_input file unicode unichr long reduce reload cmp apply basestring \
    buffer coerce intern xrange Ellipsis NotImplemented BaseException BaseExceptionGroup BlockingIOError BufferError \
    BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError \
    DeprecationWarning EncodingWarning EnvironmentError ExceptionGroup FileExistsError FloatingPointError FutureWarning \
    GeneratorExit ImportWarning IndentationError InterruptedError MemoryError PendingDeprecationWarning ProcessLookupError \
    PythonFinalizationError ReferenceError ResourceWarning RuntimeWarning StandardError StopAsyncIteration SyntaxError \
    SyntaxWarning SystemError TabError TimeoutError UnboundLocalError UnicodeTranslateError UnicodeWarning UserWarning \
    Warning WindowsError";

/// Methods of texts, lists, dicts, sets, matches, patterns, dates, sums and files that are open for reading: each is
/// harmless on all of them.
const METHODS: &str = "\
    capitalize casefold center count encode decode endswith expandtabs find index isalnum isalpha isascii isdecimal \
    isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip partition \
    removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip \
    swapcase title translate upper zfill hex \
    append clear copy extend insert pop remove reverse sort \
    get items keys values setdefault update popitem move_to_end most_common elements subtract total \
    add discard union intersection difference symmetric_difference issubset issuperset isdisjoint \
    read readline readlines close \
    match search fullmatch findall finditer sub subn group groups groupdict start end span \
    isoformat strftime timestamp date time total_seconds weekday isoweekday isocalendar astimezone \
    digest hexdigest bit_length is_integer ratio get_opcodes get_matching_blocks";

/// Values inside of values.
const ATTRIBUTES: &str = "major minor micro year month day hour minute second microsecond days seconds fieldnames line_num msg \
    lineno colno pos";

/// What a dotted name of the library is; `None` when it stands on no list.
pub fn item(name: &str) -> Option<Item> {
    if let Some((_, item)) = SPECIAL.iter().find(|(special, _)| *special == name) {
        return Some(*item);
    }
    let (first, rest) = name.split_once('.').unwrap_or((name, ""));
    let module = MODULES.iter().find(|module| module.name == first)?;
    match rest {
        "" => (name == first).then_some(Item::Module),
        rest if listed(module.calls, rest) => Some(Item::Call),
        rest if listed(module.values, rest) => Some(Item::Value),
        _ => None,
    }
}

/// A name that Python has from the start, listed or not.
pub fn is_builtin(name: &str) -> bool {
    SIEVE.may_hold(name) && [CALLS, RAISED, CAUGHT, OTHER_BUILTINS].iter().any(|list| listed(list, name))
}

static SIEVE: Sieve<32> = Sieve::EMPTY.with(CALLS).with(RAISED).with(CAUGHT).with(OTHER_BUILTINS);

/// A builtin that may be called in place with any arguments.
pub fn is_called(name: &str) -> bool {
    listed(CALLS, name)
}

/// A builtin that may be an argument.
pub fn is_passed(name: &str) -> bool {
    listed(PASSED, name)
}

/// A class for `isinstance`.
pub fn is_class(name: &str) -> bool {
    listed(CLASSES, name)
}

/// A class of errors that may be raised.
pub fn is_raised(name: &str) -> bool {
    listed(RAISED, name)
}

/// A class of errors that may be caught.
pub fn is_caught(name: &str) -> bool {
    listed(RAISED, name) || listed(CAUGHT, name)
}

/// A method that may be called on any value.
pub fn is_method(name: &str) -> bool {
    listed(METHODS, name)
}

/// An attribute that may be looked at on any value.
pub fn is_attribute(name: &str) -> bool {
    listed(ATTRIBUTES, name)
}

/// Modes of `open` that only read.
pub fn only_reads(mode: &str) -> bool {
    ["r", "rt", "rb"].contains(&mode)
}

/// Values of `encoding=` and `errors=` that name nothing of the project.
pub fn is_encoding(name: &str) -> bool {
    const KNOWN: &str = "utf-8 utf8 utf-8-sig utf-16 ascii latin-1 latin1 iso-8859-1 cp1252 \
        strict ignore replace backslashreplace surrogateescape";
    let name: String = name.to_ascii_lowercase();
    listed(KNOWN, &name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_others_are_not() {
        assert_eq!(item("json"), Some(Item::Module));
        assert_eq!(item("json.loads"), Some(Item::Call));
        assert_eq!(item("datetime.datetime.now"), Some(Item::Call));
        assert_eq!(item("math.pi"), Some(Item::Value));
        for name in [
            "os",
            "os.path",
            "pathlib",
            "json.codecs",
            "subprocess",
            "jso",
            "jsonx",
            "json.",
            "sys.path",
            "sys.modules",
            "sys.stdin.close",
            "html.unescape",
            "math.",
            "",
            ".",
        ] {
            assert_eq!(item(name), None, "{name}");
        }
    }

    #[test]
    fn no_method_changes_files_or_reaches_code() {
        let harmful = "unlink rename rmdir mkdir touch write_text write_bytes write writelines writerow chmod symlink_to \
            hardlink_to open read_text read_bytes truncate detach raw buffer fileno format format_map parse tofile extract \
            extractall send throw system popen run call connect sendall load_module tb_frame f_globals gi_frame cr_frame \
            func_globals walk dump export save reconfigure default_factory args with_traceback seek name mode";
        for name in harmful.split_ascii_whitespace() {
            assert!(!is_method(name) && !is_attribute(name), "{name}");
        }
    }
}
