//! Searches that show more than lines with a particular word, and the files they show.

use super::super::super::reading::{Invocation, Reading, Stdin};
use super::super::super::value::{Arg, Value};
use super::super::arguments::Flag;
use super::super::find::as_glob;
use super::super::spec::{Parsed, Style, parse};
use super::super::whole::pattern::{self, Dialect};
use super::super::whole::{self, Links, Picks, Rule, Test, Unmatched};
use super::{ACK, AG, GREP, RG};
use crate::redact;
use crate::tool::Shown;
use crate::verdict::Span;
use crate::words::listed;
use crate::world::Unreadable;
use alloc::string::String;
use alloc::vec::Vec;

/// The searches, by how they find their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Every file it is given or finds.
    Grep,
    /// Neither hidden files nor those that git ignores.
    Rg,
    /// The same with other flags.
    Ag,
    /// Hidden files too.
    Ack,
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        const GREPS: &str = "grep egrep fgrep ggrep gegrep gfgrep rgrep zgrep zegrep zfgrep bzgrep xzgrep lzgrep zstdgrep ugrep";
        match name {
            "rg" => Some(Kind::Rg),
            "ag" => Some(Kind::Ag),
            "ack" | "ack-grep" => Some(Kind::Ack),
            name => listed(GREPS, name).then_some(Kind::Grep),
        }
    }

    fn flags(self) -> &'static str {
        match self {
            Kind::Grep => GREP,
            Kind::Rg => RG,
            Kind::Ag => AG,
            Kind::Ack => ACK,
        }
    }
}

/// Adds the secrets that a search through whole trees shows.
pub fn whole_files(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let Some(kind) = Kind::of(&call.name) else { return };
    let args = with_settings(reading, call, kind);
    let settled = args.as_ref().map(|args| parse(Style::Gnu, kind.flags(), args));
    let parsed = match &settled {
        None => parsed,
        Some(Ok(settled)) => settled,
        // What the settings say is not understood.
        Some(Err(_)) => return any_files(reading, call, parsed),
    };
    let folders = parsed.operands.get(usize::from(!parsed.marked('^'))..).unwrap_or_default();
    if folders.is_empty() && kind != Kind::Grep && searches_pipe(call, parsed) {
        return;
    }
    // Words that may become none leave it without an operand, and it goes through all that lies here.
    let here = Arg { value: Value::known("."), span: call.span };
    let may_vanish = !folders.is_empty() && folders.iter().all(|folder| folder.may_vanish());
    let folders: Vec<&Arg> = folders.iter().copied().chain(may_vanish.then_some(&here)).collect();
    let folders = folders.as_slice();
    let picks = picks(kind, parsed);
    if is_telling(kind, &call.name, parsed) {
        return whole::below_all(reading, call, folders, &picks);
    }
    if let Some(word) = Word::of(kind, &call.name, parsed) {
        whole::word_below(reading, call, folders, &picks, &word);
    }
}

/// Without an operand they search in what is piped into them. Not with flags that take patterns from there, and not for an editor.
fn searches_pipe(call: &Invocation, parsed: &Parsed<'_>) -> bool {
    let piped = matches!(call.stdin, Stdin::Stream { piped: true, .. } | Stdin::Text(_) | Stdin::Names(_));
    let searches_files = parsed.has(&["--parallel", "--ackmate"])
        || parsed.values(&["-f", "--file"]).any(|file| file.may_be("-"));
    piped && !searches_files
}

/// The words of `rg` with those of the user's settings in front; `None` where there are none.
fn with_settings(reading: &Reading<'_>, call: &Invocation, kind: Kind) -> Option<Vec<Arg>> {
    let file = reading.session.variable("RIPGREP_CONFIG_PATH").filter(|file| !file.is_empty())?;
    if kind != Kind::Rg || call.args.iter().any(|arg| arg.is_text("--no-config")) {
        return None;
    }
    let word = |text: &str| Arg { value: Value::known(text), span: call.span };
    let settings: Vec<Arg> = match reading.world.read(file) {
        Ok(text) => {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            lines.map(word).collect()
        }
        Err(Unreadable::Missing) => return None,
        // They may say anything.
        Err(Unreadable::TooLarge | Unreadable::Other) => ["-uu", "--passthru"].map(word).into(),
    };
    (!settings.is_empty()).then(|| settings.into_iter().chain(call.args.iter().cloned()).collect())
}

