//! What of the standard library is known to be harmless.
//!
//! A function on the lists may be called in place with any arguments: it computes, prints to standard output, or looks
//! at what the machine is. What opens files, shows variables, or is harmless with some arguments only is a [`Special`].
//! None of them is a value, but for a few that only compute ([`is_pure`]): whatever copies attributes from one thing to
//! another, or calls what it is given, has nothing of the library in its hands.
//!
//! Left out on purpose: whatever runs programs (`platform.platform`, `platform.uname`, `uuid.uuid1` start `uname` or
//! `ifconfig`), writes, connects, loads code, gets, sets or copies attributes by name (`operator.attrgetter`,
//! `methodcaller`, `functools.wraps`, `copy.copy`), expands
//! variables of the environment (`os.path.expandvars`), or evaluates text.

use crate::words::listed;

/// A module: its dotted name, functions and classes, values.
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
    /// A harmless function or class.
    Call,
    /// A value.
    Value,
    /// Stands where classes stand, or as a decorator, and nowhere else.
    Placed,
    /// Needs a look at its arguments.
    Special(Special),
}

/// Functions and values that need a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Reads the file it names: `open`, with its mode.
    Open,
    /// Shows size, time and kind of what it names.
    Looks,
    /// Shows the names in a directory.
    Lists,
    /// Goes down from a directory.
    Walks,
    /// Names by a pattern.
    Globs,
    /// `os.path.join`
    Joins,
    /// `os.path.dirname`
    Parent,
    /// `os.path.abspath`
    Normal,
    /// `os.path.realpath`
    Real,
    /// `os.path.expanduser`
    Home,
    /// `pathlib.Path(…)`
    Path,
    /// `Path.cwd()`, `os.getcwd()`
    Here,
    /// `Path.home()`
    HomePath,
    /// `os.environ`
    Environment,
    /// `os.getenv`
    Variable,
    /// `sys.argv`
    Arguments,
    /// `sys.path`: may be shown, never changed.
    SearchPath,
    /// `sys.stdout`, `sys.stderr`: values that may be written to.
    Output,
    /// Writes to what its argument or `file=` names.
    Prints,
    /// `type(x)`
    Type,
    /// Gives what it gets in another order: `sorted`, `list`.
    Same,
    /// `enumerate`
    Counts,
    /// `zip`
    Zips,
    /// Takes one out: `next`, `min`, `max`.
    Picks,
    /// Looks at its arguments and gives a plain value: `len`, `str`.
    Shows,
    /// `isinstance`: classes stand second.
    Asks,
    /// `hasattr`: a name that is written out.
    Has,
}

