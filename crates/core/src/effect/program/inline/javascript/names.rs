//! What may be called, and what may not be named.

/// Words of the language, and globals that would change what the rest of the text means: never declared.
pub const RESERVED: &str = "arguments async await break case catch class const continue debugger default delete do else enum eval \
     export extends false finally for function if implements import in instanceof interface let new null package private \
     protected public return static super switch this throw true try typeof var void while with yield \
     undefined NaN Infinity require process module exports global globalThis self Set Map Symbol Reflect Proxy \
     Function Buffer Error Promise RegExp Deno Bun";

/// Names for values that are neither changed nor called.
pub const CONSTANTS: &str = "null true false undefined NaN Infinity";

/// Global functions that a number, a text or a truth value comes out of.
pub const FUNCTIONS: &str = "Number String Boolean parseInt parseFloat isNaN";

/// Those of them that stand as a callback under their own names.
pub const PLAIN_CALLBACKS: &str = "Number String Boolean";

/// Globals that are no values, with the members that may be called.
pub const NAMESPACES: &[(&str, &str)] = &[
    ("console", "log error warn info table"),
    ("JSON", "parse stringify"),
    ("Object", "keys values entries"),
    ("Array", "isArray from"),
    ("Number", "isInteger isFinite isNaN parseInt parseFloat"),
    ("String", "fromCharCode"),
    ("Date", "now"),
    (
        "Math",
        "abs ceil floor round trunc sign min max pow sqrt cbrt hypot log log2 log10 exp random sin cos tan",
    ),
];

/// What `new` may make.
pub const CLASSES: &str = "Set Map Date";

/// Members of `process` that may be read.
pub const PROCESS: &str = "argv version versions";

/// Methods that compute on every object that a program can come by, and call nothing that they are given.
pub const METHODS: &str = "at charAt charCodeAt codePointAt concat endsWith entries exec flat get getDate getDay getFullYear getHours \
     getMinutes getMonth getSeconds getTime has hasOwnProperty includes indexOf join keys lastIndexOf localeCompare match \
     matchAll normalize padEnd padStart repeat search slice split startsWith substr substring test toFixed toISOString \
     toLocaleDateString toLocaleString toLocaleTimeString toLowerCase toReversed toString toUpperCase trim trimEnd \
     trimStart values";

/// Methods that call their first argument.
pub const CALL_FIRST: &str =
    "map filter forEach find findIndex findLast some every reduce flatMap sort toSorted";

/// Methods that call their second argument if it is a function.
pub const CALL_SECOND: &str = "replace replaceAll";

/// Methods that change the list, set or map.
pub const CHANGES: &str = "push unshift pop shift splice set add delete clear reverse sort";

/// Methods that give a new list, or the list itself.
pub const GIVES_OWN: &str =
    "map filter flatMap slice concat split flat match toSorted toReversed sort reverse";

/// Where `...` may stand among the arguments: nothing there is called, whatever its place.
pub const SPREADS: &str = "push unshift concat";

/// Members that are never named.
const FORBIDDEN: &str = "constructor prototype caller callee arguments mainModule env binding dlopen _load _linkedBinding \
     getBuiltinModule require";

/// Members that the runtime or the language calls by itself, besides the methods.
const CALLED: &str = "toJSON toString valueOf toLocaleString then catch finally next return throw inspect apply call bind construct \
     handleEvent callback write end on once emit exec";

use crate::words::listed;

/// A member of this name may be read.
pub fn may_read(name: &str) -> bool {
    !name.starts_with("__") && !listed(FORBIDDEN, name)
}

/// A member of this name may be given to an object.
pub fn may_make(name: &str) -> bool {
    may_read(name) && !listed(CALLED, name)
}

/// A member of this name can be called.
pub fn is_method(name: &str) -> bool {
    [METHODS, CALL_FIRST, CALL_SECOND, CHANGES].iter().any(|list| listed(list, name))
}

/// Members of a global that may be called; `None`: there is no such global.
pub fn namespace(name: &str) -> Option<&'static str> {
    NAMESPACES.iter().find(|(global, _)| *global == name).map(|(_, members)| *members)
}

/// A variable of this name would change what the rest of the text means.
pub fn is_reserved(name: &str) -> bool {
    listed(RESERVED, name) || listed(FUNCTIONS, name) || namespace(name).is_some()
}