/// A word that is searched for, and whose lines are shown.
pub struct Word {
    patterns: Vec<String>,
    dialects: Vec<Dialect>,
    /// So many lines around it are shown as well.
    pub lines_around: usize,
}

impl Word {
    fn of(kind: Kind, name: &str, parsed: &Parsed<'_>) -> Option<Self> {
        if shows_names(kind, parsed) || is_telling(kind, name, parsed) {
            return None;
        }
        // skipped: a pattern that is not known is telling.
        let texts: Vec<&str> = patterns(parsed).into_iter().filter_map(Arg::text).collect();
        let crossed = match matches_over_lines(kind, name) {
            true => texts.iter().map(|text| pattern::line_ends(text).unwrap_or_default()).sum::<usize>(),
            false => 0,
        };
        Some(Word {
            patterns: texts.into_iter().map(String::from).collect(),
            dialects: dialects(kind, name, parsed),
            lines_around: pattern::lines_around(parsed).saturating_add(crossed),
        })
    }

    /// The word of a search by its words, in every way to read them; none for other programs, and for one that shows whole
    /// files or names.
    pub fn all_of_call(command: &[Arg]) -> Vec<Self> {
        let of = |(name, args): (&Arg, &[Arg])| {
            // skipped: a program that is not known shows whole files.
            let name = name.text()?.rsplit('/').next()?;
            let kind = Kind::of(name)?;
            let attached = with_counts_attached(kind.flags(), args);
            let word = |args: &[Arg]| Word::of(kind, name, &parse(Style::Gnu, kind.flags(), args).ok()?);
            Some(word(args).into_iter().chain(attached.and_then(|args| word(&args))).collect())
        };
        command.split_first().and_then(of).unwrap_or_default()
    }

    /// Its patterns in every dialect that may apply.
    pub fn readings(&self) -> impl Iterator<Item = (String, Dialect)> {
        self.patterns.iter().flat_map(|one| self.dialects.iter().map(move |way| (one.clone(), *way)))
    }

    /// It may stand in the line of git's settings that holds an address, or near it where lines around are shown.
    pub fn may_be_of_address(&self) -> bool {
        let text = if self.lines_around > 0 { SETTINGS } else { ADDRESS };
        self.readings().any(|(pattern, dialect)| pattern::may_match_in(&pattern, dialect, text))
    }

    /// A line of the text that holds a secret is shown.
    pub fn shows_secret_of(&self, text: &str) -> bool {
        let is_found = |text: &str| {
            self.readings().any(|(pattern, dialect)| pattern::may_match_in(&pattern, dialect, text))
        };
        match self.lines_around > 0 {
            true => redact::holds_secret(text) && is_found(text),
            false => text.lines().any(|line| redact::holds_secret(line) && is_found(line)),
        }
    }
}

/// Words of the lines in git's settings that may hold a password.
const ADDRESS: &str = "url = https://oauth2:x-access-token@www.github.com git.gitlab.com bitbucket.org codeberg.org dev.azure.com \
    ssh.visualstudio.com pushurl insteadOf proxy http://user:pass:password@host.org.io.net.git extraheader = AUTHORIZATION: Basic Bearer";

/// The same with the lines around them.
const SETTINGS: &str = "[core] repositoryformatversion = 0 filemode = true bare = false logallrefupdates = true worktree \
    [remote \"origin upstream\"] url = https://oauth2:x-access-token@www.github.com git.gitlab.com bitbucket.org codeberg.org \
    dev.azure.com pushurl insteadOf http://user:pass:password@host.org.io.net.git fetch = +refs/heads/*:refs/remotes/origin/* \
    [branch \"main master develop\"] merge remote rebase [user] name email [submodule] active [credential] helper [http] extraheader \
    sslVerify proxy AUTHORIZATION: Basic Bearer [lfs] [pull] [push]";

