//! Secrets by where they stand among the arguments of a program.

use super::cluster::{in_cluster, is_short, takes_next};
use super::places::{Place, Stands, places};
use super::reads::Reads;
use super::shape::{Shape, is_worth};
use super::spoken;
use super::table::{Row, rows};
use super::typed;
use crate::redact::cooked::{Cooked, HOLE};
use crate::redact::entropy::{is_chosen, is_path, is_peculiar};
use crate::redact::flags;
use crate::redact::marks::{Mark, settle};
use crate::redact::names::{Announces, announces};
use crate::redact::text::{self, Place as Where};
use crate::words::{Words, listed};
use alloc::vec;
use alloc::vec::Vec;

/// Programs that run the words behind them.
static WRAPPERS: Words = Words::new(
    "sudo doas env timeout nohup nice ionice time command exec builtin stdbuf setsid watch xargs parallel ssh docker podman \
    kubectl oc npx bunx uvx pnpm yarn poetry uv pipx bundle mise asdf direnv dotenv op doppler chronic unbuffer script tmux \
    screen su runuser chroot unshare nsenter flock strace ltrace proot fakeroot winpty busybox caffeinate eval find vagrant \
    docker-compose nix nix-shell devbox trap entr retry gtimeout sshpass aws-vault cmd cmd.exe",
);
/// Flags by which any program takes a secret from its standard input.
const FROM_INPUT: &str = "password-stdin passwd-on-stdin password-on-stdin passphrase-fd password-fd with-token token-stdin stdin-password pass-stdin \
    stdin-token secret-stdin api-key-stdin";
/// Programs whose arguments are commands for a shell.
const RUNNERS: &str = "sh bash zsh dash ksh ash fish eval ssh su watch script tmux screen parallel trap runuser entr vagrant \
    nix-shell flock mosh autossh cmd cmd.exe";

/// Flags of any program whose value is `user:password`.
const LOGINS: &str = "--auth --login --user --basic --basic-auth --proxy-user --proxy-auth --web-auth --http-auth --server-auth \
    --http-user -auth -login -user";
/// Flags of programs from Windows whose value is a password.
const SLASHED: &str = "/password /passwd /pwd /pass /Password /PASSWORD";
/// Programs for which `-u x:y` and `--user x:y` mean a user and a group.
const GROUPED: &str = "docker podman nerdctl docker-compose podman-compose buildah crun runc bwrap unshare setpriv chroot gosu su-exec \
    chpst setuidgid install chown rsync systemd-run systemd-nspawn singularity apptainer firejail start-stop-daemon uwsgi \
    gunicorn lxc incus machinectl toolbox distrobox act devcontainer kubectl cp mv scp diff git sort";
/// Flags that say who logs in; the `-p` of a program that was given one is a password.
const USERS: &str = "-u -U --user --username --login --user-name -user -username";

/// So many of them are looked behind.
const MOST_WRAPPERS: usize = 6;

/// What was found in the words of one command.
pub struct Found {
    /// For each word, in order and apart.
    pub marks: Vec<Vec<Mark>>,
    /// How the command takes a secret from its standard input.
    pub input: Option<Shape>,
    /// From this word on, words with blanks in them are commands themselves.
    pub code: usize,
}

impl Found {
    /// The word at `index` is a command.
    pub fn is_code(&self, index: usize, text: &str) -> bool {
        index >= self.code && text.contains([' ', '\n', ';'])
    }
}

