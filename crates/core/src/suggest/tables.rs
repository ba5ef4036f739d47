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

/// Programs whose every operand is a path, with the flags under which that stays so.
pub const OF_PATHS: &[(&str, &[&str])] = &[
    ("cp", &["-r", "-R", "-a", "-p", "-f", "-v", "-n"]),
    ("mkdir", &["-p", "-v", "--parents"]),
    ("mv", &["-f", "-v", "-n"]),
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
    /// Flags under which that stays so.
    pub flags: &'static [&'static str],
}

/// Messages and titles differ from call to call; nobody wants a rule for each.
pub const OF_TEXTS: &[Texts] = &[
    Texts {
        program: "gh",
        words: &["pr", "create"],
        flags: &[
            "--base", "--body", "--draft", "--head", "--label", "--title", "-B", "-H", "-b", "-d", "-l", "-t",
        ],
    },
    Texts {
        program: "gh",
        words: &["issue", "create"],
        flags: &["--body", "--label", "--title", "-b", "-l", "-t"],
    },
    Texts {
        program: "git",
        words: &["commit"],
        flags: &["--all", "--amend", "--message", "--no-edit", "--signoff", "-a", "-am", "-m", "-s"],
    },
    Texts { program: "git", words: &["tag"], flags: &["-a", "-m", "--annotate", "--message"] },
];

/// Flags whose value behind `=` is text or a number, whatever the program.
pub const WITH_ANY_VALUE: &[&str] = &[
    "--body=",
    "--color=",
    "--depth=",
    "--jobs=",
    "--limit=",
    "--lines=",
    "--message=",
    "--since=",
    "--tail=",
    "--timeout=",
    "--title=",
    "--until=",
];

/// Where everybody can leave something and take something away: an address there is a way out.
pub const DROPS: &[&str] = &[
    "0x0.st",
    "burpcollaborator.net",
    "catbox.moe",
    "dpaste.com",
    "dpaste.org",
    "file.io",
    "gist.github.com",
    "gist.githubusercontent.com",
    "glot.io",
    "hastebin.com",
    "herokuapp.com",
    "hookb.in",
    "httpbin.org",
    "interact.sh",
    "ix.io",
    "loca.lt",
    "localtunnel.me",
    "ngrok-free.app",
    "ngrok.app",
    "ngrok.io",
    "oast.fun",
    "oast.me",
    "oast.pro",
    "oastify.com",
    "pages.dev",
    "paste.rs",
    "pastebin.com",
    "pipedream.net",
    "ptsv2.com",
    "requestbin.com",
    "requestcatcher.com",
    "rentry.co",
    "serveo.net",
    "termbin.com",
    "transfer.sh",
    "trycloudflare.com",
    "vercel.app",
    "webhook.site",
    "workers.dev",
];

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