/// Adds the secrets among the files that a tool shows, as if its words had been given to `rg`.
pub fn show(reading: &mut Reading<'_>, tool: &str, shown: &Shown) {
    let known = |text: &str| Arg { value: Value::known(text), span: Span::default() };
    let filters = shown.takes.iter().flat_map(|glob| ["-g", glob.as_str()]);
    // Files that are shown whole are hidden ones and ignored ones too.
    let all = shown.search.is_none().then_some("-uu");
    let words = all.into_iter().chain(shown.search.iter().flatten().map(String::as_str)).chain(filters);
    let args: Vec<Arg> = words.map(known).collect();
    let call = Invocation {
        name: tool.into(),
        args: args.clone(),
        env: Vec::new(),
        stdin: Stdin::Inherited,
        span: Span::default(),
        start: 0,
    };
    let parsed = parse(Style::Gnu, Kind::Rg.flags(), &args);
    let is_narrow = |parsed: &Parsed<'_>| shown.search.is_some() && !is_telling(Kind::Rg, "rg", parsed);
    let is_narrow = parsed.as_ref().is_ok_and(is_narrow);
    let word = parsed.as_ref().ok().and_then(|parsed| Word::of(Kind::Rg, "rg", parsed)).filter(|_| is_narrow);
    if is_narrow && !shown.around && !shown.sees_git {
        return;
    }
    // Words that cannot be read leave nothing out.
    let mut picks = parsed.map_or_else(|_| Picks::default(), |parsed| picks(Kind::Rg, &parsed));
    // A search that is known to be `rg` leaves links alone; what else follows them is not known.
    picks.links = if shown.follows_links { Links::All } else { Links::Left };
    let folders: Vec<Arg> = shown.folders.iter().map(|folder| known(folder)).collect();
    match word {
        Some(word) => {
            let lines_around = if shown.around { usize::MAX } else { word.lines_around };
            let folders: Vec<&Arg> = folders.iter().collect();
            whole::word_below(reading, &call, &folders, &picks, &Word { lines_around, ..word });
        }
        None => folders.iter().for_each(|folder| whole::below(reading, &call, folder, &picks)),
    }
}

/// Adds what a search shows if one of its operands is a flag that makes it go down from here and show every line.
pub fn any_files(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let here = Arg { value: Value::known("."), span: call.span };
    let known = parsed.operands.iter().copied().filter(|operand| operand.text().is_some());
    let folders: Vec<&Arg> = known.chain([&here]).collect();
    folders.iter().for_each(|folder| reading.read_path(&call.name, folder, true));
    whole::below_all(reading, call, &folders, &Picks::default());
}

/// A search that is given the files of a tree shows what is in them; `None` for other programs.
pub fn told(name: &str, args: &[Arg]) -> Option<bool> {
    let kind = Kind::of(name)?;
    let is_telling = |args: &[Arg]| {
        parse(Style::Gnu, kind.flags(), args).map_or(true, |parsed| is_telling(kind, name, &parsed))
    };
    Some(is_telling(args) || with_counts_attached(kind.flags(), args).is_some_and(|args| is_telling(&args)))
}

/// The words as they are read by whoever takes a number behind a flag for its value, `--context 5`, where others take it for
/// the pattern. `None` where no such flag is given.
pub fn with_counts_attached(flags: &str, args: &[Arg]) -> Option<Vec<Arg>> {
    let (before, mut rest) = args.split_at(args.iter().position(|arg| takes_count(flags, arg).is_some())?);
    let mut attached = before.to_vec();
    let mut is_changed = false;
    while let Some((arg, behind)) = rest.split_first() {
        rest = behind;
        let count = behind.first().and_then(count);
        match (takes_count(flags, arg), count) {
            (Some(flag), Some(count)) => {
                attached.push(Arg { value: Value::known([flag.as_str(), count].concat()), span: arg.span });
                rest = behind.get(1..).unwrap_or_default();
                is_changed = true;
            }
            (Some(_), None) | (None, _) => attached.push(arg.clone()),
        }
    }
    is_changed.then_some(attached)
}

/// A flag for lines around a match whose value may be left out, as it stands in front of an attached one.
fn takes_count(flags: &str, arg: &Arg) -> Option<String> {
    // skipped: a flag that is not known is not read.
    let text = arg.text()?;
    let is_described = |flag: &str| {
        listed(pattern::AROUND, flag)
            && flags.split_ascii_whitespace().any(|entry| entry.strip_suffix('?') == Some(flag))
    };
    if text.starts_with("--") {
        return is_described(text).then(|| [text, "="].concat());
    }
    let last = text.strip_prefix('-')?.chars().last()?;
    is_described(&String::from_iter(['-', last])).then(|| text.into())
}

