//! Commands that a stopped command would start in turn: `screen -dm rm -rf x`, `git rebase --exec 'make'`.
//!
//! Such a program stops under a rule that a policy may lift, or because nobody knows it. What it would start is read like any
//! other command, so that the rule opens no more than it says and a catastrophe stays one. What cannot be read (a file, an
//! input, a word that is not known) is code that nobody read.

mod rows;

use super::Effect;
use super::behind::Behind;
use super::program::wrapper::assignment;
use super::reading::{Invocation, Reading, Stdin};
use super::value::Arg;
use crate::verdict::Span;
use crate::words::listed;
use alloc::string::String;
use alloc::vec::Vec;
use rows::{As, ROWS, Row, Unseen};

impl Reading<'_> {
    /// Adds what the words of the command being read say that it starts, where it stops.
    pub(super) fn add_started(&mut self, program: &str, args: &[Arg], stdin: &Stdin, span: Span) {
        if !self.found_stop() {
            return;
        }
        let before = self.effects.acts.len();
        let mut is_told = false;
        for row in ROWS.iter().filter(|row| listed(row.programs, program)) {
            if let Some(given) = Given::of(row, args) {
                is_told |= given.command.is_some();
                self.read_given(program, args, row, &given, span);
            }
        }
        if !is_told && !listed(ELSEWHERE, program) && !listed(KEEPS_FILES, program) {
            self.read_tails(program, args, span);
        }
        // What it is given it hands on.
        if *stdin != Stdin::Inherited {
            self.effects.acts.iter_mut().skip(before).for_each(|act| act.fed = true);
        }
    }

    fn read_given(&mut self, program: &str, args: &[Arg], row: &Row, given: &Given<'_>, span: Span) {
        for text in &given.texts {
            match text {
                Some(text) => self.script(text, span),
                None => self.starts_unread(program, span),
            }
        }
        let command = given.command.and_then(|at| args.get(at..)).unwrap_or_default();
        match row.behind {
            _ if command.is_empty() => {}
            Some((_, As::Text)) => {
                match joined(command) {
                    Some(text) => self.script(&text, span),
                    None => self.starts_unread(program, span),
                }
                // Some hand several words on as they are: `git submodule foreach bash -c 'x'`.
                if command.len() > 1 {
                    let call = call(program, args, span, self);
                    self.for_ruin(|reading| reading.command(command, &call));
                }
            }
            Some((_, As::Each)) => {
                for word in command {
                    match word.text() {
                        Some(text) if text.starts_with('-') => {}
                        Some(text) => self.script(text, span),
                        None => self.starts_unread(program, span),
                    }
                }
            }
            Some((_, As::Words)) | None => {
                let mut call = call(program, args, span, self);
                let set = command.iter().map_while(|arg| assignment(arg).filter(|_| row.sets));
                call.env.extend(set);
                let rest = command.get(call.env.len()..).unwrap_or_default();
                self.command(rest, &call);
            }
        }
        if given.is_unseen(row, command) {
            self.starts_unread(program, span);
        }
    }

    /// A program that is stopped for another reason may start what stands at the end of its words, also where no row says so:
    /// `frobctl exec -- rm -rf ~`. Only what would be ruined by it counts.
    fn read_tails(&mut self, program: &str, args: &[Arg], span: Span) {
        let may_ruin = |arg: &Arg| {
            arg.text().is_some_and(|text| listed(RUINOUS, text.rsplit('/').next().unwrap_or(text)))
        };
        // The first word is what the program is to do: `git rm`, `npm rm`.
        let starts = args.iter().enumerate().skip(1).filter(|(_, arg)| may_ruin(arg)).map(|(at, _)| at);
        for at in starts.take(TAILS) {
            let Some(tail) = args.get(at..).filter(|tail| tail.len() > 1) else { continue };
            let call = call(program, args, span, self);
            self.for_ruin(|reading| reading.command(tail, &call));
        }
    }

    fn starts_unread(&mut self, program: &str, span: Span) {
        let message =
            ["`", program, "` runs what a file, an input or a word that is not known says"].concat();
        self.add(Effect::Opaque, "unread_code", message, span);
    }
}

/// Programs that run commands in a container or on another machine.
const ELSEWHERE: &str = "docker podman nerdctl docker-compose podman-compose kubectl oc ssh autossh heroku fly flyctl gcloud az vagrant lxc incus \
    multipass virsh ctr crictl nomad";

/// Programs with an `rm` of their own: `aws s3 rm`.
const KEEPS_FILES: &str = "aws dvc git gsutil hadoop hdfs hg jj mc rclone s3cmd svn";

/// Programs that can ruin a machine by their words.
const RUINOUS: &str =
    "rm grm shred dd gdd find gfind chmod wipefs mkfs mkfs.ext4 mkfs.xfs sh bash zsh dash ksh sudo doas env";

/// So many of the words may be the beginning of a command.
const TAILS: usize = 8;

