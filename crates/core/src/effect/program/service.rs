//! Services of the machine and what they log: looking passes, starting, stopping and changing does not.

use super::super::reading::{Invocation, Reading, Stdin};
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use super::lasting::unless;
use super::spec::{Parsed, Program, Style, Unread, custom, group, only_asks_for_help, parse, safe, stop};
use crate::words::listed;
use alloc::format;
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("systemctl", read_systemctl),
    custom("journalctl", read_journalctl),
    custom("dmesg", read_dmesg),
    custom("service rc-service", read_service),
    safe("rc-status", "-a -l -m -s -u -C --all --list --manual --servicelist --unused --nocolor", ":"),
    custom("crontab", |reading, call| {
        only(
            reading,
            call,
            &[&["-l"], &["-l", "-u", "NAME"], &["-u", "NAME", "-l"]],
            "`crontab -l` lists jobs",
        )
    }),
    custom("at batch", read_at),
    safe("atq", "-q: -V", ""),
    custom("screen", |reading, call| {
        only(reading, call, &[&["-ls"], &["-list"], &["-v"]], "`screen -ls` lists sessions")
    }),
    custom("tmux", super::tmux::read),
    group(
        "launchctl",
        "",
        &[
            safe("list print-disabled blame", "", ":"),
            safe("version managername managerpid manageruid help", "", ""),
            changes(
                "load unload start stop bootstrap bootout enable disable kickstart kill remove submit setenv unsetenv getenv print config reboot asuser bsexec limit",
            ),
        ],
    ),
    group(
        "timedatectl",
        "--no-pager",
        &[
            safe("status show list-timezones timesync-status", PLAIN, ""),
            changes("set-time set-timezone set-local-rtc set-ntp"),
        ],
    ).ends_alone(),
    group(
        "hostnamectl localectl",
        "--no-pager --json: --static --transient --pretty",
        &[
            safe("status list-locales list-keymaps", PLAIN, ""),
            changes(
                "set-hostname hostname icon-name chassis deployment location set-locale set-keymap set-x11-keymap",
            ),
        ],
    ).ends_alone(),
    group(
        "loginctl",
        "--no-pager",
        &[
            safe("list-sessions list-users list-seats session-status user-status seat-status", PLAIN, ":*"),
            changes(
                "terminate-session terminate-user kill-session kill-user lock-session unlock-session activate attach enable-linger disable-linger",
            ),
        ],
    ).ends_alone(),
    group(
        "networkctl",
        "--no-pager -a --all",
        &[
            safe("list status lldp label", PLAIN, ":*"),
            changes("up down renew reload reconfigure delete forcerenew edit"),
        ],
    ).ends_alone(),
    group(
        "resolvectl",
        "--no-pager",
        &[
            safe("status statistics dns domain", PLAIN, ""),
            changes("query flush-caches reset-statistics revert llmnr mdns dnssec nta log-level"),
        ],
    ).ends_alone(),
    group(
        "systemd-analyze",
        "--no-pager --user --system",
        &[
            safe("time blame critical-chain calendar timespan timestamp unit-paths", PLAIN, ":*"),
            changes("dump plot set-log-level log-level service-watchdogs verify"),
        ],
    ).ends_alone(),
    group(
        "coredumpctl",
        "--no-pager",
        &[
            safe(
                "list info",
                "--no-pager -1 -r --reverse -n: -S: --since: -U: --until: --no-legend -q",
                ":*",
            ),
            changes("dump debug gdb"),
        ],
    ),
    safe(
        "systemd-cgls systemd-detect-virt systemd-path systemd-escape systemd-id128",
        "--no-pager -a --all -l --full -k -c -v -q --list -p --path -u",
        ":*",
    ),
    group(
        "pm2",
        "-s --silent --no-color",
        &[
            safe("list ls l ps status", "-s --silent --no-color --mini-list -m", ""),
            custom("logs log", read_pm2_logs),
            changes(
                "start stop restart reload delete del kill save resurrect startup unstartup scale flush reset update env describe desc show info jlist prettylist monit monitor plus link deploy install set serve sendSignal trigger dump cleardump",
            ),
        ],
    ),
];