/// A number; a word that is not known counts as a large one.
fn count(arg: &Arg) -> Option<&str> {
    match arg.text() {
        // skipped: it stands for every line around a match.
        None => Some("9999"),
        Some(text) => (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then_some(text),
    }
}

/// Which files a search takes by its flags.
pub fn picks_of(name: &str, args: &[&str]) -> Picks {
    let known = |arg: &&str| Arg { value: Value::known(*arg), span: Span::default() };
    let args: Vec<Arg> = args.iter().map(known).collect();
    let Some(kind) = Kind::of(name) else { return Picks::default() };
    parse(Style::Gnu, kind.flags(), &args).map_or_else(|_| Picks::default(), |parsed| picks(kind, &parsed))
}

/// Names, counts or a status alone.
fn shows_names(kind: Kind, parsed: &Parsed<'_>) -> bool {
    const LISTS: &[&str] = &["-l", "-c", "-q", "--files-with-matches", "--count", "--quiet", "--silent"];
    match kind {
        Kind::Grep => parsed.shows_less(),
        // The last of several kinds of output counts.
        Kind::Rg => {
            !parsed.has(&["--json", "--no-json"])
                && (parsed.has(LISTS)
                    || parsed.has(&["--files", "--files-without-match", "--count-matches", "--type-list"]))
        }
        // `ag --silent` hushes its own messages alone, and `ag -f` follows links.
        Kind::Ag => !parsed.has(SHOW_LINES) && parsed.has(LIST_NAMES),
        Kind::Ack => !parsed.has(SHOW_LINES) && (parsed.has(LIST_NAMES) || parsed.has(&["-f"])),
    }
}

/// Flags of `ag` and `ack` that show names or counts.
const LIST_NAMES: &[&str] =
    &["-l", "-c", "--files-with-matches", "--count", "-L", "--files-without-matches", "-g"];

/// Flags of theirs that show lines in spite of those.
const SHOW_LINES: &[&str] =
    &["--passthru", "--passthrough", "--ackmate", "--vimgrep", "-v", "--invert-match"];

/// It looks at more than one line at once, without being told to.
fn matches_over_lines(kind: Kind, name: &str) -> bool {
    kind == Kind::Ag || name == "ugrep"
}

/// What it shows is not lines with a particular word.
fn is_telling(kind: Kind, name: &str, parsed: &Parsed<'_>) -> bool {
    const EVERY_LINE: &[&str] = &[
        "-v",
        "--invert-match",
        "--passthru",
        "--passthrough",
        "--null-data",
        "--multiline",
        "--multiline-dotall",
    ];
    if shows_names(kind, parsed) {
        return false;
    }
    let whole_files = match kind {
        // `-f` names a file of patterns.
        Kind::Grep => parsed.has(&["-z", "-f", "--file"]),
        // A match may be the whole file.
        Kind::Rg => parsed.has(&["-U", "-f", "--file"]) || may_swallow_line_ends(parsed),
        Kind::Ag | Kind::Ack => false,
    };
    if whole_files || parsed.has(EVERY_LINE) || pattern::shows_around(parsed) {
        return true;
    }
    let (patterns, dialects) = (patterns(parsed), dialects(kind, name, parsed));
    let is_endless = |pattern: &&Arg| pattern.text().is_none_or(|text| pattern::line_ends(text).is_none());
    let may_be_endless = matches_over_lines(kind, name) && dialects.iter().any(|way| *way != Dialect::Fixed);
    (may_be_endless && patterns.iter().any(is_endless)) || pattern::any_is_telling(&patterns, &dialects)
}

/// Encodings in which a line ends where it ends for everybody. Read as UTF-16, a whole file may be one line.
const KEEPS_LINES: &str = "auto none utf-8 utf8 ascii us-ascii latin1 iso-8859-1 windows-1252";

fn may_swallow_line_ends(parsed: &Parsed<'_>) -> bool {
    let keeps = |encoding: &Arg| encoding.text().is_some_and(|text| listed(KEEPS_LINES, text));
    !parsed.values(&["-E", "--encoding"]).all(keeps)
}

/// What is looked for.
fn patterns<'p>(parsed: &'p Parsed<'_>) -> Vec<&'p Arg> {
    const PATTERN: &[&str] = &["-e", "--regexp", "--match"];
    let given = parsed.flags.iter().filter(|flag| PATTERN.contains(&flag.name));
    let mut patterns: Vec<&Arg> = given.filter_map(|flag| flag.value.as_ref()).collect();
    if patterns.is_empty() {
        patterns.extend(parsed.operands.first());
    }
    patterns
}

/// The dialects in which a pattern may be read: with several flags about it, any of theirs.
fn dialects(kind: Kind, name: &str, parsed: &Parsed<'_>) -> Vec<Dialect> {
    let mut dialects = Vec::new();
    if parsed.has(&["-F", "--fixed-strings", "-Q", "--literal"]) || name.contains("fgrep") {
        dialects.push(Dialect::Fixed);
    }
    const EXTENDED: &[&str] = &[
        "-E",
        "-P",
        "--extended-regexp",
        "--perl-regexp",
        "--pcre2",
        "--no-pcre2",
        "--engine",
        "--auto-hybrid-regex",
        "--no-fixed-strings",
    ];
    if parsed.has(EXTENDED) || name.contains("egrep") {
        dialects.push(Dialect::Extended);
    }
    if kind == Kind::Grep && parsed.has(&["-G", "--basic-regexp"]) {
        dialects.push(Dialect::Basic);
    }
    match (dialects.is_empty(), kind) {
        (false, _) => dialects,
        (true, Kind::Grep) if name == "ugrep" => alloc::vec![Dialect::Basic, Dialect::Extended],
        (true, Kind::Grep) => alloc::vec![Dialect::Basic],
        (true, Kind::Rg | Kind::Ag | Kind::Ack) => alloc::vec![Dialect::Extended],
    }
}

/// The files that flags let through.
fn picks(kind: Kind, parsed: &Parsed<'_>) -> Picks {
    let (picks, follows) = match kind {
        Kind::Grep => (picks_of_grep(parsed), parsed.marked('+')),
        Kind::Rg => (picks_of_rg(parsed), parsed.has(&["-L", "--follow"])),
        Kind::Ag => (picks_of_ag(parsed), parsed.has(&["-f", "--follow"])),
        // A file of the tree may say what its types are.
        Kind::Ack => (Picks::default(), parsed.has(&["--follow"])),
    };
    if follows { Picks { links: Links::All, ..picks } } else { picks }
}

/// The values of these flags in their order; one that is not known is a `?`, which is no name of anything.
fn values(parsed: &Parsed<'_>, names: &[&str]) -> Vec<String> {
    let given = parsed.flags.iter().filter(|flag| names.contains(&flag.name));
    // skipped: no name is like that, so that nothing is left out.
    given.filter_map(|flag| flag.value.as_ref()).map(|value| value.text().unwrap_or("?").into()).collect()
}

/// One rule for each flag that takes in or leaves out.
fn rules(parsed: &Parsed<'_>, takes: &[&str], leaves: &[&str]) -> Vec<Rule> {
    let known = |name: &str| takes.contains(&name) || leaves.contains(&name);
    let given = parsed.flags.iter().filter(|flag| known(flag.name));
    let rule = |flag: &Flag<'_>| {
        let takes = takes.contains(&flag.name);
        // skipped: one that is not known may take in everything, and leave out nothing.
        let unknown = if takes { "*" } else { "" };
        let glob = flag.value.as_ref().and_then(Arg::text).unwrap_or(unknown).into();
        Rule { takes, glob }
    };
    given.map(rule).collect()
}

