//! What git's settings can make git do.
//!
//! A setting is harmless only if it stands in a list here; in a repository that is not the session's everything
//! else stops. In the user's own configuration programs are fine unless they lie where the agent may write.

use super::config::{self, Setting};
use crate::words::listed;
use crate::world::{Unreadable, World, kept};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

/// What a setting amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Appearance and behaviour: runs nothing, names no file.
    Harmless,
    /// Names a file that git only reads as data, and is used only when the user set it.
    Data,
    /// Names a program, or a folder of programs, or more configuration.
    Runs,
    /// Only counts when it is called by its name.
    Alias,
    /// Not known.
    Unknown,
}

/// Sections of which every setting is harmless.
const HARMLESS_SECTIONS: &str = "advice author branch color column committer feature i18n index log rebase \
    rerere stash status user versionsort worktree";

/// `section.name`, whatever the subsection.
const HARMLESS: &[(&str, &str)] = &[
    (
        "core",
        "abbrev autocrlf bare bigfilethreshold checkroundtripencoding checkstat commentchar commentstring \
         commitgraph compression deltabasecachelimit eol filemode filesreflocktimeout fsync fsyncmethod \
         fsyncobjectfiles hidedotfiles ignorecase ignorestat logallrefupdates longpaths loosecompression \
         multipackindex notesref packedgitlimit packedgitwindowsize packedrefstimeout precomposeunicode \
         preloadindex protecthfs protectntfs quotepath repositoryformatversion safecrlf sharedrepository \
         sparsecheckout sparsecheckoutcone splitindex symlinks trustctime untrackedcache usereplacerefs \
         warnambiguousrefs whitespace",
    ),
    (
        "extensions",
        "compatobjectformat noop objectformat preciousobjects refstorage relativeworktrees worktreeconfig",
    ),
    (
        "remote",
        "url pushurl fetch push tagopt prune prunetags mirror skipfetchall skipdefaultupdate gh-resolved pushdefault",
    ),
    (
        "submodule",
        "url active path branch fetchrecursesubmodules ignore shallow recurse fetchjobs alternatelocation",
    ),
    (
        "diff",
        "algorithm autorefreshindex binary cachetextconv colormoved colormovedws context dirstat dstprefix \
         funcname ignoresubmodules indentheuristic interhunkcontext mnemonicprefix noindex noprefix relative \
         renamelimit renames srcprefix statgraphwidth statnamewidth submodule suppressblankempty trustexitcode \
         wordregex wserrorhighlight xfuncname",
    ),
    (
        "merge",
        "conflictstyle directoryrenames ff log renamelimit renames stat verbosity branchdesc autostash guitool tool",
    ),
    ("apply", "whitespace ignorewhitespace"),
    ("blame", "blankboundary coloring date showemail showroot markunblamablelines markignoredlines"),
    ("checkout", "defaultremote guess workers"),
    ("clean", "requireforce"),
    ("commit", "cleanup gpgsign status verbose"),
    (
        "fetch",
        "all fsckobjects output parallel prune prunetags recursesubmodules showforcedupdates unpacklimit writecommitgraph",
    ),
    ("format", "pretty"),
    (
        "gc",
        "aggressivedepth aggressivewindow auto autodetach autopacklimit bigpackthreshold cruftpacks logexpiry \
         packrefs pruneexpire reflogexpire reflogexpireunreachable rerereresolved rerereunresolved \
         worktreepruneexpire writecommitgraph",
    ),
    ("gpg", "format mintrustlevel"),
    ("grep", "linenumber column patterntype extendedregexp threads fullname fallbacktonoindex"),
    ("init", "defaultbranch defaultobjectformat defaultrefformat"),
    ("interactive", "singlekey"),
    ("lfs", "repositoryformatversion locksverify access allowincompletepush"),
    ("maintenance", "auto autodetach strategy enabled schedule"),
    ("pack", "compression depth threads window windowmemory writebitmaphashcache usesparse"),
    ("pull", "rebase ff octopus"),
    ("push", "autosetupremote default followtags gpgsign recursesubmodules usebitmaps useforceifincludes"),
    ("receive", "denycurrentbranch denydeletes denynonfastforwards fsckobjects autogc"),
    ("safe", "directory barerepository"),
    ("tag", "forcesignannotated gpgsign sort"),
    ("transfer", "fsckobjects hiderefs unpacklimit"),
    ("trailer", "separators where ifexists ifmissing key"),
    ("notes", "displayref mergestrategy rewriteref rewritemode"),
];

/// Files that the user lets git read as data.
const DATA: &[(&str, &str)] = &[
    ("core", "attributesfile excludesfile"),
    ("blame", "ignorerevsfile"),
    ("commit", "template"),
    ("diff", "orderfile"),
    ("fetch", "skiplist"),
    ("format", "signaturefile outputdirectory"),
    ("gpg", "allowedsignersfile revocationfile"),
    ("mailmap", "file blob"),
    ("url", "insteadof pushinsteadof"),
    ("gui", "recentrepo"),
    ("maintenance", "repo"),
];