const PLAIN: &str =
    "--no-pager --no-legend -a --all -l --full -p: --property: --value --json: --user --system";

const fn changes(names: &'static str) -> Program {
    stop(
        names,
        Hazard::Machine,
        "machine",
        "changes services or settings of the machine, or shows environments",
    )
}

/// Verbs that look.
const LOOKS: &[&str] = &[
    "status",
    "cat",
    "is-active",
    "is-enabled",
    "is-failed",
    "is-system-running",
    "list-units",
    "list-timers",
    "list-sockets",
    "list-unit-files",
    "list-dependencies",
    "list-jobs",
    "list-paths",
    "list-automounts",
    "get-default",
];

/// Left out: other machines (`-H`, `-M`), other roots, and `--wait`.
const SYSTEMCTL: &str = "-a -l -n: -o: -p: -P: -q -r -t: --after --all --before --failed --full --legend: --lines: --no-ask-password --no-legend \
     --no-pager --output: --plain --property: --quiet --recursive --reverse --show-types --state: --system --timestamp: --type: --user --value \
     --with-dependencies";

fn read_systemctl(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return looks(reading, call);
    }
    let parsed = match parse(Style::Gnu, SYSTEMCTL, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let Some(verb) = parsed.operands.first() else { return looks(reading, call) };
    match verb.text() {
        None => reading.unread(&call.name, Unread::value(verb)),
        Some(verb) if LOOKS.contains(&verb) => looks(reading, call),
        Some("show") if shows_plain_properties(&parsed) => looks(reading, call),
        Some(verb) => {
            let message = format!("`systemctl {verb}` changes services, or shows their environment");
            let instead = Some("`systemctl status NAME`");
            reading.hazard(Hazard::Machine, "machine", message, instead, call.span);
        }
    }
}

/// Without names `show` prints everything, the environment too.
fn shows_plain_properties(parsed: &Parsed<'_>) -> bool {
    const PLAIN: &str = "ActiveEnterTimestamp ActiveState Description ExecMainCode ExecMainExitTimestamp ExecMainPID ExecMainStartTimestamp \
         ExecMainStatus FragmentPath Id InactiveEnterTimestamp LoadState MainPID MemoryCurrent MemoryPeak NRestarts Names NextElapseUSecRealtime \
         Requires Result StateChangeTimestamp StatusText SubState TasksCurrent Type UnitFileState User Wants WantedBy After Before";
    let named = parsed.flags.iter().filter(|flag| ["-p", "-P", "--property"].contains(&flag.name));
    let names: Vec<Option<&str>> = named.map(|flag| flag.value.as_ref().and_then(Arg::text)).collect();
    let plain = |names: &str| names.split(',').all(|name| listed(PLAIN, name));
    !names.is_empty() && names.iter().all(|names| names.is_some_and(plain))
}

/// Left out: what rotates, empties, syncs or signs journals, and `--cursor-file`, which is written. `-n` takes the next word
/// if it is a number; a number alone is a harmless operand.
const JOURNALCTL: Program = safe(
    "journalctl",
    "-# -a -b? -c: -D< -e -f -F: -g: -k -l -m -n? -N -o: -p: -q -r -S: -t: -T: -u: -U: -x --after-cursor: --all --boot? --case-sensitive? --catalog \
     --cursor: --directory< --disk-usage --dmesg --exclude-identifier: --facility: --field: --fields --file< --follow --full --grep: --header \
     --identifier: --lines? --list-boots --list-catalog --merge --no-full --no-hostname --no-pager --no-tail --output: --output-fields: \
     --pager-end --priority: --quiet --reverse --show-cursor --since: --system --truncate-newline --unit: --until: --user --user-unit: --utc",
    ":*",
);