/// Of contradicting flags the last counts; both look at bare names.
fn picks_of_grep(parsed: &Parsed<'_>) -> Picks {
    let files = rules(parsed, &["--include"], &["--exclude"]);
    let mut folders = rules(parsed, &["--include-dir"], &["--exclude-dir"]);
    for folder in folders.iter_mut().filter(|rule| !rule.takes) {
        folder.glob = folder.glob.trim_end_matches('/').into();
    }
    let first_takes = files.first().is_some_and(|rule| rule.takes);
    let unmatched = if first_takes { Unmatched::Left } else { Unmatched::Taken };
    Picks::default().and(Test::Files(files, unmatched)).and(Test::Folders(folders))
}

/// Of contradicting patterns the last counts, and those that fold the case stand behind the others.
fn picks_of_rg(parsed: &Parsed<'_>) -> Picks {
    let given = values(parsed, &["-g", "--glob"]).into_iter().chain(values(parsed, &["--iglob"]));
    let rule = |glob: String| match glob.strip_prefix('!') {
        Some(left) => Rule { takes: false, glob: left.into() },
        None => Rule { takes: true, glob: if glob == "?" { "*".into() } else { glob } },
    };
    let rules: Vec<Rule> = given.map(rule).collect();
    let takes = rules.iter().any(|rule| rule.takes);
    let lenient = parsed.flags.iter().map(|flag| unrestricted(flag.name)).sum::<usize>();
    const ALL: &[&str] =
        &["--no-ignore", "--no-ignore-vcs", "--no-ignore-parent", "--no-ignore-exclude", "--no-ignore-files"];
    // What a rule takes back is shown though it is hidden: `!.env`.
    let has_rules = parsed.has(&["--ignore-file", "--ignore-file-case-insensitive"]);
    // What a pattern asks for is found, hidden or ignored, and of any type.
    let mut picks = Picks {
        skips_hidden: lenient < 2 && !parsed.has(&["--hidden", "-."]) && !takes && !has_rules,
        skips_ignored: lenient < 1 && !takes && !parsed.has(ALL) && !has_rules,
        ..Picks::default()
    };
    let at_any_depth = |rule: &Rule| match rule.glob.strip_prefix("**/").filter(|_| !rule.takes) {
        Some(name) => Rule { takes: false, glob: name.into() },
        None => rule.clone(),
    };
    let folder = |rule: &Rule| match rule.takes {
        true => rule.clone(),
        false => Rule { takes: false, glob: folder_of(&rule.glob).into() },
    };
    let unmatched = if takes { Unmatched::Left } else { Unmatched::Taken };
    picks.tests.push(Test::Files(rules.iter().map(at_any_depth).collect(), unmatched));
    picks.tests.push(Test::Folders(rules.iter().map(folder).collect()));
    if !takes && !parsed.has(&["--type-add", "--type-clear"]) {
        typed(&mut picks, &values(parsed, &["-t", "--type"]));
    }
    picks
}