/// By full name. Names of builtins stand alone.
const SPECIAL: &[(&str, Special)] = &[
    ("open", Special::Open),
    ("io.open", Special::Open),
    ("os.stat", Special::Looks),
    ("os.lstat", Special::Looks),
    ("os.readlink", Special::Looks),
    ("os.path.getsize", Special::Looks),
    ("os.path.getmtime", Special::Looks),
    ("os.path.getctime", Special::Looks),
    ("os.path.getatime", Special::Looks),
    ("os.listdir", Special::Lists),
    ("os.scandir", Special::Looks),
    ("os.walk", Special::Walks),
    ("glob.glob", Special::Globs),
    ("glob.iglob", Special::Globs),
    ("os.path.join", Special::Joins),
    ("os.path.dirname", Special::Parent),
    ("os.path.abspath", Special::Normal),
    ("os.path.realpath", Special::Real),
    ("os.path.expanduser", Special::Home),
    ("pathlib.Path", Special::Path),
    ("pathlib.PosixPath", Special::Path),
    ("pathlib.PurePath", Special::Path),
    ("pathlib.PurePosixPath", Special::Path),
    ("pathlib.Path.cwd", Special::Here),
    ("os.getcwd", Special::Here),
    ("pathlib.Path.home", Special::HomePath),
    ("os.environ", Special::Environment),
    ("os.getenv", Special::Variable),
    ("os.environ.get", Special::Variable),
    ("sys.argv", Special::Arguments),
    ("sys.path", Special::SearchPath),
    ("sys.stdout", Special::Output),
    ("sys.stderr", Special::Output),
    ("sys.stdout.buffer", Special::Output),
    ("sys.stderr.buffer", Special::Output),
    ("print", Special::Prints),
    ("json.dump", Special::Prints),
    ("csv.writer", Special::Prints),
    ("csv.DictWriter", Special::Prints),
    ("pprint.pprint", Special::Prints),
    ("pprint.pp", Special::Prints),
    ("traceback.print_exc", Special::Prints),
    ("type", Special::Type),
    ("sorted", Special::Same),
    ("list", Special::Same),
    ("tuple", Special::Same),
    ("set", Special::Same),
    ("frozenset", Special::Same),
    ("reversed", Special::Same),
    ("iter", Special::Same),
    ("enumerate", Special::Counts),
    ("zip", Special::Zips),
    ("next", Special::Picks),
    ("min", Special::Picks),
    ("max", Special::Picks),
    ("len", Special::Shows),
    ("str", Special::Shows),
    ("repr", Special::Shows),
    ("ascii", Special::Shows),
    ("any", Special::Shows),
    ("all", Special::Shows),
    ("int", Special::Shows),
    ("float", Special::Shows),
    ("bool", Special::Shows),
    ("isinstance", Special::Asks),
    ("issubclass", Special::Asks),
    ("hasattr", Special::Has),
    ("callable", Special::Shows),
    ("hash", Special::Shows),
    ("id", Special::Shows),
    ("ord", Special::Shows),
    ("chr", Special::Shows),
    ("hex", Special::Shows),
    ("oct", Special::Shows),
    ("bin", Special::Shows),
    ("format", Special::Shows),
    ("bytes", Special::Shows),
];

/// Builtins that may be called with any arguments; those among the specials stand there.
const BUILTINS: &str = "abs bytearray complex dict dir divmod exit filter map object pow quit range round slice sum \
    ArithmeticError AssertionError AttributeError BaseException Exception EOFError FileExistsError FileNotFoundError \
    FloatingPointError ImportError IndexError IOError IsADirectoryError KeyError KeyboardInterrupt LookupError \
    MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError \
    OverflowError PermissionError RecursionError RuntimeError StopIteration SyntaxError SystemExit TimeoutError \
    TypeError UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ZeroDivisionError \
    DeprecationWarning FutureWarning RuntimeWarning BrokenPipeError ConnectionError";

/// Builtins that are not for anybody: a program that gives one of these names to something of its own is not read,
/// because in another scope the name may still mean the builtin.
const KEPT: &str = "eval exec compile __import__ getattr setattr delattr globals locals vars breakpoint open input help \
    type super property classmethod staticmethod memoryview copyright credits license execfile raw_input aiter \
    anext print isinstance issubclass hasattr";