/// Looks through the words of a command that no shell reader took: one that holds several lines may be none.
pub fn find_refused(words: &[Cooked<'_>]) -> Found {
    look_through(words, |word| !word.contains('\n'))
}

/// Looks through the words of a command.
pub fn find(words: &[Cooked<'_>]) -> Found {
    look_through(words, |_| true)
}

/// A command that a text speaks of, as far as its flags say so: the other words may be prose.
pub fn find_spoken(words: &[Cooked<'_>]) -> Vec<Vec<Mark>> {
    let mut argv = Argv::new(words, true);
    argv.programs();
    argv.marks.iter_mut().for_each(settle);
    argv.marks
}

/// The program takes secrets by its flags.
pub fn is_known(program: &str) -> bool {
    rows(base(program)).any(|row| row.places.contains('-'))
}

/// `is_one`: the word is surely one.
fn look_through(words: &[Cooked<'_>], is_one: impl Fn(&str) -> bool) -> Found {
    let mut argv = Argv::new(words, false);
    argv.programs();
    argv.flags();
    argv.logins();
    let runs = |word: &Cooked<'_>| listed(RUNNERS, base(&word.text));
    let code = words.iter().position(runs).map_or(usize::MAX, |at| at + 1);
    let mut named = words.iter().zip(0..).take(8);
    let read = named.find_map(|(word, at)| Some((Reads::of(base(&word.text))?, at)));
    let input = argv.input.or(read.map(|(read, _)| read.shape()));
    let mut found = Found { marks: argv.marks, input, code };
    for (index, word) in words.iter().enumerate() {
        if !found.is_code(index, &word.text) && is_one(&word.text) {
            let read = read.filter(|(_, at)| index > *at);
            let place = read.map_or(Where::Argument, |(read, _)| read.place(&word.text));
            found.marks.get_mut(index).into_iter().for_each(|marks| {
                marks.extend(text::find(&word.text, place));
                if let Some((read, _)) = read {
                    marks.extend(typed::find(&word.text, read == Reads::Talk));
                }
                if index > 0 && word.text.contains(' ') {
                    marks.extend(spoken::find(&word.text));
                }
            });
        }
    }
    found.marks.iter_mut().for_each(settle);
    found
}

/// A program's name without its directory.
fn base(text: &str) -> &str {
    text.rsplit('/').next().unwrap_or_default()
}

struct Argv<'w, 'a> {
    words: &'w [Cooked<'a>],
    marks: Vec<Vec<Mark>>,
    input: Option<Shape>,
    /// Flags that rows speak of.
    known: Vec<&'static str>,
    /// Only flags count.
    spoken: bool,
}

impl<'w, 'a> Argv<'w, 'a> {
    fn new(words: &'w [Cooked<'a>], spoken: bool) -> Self {
        Argv { words, marks: vec![Vec::new(); words.len()], input: None, known: Vec::new(), spoken }
    }

    /// The rows of the program, and of those that it runs.
    fn programs(&mut self) {
        let mut start = (!self.words.is_empty()).then_some(0);
        for _ in 0..MOST_WRAPPERS {
            let Some(at) = start else { break };
            self.program(at);
            start = if WRAPPERS.has(base(self.text(at))) { self.next_program(at + 1) } else { None };
        }
    }

    fn text(&self, at: usize) -> &'w str {
        self.words.get(at).map_or("", |word| &word.text)
    }

    fn next_program(&self, from: usize) -> Option<usize> {
        (from..self.words.len()).find(|&at| {
            let name = base(self.text(at));
            name.len() > 1 && (rows(name).next().is_some() || WRAPPERS.has(name) || listed(RUNNERS, name))
        })
    }

    /// The rows of the program at `at`.
    fn program(&mut self, at: usize) {
        for row in rows(base(self.text(at))) {
            if let Some(under) = self.under(row, at + 1) {
                let places: Vec<Place> = places(row.places).collect();
                self.known.extend(places.iter().filter_map(|place| place.flag()));
                self.row(&places, at + 1, under);
            }
        }
    }

    /// Behind which word the row's words end, if they all stand there in order and first among the operands.
    fn under(&self, row: &Row, from: usize) -> Option<usize> {
        let mut wanted = row.under.split_ascii_whitespace().peekable();
        let mut at = from;
        while let Some(word) = wanted.peek() {
            let text = self.words.get(at).map(|word| word.text.as_ref())?;
            if text == *word {
                wanted.next();
            } else if !text.starts_with('-') && !self.is_value(row, at, from) {
                return None;
            }
            at += 1;
        }
        Some(at)
    }

    /// The word is the value of a flag before it, as far as that is known: a flag of the row, or any long one in front
    /// of the words that the row waits for.
    fn is_value(&self, row: &Row, at: usize, from: usize) -> bool {
        let before = if at > from { self.text(at - 1) } else { "" };
        let takes = |place: Place| place.takes_next() == Some(before);
        let general = before.starts_with('-') && !before.contains('=') && before != "--";
        places(row.places).any(takes) || (general && !row.under.is_empty())
    }

    fn row(&mut self, places: &[Place], from: usize, operands: usize) {
        for at in from..self.words.len() {
            if self.text(at).starts_with(['-', '/']) {
                places.iter().for_each(|place| self.flag(at, *place, places));
            }
        }
        if self.spoken {
            return;
        }
        let listed = self.operands(places, operands);
        places.iter().for_each(|place| self.place(*place, from, &listed));
    }

    fn place(&mut self, place: Place, from: usize, operands: &[usize]) {
        match place {
            Place::Operand(0, shape) => operands.iter().for_each(|at| self.value(*at, 0, shape)),
            Place::Operand(number, shape) => {
                if let Some(at) = operands.get(number - 1) {
                    self.value(*at, 0, shape);
                }
            }
            Place::Setting(number) => {
                let named = operands.first().is_some_and(|at| is_secret_setting(self.text(*at)));
                if let Some(at) = operands.get(number - 1).filter(|_| named) {
                    self.value(*at, 0, Shape::Whole);
                }
            }
            Place::LastOfBatch => {
                let batch = |at: usize| is_short(self.text(at)) && self.text(at).contains('b');
                if (from..self.words.len()).any(batch) && operands.len() > 1 {
                    operands.last().into_iter().for_each(|at| self.value(*at, 0, Shape::Whole));
                }
            }
            Place::Behind(word) => {
                let at = (from..self.words.len()).find(|at| self.text(*at) == word);
                at.into_iter().for_each(|at| self.value(at + 1, 0, Shape::Whole));
            }
            Place::BehindTwo(word) => {
                let at = (from..self.words.len()).find(|at| self.text(*at) == word);
                at.into_iter().flat_map(|at| [at + 1, at + 2]).for_each(|at| self.value(at, 0, Shape::Whole));
            }
            Place::Pair(name) => {
                for at in from..self.words.len() {
                    let Some((before, _)) = self.text(at).split_once('=') else { continue };
                    let is_meant = before
                        .strip_suffix(name)
                        .is_some_and(|rest| matches!(rest, "" | "-D" | "-P" | "--") || rest.ends_with('.'));
                    if is_meant {
                        self.value(at, before.len() + 1, Shape::Whole);
                    }
                }
            }
            Place::Named => {
                for at in from..self.words.len() {
                    if self.text(at) == "--arg" && announces(self.text(at + 1)) == Announces::Secret {
                        self.value(at + 2, 0, Shape::Whole);
                    }
                    if at == from
                        && self.text(at) == "-v"
                        && announces(self.text(at + 1)) == Announces::Secret
                    {
                        (at + 3..self.words.len()).for_each(|at| self.value(at, 0, Shape::Whole));
                    }
                }
            }
            Place::BehindShare => {
                let is_share = |text: &str| text.starts_with('\\') || text.starts_with("//");
                let mut behind = operands.iter().skip_while(|at| !is_share(self.text(**at))).skip(1);
                let word = behind.find(|at| !self.text(**at).starts_with('/')).copied();
                word.into_iter().for_each(|at| self.value(at, 0, Shape::Word));
            }
            Place::Pairs => {
                for at in operands {
                    if announces(self.text(*at)) == Announces::Secret {
                        self.value(at + 1, 0, Shape::Whole);
                    }
                }
            }
            Place::Input(shape) => self.input = Some(shape),
            Place::InputOfSudo => {
                let asks = |at: usize| is_short(self.text(at)) && self.text(at).contains('S');
                if (from..self.words.len()).take(4).any(asks) {
                    self.input = Some(Shape::Whole);
                }
            }
            Place::InputOfRead => {
                if operands.iter().any(|at| announces(self.text(*at)) == Announces::Secret) {
                    self.input = Some(Shape::Whole);
                }
            }
            Place::Flag { .. } | Place::Value(_) | Place::Switch(_) | Place::Together => {}
        }
    }

    /// The words from `from` on that are neither flags nor their values.
    fn operands(&self, places: &[Place], from: usize) -> Vec<usize> {
        let mut operands = Vec::new();
        let (mut at, mut ended) = (from, false);
        while at < self.words.len() {
            let text = self.text(at);
            if ended || !text.starts_with('-') || text == "-" {
                operands.push(at);
            } else if text == "--" {
                ended = true;
            } else {
                at += usize::from(takes_next(places, text));
            }
            at += 1;
        }
        operands
    }

    /// The flag of `place`, if the word at `at` is or holds it.
    fn flag(&mut self, at: usize, place: Place, places: &[Place]) {
        let Place::Flag { flag, shape, stands } = place else { return };
        let text = self.text(at);
        let short = flag.len() == 2 && flag.starts_with('-');
        if text == flag {
            if stands != Stands::Attached {
                self.value(at + 1, 0, shape);
            }
            return;
        }
        if stands == Stands::Next {
            return;
        }
        let start = match text.strip_prefix(flag) {
            Some(rest) if short || stands == Stands::Attached => {
                // `-p=x` of some parsers; the sign may also be the first of the secret.
                Some(text.len() - rest.len() + usize::from(rest.starts_with('=') && rest.len() > 1))
            }
            Some(rest) if rest.starts_with('=') => Some(flag.len() + 1),
            Some(_) | None => None,
        };
        match start {
            Some(start) => self.value(at, start, shape),
            None if short => {
                if let Some(start) = in_cluster(places, text, flag) {
                    let next = start >= text.len();
                    if next && stands == Stands::Attached {
                        return;
                    }
                    self.value(at + usize::from(next), if next { 0 } else { start }, shape);
                }
            }
            None => {}
        }
    }

    /// Long flags that announce a secret by their name, of any program.
    fn flags(&mut self) {
        for at in 1..self.words.len() {
            let text = self.text(at);
            let name = text.trim_start_matches('-');
            let is_pw = name == "pw" && (text == "--pw" || is_chosen(self.text(at + 1)));
            if name.len() == text.len() || name.len() < 3 && !is_pw || self.known.contains(&text) {
                continue;
            }
            if listed(FROM_INPUT, name.split('=').next().unwrap_or_default()) {
                self.input = Some(Shape::Whole);
            } else if !name.contains('=') && self.takes_secret(name, self.text(at + 1)) {
                self.value(at + 1, 0, Shape::Whole);
            }
        }
    }

    /// What any program is given to log in with: `--auth me:password`, `-u me -p password`, `/password x`.
    fn logins(&mut self) {
        let may_be_group = self.words.iter().take(8).any(|word| listed(GROUPED, base(&word.text)));
        for at in 1..self.words.len() {
            let (text, next) = (self.text(at), self.text(at + 1));
            let (flag, value) =
                text.split_once('=').map_or((text, None), |(flag, value)| (flag, Some(value)));
            let means = match flag {
                "-u" if may_be_group => Meant::Nothing,
                "-u" => Meant::Perhaps,
                _ if !listed(LOGINS, flag) || self.known.contains(&flag) => Meant::Nothing,
                _ if may_be_group => Meant::Perhaps,
                _ => Meant::Login,
            };
            if let Some(password) = password_of(value.unwrap_or(next), means) {
                let at = at + usize::from(value.is_none());
                self.value(at, self.text(at).len() - password.len(), Shape::Whole);
            }
            if listed(SLASHED, text) && is_chosen(next) && !next.contains('/') {
                self.value(at + 1, 0, Shape::Whole);
            }
        }
        self.beside_user();
    }

    /// `tool -u me -p password`. A number is a port, and `80:80` are two; a program that starts others has flags of theirs.
    fn beside_user(&mut self) {
        let first = base(self.text(0));
        if WRAPPERS.has(first) || listed(RUNNERS, first) || listed(GROUPED, first) {
            return;
        }
        let users = |at: &usize| listed(USERS, self.text(*at)) && is_operand(self.text(at + 1));
        if !(1..self.words.len()).any(|at| users(&at)) {
            return;
        }
        for at in 1..self.words.len() {
            let (flag, value) = (self.text(at), self.text(at + 1));
            let is_port = value.bytes().all(|byte| byte.is_ascii_digit() || b":.-/".contains(&byte));
            let is_password = matches!(flag, "-p" | "-P") && !self.known.contains(&flag);
            if is_password && is_operand(value) && !is_port && is_chosen(value) && !value.contains("://") {
                self.value(at + 1, 0, Shape::Whole);
            }
        }
    }

    /// The value of a flag of this name is a secret.
    fn takes_secret(&self, name: &str, value: &str) -> bool {
        let surely = flags::takes_secret(name) && !(name == "pwd" && is_path(value));
        is_operand(value) && (surely || flags::may_take_secret(name) && is_peculiar(value))
    }

    fn value(&mut self, at: usize, start: usize, shape: Shape) {
        let marks = shape.find(self.text(at), start);
        if let Some(found) = self.marks.get_mut(at) {
            found.extend(marks);
        }
    }
}

fn is_operand(text: &str) -> bool {
    !text.starts_with('-') && is_worth(text) || text.starts_with("-----")
}

/// What `x:y` behind a flag means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meant {
    /// A user and a password.
    Login,
    /// The same, or a user and a group, or a place on another machine.
    Perhaps,
    /// None of them is a secret.
    Nothing,
}

/// The password of `user:password`.
fn password_of(text: &str, means: Meant) -> Option<&str> {
    let (user, password) = text.split_once(':')?;
    let of_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '@' | '\\' | HOLE);
    let named = !user.is_empty() && user.chars().all(of_name);
    let number = password.bytes().all(|byte| byte.is_ascii_digit());
    let chosen = || is_chosen(password) && !password.contains(['/', '.']) && password != user;
    let is_one = match means {
        Meant::Login => true,
        Meant::Perhaps => chosen(),
        Meant::Nothing => false,
    };
    (is_one && named && is_worth(password) && !number && !password.starts_with("//")).then_some(password)
}

/// A key of a configuration whose value lets its holder in.
fn is_secret_setting(name: &str) -> bool {
    let marks = ["oauth", "http-basic", "bearer", "extraheader", "_auth", "token", "password"];
    announces(name) != Announces::Nothing || marks.iter().any(|mark| name.contains(mark))
}
