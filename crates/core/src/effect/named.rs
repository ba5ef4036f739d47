//! What a command names that is understood and stopped whatever its arguments: `curl -o .claude/settings.json`.
//!
//! Such a command is not read word by word, so a policy that permits the network would permit the rest with it. Words that
//! name what is on the floor are therefore taken for places that are written, and words that name a secret for places that
//! are read. For writing, secrets are left out.

mod brought;
mod detached;
mod paths;
mod sharp;
mod targets;

use super::place::{normal, within};
use super::program::spec::Unread;
use super::reading::Reading;
use super::value::Arg;
use super::{Effect, Hazard, Place};
use crate::policy::floor::linked::{self, Kind};
use crate::policy::floor::{self, Group};
use crate::verdict::Span;
use crate::words::listed;
use crate::world::Stands;
use alloc::vec::Vec;
pub(crate) use paths::paths;

/// Flags whose value is left alone by these programs. To others the same letters mean something else: `rsync -x` stays on one
/// disk, and the next word is what it sends.
const LEFT_OUT: &[(&str, &[&str])] = &[
    ("rsync rclone aws s3cmd azcopy gsutil restic borg duplicity", &["--exclude", "--exclude-from"]),
    ("gsutil", &["-x"]),
    ("git", &["--git-dir", "--exclude"]),
];

/// Flags whose value is a key that is used, and not sent.
const KEYS: &[(&str, &[&str])] = &[
    ("ssh scp sftp autossh mosh", &["-i"]),
    ("curl curlie", &["-E", "--cert", "--key", "--cacert", "--proxy-cert", "--proxy-key"]),
    ("wget wget2", &["--certificate", "--private-key", "--ca-certificate"]),
    ("kubectl helm", &["--kubeconfig"]),
];

/// Programs that send whole trees.
const SENDERS: &str =
    "aws cloudflared croc gsutil magic-wormhole ngrok rclone rcp rsync s3cmd scp tailscale wormhole";

/// Programs that put directories of this machine into containers, and the flags by which they do.
const CONTAINERS: &str = "docker nerdctl podman";
const MOUNTS: &[&str] = &["-v", "--volume", "--mount", "--build-context"];

/// Programs that print what they are told, and save nothing.
const ASKERS: &str = "ab arping dig drill finger fping hey host iperf iperf3 kdig mtr nc ncat netcat nslookup ping ping6 speedtest \
    speedtest-cli ssh ssh-keyscan telnet tracepath traceroute traceroute6 whois";

/// `word` is what the program leaves out, by the words in front of it. The flag itself may be the value of another one:
/// `aws s3 cp --profile --exclude .env s3://b`.
fn is_left_out(program: &str, [earlier, before]: [&str; 2], word: &str) -> bool {
    let rows = LEFT_OUT.iter().filter(|(programs, _)| listed(programs, program));
    let mut flags = rows.flat_map(|(_, flags)| *flags);
    let takes_none = |flag: &str| !flag.starts_with('-') || flag.contains('=') || is_switch(program, flag);
    match word.starts_with('-') {
        true => takes_none(before) && flags.any(|flag| is_attached(word, flag)),
        false => takes_none(earlier) && flags.any(|flag| before == *flag),
    }
}

/// A flag of these programs that takes no value.
fn is_switch(program: &str, flag: &str) -> bool {
    const LONG: &str = "--archive --compress --delete --dry-run --dryrun --partial --progress --quiet --recursive --verbose --stats \
        --human-readable --no-progress --only-show-errors --follow-symlinks --size-only --checksum --update";
    let letters = flag.strip_prefix('-').unwrap_or(flag);
    listed(LONG, flag)
        || (program == "rsync"
            && !letters.is_empty()
            && letters.chars().all(|c| "avzrlptgoDnuhPqcxXAHSWi".contains(c)))
        || (program == "gsutil" && matches!(flag, "-m" | "-r" | "-d" | "-n" | "-c" | "-C"))
}