/// The name of the folders that a pattern of `rg` leaves out wherever they lie: `x`, `x/`, `**/x/**`.
fn folder_of(glob: &str) -> &str {
    match glob.strip_prefix("**/") {
        Some(name) => name.strip_suffix("/**").or_else(|| name.strip_suffix('/')).unwrap_or(name),
        None => glob.strip_suffix('/').unwrap_or(glob),
    }
}

fn picks_of_ag(parsed: &Parsed<'_>) -> Picks {
    let all = parsed.has(&["-u", "--unrestricted"]);
    let mut picks = Picks {
        skips_hidden: !all && !parsed.has(&["--hidden"]),
        // It looks at the ignore files of the folders that it goes through, not at those above.
        skips_ignored: false,
        ..Picks::default()
    };
    let regexes = values(parsed, &["-G", "--file-search-regex"]);
    if !regexes.is_empty() && regexes.iter().all(|regex| is_plain_regex(regex)) {
        picks.tests.push(Test::Named(regexes.iter().map(|regex| around(regex)).collect()));
    }
    // What is to be ignored is not asked for where all files are searched.
    if !parsed.has(&["-u", "--unrestricted", "-a", "--all-types", "-t", "--all-text"]) {
        picks.tests.push(Test::Folders(rules(parsed, &[], &["--ignore", "--ignore-dir"])));
        picks.tests.push(Test::Files(rules(parsed, &[], &["--ignore"]), Unmatched::Taken));
    }
    let given = parsed.flags.iter().filter_map(|flag| flag.name.strip_prefix("--"));
    const TYPES: &str = "js py ts go rust java ruby cpp cc html css json md yaml shell php perl";
    typed(&mut picks, &given.filter(|name| listed(TYPES, name)).map(String::from).collect::<Vec<_>>());
    picks
}

/// Letters, dots and ends: what [`as_glob`] gives for it matches all that it does.
fn is_plain_regex(regex: &str) -> bool {
    let bare = regex.replace("\\.", "").replace(".*", "");
    bare.chars().all(|c| c.is_ascii_alphanumeric() || "_-/.$^".contains(c))
}

fn unrestricted(flag: &str) -> usize {
    match flag {
        "-u" | "--unrestricted" => 1,
        "-uu" => 2,
        "-uuu" => 3,
        _ => 0,
    }
}

fn typed(picks: &mut Picks, types: &[String]) {
    if !types.is_empty() {
        picks.tests.push(Test::OfTypes(types.to_vec()));
    }
}

/// A regular expression over a part of the path.
fn around(regex: &str) -> String {
    alloc::format!("*{}*", as_glob(regex))
}
