//! What may be called, and how each takes its arguments.
//!
//! Left out is whatever opens, writes, runs, connects, loads or makes code of a text. A word that is missing stops.

/// Take a list: what follows is a term, or nothing.
pub const LIST: &str = "print printf say join push unshift splice reverse sprintf die warn return index rindex substr exit atan2 \
     sum sum0 min max minstr maxstr product uniq uniqnum shuffle floor ceil fmod pow strftime decode_json encode_json Dumper";

/// Take one value, or the current line when nothing follows.
pub const UNARY: &str = "abs chomp chop chr cos defined delete each exists exp hex int keys lc lcfirst length local log ord oct pop \
     pos quotemeta rand ref scalar shift sin sleep sqrt srand uc ucfirst undef values localtime gmtime fc";

/// Take a block or an expression, then a list.
pub const BLOCK: &str = "map grep sort first any all none";

/// The module that a function comes from, if it is none of the language's own.
pub fn comes_from(function: &str) -> Option<&'static str> {
    match function {
        "decode_json" | "encode_json" => Some("JSON::PP"),
        "Dumper" => Some("Data::Dumper"),
        "say" => None,
        _ => MODULES.iter().find(|(_, functions)| has(functions, function)).map(|(module, _)| *module),
    }
}

/// Modules of the language itself, with the functions of theirs that are on the lists; `*` for those that are
/// imported without being named.
pub const MODULES: &[(&str, &str)] = &[
    ("strict", "*"),
    ("warnings", "*"),
    ("utf8", "*"),
    ("integer", "*"),
    ("feature", "say"),
    ("List::Util", "sum sum0 min max minstr maxstr product first any all none uniq uniqnum shuffle"),
    ("POSIX", "floor ceil fmod pow strftime"),
    ("Data::Dumper", "*"),
    ("JSON::PP", "*"),
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

/// `list` holds `word`.
pub fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}