/// Words of one command that are looked at, and paths in them; each costs a look at the disk.
const WORDS: usize = 512;
const PATHS: usize = 2_048;

impl Reading<'_> {
    /// Adds what the arguments of a hazard say beside what it is for.
    pub(super) fn add_named(&mut self, program: &str, args: &[Arg]) {
        if !self.found_hazard() {
            return;
        }
        if let Some(arg) = args.get(WORDS) {
            self.too_many_named(arg.span);
        }
        let sends = self.may_send();
        let brings = self.brings_files(program, args) || self.found_any(&[Hazard::Publish]);
        // A build is given a whole tree.
        let builds = || args.iter().any(|arg| arg.may_be("build") || arg.may_be("bake"));
        let tree = listed(SENDERS, program) || (listed(CONTAINERS, program) && builds());
        let (mut before, mut earlier, mut left) = ("", "", PATHS);
        for arg in args.iter().take(WORDS) {
            for word in arg.value.texts().unwrap_or_default() {
                if is_left_out(program, [earlier, before], word) {
                    continue;
                }
                let count = paths(word).len();
                let Some(rest) = left.checked_sub(count) else {
                    self.too_many_named(arg.span);
                    break;
                };
                left = rest;
                self.add_written(program, word, arg.span);
                if brings {
                    self.add_brought(program, word, arg.span);
                }
                if brought::takes_file_of_curl(program, before, word) {
                    self.unread(program, Unread::flag("with addresses or a format from a file", arg.span));
                }
                if program == "rsync"
                    && (matches!(before, "--filter" | "-f") || word.starts_with("--filter="))
                {
                    self.add_merged(program, word, arg);
                }
                if brought::is_expanded_by_curl(program, word) {
                    self.unread(program, Unread::flag("with text that it fills in", arg.span));
                }
                if sends {
                    self.add_matched(program, word, arg);
                }
                if sends && !is_key(program, before, word) {
                    if is_pattern_of_curl(program, before, word) {
                        self.unread(program, Unread::flag("with a pattern for files", arg.span));
                    }
                    self.add_secrets(program, word, tree, arg.span);
                }
                if listed(CONTAINERS, program) {
                    self.add_mount(program, before, word, arg.span);
                    self.add_handed_on(program, before, word, arg.span);
                }
            }
            if sends && (arg.is_uncertain_match() || may_be_hidden(arg)) {
                self.unread(program, Unread::value(arg));
            }
            // skipped: a flag that is not known leaves nothing out.
            (earlier, before) = (before, arg.text().unwrap_or("-"));
        }
        if self.found_any(&[Hazard::Network]) {
            self.add_steered(program, args);
        }
        self.add_targets(program, args);
        self.add_sharper(program, args);
        self.add_detached(program, args);
        let is_made = |_: &&Arg| {
            (brings || self.found_any(&[Hazard::Machine]))
                && (brought::are_chosen_elsewhere(program, args) || brought::is_made_by_curl(program, args))
        };
        if let Some(first) = args.first().filter(is_made) {
            let message = ["`", program, "` saves files whose names come from elsewhere"].concat();
            self.add(Effect::Opaque, "unknown_members", message, first.span);
        }
    }

    /// The command being read may put files anywhere that it does not name: what is on the disk is not what comes later.
    pub(super) fn brings_files(&self, program: &str, args: &[Arg]) -> bool {
        let saves = |arg: &Arg| arg.value.prefix().is_empty() || is_saved(arg.value.prefix());
        let prints = match program {
            "curl" | "curlie" => !args.iter().any(saves),
            program => listed(ASKERS, program),
        };
        self.found_rule("network") && !prints
    }

    fn too_many_named(&mut self, span: Span) {
        self.add(Effect::Opaque, "too_much", "the call names more than can be judged", span);
    }

    /// What throws away work, or keeps secrets by itself, is not for sending.
    fn may_send(&self) -> bool {
        use Hazard::{Install, Lasting, Machine, Network, Privilege, Publish};
        self.found_any(&[Network, Publish, Machine, Install, Privilege, Lasting])
    }

    fn add_written(&mut self, program: &str, word: &str, span: Span) {
        let places = self.named_by(word, Reading::is_protected);
        for place in places {
            let message = ["`", program, "` may change `", &place.shown, "`"].concat();
            self.add(Effect::Write { place, deep: false }, "write_scope", message, span);
        }
    }

    /// Files that get their names from an address.
    fn add_brought(&mut self, program: &str, word: &str, span: Span) {
        for name in brought::names(word) {
            self.add_written(program, &name, span);
            // Behind a colon alone it may be what is sent: `socat FILE:.env TCP:h:1`.
            if !word.contains("://") {
                continue;
            }
            for place in self.named_by(&name, Reading::is_hidden_secret) {
                let message = ["`", program, "` may change `", &place.shown, "`"].concat();
                self.add(Effect::Write { place, deep: false }, "write_scope", message, span);
            }
        }
    }

    fn add_secrets(&mut self, program: &str, word: &str, tree: bool, span: Span) {
        if is_odd_file(word) {
            let message =
                ["`", program, "` may read `", word, "`, a file by a pattern or with escapes"].concat();
            self.add(Effect::Opaque, "unknown_value", message, span);
        }
        for place in
            self.named_by(word, |reading, path| reading.is_secret(path) || (tree && reading.is_outside(path)))
        {
            let message = ["`", program, "` may send `", &place.shown, "`"].concat();
            self.add(Effect::Read { place, deep: true }, "read_only_command", message, span);
        }
    }

    /// Whoever is given a directory of this machine may change all of it.
    /// `rsync --filter='merge FILE'` shows lines of the file that are no rules.
    fn add_merged(&mut self, program: &str, rule: &str, arg: &Arg) {
        let last = rule.rsplit([' ', '_', '=', ',']).next().unwrap_or(rule);
        let file = Arg { value: super::value::Value::known(last), span: arg.span };
        self.read_path(program, &file, false);
    }

    fn add_mount(&mut self, program: &str, before: &str, word: &str, span: Span) {
        let attached = MOUNTS
            .iter()
            .find_map(|flag| word.strip_prefix(flag)?.strip_prefix('=').or(word.strip_prefix("-v")));
        let value = MOUNTS.contains(&before).then_some(word);
        let sources: Vec<&str> = value.into_iter().chain(attached).filter_map(mounted).collect();
        let places = self.dirs().iter().flat_map(|dir| sources.iter().map(|source| Place::new(dir, source)));
        for place in places.collect::<Vec<_>>() {
            if !self.in_roots(&place.path) {
                let message = ["`", program, "` gives `", &place.shown, "` to a container"].concat();
                self.add(Effect::Write { place, deep: true }, "write_scope", message, span);
            }
        }
    }

    fn named_by(&self, word: &str, test: impl Fn(&Self, &str) -> bool) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for path in paths(word) {
            for dir in self.dirs() {
                let place = Place::new(dir, path);
                // A text for people has blanks, and most files have none.
                let text = path.contains(char::is_whitespace) && !self.is_file(&place.path);
                if !text && !places.contains(&place) && test(self, &place.path) {
                    places.push(place);
                }
            }
        }
        places
    }

    fn is_file(&self, path: &str) -> bool {
        self.world.resolve(path).is_some_and(|found| matches!(found.stands, Stands::File { .. }))
    }

    fn is_protected(&self, path: &str) -> bool {
        let plain = normal(path);
        let resolved = self.world.resolve(path).map(|found| found.path).filter(|resolved| *resolved != plain);
        [Some(plain), resolved].iter().flatten().any(|path| {
            let names = || linked::other_names(self.world, self.session, path, Kind::Floor);
            self.is_own(path) || self.is_on_floor(path) || names().iter().any(|name| self.is_on_floor(name))
        })
    }

    /// `.env` and its like. Other names of secrets are those of certificates as well, which people do fetch.
    fn is_hidden_secret(&self, path: &str) -> bool {
        path.rsplit('/').next().is_some_and(|name| name.starts_with('.')) && self.is_secret(path)
    }

    /// A directory that is none of the project's.
    fn is_outside(&self, path: &str) -> bool {
        let stands = self.world.resolve(path).map(|found| found.stands);
        stands == Some(Stands::Directory) && !self.in_roots(path)
    }

    fn is_own(&self, path: &str) -> bool {
        self.session.own.iter().any(|own| within(path, own))
    }

    pub(super) fn is_on_floor(&self, path: &str) -> bool {
        let names = floor::names(path);
        let ground = self.session.ground(path, &names);
        let Some(hit) = ground.hit_on(self.world, path) else { return false };
        let names = ground.below_root();
        let anchored = hit.entry.starts_with('/');
        match hit.group {
            Group::AgentSettings => true,
            Group::StartUp | Group::Hijack | Group::Opening => !anchored,
            Group::Ci => !anchored,
            // What stays on this machine names a bare `.git` to look at it.
            Group::VersionControl => !anchored && (names.len() > 1 || self.may_send()),
            Group::Secrets => false,
        }
    }
}

