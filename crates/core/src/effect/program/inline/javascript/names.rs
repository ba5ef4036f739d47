//! What may be named: globals, modules of the runtime, methods of values, constructors.
//!
//! Left out of every list is what writes, runs, connects, loads code, or makes code of a text. A name that is missing
//! here stops, whatever it is.

use crate::words::listed;

/// Something with members that is no value itself: a global such as `Math`, or a module.
#[derive(Debug)]
pub struct Library {
    /// What messages call it.
    pub name: &'static str,
    /// Members that may be called.
    pub functions: &'static str,
    /// Members that are data.
    pub constants: &'static str,
    /// Members that have members.
    pub inner: &'static [Library],
}

impl Library {
    /// Its member that has members itself.
    pub fn inner(&self, name: &str) -> Option<&'static Library> {
        self.inner.iter().find(|inner| inner.name.rsplit('.').next() == Some(name))
    }

    /// Has this function.
    pub fn calls(&self, name: &str) -> bool {
        listed(self.functions, name)
    }
}

const fn library(
    name: &'static str,
    functions: &'static str,
    constants: &'static str,
    inner: &'static [Library],
) -> Library {
    Library { name, functions, constants, inner }
}

/// Globals that may be called as they are.
pub const FUNCTIONS: &str = "parseInt parseFloat isNaN isFinite Number String Boolean BigInt Array Date Error encodeURIComponent \
     decodeURIComponent encodeURI decodeURI structuredClone btoa atob setTimeout setImmediate clearTimeout queueMicrotask";

/// Globals that are data.
pub const CONSTANTS: &str = "undefined NaN Infinity";

/// What `new` may make.
pub const CONSTRUCTORS: &str = "Array Date Map Set WeakMap WeakSet RegExp URL URLSearchParams Error TypeError RangeError SyntaxError \
     TextEncoder TextDecoder Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array \
     Intl.NumberFormat Intl.DateTimeFormat Intl.Collator Intl.PluralRules Intl.RelativeTimeFormat Intl.ListFormat \
     Intl.Segmenter";

/// Calls that give back what they were given, or hold it.
pub const KEEPS: &str = "Object.values Object.entries Object.freeze Object.fromEntries Object.groupBy Array.of Array.from Promise.all \
     Promise.allSettled Promise.resolve Array Map Set WeakMap WeakSet structuredClone setTimeout setImmediate \
     queueMicrotask process.nextTick Error TypeError RangeError SyntaxError";

/// Calls that give a stream, which has listeners.
pub const STREAMS: &str = "crypto.createHash crypto.createHmac";

/// Globals with members.
pub const GLOBALS: &[Library] = &[
    library(
        "console",
        "log error warn info debug table dir group groupEnd groupCollapsed assert count countReset time timeEnd timeLog trace",
        "",
        &[],
    ),
    library("JSON", "parse stringify", "", &[]),
    library(
        "Math",
        "abs acos asin atan atan2 cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow \
         random round sign sin sinh sqrt tan tanh trunc",
        "E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2",
        &[],
    ),
    library(
        "Object",
        "keys values entries fromEntries freeze is hasOwn groupBy create getOwnPropertyNames",
        "",
        &[],
    ),
    library("Array", "isArray from of", "", &[]),
    library("String", "fromCharCode fromCodePoint", "", &[]),
    library(
        "Number",
        "isInteger isFinite isNaN isSafeInteger parseFloat parseInt",
        "MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE EPSILON POSITIVE_INFINITY NEGATIVE_INFINITY NaN",
        &[],
    ),
    library("BigInt", "asIntN asUintN", "", &[]),
    library("Date", "now parse UTC", "", &[]),
    library("Buffer", "from byteLength isBuffer concat alloc compare isEncoding", "", &[]),
    library("Promise", "all allSettled resolve", "", &[]),
    library("Intl", "getCanonicalLocales supportedValuesOf", "", &[]),
    library("performance", "now", "timeOrigin", &[]),
    library(
        "process",
        "cwd exit uptime hrtime memoryUsage cpuUsage nextTick",
        "argv argv0 version versions platform arch pid ppid title execPath execArgv exitCode release",
        &[
            library("process.stdout", "write", "columns rows isTTY", &[]),
            library("process.stderr", "write", "columns rows isTTY", &[]),
            library("process.stdin", "on once setEncoding resume", "isTTY", &[]),
        ],
    ),
];

