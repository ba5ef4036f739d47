//! Programs that talk to other machines, and the words by which they do more than that: run a command, load code, take
//! their orders from a file, ask a service of this machine.
//!
//! What they are for stops under a rule that a policy may lift. These words stop under rules that no `[rules]` line
//! lifts, so whoever permits the network has not permitted commands that nobody read.

use super::Effect;
use super::program::spec::Unread;
use super::reading::Reading;
use super::value::{Arg, Value};
use crate::words::listed;
use alloc::vec::Vec;

/// The words that count for some programs. Flags are written as they are given, abbreviations of long ones count too.
struct Row {
    programs: &'static str,
    /// Letters of short flags that take a value: what follows them in the same word is no flag.
    takes: &'static str,
    /// Their value, or the flag itself, runs a command or loads code.
    runs: &'static str,
    /// Their value is a file of orders, or a way to a service of this machine.
    orders: &'static str,
    /// Anywhere in a word, in any case: an address that is a command.
    inside: &'static str,
    /// It has OpenSSH's `-o`.
    options: bool,
    /// Operands behind this many are a command for the other side.
    remote: Option<usize>,
}

const PLAIN: Row =
    Row { programs: "", takes: "", runs: "", orders: "", inside: "", options: false, remote: None };

/// Programs that read commands of their own, among them ones that start others here, or that run what a file says.
const WHATEVER: &str =
    "ftp k6 lftp mail mailx mosh mutt openvpn rlogin rsh sftp smbclient sshfs telnet wg-quick";

const ROWS: &[Row] = &[
    Row {
        programs: "curl curlie",
        takes: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
        runs: "--engine",
        orders: "-K --config --unix-socket --abstract-unix-socket",
        ..PLAIN
    },
    Row {
        programs: "wget wget2",
        takes: "aABDeiIlnoOPQRtTUwX",
        runs: "-e --execute --use-askpass",
        orders: "-i --input-file --input-metalink --config",
        ..PLAIN
    },
    Row {
        programs: "ssh",
        takes: "BbcDEeFIiJLlmOoPpQRSWw",
        runs: "-I",
        orders: "-F",
        options: true,
        remote: Some(1),
        ..PLAIN
    },
    Row {
        programs: "autossh",
        takes: "BbcDEeFIiJLlMmOoPpQRSWw",
        runs: "-I",
        orders: "-F",
        options: true,
        remote: Some(1),
        ..PLAIN
    },
    Row { programs: "scp", takes: "cDFiJloPSX", runs: "-D -S", orders: "-F", options: true, ..PLAIN },
    Row { programs: "ssh-copy-id", takes: "iopFt", runs: "", orders: "-F", options: true, ..PLAIN },
    Row {
        programs: "rsync",
        takes: "eBfMT@",
        runs: "-e --rsh --rsync-path --daemon -M --remote-option",
        orders: "--files-from --config --dparam",
        ..PLAIN
    },
    Row {
        programs: "nc ncat netcat nc.openbsd nc.traditional",
        takes: "cegGiImMoOpPqsTVwWxX",
        runs: "-c -e --exec --sh-exec --lua-exec",
        orders: "-U --unixsock",
        ..PLAIN
    },
    Row { programs: "socket", takes: "pB", runs: "-p", ..PLAIN },
    Row {
        programs: "socat websocat",
        inside: "exec: system: shell: cmd: sh-c: unix",
        runs: "--exec",
        ..PLAIN
    },
    Row {
        programs: "aria2c",
        takes: "dijklmMopsStTUx",
        runs: "--on-download-complete --on-download-start --on-download-error --on-download-stop --on-download-pause \
            --on-bt-download-complete --enable-rpc",
        orders: "-i --input-file --conf-path",
        ..PLAIN
    },
    Row {
        programs: "yt-dlp youtube-dl",
        takes: "2afINoPprRStu",
        runs: "--exec --exec-before-download --downloader --external-downloader --ffmpeg-location --netrc-cmd --plugin-dirs \
            --use-postprocessor --downloader-args --external-downloader-args --postprocessor-args --ppa",
        orders: "-a --batch-file --config-location --config-locations --load-info-json",
        ..PLAIN
    },
    Row {
        programs: "rclone",
        runs: "--metadata-mapper --password-command --sftp-ssh --sftp-server-command",
        orders: "--config --files-from --files-from-raw --rc",
        ..PLAIN
    },
    Row { programs: "s3cmd", takes: "c", orders: "-c --config", ..PLAIN },
    Row { programs: "lynx", runs: "-cmd_script -editor", orders: "-cfg -lss", ..PLAIN },
    Row {
        programs: "w3m links elinks",
        runs: "-eval -lookup",
        orders: "-config -config-dir -config-file",
        ..PLAIN
    },
    Row {
        programs: "nmap",
        runs: "--script --script-args-file --datadir --servicedb",
        orders: "-iL --resume",
        ..PLAIN
    },
    Row { programs: "tcpdump", takes: "BcCEFGijmMQrsTVwWyzZ", runs: "-z", orders: "-F", ..PLAIN },
    Row {
        programs: "tshark wireshark dumpcap",
        takes: "abBcCdefFHijKmMNoOrRsTuUwWXYz",
        runs: "-X",
        orders: "-C",
        ..PLAIN
    },
    Row { programs: "wrk", takes: "cdtsHT", runs: "-s --script", ..PLAIN },
    Row { programs: "vegeta", orders: "-targets --targets", ..PLAIN },
    Row { programs: "swaks", runs: "--pipe --pipeline", orders: "--config", ..PLAIN },
    Row {
        programs: "msmtp sendmail",
        takes: "aBCFfNOoRrVX",
        runs: "--passwordeval",
        orders: "-C --file",
        ..PLAIN
    },
    Row {
        programs: "openssl",
        runs: "-engine -keyform -provider -provider-path -provider_path",
        orders: "-config -extfile",
        ..PLAIN
    },
];

