//! What the shapes of proposals rest on.

/// Stops that no line of a policy should settle, although one could: code that nobody read.
pub const NEVER: &[&str] = &["unread_code", "nothing_read", "nested_agent", "privilege", "print_environment"];

/// Built-in rules that may be proposed as a whole, where nothing narrower settles a call.
pub const TAME: &[&str] = &[
    "background",
    "build_command",
    "check_command",
    "delete",
    "formatter",
    "package_install",
    "read_outside_repo",
    "remote_read",
    "sub_agent",
    "web_search",
];

/// Programs whose every operand is a path, with the flags under which that stays so. A call without one of them does no
/// more than one with it: `-n`, which spares what is there, is none of them.
pub const OF_PATHS: &[(&str, &[&str])] = &[
    ("cp", &["-r", "-R", "-a", "-p", "-f", "-v"]),
    ("mkdir", &["-p", "-v", "--parents"]),
    ("mv", &["-f", "-v"]),
    ("rm", &["-r", "-R", "-f", "-v", "-d", "--recursive", "--force"]),
    ("rmdir", &["-p", "-v"]),
    ("touch", &[]),
    ("trash", &[]),
    ("unlink", &[]),
];

/// Directories of a repository that are made anew: whatever lies there is as good as the whole.
pub const MADE_ANEW: &[&str] = &[
    ".cache",
    ".next",
    ".nuxt",
    ".pytest_cache",
    ".turbo",
    "__pycache__",
    "build",
    "coverage",
    "dist",
    "node_modules",
    "out",
    "target",
    "tmp",
];

/// A subcommand whose further words are text, and never what runs or where it goes.
pub struct Texts {
    /// The program.
    pub program: &'static str,
    /// Its subcommand.
    pub words: &'static [&'static str],
    /// Flags whose value is text.
    pub texts: &'static [&'static str],
}

/// Messages and titles differ from call to call; nobody wants a rule for each.
pub const OF_TEXTS: &[Texts] = &[
    Texts {
        program: "gh",
        words: &["pr", "create"],
        texts: &["--base", "--body", "--head", "--label", "--title", "-B", "-H", "-b", "-l", "-t"],
    },
    Texts {
        program: "gh",
        words: &["issue", "create"],
        texts: &["--body", "--label", "--title", "-b", "-l", "-t"],
    },
    Texts { program: "git", words: &["commit"], texts: &["--message", "-am", "-m"] },
    Texts { program: "git", words: &["tag"], texts: &["-m", "--message"] },
];

/// Flags that change how output looks and nothing else, whatever the program: only these may come and go. Long forms
/// alone, because `-v` and `-q` mean something else to the next program.
pub const LOOKS: &[&str] = &[
    "--color",
    "--colour",
    "--no-color",
    "--no-colour",
    "--no-progress",
    "--progress",
    "--quiet",
    "--silent",
    "--verbose",
];

/// The same with a value, which may be any.
pub const LOOKS_WITH_VALUE: &[&str] = &["--color=", "--colour="];

/// Directories below a home that hold far more than one tool's things, or what runs.
pub const WIDE_AT_HOME: &[&str] = &[
    "Applications",
    "Desktop",
    "Documents",
    "Downloads",
    "Library",
    "Movies",
    "Music",
    "Pictures",
    "Public",
    "Videos",
    "bin",
    "code",
    "dev",
    "dotfiles",
    "etc",
    "git",
    "go",
    "lib",
    "node_modules",
    "opt",
    "projects",
    "repos",
    "sbin",
    "scripts",
    "share",
    "snap",
    "src",
    "tools",
    "venv",
    "work",
    "workspace",
];

/// The longest word that a rule pins, and how many.
pub const WORD_BYTES: usize = 200;
/// See there.
pub const WORDS: usize = 12;
/// Stands in the ledger for what was masked: a rule about it would match nothing, or worse.
pub const MASK: &str = "REDACTED";
