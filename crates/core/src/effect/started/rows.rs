//! Which words of which programs are a command in turn. Programs that are read word by word (`env`, `timeout`, `sudo`) open it
//! themselves and do not stand here. Not a complete list: a program that is missing stops only under its own rule.

/// Where a command, or a text for a shell, stands among the words of some programs. A flag is written as it is given.
pub struct Row {
    /// Their names.
    pub programs: &'static str,
    /// Subcommands that must come first; `a|b` is either.
    pub path: &'static str,
    /// Flags with a value, which is no operand.
    pub takes: &'static str,
    /// Flags whose value is text for a shell.
    pub texts: &'static str,
    /// Flags whose value is a file of orders.
    pub orders: &'static str,
    /// Words behind which the rest is the command: `nix develop -c make`, `guix shell x -- make`.
    pub marks: &'static str,
    /// Behind this many operands (subcommands counted) the command begins.
    pub behind: Option<(usize, As)>,
    /// Variables may be set in front of the command.
    pub sets: bool,
    /// When it runs what cannot be seen.
    pub unseen: Unseen,
}

/// How the command is given.
#[derive(Clone, Copy)]
pub enum As {
    /// The words are the command.
    Words,
    /// They are joined for a shell.
    Text,
    /// Each is a text for a shell.
    Each,
}

/// When a program runs what cannot be seen in its words.
#[derive(Clone, Copy)]
pub enum Unseen {
    /// Not by itself.
    Never,
    /// Where no command stands in its words: a shell is started then, or an input read.
    Alone,
    /// Whatever its words.
    Always,
}

const PLAIN: Row = Row {
    programs: "",
    path: "",
    takes: "",
    texts: "",
    orders: "",
    marks: "",
    behind: None,
    sets: false,
    unseen: Unseen::Never,
};

/// They start the command that stands behind their flags.
const STARTS: Row = Row { behind: Some((0, As::Words)), unseen: Unseen::Alone, ..PLAIN };

/// The same behind one operand.
const SECOND: Row = Row { behind: Some((1, As::Words)), ..STARTS };

/// Files, configurations and inputs say what runs.
const HIDDEN: Row = Row { unseen: Unseen::Always, ..PLAIN };