/// What Deno has besides.
pub const DENO: &Library = &library(
    "Deno",
    "cwd exit readTextFileSync readFileSync readTextFile readFile statSync lstatSync readDirSync inspect memoryUsage hostname osRelease",
    "args pid ppid noColor",
    &[
        library("Deno.version", "", "deno v8 typescript", &[]),
        library("Deno.build", "", "os arch target vendor", &[]),
    ],
);

const PATH_FUNCTIONS: &str =
    "join resolve basename dirname extname relative normalize parse format isAbsolute toNamespacedPath";

/// Reads a file whose name is the first argument.
pub const READS: &str = "fs.readFileSync fs/promises.readFile fs.promises.readFile Deno.readTextFileSync Deno.readFileSync Deno.readTextFile Deno.readFile";

/// Shows names, sizes and dates of the file that is the first argument.
pub const LOOKS: &str = "fs.existsSync fs.statSync fs.lstatSync fs.accessSync fs.readdirSync fs.readlinkSync fs.realpathSync \
     fs/promises.stat fs/promises.lstat fs/promises.access fs/promises.readdir fs/promises.realpath \
     fs.promises.stat fs.promises.lstat fs.promises.access fs.promises.readdir fs.promises.realpath \
     Deno.statSync Deno.lstatSync Deno.readDirSync";

/// Members of an object of options of those two that only change what comes back. Not `flag`: it can empty the file.
pub const FILE_OPTIONS: &str = "encoding withFileTypes recursive throwIfNoEntry bigint";

/// Members of an object of options for showing values.
pub const SHOW_OPTIONS: &str =
    "depth colors compact breakLength maxArrayLength maxStringLength showHidden sorted numericSeparator";

const FS_PROMISES: &str = "readFile stat lstat access readdir realpath";

/// Modules of the runtime. The runtime's own win over a package of the same name.
pub const MODULES: &[Library] = &[
    library(
        "fs",
        "readFileSync existsSync statSync lstatSync accessSync readdirSync readlinkSync realpathSync",
        "",
        &[
            library("fs.promises", FS_PROMISES, "", &[]),
            library("fs.constants", "", "F_OK R_OK W_OK X_OK", &[]),
        ],
    ),
    library("fs/promises", FS_PROMISES, "", &[]),
    library(
        "path",
        PATH_FUNCTIONS,
        "sep delimiter",
        &[
            library("path.posix", PATH_FUNCTIONS, "sep delimiter", &[]),
            library("path.win32", PATH_FUNCTIONS, "sep delimiter", &[]),
        ],
    ),
    library(
        "os",
        "platform arch cpus totalmem freemem hostname type release homedir tmpdir uptime loadavg endianness version machine \
         availableParallelism",
        "EOL devNull",
        &[],
    ),
    library("util", "inspect format isDeepStrictEqual stripVTControlCharacters", "", &[]),
    library("url", "parse format resolve fileURLToPath pathToFileURL", "", &[]),
    library("querystring", "parse stringify escape unescape", "", &[]),
    library(
        "crypto",
        "createHash createHmac randomUUID randomBytes randomInt getHashes timingSafeEqual",
        "",
        &[],
    ),
    library(
        "assert",
        "ok equal notEqual strictEqual notStrictEqual deepEqual notDeepEqual deepStrictEqual notDeepStrictEqual match \
         doesNotMatch fail",
        "",
        &[library(
            "assert.strict",
            "ok equal notEqual strictEqual notStrictEqual deepEqual notDeepEqual deepStrictEqual notDeepStrictEqual match \
             doesNotMatch fail",
            "",
            &[],
        )],
    ),
    library(
        "zlib",
        "gzipSync gunzipSync deflateSync inflateSync deflateRawSync inflateRawSync brotliCompressSync brotliDecompressSync \
         unzipSync crc32",
        "",
        &[library(
            "zlib.constants",
            "",
            "BROTLI_PARAM_QUALITY BROTLI_MAX_QUALITY BROTLI_PARAM_SIZE_HINT Z_BEST_COMPRESSION Z_BEST_SPEED",
            &[],
        )],
    ),
    library("perf_hooks", "", "", &[library("perf_hooks.performance", "now", "timeOrigin", &[])]),
];