/// Programs, folders of programs, and more configuration.
const RUNS: &[(&str, &str)] = &[
    ("core", "alternaterefscommand askpass editor fsmonitor gitproxy hookspath pager sshcommand worktree"),
    ("browser", "cmd path"),
    ("credential", "helper"),
    ("diff", "command external textconv"),
    ("difftool", "cmd path"),
    ("filter", "clean process smudge"),
    ("gc", "recentobjectshook"),
    ("gpg", "defaultkeycommand program"),
    ("guitool", "cmd"),
    ("hook", "command"),
    ("imap", "tunnel"),
    ("include", "path"),
    ("includeif", "path"),
    ("init", "templatedir"),
    ("interactive", "difffilter"),
    ("lfs", "args clean path process smudge"),
    ("man", "cmd path"),
    ("merge", "driver recursive"),
    ("mergetool", "cmd path"),
    ("remote", "receivepack uploadpack vcs"),
    ("sendemail", "cccmd headercmd sendmailcmd smtpserver tocmd"),
    ("sequence", "editor"),
    ("submodule", "update"),
    ("tar", "command"),
    ("trailer", "cmd command"),
    ("uploadpack", "packobjectshook"),
    ("web", "browser"),
];

/// The settings of one file, each with what it can do; or what is wrong with the file.
pub type File = Result<Vec<(Rc<Setting>, Kind)>, &'static str>;

/// Reads a file, which may be absent.
pub fn of_file(world: &dyn World, file: &str) -> Rc<File> {
    kept(world, file, || {
        let text = match world.read(file) {
            Ok(text) => text,
            Err(Unreadable::Missing) => String::new(),
            Err(Unreadable::TooLarge | Unreadable::Other) => return Err("cannot be read"),
        };
        let settings = config::parse(&text).map_err(|_| "cannot be parsed")?;
        Ok(settings
            .into_iter()
            .map(|setting| (kind(&setting), setting))
            .map(|(kind, s)| (Rc::new(s), kind))
            .collect())
    })
}

/// What `setting` can do.
pub fn kind(setting: &Setting) -> Kind {
    let named = |table: &[(&str, &str)]| {
        let names =
            table.iter().find(|(section, _)| *section == setting.section).map_or("", |(_, names)| names);
        listed(names, &setting.name)
    };
    let section = setting.section.as_str();
    if section == "alias" {
        Kind::Alias
    } else if section == "pager" || named(RUNS) {
        Kind::Runs
    } else if named(HARMLESS) || listed(HARMLESS_SECTIONS, section) {
        Kind::Harmless
    } else if named(DATA) {
        Kind::Data
    } else {
        Kind::Unknown
    }
}

/// Settings that change where git looks or what it trusts: not from the command line.
const NOT_BY_HAND: &str = "branch extensions gc index lfs maintenance push receive remote safe submodule transfer \
    worktree";
const NOT_BY_HAND_IN_CORE: &str =
    "bare protecthfs protectntfs repositoryformatversion sharedrepository usereplacerefs";

/// `-c section.name=value` is fine from an agent.
pub fn fine_by_hand(setting: &Setting) -> bool {
    let steers = listed(NOT_BY_HAND, &setting.section)
        || (setting.section == "core" && listed(NOT_BY_HAND_IN_CORE, &setting.name));
    quiet(setting) || (!steers && kind(setting) == Kind::Harmless)
}

/// A program setting with a value that switches the program off, or a program that does nothing.
fn quiet(setting: &Setting) -> bool {
    let Some(value) = setting.value.as_deref() else { return false };
    match (setting.section.as_str(), setting.name.as_str()) {
        ("core" | "sequence", "editor") => super::options::idle_editor(value),
        ("core", "pager") => matches!(value, "cat" | ""),
        ("pager", _) => matches!(value, "cat" | "false"),
        ("core", "fsmonitor") => matches!(value, "false" | ""),
        ("diff", "external") | ("credential", "helper") => value.is_empty(),
        ("gc", "auto") => value == "0",
        ("maintenance", "auto") => value == "false",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(key: &str, value: &str) -> Setting {
        Setting::dotted(key, Some(value)).expect(key)
    }

    #[test]
    fn settings_are_told_apart() {
        assert_eq!(kind(&of("core.quotePath", "false")), Kind::Harmless);
        assert_eq!(kind(&of("remote.origin.url", "x")), Kind::Harmless);
        assert_eq!(kind(&of("remote.a.b.uploadPack", "x")), Kind::Runs);
        assert_eq!(kind(&of("filter.lfs.process", "x")), Kind::Runs);
        assert_eq!(kind(&of("diff.renames", "x")), Kind::Harmless);
        assert_eq!(kind(&of("diff.x.textconv", "x")), Kind::Runs);
        assert_eq!(kind(&of("pager.log", "x")), Kind::Runs);
        assert_eq!(kind(&of("alias.x", "!x")), Kind::Alias);
        assert_eq!(kind(&of("core.newThing", "x")), Kind::Unknown);
        assert_eq!(kind(&of("blame.ignoreRevsFile", "x")), Kind::Data);
    }

    #[test]
    fn from_the_command_line_less_is_fine() {
        for (key, value) in
            [("color.ui", "false"), ("core.pager", "cat"), ("core.quotepath", "off"), ("core.editor", "true")]
        {
            assert!(fine_by_hand(&of(key, value)), "{key}");
        }
        for (key, value) in [
            ("core.pager", "less"),
            ("core.fsmonitor", "true"),
            ("core.hooksPath", "/dev/null"),
            ("core.worktree", "/"),
            ("safe.directory", "*"),
            ("remote.origin.url", "x"),
            ("alias.st", "status"),
            ("color", "x"),
        ] {
            assert!(Setting::dotted(key, Some(value)).is_none_or(|s| !fine_by_hand(&s)), "{key}");
        }
    }
}