const MODULES: &[Module] = &[
    module("__future__", "", "annotations print_function division absolute_import unicode_literals"),
    module("ast", "parse walk literal_eval get_docstring", ""),
    module(
        "base64",
        "b64encode b64decode urlsafe_b64encode urlsafe_b64decode standard_b64encode standard_b64decode b32encode \
         b32decode b16encode b16decode b85encode b85decode a85encode a85decode encodebytes decodebytes",
        "",
    ),
    module("binascii", "hexlify unhexlify b2a_hex a2b_hex b2a_base64 a2b_base64 crc32 Error", ""),
    module("bisect", "bisect bisect_left bisect_right insort insort_left insort_right", ""),
    module("bz2", "compress decompress", ""),
    module(
        "calendar",
        "monthrange isleap leapdays weekday month timegm monthcalendar",
        "day_name day_abbr month_name month_abbr",
    ),
    module("cmath", "sqrt exp log phase polar rect sin cos tan", "pi e inf nan"),
    module("collections", "Counter defaultdict OrderedDict deque ChainMap", ""),
    module("collections.abc", "Iterable Iterator Mapping Sequence Callable Hashable Set Sized", ""),
    module("configparser", "ConfigParser RawConfigParser Error NoSectionError NoOptionError", ""),
    module("contextlib", "suppress", ""),
    module(
        "csv",
        "reader DictReader field_size_limit Error",
        "QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC",
    ),
    module(
        "datetime",
        "datetime date time timedelta timezone datetime.now datetime.today datetime.utcnow datetime.fromtimestamp \
         datetime.utcfromtimestamp datetime.fromisoformat datetime.strptime datetime.combine datetime.fromordinal \
         date.today date.fromtimestamp date.fromisoformat date.fromordinal time.fromisoformat",
        "UTC timezone.utc datetime.min datetime.max date.min date.max MINYEAR MAXYEAR",
    ),
    module(
        "decimal",
        "Decimal getcontext localcontext InvalidOperation DivisionByZero",
        "ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN ROUND_UP ROUND_FLOOR ROUND_CEILING ROUND_HALF_DOWN",
    ),
    module("difflib", "unified_diff context_diff ndiff SequenceMatcher get_close_matches Differ restore", ""),
    module("errno", "", "ENOENT EEXIST EACCES EPERM EINVAL errorcode"),
    module("fnmatch", "fnmatch fnmatchcase filter translate", ""),
    module("fractions", "Fraction gcd", ""),
    module("functools", "reduce cmp_to_key", ""),
    module("getpass", "getuser", ""),
    module("glob", "escape has_magic", ""),
    module("gzip", "compress decompress", ""),
    module(
        "hashlib",
        "md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512 blake2b blake2s new pbkdf2_hmac scrypt",
        "algorithms_available algorithms_guaranteed",
    ),
    module("heapq", "heappush heappop heapify heappushpop heapreplace nlargest nsmallest merge", ""),
    module("hmac", "new digest compare_digest", ""),
    module("html", "escape unescape", ""),
    module("importlib", "", ""),
    module("importlib.metadata", "version PackageNotFoundError", ""),
    module("io", "StringIO BytesIO UnsupportedOperation", ""),
    module(
        "ipaddress",
        "ip_address ip_network ip_interface IPv4Address IPv4Network IPv6Address IPv6Network",
        "",
    ),
    module(
        "itertools",
        "accumulate batched chain chain.from_iterable combinations combinations_with_replacement compress count cycle \
         dropwhile filterfalse groupby islice pairwise permutations product repeat starmap takewhile tee zip_longest",
        "",
    ),
    module("json", "load loads dumps JSONDecodeError", ""),
    module("json.decoder", "JSONDecodeError", ""),
    module("keyword", "iskeyword issoftkeyword", "kwlist softkwlist"),
    module("locale", "getpreferredencoding getlocale getdefaultlocale", ""),
    module("lzma", "compress decompress", ""),
    module(
        "math",
        "acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist erf erfc exp exp2 expm1 \
         fabs factorial floor fma fmod frexp fsum gamma gcd hypot isclose isfinite isinf isnan isqrt lcm ldexp lgamma log \
         log10 log1p log2 modf nextafter perm pow prod radians remainder sin sinh sqrt sumprod tan tanh trunc ulp",
        "pi e tau inf nan",
    ),
    module("numbers", "Number Integral Real Rational Complex", ""),
    module(
        "operator",
        "itemgetter add sub mul truediv floordiv mod pow neg abs and_ or_ xor not_ eq ne lt le gt ge contains getitem \
         concat countOf indexOf index inv invert lshift rshift pos truth is_ is_not",
        "",
    ),
    module(
        "os",
        "cpu_count getpid getppid getuid geteuid getgid getegid getlogin uname getloadavg get_terminal_size fspath \
         fsdecode fsencode strerror times",
        "sep linesep name curdir pardir extsep pathsep devnull altsep",
    ),
    module(
        "os.path",
        "basename split splitext isabs commonpath commonprefix relpath exists lexists isfile isdir islink ismount samefile \
         splitdrive normcase normpath",
        "sep",
    ),
    module("pathlib", "", ""),
    module(
        "platform",
        "system machine release version python_version python_version_tuple python_implementation node \
         python_build python_compiler python_branch python_revision",
        "",
    ),
    module("posixpath", "basename split splitext isabs commonpath commonprefix normpath dirname", "sep"),
    module("pprint", "pformat", ""),
    module(
        "random",
        "random randint randrange choice choices shuffle sample uniform seed gauss normalvariate expovariate \
         getrandbits betavariate triangular",
        "",
    ),
    module(
        "re",
        "compile sub subn search match fullmatch findall finditer split escape error Pattern Match",
        "A ASCII I IGNORECASE M MULTILINE S DOTALL X VERBOSE U UNICODE L LOCALE DEBUG",
    ),
    module("reprlib", "repr", ""),
    module("secrets", "token_hex token_urlsafe token_bytes randbelow choice compare_digest", ""),
    module("shlex", "split quote join", ""),
    module("shutil", "which disk_usage get_terminal_size", ""),
    module("site", "getsitepackages getusersitepackages getuserbase", "ENABLE_USER_SITE"),
    module(
        "stat",
        "S_ISDIR S_ISREG S_ISLNK S_IMODE S_IFMT filemode",
        "S_IRUSR S_IWUSR S_IXUSR S_IRWXU S_IXGRP S_IXOTH",
    ),
    module(
        "statistics",
        "mean fmean median median_low median_high mode multimode stdev pstdev variance pvariance quantiles \
         harmonic_mean geometric_mean correlation covariance linear_regression NormalDist StatisticsError",
        "",
    ),
    module(
        "string",
        "capwords",
        "ascii_letters ascii_lowercase ascii_uppercase digits hexdigits octdigits punctuation printable whitespace",
    ),
    module("struct", "pack unpack calcsize unpack_from iter_unpack error", ""),
    module(
        "sys",
        "exit getsizeof getrecursionlimit setrecursionlimit getdefaultencoding getfilesystemencoding intern \
         getrefcount stdout.write stdout.writelines stdout.flush stdout.isatty stdout.reconfigure stderr.write \
         stderr.writelines stderr.flush stderr.isatty stderr.reconfigure stdout.buffer.write stdout.buffer.flush \
         stderr.buffer.write stderr.buffer.flush set_int_max_str_digits",
        "stdin version version_info platform executable maxsize maxunicode byteorder prefix base_prefix exec_prefix \
         implementation flags hexversion float_info int_info hash_info builtin_module_names stdlib_module_names \
         copyright api_version stdout.encoding stderr.encoding",
    ),
    module("sysconfig", "get_path get_paths get_platform get_python_version get_config_var", ""),
    module("textwrap", "dedent indent fill wrap shorten", ""),
    module(
        "time",
        "time time_ns sleep strftime localtime gmtime perf_counter perf_counter_ns monotonic monotonic_ns process_time \
         ctime asctime mktime strptime thread_time",
        "timezone tzname altzone daylight",
    ),
    module("tomllib", "load loads TOMLDecodeError", ""),
    module("traceback", "format_exc", ""),
    module(
        "typing",
        "",
        "Any Callable ClassVar Dict Final FrozenSet Generator Generic Iterable Iterator List Literal Mapping NamedTuple \
         Optional Sequence Set Text Tuple Type Union TYPE_CHECKING",
    ),
    module(
        "unicodedata",
        "name lookup category normalize bidirectional combining decimal digit numeric east_asian_width mirrored decomposition is_normalized",
        "unidata_version",
    ),
    module("urllib", "", ""),
    module(
        "urllib.parse",
        "urlparse urlsplit urlunparse urlunsplit urljoin urldefrag urlencode quote quote_plus unquote unquote_plus \
         parse_qs parse_qsl quote_from_bytes unquote_to_bytes",
        "",
    ),
    module("uuid", "uuid3 uuid4 uuid5 UUID", "NAMESPACE_DNS NAMESPACE_URL NAMESPACE_OID NAMESPACE_X500"),
    module("warnings", "simplefilter", ""),
    module("zlib", "compress decompress crc32 adler32 error", ""),
];