/// The module of this name, with or without `node:`.
pub fn module(name: &str) -> Option<&'static Library> {
    let name = name.strip_prefix("node:").unwrap_or(name);
    MODULES.iter().find(|module| module.name == name)
}

/// `process.stdin`
pub fn stdin() -> Option<&'static Library> {
    GLOBALS.iter().find(|library| library.name == "process").and_then(|process| process.inner("stdin"))
}

/// Members through which a value leads to the function that makes code of a text, to its prototype, or around the
/// rules for calls.
pub const FORBIDDEN: &str = "constructor __proto__ prototype __defineGetter__ __defineSetter__ __lookupGetter__ \
     __lookupSetter__ caller callee arguments call apply bind mainModule binding valueOf";

/// Methods that take a function first.
pub const TAKES_FUNCTION: &str = "map filter forEach reduce reduceRight some every find findIndex findLast findLastIndex flatMap sort \
     toSorted then catch finally";

/// Methods that take a text or pattern first and may take a function second.
pub const TAKES_FUNCTION_SECOND: &str = "replace replaceAll";

/// Methods that give back an element: whatever was put in.
pub const GIVES_ELEMENT: &str = "at find findLast pop shift get reduce reduceRight next then catch finally";

/// Methods that give back what they were called on.
pub const GIVES_ITSELF: &str = "sort reverse fill copyWithin set add update";

/// Methods that put what they are given into what they were called on, or into what they give back.
pub const HOLDS: &str = "push unshift concat set add fill splice with toSpliced reduce reduceRight append";

/// All methods that may be called on a value, whatever it is: on each kind of object that a program can come by, the
/// method of this name computes. No object that writes, runs or connects is a value.
pub const METHODS: &str = "at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach \
     includes indexOf join keys lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice \
     toReversed toSorted toSpliced toString unshift values with \
     charAt charCodeAt codePointAt endsWith localeCompare match matchAll normalize padEnd padStart repeat replace \
     replaceAll search split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase trim \
     trimEnd trimLeft trimRight trimStart isWellFormed toWellFormed \
     toExponential toFixed toLocaleString toPrecision \
     getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset \
     getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds setDate \
     setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours \
     setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds toDateString toISOString toJSON toLocaleDateString \
     toLocaleTimeString toTimeString toUTCString \
     exec test \
     add clear delete get has set union intersection difference symmetricDifference isSubsetOf isSupersetOf \
     isDisjointFrom getAll append next \
     then catch finally \
     hasOwnProperty propertyIsEnumerable \
     equals compare subarray readUInt8 readUInt16LE readUInt16BE readUInt32LE readUInt32BE readInt8 readInt16LE \
     readInt16BE readInt32LE readInt32BE readBigUInt64LE readBigUInt64BE readDoubleLE readDoubleBE readFloatLE \
     readFloatBE \
     update digest \
     isFile isDirectory isSymbolicLink \
     format formatToParts formatRange resolvedOptions encode decode segment select";

/// Members that the language or the runtime itself calls, besides the methods above; and those that are taken for
/// numbers wherever they are read.
pub const CALLED: &str = "return throw stylize inspect decodeURIComponent encodeURIComponent on once emit write end read close \
     handleEvent apply construct callback listener size length";

/// Members that the language itself trusts.
pub const TRUSTED: &str =
    "flags value done raw index lastIndex source global unicode sticky message name stack cause";