/// What the rows say that a program starts, by its words alone; see [`super::behind`].
pub fn behind(name: &str, args: &[Arg]) -> Option<Vec<Behind>> {
    let mut found: Option<Vec<Behind>> = None;
    // Of what is run by a file that has nothing to do with the words, the words tell nothing.
    let is_told = |row: &&Row| row.behind.is_some() || !row.texts.is_empty() || !row.marks.is_empty();
    for row in ROWS.iter().filter(|row| listed(row.programs, name)).filter(is_told) {
        let Some(given) = Given::of(row, args) else { continue };
        let found = found.get_or_insert_default();
        found.extend(
            given.texts.iter().map(|text| text.map_or(Behind::Unclear, |text| Behind::Text(text.into()))),
        );
        let command = given.command.and_then(|at| args.get(at..)).unwrap_or_default();
        match row.behind {
            None if !row.marks.is_empty() => found.extend(given.command.map(Behind::Words)),
            Some((_, As::Text)) if !command.is_empty() => {
                found.push(joined(command).map_or(Behind::Unclear, Behind::Text));
            }
            Some((_, As::Each)) => {
                let texts = command
                    .iter()
                    .map(|word| word.text().map_or(Behind::Unclear, |text| Behind::Text(text.into())));
                found.extend(texts);
            }
            // Behind assignments.
            Some((_, As::Words)) if row.sets => found.push(Behind::Unclear),
            Some((_, As::Words)) => found.extend(given.command.map(Behind::Words)),
            Some((_, As::Text)) | None => {}
        }
        if given.is_unseen(row, command) {
            found.push(Behind::Unclear);
        }
    }
    found
}

/// The flag, or the beginning of a long one: many programs take that for the whole.
fn meant(flags: &str, name: &str) -> bool {
    let begins = |flag: &str| name.len() > 3 && name.starts_with("--") && flag.starts_with(name);
    listed(flags, name) || flags.split_whitespace().any(begins)
}

fn call(program: &str, args: &[Arg], span: Span, reading: &Reading<'_>) -> Invocation {
    Invocation {
        name: program.into(),
        args: args.to_vec(),
        env: Vec::new(),
        stdin: Stdin::Inherited,
        span,
        start: reading.effects.acts.len(),
    }
}

/// All words as one text, as programs join them for a shell.
fn joined(words: &[Arg]) -> Option<String> {
    let words: Option<Vec<&str>> = words.iter().map(Arg::text).collect();
    words.map(|words| words.join(" "))
}

/// What a row finds among the words of a command.
#[derive(Default)]
struct Given<'a> {
    /// Texts for a shell; `None` where one is not known.
    texts: Vec<Option<&'a str>>,
    /// Where the command begins.
    command: Option<usize>,
    /// A flag names a file of orders.
    ordered: bool,
    /// A word in front of the command is not known: anything may stand there.
    lost: bool,
}

impl<'a> Given<'a> {
    /// `None`: the row speaks of another subcommand.
    fn of(row: &Row, args: &'a [Arg]) -> Option<Self> {
        let mut given = Given::default();
        let mut path = row.path.split_ascii_whitespace();
        let (mut next_name, mut operands, mut at) = (path.next(), 0, 0);
        let mut ended = false;
        while let Some(arg) = args.get(at) {
            at += 1;
            let Some(word) = arg.text() else {
                given.lost |= row.behind.is_some();
                operands += 1;
                continue;
            };
            if next_name.is_none() && !ended && listed(row.marks, word) {
                given.command = args.get(at).map(|_| at);
                break;
            }
            if word == "--" && !ended {
                ended = true;
            } else if !ended && word.len() > 1 && word.starts_with('-') {
                let takes_next = given.flag(row, word, args.get(at), next_name.is_none());
                at += usize::from(takes_next);
            } else if let Some(names) = next_name {
                if !names.split('|').any(|name| name == word) {
                    return None;
                }
                (next_name, operands) = (path.next(), operands + 1);
            } else {
                operands += 1;
                if row.behind.is_some_and(|(before, _)| operands > before) {
                    given.command = Some(at - 1);
                    break;
                }
            }
        }
        next_name.is_none().then_some(given)
    }

    /// It runs what its words do not say.
    fn is_unseen(&self, row: &Row, command: &[Arg]) -> bool {
        let nothing = self.texts.is_empty() && command.is_empty();
        let unseen = match row.unseen {
            Unseen::Never => false,
            Unseen::Alone => nothing,
            Unseen::Always => true,
        };
        unseen || self.lost || self.ordered
    }

    /// Whether the flag takes the word behind it. Its value counts only where the subcommand was `named` already.
    fn flag(&mut self, row: &Row, word: &'a str, next: Option<&'a Arg>, named: bool) -> bool {
        let (name, attached) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        if meant(row.texts, name) || meant(row.orders, name) {
            return self.value(row, name, attached, next, named);
        }
        if listed(row.takes, name) {
            return attached.is_none();
        }
        if word.starts_with("--") {
            return false;
        }
        for (at, letter) in word.char_indices().skip(1) {
            let mut buffer = [0; 8];
            let name = short(letter, &mut buffer);
            let rest = word.get(at + letter.len_utf8()..).filter(|rest| !rest.is_empty());
            if listed(row.texts, name) || listed(row.orders, name) {
                return self.value(row, name, rest, next, named);
            }
            if listed(row.takes, name) {
                return rest.is_none();
            }
        }
        false
    }

    fn value(
        &mut self,
        row: &Row,
        name: &str,
        attached: Option<&'a str>,
        next: Option<&'a Arg>,
        named: bool,
    ) -> bool {
        match (named, meant(row.texts, name)) {
            (true, true) => self.texts.push(attached.or_else(|| next.and_then(Arg::text))),
            (true, false) => self.ordered = true,
            (false, _) => {}
        }
        attached.is_none()
    }
}

/// `-x` for a letter.
fn short(letter: char, buffer: &mut [u8; 8]) -> &str {
    let Some((dash, room)) = buffer.split_first_mut() else { return "" };
    *dash = b'-';
    let length = letter.encode_utf8(room).len();
    buffer.get(..=length).and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or_default()
}