/// More than the messages: a format that has all fields, or a field of one's own choice.
fn may_show_fields(parsed: &Parsed<'_>) -> bool {
    const PLAIN: &str = "short short-full short-iso short-iso-precise short-precise short-monotonic short-delta short-unix cat with-unit";
    const FIELDS: &str = "_SYSTEMD_UNIT _SYSTEMD_USER_UNIT UNIT USER_UNIT SYSLOG_IDENTIFIER _COMM _HOSTNAME _BOOT_ID PRIORITY _UID _PID";
    let outside = |names: &[&str], list: &str| {
        let given = parsed.flags.iter().filter(|flag| names.contains(&flag.name));
        given
            .filter_map(|flag| flag.value.as_ref())
            .any(|value| !value.text().is_some_and(|text| listed(list, text)))
    };
    outside(&["-o", "--output"], PLAIN)
        || outside(&["-F", "--field"], FIELDS)
        || parsed.has(&["--output-fields"])
}

fn read_journalctl(reading: &mut Reading<'_>, call: &Invocation) {
    if parse(JOURNALCTL.style, JOURNALCTL.flags, &call.args).is_ok_and(|parsed| may_show_fields(&parsed)) {
        let message = "`journalctl` would show every field, environments of programs that crashed among them";
        reading.hazard(Hazard::Secret, "secrets", message, Some("`journalctl -o short`"), call.span);
    }
    let follows = |parsed: &Parsed<'_>| parsed.has(&["-f", "--follow"]);
    unless(reading, call, &JOURNALCTL, follows, "`journalctl -n 100` shows the last lines");
}

/// Left out: what clears the buffer or changes what is shown on the console.
const DMESG: Program = safe(
    "dmesg",
    "-d -e -f: -F< -H -J -k -l: -L? -P -r -s: -S -t -T -u -w -W -x --buffer-size: --color? --ctime --decode --facility: --file< --follow \
     --follow-new --force-prefix --human --json --kernel --level: --nopager --notime --raw --reltime --show-delta --since: --syslog \
     --time-format: --until: --userspace",
    "",
);

fn read_dmesg(reading: &mut Reading<'_>, call: &Invocation) {
    let follows = |parsed: &Parsed<'_>| parsed.has(&["-w", "-W", "--follow", "--follow-new"]);
    unless(reading, call, &DMESG, follows, "`dmesg` shows what there is");
}

/// `service NAME status`: the name becomes a path of a script.
fn read_service(reading: &mut Reading<'_>, call: &Invocation) {
    let words: Option<Vec<&str>> = call.args.iter().map(Arg::text).collect();
    match words.as_deref() {
        Some(["--status-all" | "--version" | "--help"]) => looks(reading, call),
        Some([name, "status"]) if is_name(name) => looks(reading, call),
        Some(_) | None => {
            let message = format!("`{}` starts, stops or changes services", call.name);
            let instead = Some("`service NAME status`");
            reading.hazard(Hazard::Machine, "machine", message, instead, call.span);
        }
    }
}

/// Nothing that leads to another file.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@-.".contains(c);
    !name.is_empty() && !name.starts_with(['-', '.']) && name.chars().all(plain)
}

/// Exactly one of `shapes`; `NAME` stands for any name.
fn only(reading: &mut Reading<'_>, call: &Invocation, shapes: &[&[&str]], instead: &str) {
    let words: Option<Vec<&str>> = call.args.iter().map(Arg::text).collect();
    let fits = |shape: &&[&str], words: &[&str]| {
        shape.len() == words.len()
            && shape
                .iter()
                .zip(words)
                .all(|(wanted, word)| wanted == word || (*wanted == "NAME" && is_name(word)))
    };
    if only_asks_for_help(&call.args)
        || words.is_some_and(|words| shapes.iter().any(|shape| fits(shape, &words)))
    {
        return looks(reading, call);
    }
    let message = format!("`{}` changes what runs, or waits for keys", call.name);
    reading.hazard(Hazard::Machine, "machine", message, Some(instead), call.span);
}