/// Attributes and methods that are harmless on every value that harmless code can make, with any arguments.
///
/// `replace`, `copy`, `read`, `open`, `format` and the methods that open files are looked at where they are called.
const ATTRIBUTES: &str = "\
    capitalize casefold center count encode decode endswith expandtabs find index isalnum isalpha isascii isdecimal \
    isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition \
    removeprefix removesuffix rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title \
    translate upper zfill hex fromhex \
    append clear extend insert pop remove reverse sort \
    get items keys values setdefault update popitem fromkeys move_to_end most_common elements subtract total \
    add discard union intersection difference symmetric_difference issubset issuperset isdisjoint intersection_update \
    difference_update symmetric_difference_update \
    appendleft popleft extendleft rotate maxlen \
    readline readlines close seek tell readable flush isatty reconfigure getvalue buffer encoding closed mode newlines \
    match search fullmatch findall finditer sub subn group groups groupdict start end span expand pattern flags lastindex \
    lastgroup string pos endpos groupindex \
    isoformat strftime strptime timestamp date time timetz year month day hour minute second microsecond tzinfo astimezone \
    utcoffset tzname total_seconds weekday isoweekday isocalendar fromisoformat fromtimestamp now today utcnow combine \
    toordinal days seconds microseconds ctime timetuple utctimetuple week \
    quantize as_tuple normalize numerator denominator limit_denominator is_integer bit_length bit_count to_bytes from_bytes \
    as_integer_ratio conjugate real imag to_integral_value sqrt ln log10 exp is_nan is_infinite is_zero adjusted prec \
    digest hexdigest digest_size block_size \
    name stem suffix suffixes parts parent parents anchor root drive is_absolute relative_to is_relative_to with_suffix \
    with_name with_stem joinpath as_posix as_uri absolute resolve expanduser iterdir glob rglob exists is_file is_dir \
    is_symlink is_mount stat lstat samefile \
    st_size st_mtime st_ctime st_atime st_mode st_uid st_gid st_ino st_nlink st_mtime_ns st_dev path \
    sections options has_section has_option getint getfloat getboolean read_string read_dict read_file defaults optionxform \
    body orelse handlers finalbody id attr value func args keywords arg targets target module names asname level lineno \
    end_lineno col_offset end_col_offset elts slice ops op left right comparators test iter decorator_list bases annotation \
    returns ctx s n kwonlyargs vararg kwarg defaults posonlyargs elt generators cause exc msg ifs type \
    iter text \
    scheme netloc query fragment hostname port username password params geturl \
    errno strerror filename colno doc code reason object encoding \
    ratio quick_ratio real_quick_ratio get_opcodes get_matching_blocks find_longest_match compare \
    writerow writerows writeheader fieldnames line_num dialect reader \
    urn version int bytes fields time_low variant \
    major minor micro releaselevel serial tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday tm_isdst tm_zone \
    sysname nodename release machine columns lines used free total percent cache_info cache_clear cache_parameters \
    maps parents new_child default_factory step stop from_iterable \
    packed exploded compressed is_private is_global is_loopback is_multicast network_address broadcast_address netmask \
    hosts num_addresses prefixlen subnets supernet subnet_of overlaps \
    raw_decode iterencode random randint choice shuffle sample uniform seed \
    mean median stdev variance cdf inv_cdf pdf quantiles slope intercept \
    max_digits dig mant_dig epsilon min max cache_tag optimize isolated utf8_mode dev_mode";