fn is_attached(word: &str, flag: &str) -> bool {
    word.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='))
}

/// Not known to the end, and begins as a name that lists leave out: `.e*`, `~/.s$x`.
fn may_be_hidden(arg: &Arg) -> bool {
    let hidden = |name: &str| name.starts_with('.') && !matches!(name, "." | "..");
    arg.value.texts().is_none() && paths(arg.value.prefix()).iter().any(|path| path.split('/').any(hidden))
}

/// A flag of curl's, perhaps among others in the word, that saves what comes or what is sent.
fn is_saved(word: &str) -> bool {
    let long =
        ["--output", "--remote", "--create", "--dump", "--cookie-jar", "--trace", "--stderr", "--write-out"];
    let short = |rest: &str| rest.contains(['o', 'O', 'J', 'D', 'c', 'w', 'K']);
    match word.strip_prefix("--") {
        Some(_) => long.iter().any(|flag| word.starts_with(flag) || flag.starts_with(word)),
        None => word.strip_prefix('-').is_some_and(short),
    }
}

fn is_key(program: &str, before: &str, word: &str) -> bool {
    let flags = KEYS.iter().filter(|(programs, _)| listed(programs, program)).flat_map(|(_, flags)| *flags);
    // A word that is a flag itself is nobody's key.
    let is_value = |flag: &str| before == flag && !word.starts_with('-');
    flags.into_iter().any(|flag| is_value(flag) || is_attached(word, flag))
}

