//! What may be called, and how each takes its arguments.
//!
//! Left out is whatever opens, writes, runs, connects, loads or makes code of a text. A word that is missing stops.

/// Take a list: what follows is a term, or nothing.
pub const LIST: &str = "print printf say join push unshift splice reverse sprintf die warn return index rindex substr exit atan2 \
     sum sum0 min max minstr maxstr product uniq uniqnum shuffle floor ceil fmod pow strftime decode_json encode_json Dumper";

/// Take one value, or the current line when nothing follows.
pub const UNARY: &str = "abs chomp chop chr cos defined delete each exists exp hex int keys lc lcfirst length local log ord oct pop \
     pos quotemeta rand ref scalar shift sin sleep sqrt srand uc ucfirst undef values localtime gmtime";

/// Take a block or an expression, then a list.
pub const BLOCK: &str = "map grep sort first any all none";

/// Functions of modules: words until they are imported, and then they take arguments.
pub const IMPORTED: &str = "say sum sum0 min max minstr maxstr product first any all none uniq uniqnum shuffle floor ceil fmod pow \
     strftime decode_json encode_json Dumper";

/// Words that must not stand anywhere, not even where they seem to be text: if this reader took code for text by
/// mistake, that code could still do no harm.
pub const HARMFUL: &str = "system exec qx eval evalbytes open sysopen opendir require do unlink rename rmdir mkdir chmod chown link symlink \
     truncate utime mkfifo fork kill syscall socket connect bind listen accept send recv pipe popen glob dbmopen dump \
     select syswrite sysread tie untie bless package goto sub CORE Internals DynaLoader XSLoader AutoLoader Socket IO IPC File \
     chroot chdir ioctl fcntl flock shmget semget msgget setpgrp setpriority alarm wait waitpid times \
     umask lib INC SIG ARGVOUT DATA format write formline reset study prototype __DATA__ __END__ AUTOLOAD DESTROY \
     can isa readpipe readline readdir readlink getc read sysseek binmode setsockopt shutdown dbmclose wantarray caller \
     import unimport feature overload vars threads";

/// Modules of the language itself, with the functions of theirs that are on the lists; `*` for those that only change
/// how the rest is read.
pub const MODULES: &[(&str, &str)] = &[
    ("strict", "*"),
    ("warnings", "*"),
    ("utf8", "*"),
    ("integer", "*"),
    ("List::Util", "sum sum0 min max minstr maxstr product first any all none uniq uniqnum shuffle"),
    ("POSIX", "floor ceil fmod pow strftime"),
    ("Data::Dumper", "Dumper"),
    ("JSON::PP", "decode_json encode_json"),
];

/// Words that join a condition or a loop to a statement.
pub const MODIFIERS: &str = "if unless while until for foreach";

/// Operators that are words.
pub const OPERATORS: &str = "x eq ne lt gt le ge cmp and or xor";

/// Operators, longest first. Left out: `<<` (a here-document), `&` (calls), `~~`.
pub const SIGNS: &[&str] = &[
    "<=>", "**=", "||=", "&&=", "//=", "...", "=>", "==", "!=", "=~", "!~", "<=", ">=", "&&", "||", "//",
    "..", "+=", "-=", "*=", "/=", ".=", "%=", "x=", "**", "+", "-", "*", "/", "%", ".", "<", ">", "=", "?",
    ":", ",",
];

/// How often `word` stands in `text` as a word of its own.
pub fn count(text: &str, word: &str) -> usize {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word)
        .filter(|(at, _)| {
            let before = text.get(..*at).and_then(|before| before.chars().next_back());
            let behind = text.get(at + word.len()..).and_then(|behind| behind.chars().next());
            !before.is_some_and(part) && !behind.is_some_and(part)
        })
        .count()
}
