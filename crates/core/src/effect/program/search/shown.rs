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
    if !is_telling(kind, &call.name, parsed) {
        return word_in_secrets(reading, call, kind, parsed, folders);
    }
    // Without an operand they read what is piped into them.
    let piped = matches!(call.stdin, Stdin::Stream { .. } | Stdin::Text(_) | Stdin::Names(_));
    if folders.is_empty() && piped && kind != Kind::Grep {
        return;
    }
    whole::below_all(reading, call, folders, &picks(kind, parsed));
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

/// Lines around a word that show more than it: a secret is often shorter than that.
const SOME: usize = 2;

/// Adds what a search for a word shows of secrets all the same: settings of a repository where the word is in the very line with the
/// password (`grep -rn github .`), and secrets that hold it where many lines around it are shown (`rg --hidden -C 19 NODE_ENV`).
fn word_in_secrets(
    reading: &mut Reading<'_>,
    call: &Invocation,
    kind: Kind,
    parsed: &Parsed<'_>,
    folders: &[&Arg],
) {
    let goes_down = kind != Kind::Grep || parsed.marked('%') || parsed.marked('+');
    let Some(word) = Word::of(kind, &call.name, parsed).filter(|_| goes_down) else { return };
    let picks = picks(kind, parsed);
    whole::settings_of(reading, call, folders, &picks, &word);
    if pattern::lines_around(parsed) > SOME {
        let picks = picks.and(Test::Holds(word.readings().collect()));
        whole::below_all(reading, call, folders, &picks);
    }
}

/// A word that is searched for, and whose lines are shown.
pub struct Word {
    patterns: Vec<String>,
    dialects: Vec<Dialect>,
    /// Lines around it are shown as well.
    around: bool,
}

impl Word {
    fn of(kind: Kind, name: &str, parsed: &Parsed<'_>) -> Option<Self> {
        if shows_names(kind, parsed) || is_telling(kind, name, parsed) {
            return None;
        }
        // skipped: a pattern that is not known is telling.
        let texts = patterns(parsed).into_iter().filter_map(Arg::text);
        Some(Word {
            patterns: texts.map(String::from).collect(),
            dialects: dialects(kind, name, parsed),
            around: pattern::lines_around(parsed) > 0,
        })
    }

    /// The word of a search by its words; `None` for other programs, and for one that shows whole files or names.
    pub fn of_call(command: &[Arg]) -> Option<Self> {
        let (name, args) = command.split_first()?;
        // skipped: a program that is not known shows whole files.
        let name = name.text()?.rsplit('/').next()?;
        let kind = Kind::of(name)?;
        Word::of(kind, name, &parse(Style::Gnu, kind.flags(), args).ok()?)
    }

    /// Its patterns in every dialect that may apply.
    fn readings(&self) -> impl Iterator<Item = (String, Dialect)> {
        self.patterns.iter().flat_map(|one| self.dialects.iter().map(move |way| (one.clone(), *way)))
    }

    /// A line of the text that holds a secret is shown.
    pub fn shows_secret_of(&self, text: &str) -> bool {
        let is_found = |text: &str| {
            self.readings().any(|(pattern, dialect)| pattern::may_match_in(&pattern, dialect, text))
        };
        match self.around {
            true => redact::holds_secret(text) && is_found(text),
            false => text.lines().any(|line| redact::holds_secret(line) && is_found(line)),
        }
    }
}

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
    if is_narrow && shown.around.is_none() {
        return;
    }
    // Words that cannot be read leave nothing out.
    let mut picks = parsed.map_or_else(|_| Picks::default(), |parsed| picks(Kind::Rg, &parsed));
    // A search that is known to be `rg` leaves links alone; what else follows them is not known.
    picks.links = if shown.follows_links { Links::All } else { Links::Left };
    if is_narrow {
        let holds = |pattern| Test::Holds(alloc::vec![(pattern, Dialect::Extended)]);
        picks.tests.extend(shown.around.clone().map(holds));
    }
    let folders: Vec<Arg> = shown.folders.iter().map(|folder| known(folder)).collect();
    folders.iter().for_each(|folder| whole::below(reading, &call, folder, &picks));
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
    Some(parse(Style::Gnu, kind.flags(), args).map_or(true, |parsed| is_telling(kind, name, &parsed)))
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
        // `ag --silent` hushes its own messages alone.
        Kind::Ag | Kind::Ack => {
            !parsed.has(&["--passthru", "--passthrough", "--ackmate", "--vimgrep", "-v", "--invert-match"])
                && parsed.has(&[
                    "-l",
                    "-c",
                    "--files-with-matches",
                    "--count",
                    "-L",
                    "--files-without-matches",
                    "-f",
                    "-g",
                ])
        }
    }
}

/// What it shows is not lines with a particular word.
fn is_telling(kind: Kind, name: &str, parsed: &Parsed<'_>) -> bool {
    const EVERY_LINE: &[&str] = &[
        "-v",
        "--invert-match",
        "--passthru",
        "--passthrough",
        "--null-data",
        "-f",
        "--file",
        "--multiline",
        "--multiline-dotall",
    ];
    if shows_names(kind, parsed) {
        return false;
    }
    let whole_files = match kind {
        Kind::Grep => parsed.has(&["-z"]),
        // A match may be the whole file.
        Kind::Rg => parsed.has(&["-U"]),
        Kind::Ag | Kind::Ack => false,
    };
    if whole_files || parsed.has(EVERY_LINE) || pattern::shows_around(parsed) {
        return true;
    }
    let patterns = patterns(parsed);
    // It always looks at several lines at once.
    let crosses = |pattern: &&Arg| pattern.text().is_none_or(pattern::may_cross_lines);
    (kind == Kind::Ag && patterns.iter().any(crosses))
        || pattern::any_is_telling(&patterns, &dialects(kind, name, parsed))
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
    // What a pattern asks for is found, hidden or ignored, and of any type.
    let mut picks = Picks {
        skips_hidden: lenient < 2 && !parsed.has(&["--hidden", "-."]) && !takes,
        skips_ignored: lenient < 1 && !takes && !parsed.has(ALL),
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
    picks.tests.push(Test::Folders(rules(parsed, &[], &["--ignore", "--ignore-dir"])));
    picks.tests.push(Test::Files(rules(parsed, &[], &["--ignore"]), Unmatched::Taken));
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