/// By what they are for.
pub const ROWS: &[Row] = &[
    // Terminals and what runs on.
    Row { programs: "screen", takes: "-e -h -p -S -t -T -Logfile", texts: "-s", orders: "-c", ..STARTS },
    Row { programs: "dtach", takes: "-e -r", ..SECOND },
    Row { programs: "abduco", takes: "-e", ..SECOND },
    Row {
        programs: "tmux byobu",
        path: "new-session|new|new-window|neww|split-window|splitw|respawn-pane|respawnp|respawn-window|respawnw|run-shell|\
               run|display-popup|popup|pipe-pane|pipep|if-shell|if|send-keys|send",
        takes: "-c -e -f -F -h -L -n -N -s -S -t -T -w -x -y",
        behind: Some((1, As::Text)),
        ..PLAIN
    },
    Row {
        programs: "zellij",
        path: "run|r",
        takes: "-d -n --cwd --name",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row { programs: "at batch crontab anacron expect", ..HIDDEN },
    Row { programs: "openvt", takes: "-c --console", ..STARTS },
    Row {
        programs: "unbuffer chronic ifne dbus-run-session torsocks tsocks firejail catchsegv valgrind",
        ..STARTS
    },
    Row { programs: "xvfb-run", takes: "-e -f -n -p -s -w", ..STARTS },
    Row { programs: "fakeroot fakechroot", takes: "-b -c -d -e -i -l -s", ..STARTS },
    Row { programs: "proxychains proxychains4", takes: "-f", ..STARTS },
    Row { programs: "ltrace", takes: "-a -A -D -e -F -l -n -o -p -s -u -w -x", ..STARTS },
    Row { programs: "rlwrap", takes: "-b -C -D -e -f -g -H -l -M -O -P -q -s -S -t -w -z", ..STARTS },
    Row { programs: "proot", takes: "-b -i -k -m -p -q -r -R -S -w", ..STARTS },
    Row { programs: "faketime logsave runcon envdir", takes: "-f -t -u -r -l", ..SECOND },
    Row { programs: "entr", behind: Some((0, As::Text)), unseen: Unseen::Alone, ..PLAIN },
    Row {
        programs: "parallel sem",
        takes: "-a -d -E -I -j -L -N -P -S --arg-file --colsep --delay --jobs --joblog --results --sshlogin --tmpdir --workdir",
        behind: Some((0, As::Text)),
        unseen: Unseen::Alone,
        ..PLAIN
    },
    Row {
        programs: "watchexec reflex",
        takes: "-d -e -E -f -g -G -i -o -r -R -s -w -W --debounce --delay-run --env --exts --filter --glob --ignore \
            --inverse-glob --inverse-regex --on-busy-update --regex --shell --signal --stop-signal --watch --workdir",
        behind: Some((0, As::Text)),
        unseen: Unseen::Alone,
        ..PLAIN
    },
    Row { programs: "nodemon ts-node-dev", texts: "-x --exec", ..HIDDEN },
    Row { programs: "CompileDaemon", texts: "-build -command --build --command", ..PLAIN },
    Row { programs: "air bacon foreman guard hivemind honcho modd overmind", ..HIDDEN },
    Row {
        programs: "cargo-watch",
        takes: "-d -i -w -x",
        texts: "-s --shell",
        behind: Some((0, As::Words)),
        ..PLAIN
    },
    Row {
        programs: "cargo",
        path: "watch",
        takes: "-d -i -w -x",
        texts: "-s --shell",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row { programs: "pm2", path: "start|restart|reload|deploy|resurrect|serve", ..HIDDEN },
    // Another view of the machine, or another user.
    Row {
        programs: "su",
        takes: "-g -G -s -w --group --shell --supp-group --whitelist-environment",
        texts: "-c --command --session-command",
        ..SECOND
    },
    Row {
        programs: "runuser",
        takes: "-g -G -s -u -w --group --shell --supp-group --user --whitelist-environment",
        texts: "-c --command --session-command",
        ..STARTS
    },
    Row { programs: "pkexec", takes: "--user", ..STARTS },
    Row { programs: "chroot", takes: "--userspec --groups", ..SECOND },
    Row {
        programs: "unshare",
        takes: "-G -l -R -S -w --load-interp --map-group --map-groups --map-user --map-users --monotonic --boottime \
            --propagation --root --setgid --setgroups --setuid --wd",
        ..STARTS
    },
    Row { programs: "nsenter", takes: "-G -N -S -t --net-socket --setgid --setuid --target", ..STARTS },
    Row {
        programs: "setpriv",
        takes: "--ambient-caps --apparmor-profile --bounding-set --egid --euid --groups --inh-caps --landlock-access \
            --landlock-rule --pdeathsig --regid --reuid --rgid --ruid --seccomp-filter --securebits --selinux-label",
        ..STARTS
    },
    Row { programs: "capsh", marks: "--", ..HIDDEN },
    Row { programs: "newgrp", ..HIDDEN },
    Row { programs: "sg", texts: "-c", behind: Some((1, As::Text)), unseen: Unseen::Alone, ..PLAIN },
    Row { programs: "aa-exec", takes: "-n -p --namespace --profile", ..STARTS },
    Row { programs: "cgexec", takes: "-g", ..STARTS },
    Row { programs: "prlimit", takes: "-o -p --output --pid", behind: Some((0, As::Words)), ..PLAIN },
    Row { programs: "machinectl", path: "shell", takes: "-E -H -M --machine --setenv --uid", ..HIDDEN },
    Row { programs: "launchctl", path: "load|submit|bsexec|asuser|bootstrap", ..HIDDEN },
    // Debuggers and tracers.
    Row { programs: "perf", path: "record|stat|trace|ftrace|mem|c2c|kvm|lock|sched|script|bench", ..HIDDEN },
    Row { programs: "gdb lldb", marks: "--args --", ..HIDDEN },
    Row { programs: "bpftrace ptrace", ..HIDDEN },
    Row {
        programs: "perf",
        path: "record|stat|trace",
        takes: "-c -C -D -e -F -o -p -t -u --call-graph --event --output",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row { programs: "rr", path: "record", takes: "-o -n", behind: Some((1, As::Words)), ..PLAIN },
    // Machines that are told what to do.
    Row { programs: "ansible", takes: "-B -c -e -f -i -l -m -M -P -t -T -u", texts: "-a --args", ..HIDDEN },
    Row { programs: "ansible-console ansible-playbook ansible-pull puppet chef salt salt-call", ..HIDDEN },
    // git.
    Row { programs: "git", path: "rebase", takes: GIT, texts: "-x --exec", ..PLAIN },
    Row { programs: "git", path: "bisect run", takes: GIT, behind: Some((2, As::Words)), ..PLAIN },
    Row { programs: "git", path: "submodule foreach", takes: GIT, behind: Some((2, As::Text)), ..PLAIN },
    Row { programs: "git", path: "difftool|mergetool", takes: GIT, texts: "-x --extcmd", ..PLAIN },
    Row {
        programs: "git",
        path: "filter-branch",
        takes: GIT,
        texts: "--commit-filter --env-filter --index-filter --msg-filter --parent-filter --setup --tag-name-filter \
            --tree-filter",
        ..PLAIN
    },
    Row {
        programs: "git",
        path: "filter-repo|for-each-repo|daemon|shell|instaweb|http-backend",
        takes: GIT,
        ..HIDDEN
    },
    Row {
        programs: "git",
        path: "fetch|pull|ls-remote|fetch-pack|archive",
        takes: GIT,
        texts: "--exec --upload-pack",
        ..PLAIN
    },
    Row {
        programs: "git",
        path: "clone",
        takes: GIT,
        texts: "-u --upload-pack",
        orders: "-c --config --template",
        ..PLAIN
    },
    Row { programs: "git", path: "push|send-pack", takes: GIT, texts: "--exec --receive-pack", ..PLAIN },
    Row {
        programs: "git",
        path: "send-email",
        takes: GIT,
        texts: "--cc-cmd --header-cmd --sendmail-cmd --smtp-server --to-cmd",
        ..PLAIN
    },
    // Packages that bring programs.
    Row { programs: "npx bunx pnpx", texts: "-c --call", ..PLAIN },
    Row { programs: "npm", path: "exec|x", texts: "-c --call", ..PLAIN },
    Row { programs: "nix-shell", texts: "--command --run", ..PLAIN },
    Row { programs: "nix", path: "develop|shell|print-dev-env|env", marks: "-c --command", ..PLAIN },
    Row { programs: "nix", path: "env shell", marks: "-c --command", ..PLAIN },
    Row { programs: "guix", path: "shell|environment|time-machine", marks: "--", ..PLAIN },
    Row {
        programs: "conda mamba micromamba",
        path: "run",
        takes: "-n -p --name --prefix --cwd --live-stream",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row {
        programs: "asdf rbenv pyenv nodenv goenv jenv plenv phpenv fnm",
        path: "exec",
        takes: "--using --fnm-dir",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row {
        programs: "volta",
        path: "run",
        takes: "--node --npm --pnpm --yarn",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    // Clouds: here, with what they know over there.
    Row {
        programs: "railway",
        path: "run|local|shell",
        takes: "-s -e -p --service --environment --project",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row {
        programs: "aws-vault",
        path: "exec",
        takes: "-d -t --duration --mfa-token --region --assume-role-ttl --session-ttl --backend --prompt --keychain",
        behind: Some((2, As::Words)),
        unseen: Unseen::Alone,
        ..PLAIN
    },
    Row { programs: "netlify ntl", path: "dev:exec", behind: Some((1, As::Words)), ..PLAIN },
    Row {
        programs: "helm",
        takes: "-f -n --values --namespace --set --set-file --set-string --version --kube-context --kubeconfig",
        texts: "--post-renderer",
        ..PLAIN
    },
    // With secrets or settings of a project in the environment.
    Row {
        programs: "doppler infisical dotenvx op dotenv",
        path: "run",
        texts: "--command",
        marks: "--",
        ..PLAIN
    },
    Row { programs: "dotenv env-cmd chamber envconsul nx lerna tox distrobox", marks: "--", ..PLAIN },
    Row { programs: "direnv", path: "exec", behind: Some((2, As::Words)), ..PLAIN },
    Row { programs: "sops", path: "exec-env|exec-file", behind: Some((2, As::Text)), ..PLAIN },
    Row {
        programs: "consul",
        path: "lock",
        takes: "-n -name -timeout",
        behind: Some((2, As::Text)),
        ..PLAIN
    },
    Row { programs: "cross-env cross-env-shell", sets: true, ..STARTS },
    Row {
        programs: "concurrently",
        takes: "-n -c -p -k --names --prefix-colors --prefix --restart-tries",
        behind: Some((0, As::Each)),
        ..PLAIN
    },
    Row { programs: "ssh-agent", takes: "-a -O -P -t", behind: Some((0, As::Words)), ..PLAIN },
    Row {
        programs: "pixi",
        path: "run",
        takes: "-e -p --environment --manifest-path --platform",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row { programs: "yarn pnpm lerna", path: "exec", behind: Some((1, As::Words)), ..PLAIN },
    Row {
        programs: "foreman honcho",
        path: "run",
        takes: "-e -f -d --env --procfile --root",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row { programs: "repo", path: "forall", marks: "-c", ..PLAIN },
    // Around any program.
    Row {
        programs: "eatmydata heaptrack flatpak-spawn qemu-x86_64 qemu-aarch64 qemu-i386 qemu-arm",
        ..STARTS
    },
    Row { programs: "tini dumb-init", takes: "-e -p -r --rewrite", ..STARTS },
    Row { programs: "systemd-inhibit", takes: "--what --who --why --mode", ..STARTS },
    Row {
        programs: "numactl",
        takes: "-m -N -C -p -i --membind --cpunodebind --physcpubind --preferred --interleave",
        ..STARTS
    },
    Row { programs: "cpulimit", takes: "-e -l -p --exe --limit --pid", ..STARTS },
    Row { programs: "xcrun", takes: "--sdk --toolchain", ..STARTS },
    Row {
        programs: "toolbox",
        path: "run",
        takes: "-c -d -r --container --distro --release",
        behind: Some((1, As::Words)),
        ..PLAIN
    },
    Row {
        programs: "apptainer singularity",
        path: "exec",
        takes: "-B --bind -H --home -W --workdir --env",
        behind: Some((2, As::Words)),
        ..PLAIN
    },
    // Other views of the machine by programs that do more.
    Row {
        programs: "podman buildah",
        path: "unshare",
        takes: "-m --mount",
        behind: Some((1, As::Words)),
        unseen: Unseen::Alone,
        ..PLAIN
    },
    Row {
        programs: "ip",
        path: "netns|vrf exec",
        takes: "-n -netns -f -family",
        behind: Some((3, As::Words)),
        ..PLAIN
    },
    Row {
        programs: "ld.so ld-linux.so ld-linux-x86-64.so.2",
        takes: "--library-path --preload --audit --argv0 --inhibit-rpath --glibc-hwcaps-prepend --glibc-hwcaps-mask",
        ..STARTS
    },
];

/// Flags of git's own in front of the subcommand.
const GIT: &str = "-C -c --git-dir --work-tree --namespace --exec-path --config-env";