/// What `-v` or `--mount` takes from this machine; a volume has a name and no path.
fn mounted(value: &str) -> Option<&str> {
    let named = value.split(',').find_map(|part| part.strip_prefix("source=").or(part.strip_prefix("src=")));
    let source = named.unwrap_or_else(|| value.split(':').next().unwrap_or_default());
    // `--build-context name=PATH`
    let source = source.split_once('=').map_or(source, |(_, path)| path);
    source.starts_with(['/', '.', '~']).then_some(source)
}

/// curl fills in lists and ranges by itself, in the scheme of an address and in the name of a file that it sends:
/// `{file}:///x`, `-T '.en[v-v]'`.
fn is_pattern_of_curl(program: &str, before: &str, word: &str) -> bool {
    let is_sent = ["-T", "--upload-file"].iter().any(|flag| before == *flag || word.starts_with(flag));
    let scheme = word.split_once("://").map(|(scheme, _)| scheme);
    let is_pattern = |text: &str| text.contains(['{', '[']);
    listed("curl curlie", program) && (scheme.is_some_and(is_pattern) || (is_sent && is_pattern(word)))
}

/// `file:` with something in it that is not the path itself.
fn is_odd_file(word: &str) -> bool {
    let folded = word.to_ascii_lowercase();
    folded.split_once("file:").is_some_and(|(_, path)| path.contains(['%', '{', '[']))
}
