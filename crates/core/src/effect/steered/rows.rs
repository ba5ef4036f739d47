//! Which words of which programs do more than talk to other machines. Not a complete list, and not checked against every
//! version of each program: a word that is missing here stops only under the rule that the program itself stops under.

/// The words that count for some programs. Flags are written as they are given, abbreviations of long ones count too.
pub struct Row {
    /// Their names.
    pub programs: &'static str,
    /// Letters of short flags that take a value: what follows them in the same word is no flag.
    pub takes: &'static str,
    /// Their value, or the flag itself, runs a command or loads code.
    pub runs: &'static str,
    /// Their value is a file of orders, or a way to a service of this machine.
    pub orders: &'static str,
    /// Anywhere in a word, in any case: an address that is a command.
    pub inside: &'static str,
    /// It has OpenSSH's `-o`.
    pub options: bool,
    /// Operands behind this many are a command for the other side.
    pub remote: Option<usize>,
}

const PLAIN: Row =
    Row { programs: "", takes: "", runs: "", orders: "", inside: "", options: false, remote: None };

/// Programs that read commands of their own, among them ones that start others here, or that run what a file says.
pub const WHATEVER: &str =
    "ftp k6 lftp mail mailx mosh mutt openvpn rlogin rsh sftp smbclient sshfs telnet wg-quick";

/// All others.
pub const ROWS: &[Row] = &[
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
pub const OPTIONS: &str = "addressfamily batchmode bindaddress checkhostip ciphers compression connectionattempts connecttimeout \
    globalknownhostsfile hostkeyalgorithms hostname identitiesonly identityfile ipqos kexalgorithms loglevel macs \
    numberofpasswordprompts passwordauthentication port preferredauthentications pubkeyacceptedalgorithms \
    pubkeyauthentication requesttty serveralivecountmax serveraliveinterval stricthostkeychecking tcpkeepalive \
    updatehostkeys user userknownhostsfile verifyhostkeydns visualhostkey";