/// What a dotted name of the library is; `None` when it stands on no list.
pub fn item(name: &str) -> Option<Item> {
    if let Some((_, special)) = SPECIAL.iter().find(|(special, _)| *special == name) {
        return Some(Item::Special(*special));
    }
    if matches!(name, "functools.cache" | "functools.lru_cache") || is_node(name) {
        return Some(Item::Placed);
    }
    MODULES.iter().find_map(|module| {
        let rest = name.strip_prefix(module.name)?;
        match rest.strip_prefix('.') {
            None => rest.is_empty().then_some(Item::Module),
            Some(rest) if listed(module.calls, rest) => Some(Item::Call),
            Some(rest) if listed(module.values, rest) => Some(Item::Value),
            Some(_) => None,
        }
    })
}

/// Classes of `ast`: called, they would make nodes with whatever attributes.
fn is_node(name: &str) -> bool {
    const NODES: &str = "AST AnnAssign arg arguments Assert Assign AsyncFunctionDef Attribute AugAssign BinOp BoolOp Bytes Call \
        ClassDef Compare Constant Dict DictComp ExceptHandler Expr Expression For FunctionDef GeneratorExp If IfExp Import \
        ImportFrom JoinedStr keyword Lambda List ListComp Load Module Name Num Raise Return Set Starred Store Str \
        Subscript Try Tuple UnaryOp While With Yield";
    name.strip_prefix("ast.").is_some_and(|name| listed(NODES, name))
}