/// OpenSSH's options that neither run nor load anything, and name no file of orders.
const OPTIONS: &str = "addressfamily batchmode bindaddress checkhostip ciphers compression connectionattempts connecttimeout \
    globalknownhostsfile hostkeyalgorithms hostname identitiesonly identityfile ipqos kexalgorithms loglevel macs \
    numberofpasswordprompts passwordauthentication port preferredauthentications pubkeyacceptedalgorithms \
    pubkeyauthentication requesttty serveralivecountmax serveraliveinterval stricthostkeychecking tcpkeepalive \
    updatehostkeys user userknownhostsfile verifyhostkeydns visualhostkey";

impl Reading<'_> {
    /// Adds a stop for each word by which `program` does more than talk.
    pub(super) fn add_steered(&mut self, program: &str, args: &[Arg]) {
        let Some(first) = args.first() else { return };
        if listed(WHATEVER, program) {
            let message =
                ["`", program, "` runs what it is told by another side, a file or an input"].concat();
            return self.add(Effect::Opaque, "unread_code", message, first.span);
        }
        let Some(row) = ROWS.iter().find(|row| listed(row.programs, program)) else { return };
        let given = Given::of(row, args);
        for flag in &given.flags {
            self.judge_flag(program, row, flag);
        }
        for word in args.iter().filter(|arg| arg.text().is_some_and(|word| is_command(row, word))) {
            let message =
                ["`", program, "` takes a command, or a service of this machine, for an address"].concat();
            self.add(Effect::Opaque, "inline_code", message, word.span);
        }
        if let Some(command) = row.remote.and_then(|at| given.operands.get(at)) {
            let message = ["`", program, "` runs a command on the other machine"].concat();
            self.add(Effect::Opaque, "unread_code", message, command.span);
        }
        for arg in args.iter().filter(|arg| may_steer(&arg.value)) {
            self.unread(program, Unread::value(arg));
        }
    }

    fn judge_flag(&mut self, program: &str, row: &Row, flag: &Flag<'_>) {
        let value = flag.value.and_then(Arg::text).or(flag.attached);
        if row.options && flag.name == "-o" {
            if !value.is_some_and(is_plain_option) {
                let message = ["`", program, "` is given an option that may run a command"].concat();
                self.add(Effect::Opaque, "inline_code", message, flag.span);
            }
        } else if has(row.runs, flag.name) && !(program == "rsync" && value.is_some_and(is_plain_shell)) {
            let message = ["`", program, "` runs, or loads, what `", flag.name, "` says"].concat();
            self.add(Effect::Opaque, "inline_code", message, flag.span);
        } else if has(row.orders, flag.name) {
            let message = ["`", program, "` takes its orders from what `", flag.name, "` names"].concat();
            self.add(Effect::Opaque, "unread_code", message, flag.span);
        }
    }
}

/// One flag as it is given.
struct Flag<'a> {
    /// `-e` or `--exec`, without what is attached.
    name: &'a str,
    attached: Option<&'a str>,
    /// The word behind it, where that may be its value.
    value: Option<&'a Arg>,
    span: crate::verdict::Span,
}

/// The words of a command, told apart as far as the row can.
struct Given<'a> {
    flags: Vec<Flag<'a>>,
    operands: Vec<&'a Arg>,
}