/// A text that is given to it is what runs later.
fn read_at(reading: &mut Reading<'_>, call: &Invocation) {
    only(reading, call, &[&["-l"]], "`at -l` lists jobs");
    if let Stdin::Text(text) = &call.stdin {
        reading.script(text, call.span);
    }
}

fn read_pm2_logs(reading: &mut Reading<'_>, call: &Invocation) {
    let program = safe("logs", "--nostream --lines: --err --out --raw --timestamp --json --format", ":*");
    let streams = |parsed: &Parsed<'_>| !parsed.has(&["--nostream"]);
    unless(reading, call, &program, streams, "`pm2 logs --nostream` shows the last lines");
}

fn looks(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` only looks", call.name);
    reading.add(Effect::Harmless, "read_only_command", message, call.span);
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "systemctl journalctl dmesg service rc-service rc-status crontab at batch atq screen tmux launchctl \
    timedatectl hostnamectl localectl loginctl networkctl resolvectl systemd-analyze coredumpctl systemd-cgls \
    systemd-detect-virt systemd-path systemd-escape systemd-id128 pm2";

#[cfg(test)]
const EXAMPLES: &str = r#"
    ask   journalctl -o verbose -n 5
    ask   journalctl -o json -n 5
    ask   journalctl --output=export -n 5
    ask   journalctl -F COREDUMP_ENVIRON
    allow journalctl -o short-iso -n 5
    allow journalctl -o cat -u nginx -n 5
    allow journalctl -F _SYSTEMD_UNIT
        allow systemctl status nginx --no-pager
        allow systemctl --user list-units --failed
        allow systemctl is-active nginx
        allow systemctl list-timers --all
        allow systemctl cat nginx
        allow systemctl
        allow systemctl show -p ActiveState,SubState nginx
        ask   systemctl show nginx
        ask   systemctl show -p Environment nginx
        ask   systemctl show -p ActiveState -p Environment nginx
        ask   systemctl show-environment
        ask   systemctl -H x.example status nginx
        ask   systemctl -M box status
        ask   systemctl --root=/x status
        ask   systemctl restart nginx
        ask   systemctl --user enable nginx
        ask   systemctl edit nginx
        ask   systemctl "$VERB" nginx
        ask   systemctl -t service start nginx
        allow journalctl -u nginx -n 50 --no-pager
        allow journalctl -b -1 -p err
        ask   journalctl --since '1 hour ago' -o json
        allow journalctl --disk-usage
        ask   journalctl -f
        ask   journalctl -u nginx -f
        ask   journalctl -n --vacuum-size=1M
        ask   journalctl --vacuum-time=1d
        ask   journalctl --rotate
        ask   journalctl --flush
        ask   journalctl --sync
        ask   journalctl --cursor-file=x
        ask   journalctl --setup-keys
        ask   journalctl --file ~/.ssh/id_rsa
        allow dmesg -T
        ask   dmesg -c
        ask   dmesg -C
        ask   dmesg --clear
        ask   dmesg -n 1
        ask   dmesg -w
        allow service nginx status
        allow service --status-all
        ask   service nginx restart
        ask   service ../../repo/x status
        ask   service "$NAME" status
        allow crontab -l
        ask   crontab -e
        ask   crontab -r
        ask   crontab file
        ask   crontab -l -e
        allow atq
        allow at -l
        ask   at now
        allow screen -ls
        ask   screen -dmS x sh
        allow launchctl list
        ask   launchctl load x.plist
        ask   launchctl print system
        allow timedatectl
        ask   timedatectl set-time x
        allow hostnamectl status
        ask   hostnamectl set-hostname x
        allow loginctl list-sessions
        ask   loginctl terminate-user x
        allow systemd-analyze blame
        ask   systemd-analyze set-log-level debug
        allow coredumpctl list
        ask   coredumpctl debug
        allow pm2 list
        allow pm2 logs --nostream --lines 50
        ask   pm2 logs
        ask   pm2 start app.js
        ask   pm2 jlist
        ask   pm2 env 0
        allow resolvectl status
        ask   resolvectl query x.example
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