/// May be passed on: it only computes, whoever calls it with whatever.
pub fn is_pure(name: &str) -> bool {
    const PURE: &str = "abs all any ascii bin bool bytes chr dict float frozenset hex int len list max min oct ord repr reversed \
        round set sorted str sum tuple os.path.basename os.path.exists os.path.getmtime os.path.getsize os.path.isdir \
        os.path.isfile operator.add operator.and_ operator.mul operator.or_ operator.sub operator.xor math.gcd math.lcm \
        NotImplemented";
    listed(PURE, name) || (is_exception(name) && builtin(name).is_some())
}

/// By its name.
fn is_exception(name: &str) -> bool {
    ["Error", "Exception", "Exit", "Interrupt", "Warning", "Iteration"].iter().any(|end| name.ends_with(end))
}

/// A class of the library, which may stand in an annotation, behind `except` and in `isinstance`.
pub fn is_class(name: &str) -> bool {
    const LOWER: &str = "datetime.datetime datetime.date datetime.time datetime.timedelta collections.deque \
        collections.defaultdict object bytearray complex range re.error struct.error zlib.error";
    let last = name.rsplit('.').next().unwrap_or(name);
    match item(name).or_else(|| builtin(name)) {
        Some(Item::Placed) => is_node(name),
        Some(Item::Special(Special::Path)) => true,
        Some(Item::Call | Item::Value | Item::Special(_)) => {
            last.starts_with(|c: char| c.is_ascii_uppercase()) || listed(LOWER, name) || is_pure(name)
        }
        Some(Item::Module) | None => false,
    }
}

/// A builtin that may be called or passed on.
pub fn builtin(name: &str) -> Option<Item> {
    if name.contains('.') {
        return None;
    }
    match SPECIAL.iter().find(|(special, _)| *special == name) {
        Some((_, special)) => Some(Item::Special(*special)),
        None => listed(BUILTINS, name).then_some(Item::Call),
    }
}

/// A builtin whose name a program may not give to something of its own.
pub fn is_kept(name: &str) -> bool {
    listed(KEPT, name)
}

/// An attribute that may be looked at, and called, on any value.
pub fn is_harmless_attribute(name: &str) -> bool {
    listed(ATTRIBUTES, name)
}

/// Names of variables that hold secrets more often than not.
pub fn looks_secret(name: &str) -> bool {
    const MARKS: &[&str] = &[
        "KEY",
        "TOKEN",
        "SECRET",
        "PASS",
        "PWD",
        "CREDENTIAL",
        "AUTH",
        "COOKIE",
        "PRIVATE",
        "SESSION",
        "DSN",
        "_URL",
        "_URI",
    ];
    let name = name.to_ascii_uppercase();
    name != "PWD" && name != "OLDPWD" && MARKS.iter().any(|mark| name.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_others_are_not() {
        assert_eq!(item("json"), Some(Item::Module));
        assert_eq!(item("json.loads"), Some(Item::Call));
        assert_eq!(item("datetime.datetime.now"), Some(Item::Call));
        assert_eq!(item("os.path"), Some(Item::Module));
        assert_eq!(item("os.sep"), Some(Item::Value));
        assert_eq!(item("os.listdir"), Some(Item::Special(Special::Lists)));
        for name in
            ["os.remove", "os.system", "json.codecs", "subprocess", "jso", "jsonx", "os.path.os", "os."]
        {
            assert_eq!(item(name), None, "{name}");
        }
    }

    #[test]
    fn no_attribute_is_a_method_that_changes_files() {
        // Methods of `pathlib.Path`, files, trees and archives that write, run or connect.
        let harmful = "unlink rename replace rmdir mkdir touch write_text write_bytes write writelines chmod lchmod symlink_to \
            hardlink_to link_to copy copy_into move move_into open read_text read_bytes truncate detach raw fileno format \
            format_map read parse tofile extract extractall send throw system popen run call connect sendall load_module \
            tb_frame f_globals gi_frame cr_frame func_globals im_func walk dump export save to_csv";
        for name in harmful.split_ascii_whitespace() {
            assert!(!is_harmless_attribute(name), "{name}");
        }
    }
}