impl<'a> Given<'a> {
    fn of(row: &Row, args: &'a [Arg]) -> Self {
        let mut given = Given { flags: Vec::new(), operands: Vec::new() };
        let mut rest = args;
        while let Some((arg, behind)) = rest.split_first() {
            let taken = match arg.text() {
                Some("--") => {
                    given.operands.extend(behind);
                    return given;
                }
                Some(word) if word.starts_with("--") => {
                    given.long(word, arg, behind.first());
                    0
                }
                Some(word) if word.starts_with('-') && word.len() > 1 => {
                    given.short(row, word, arg, behind.first())
                }
                Some(_) | None => {
                    given.operands.push(arg);
                    0
                }
            };
            rest = behind.get(taken..).unwrap_or_default();
        }
        given
    }

    fn long(&mut self, word: &'a str, arg: &Arg, next: Option<&'a Arg>) {
        let (name, attached) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
        let value = next.filter(|_| attached.is_none());
        self.flags.push(Flag { name, attached, value, span: arg.span });
    }

    /// How many of the words behind it were taken.
    fn short(&mut self, row: &Row, word: &'a str, arg: &Arg, next: Option<&'a Arg>) -> usize {
        // Some programs have long names behind a single dash.
        self.long(word, arg, next);
        for (at, letter) in word.char_indices().skip(1) {
            let name = letter_flag(row, letter);
            let attached = word.get(at + letter.len_utf8()..).filter(|rest| !rest.is_empty());
            let takes = row.takes.contains(letter);
            let value = next.filter(|_| takes && attached.is_none());
            if let Some(name) = name {
                self.flags.push(Flag { name, attached: attached.filter(|_| takes), value, span: arg.span });
            }
            if takes {
                return usize::from(value.is_some());
            }
        }
        0
    }
}

/// The short flag of that letter, where the row speaks of it.
fn letter_flag(row: &Row, letter: char) -> Option<&'static str> {
    let named = row.runs.split(' ').chain(row.orders.split(' ')).chain(row.options.then_some("-o"));
    named.into_iter().find(|flag| {
        let mut chars = flag.chars();
        (chars.next(), chars.next(), chars.next()) == (Some('-'), Some(letter), None)
    })
}

/// `name` is one of `flags`, or an abbreviation of a long one.
fn has(flags: &str, name: &str) -> bool {
    let abbreviates = |flag: &str| name.len() >= 5 && name.starts_with("--") && flag.starts_with(name);
    !name.is_empty() && flags.split(' ').any(|flag| flag == name || abbreviates(flag))
}

fn is_plain_option(option: &str) -> bool {
    let option = option.trim_start();
    let name = option.split(|c: char| c == '=' || c.is_whitespace()).next().unwrap_or_default();
    listed(OPTIONS, &name.to_ascii_lowercase()) && !option.contains(['\n', '\r'])
}

/// `ssh`, or `ssh -p 22`.
fn is_plain_shell(command: &str) -> bool {
    let words: Vec<&str> = command.split(' ').collect();
    match words.as_slice() {
        ["ssh"] => true,
        ["ssh", "-p", port] => port.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

fn is_command(row: &Row, word: &str) -> bool {
    let folded = word.to_ascii_lowercase();
    row.inside.split(' ').any(|mark| !mark.is_empty() && folded.contains(mark))
}

/// A word that is not known may be any of the above, unless it begins as an address or as a text for people.
fn may_steer(value: &Value) -> bool {
    let Value::Unknown(unknown) = value else { return false };
    let begin = unknown.prefix.as_str();
    let address = begin.starts_with("http://") || begin.starts_with("https://");
    let header = begin.contains(": ") && !begin.starts_with(['-', '@']);
    unknown.splits || !(address || header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_run_nothing() {
        for (option, plain) in [
            ("ConnectTimeout=5", true),
            ("connecttimeout 5", true),
            (" StrictHostKeyChecking=no", true),
            ("ProxyCommand=x", false),
            ("proxycommand x", false),
            ("\"ProxyCommand\"=x", false),
            ("LocalCommand=x", false),
            ("KnownHostsCommand=x", false),
            ("Include x", false),
            ("", false),
            ("Port=1\nProxyCommand=x", false),
        ] {
            assert_eq!(is_plain_option(option), plain, "{option}");
        }
    }

    #[test]
    fn long_flags_may_be_abbreviated() {
        for (name, found) in [
            ("--config", true),
            ("--conf", true),
            ("--co", false),
            ("--compressed", false),
            ("-K", true),
            ("", false),
        ] {
            assert_eq!(has("-K --config", name), found, "{name}");
        }
    }
}
