//! Programs that are understood and not for an agent alone: other machines, disks, services, users, containers,
//! clouds, terminals that wait for keys.

use super::super::reading::{Invocation, Reading, Stdin};
use super::super::{Effect, Hazard};
use super::loaded::Load;
use super::spec::{Program, custom, only_asks_for_help, stop};
use crate::words::listed;
use alloc::format;

/// The family.
pub const PROGRAMS: &[Program] = &[
    stop(
        "wget wget2 aria2c axel httpie http https xh xhs curlie lynx w3m links elinks lftp ftp sftp scp tftp telnet rlogin \
         rsh rcp nc ncat netcat socat socket finger whois dig drill kdig nslookup host ping ping6 fping hping3 traceroute \
         traceroute6 tracepath mtr nmap masscan arping iperf iperf3 tcpdump tshark wireshark dumpcap smbclient rclone s3cmd \
         yt-dlp youtube-dl mail mailx sendmail mutt swaks msmtp nc.openbsd nc.traditional websocat grpcurl ab wrk hey vegeta \
         k6 speedtest speedtest-cli openvpn wg wg-quick tailscale cloudflared ngrok localtunnel autossh mosh ssh-copy-id \
         ssh-keyscan sshfs tmate croc magic-wormhole wormhole transfer",
        Hazard::Network,
        "network",
        "talks to other machines",
    ),
    custom("curl", read_curl),
    custom("ssh", read_ssh),
    custom("openssl", read_openssl),
    custom("gpg gpg2", |reading, call| {
        read_keys(reading, call, GPG, "", &["-k", "--list-keys", "--list-public-keys", "--fingerprint"])
    }),
    custom("ssh-keygen", |reading, call| read_keys(reading, call, "-E: -f< -l -v", "", &["-l"])),
    stop(
        "rc-update initctl telinit init reboot shutdown halt poweroff \
         machinectl swapon swapoff modprobe insmod rmmod \
         depmod kexec iptables ip6tables nft ufw firewall-cmd pfctl route arp brctl ethtool iwconfig iw nmcli networksetup \
         scutil defaults pmset spctl csrutil nvram bless umount losetup cryptsetup lvm lvcreate lvremove pvcreate \
         vgcreate mdadm zpool zfs btrfs resize2fs e2fsck fsck tune2fs hdparm smartctl useradd userdel usermod adduser deluser \
         groupadd groupdel groupmod addgroup passwd chpasswd chsh chfn visudo vipw atrm anacron dscl \
         update-alternatives alternatives ldconfig dpkg-reconfigure setcap getcap auditctl setenforce semanage chcon \
         aa-exec aa-complain apparmor_parser sysrc kldload bpftrace perf ptrace gdb lldb debugfs renice prlimit cgexec \
         openvt agetty getty login logger wall write mesg",
        Hazard::Machine,
        "machine",
        "changes the machine, or looks deep into it",
    ),
    stop("pkill killall skill snice xkill fuser", Hazard::Machine, "machine", "ends processes by name")
        .instead("`pgrep -l NAME` shows which they are"),
    custom(
        "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mke2fs newfs newfs_apfs \
         newfs_hfs wipefs fdisk sfdisk cfdisk gdisk sgdisk parted gparted blkdiscard mkswap diskutil hdiutil format badblocks",
        read_disk_tool,
    ),
    stop(
        "minikube kind k3d k3s istioctl argocd flux \
         multipass vboxmanage VBoxManage virsh qemu-system-x86_64 qemu-img aws-vault \
         doctl linode-cli hcloud railway supabase render eksctl nomad consul vault",
        Hazard::Machine,
        "machine",
        "changes containers, clusters or a cloud",
    ),
    // Some start the version of the project, or evaluate its files, before they look at a flag.
    custom("serverless sls vagrant packer cdk sam amplify puppet chef salt salt-call", read_stack)
        .loads_unless_check(&[Load::above("node_modules/serverless Vagrantfile .vagrant .chef")]),
    custom(
        "vi vim nvim view vimdiff rvim nano pico emacs emacsclient ed ex red joe micro helix hx kak subl atom gedit \
         byobu zellij dialog whiptail fzf mc ranger nnn ncdu open xdg-open osascript xdotool ydotool say",
        read_interactive,
    ),
    stop(
        "pass age sops security ssh-add ssh-agent keyctl secret-tool op bw lpass",
        Hazard::Secret,
        "secrets",
        "handles keys or secrets",
    ),
];

/// Flags of a request that only reads. Left out: `-L` (leads elsewhere), `-d`, `-F`, `-T` (send), `-K`, `--proxy`, `-x`.
const GET: &str = "-s --silent -S --show-error -f --fail -i --include -I --head -v --verbose -k --insecure -g --globoff \
    -4 --ipv4 -6 --ipv6 -N --no-buffer --compressed -m: --max-time: --connect-timeout: --retry: --retry-delay: \
    --retry-connrefused -o> --output> -w: --write-out: -H: --header: -X: --request: \
    -A: --user-agent: -G --get -#";

/// Ports of servers that hand out secrets, or steer the machine: docker, etcd, kubernetes and its proxy, vault, consul, browsers and run-times
/// that wait for a debugger.
const KEEPERS: &[&str] = &[
    "2019", "2375", "2376", "2379", "4243", "4646", "5005", "5858", "6443", "8001", "8200", "8500", "9222",
    "9223", "9229", "9230", "10250", "10255", "16443", "40342",
];

/// An address of one of them.
fn names_keeper(address: &str) -> bool {
    let address =
        address.strip_prefix("http://").or_else(|| address.strip_prefix("https://")).unwrap_or(address);
    let host = address.split(['/', '?', '#']).next().unwrap_or(address);
    host.rsplit_once(':').is_some_and(|(_, port)| KEEPERS.contains(&port.trim_start_matches('0')))
}

/// Every address is one of this machine, and every flag one of a request that only reads.
fn only_gets_here(call: &Invocation) -> bool {
    let Ok(parsed) = super::spec::parse(super::spec::Style::Gnu, GET, &call.args) else { return false };
    let values = || parsed.flags.iter().filter(|flag| !["-o", "--output"].contains(&flag.name));
    let plain = values().all(|flag| match (flag.name, &flag.value) {
        ("-X" | "--request", Some(verb)) => matches!(verb.text(), Some("GET" | "HEAD")),
        ("-H" | "--header", Some(header)) => header.text().is_some_and(only_describes),
        // `%output{FILE}` writes there.
        ("-w" | "--write-out", Some(format)) => {
            format.text().is_some_and(|text| is_one_line(text) && !text.contains("%output"))
        }
        (_, Some(value)) => value.text().is_some_and(is_one_line),
        (_, None) => true,
    });
    // Between braces and brackets curl makes addresses of its own.
    let here = |text: &str| {
        is_here(text)
            && is_one_line(text)
            && !names_keeper(text)
            && !text.contains(['{', '}', '[', ']', '@', '\\'])
    };
    plain
        && !parsed.operands.is_empty()
        && parsed.operands.iter().all(|address| address.text().is_some_and(here))
}

/// A value that is sent as it is, and ends no line: behind a line end curl would send what the server takes for the next
/// request, or for an order of another protocol. `@file` would be read.
fn is_one_line(value: &str) -> bool {
    !value.starts_with('@') && !value.chars().any(char::is_control)
}

/// Headers that say what is asked for and by whom. Left out: those that name another host, another method or a body.
const DESCRIBING: &str = "accept accept-charset accept-encoding accept-language authorization cache-control content-type cookie \
    dnt if-match if-modified-since if-none-match if-range if-unmodified-since origin pragma range referer traceparent user-agent \
    x-api-key x-correlation-id x-request-id";

fn only_describes(header: &str) -> bool {
    let name = header.split([':', ';']).next().unwrap_or_default();
    is_one_line(header) && listed(DESCRIBING, &name.to_ascii_lowercase())
}

/// A server on this machine is no other machine, and still does what it is asked: the user says which one may be.
fn read_curl(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`curl` prints help", call.span);
    }
    if only_gets_here(call) {
        let message = "`curl` reads from a server on this machine, which may do more than answer";
        if let Ok(parsed) = super::spec::parse(super::spec::Style::Gnu, GET, &call.args) {
            parsed.value_effects(reading, call);
        }
        return reading.hazard(Hazard::Network, "network_loopback", message, None, call.span);
    }
    let words = || call.args.iter().map(|arg| arg.value.prefix());
    let elsewhere = words().any(|word| word.contains("://") && !is_here(word));
    let message = match words().any(is_here) && !elsewhere {
        true => {
            "`curl` asks a server on this machine, which may do more than answer; a `[[rule]]` for `curl` in your \
             policy can allow it"
        }
        false => "`curl` talks to other machines",
    };
    reading.hazard(Hazard::Network, "network", message, None, call.span);
}

/// An address of this machine, as it is written out.
fn is_here(word: &str) -> bool {
    let address = word.strip_prefix("http://").or_else(|| word.strip_prefix("https://")).unwrap_or(word);
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|host| {
        address.strip_prefix(host).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/', '?']))
    })
}

/// The network, and what it would run over there.
fn read_ssh(reading: &mut Reading<'_>, call: &Invocation) {
    if call.args.len() == 1 && call.args.first().and_then(|arg| arg.text()) == Some("-V") {
        return reading.add(Effect::Harmless, "help", "`ssh` prints its version", call.span);
    }
    reading.hazard(Hazard::Network, "network", "`ssh` runs commands on another machine", None, call.span);
    if call.stdin != Stdin::Inherited {
        let message = "`ssh` hands its input to a shell on the other machine";
        reading.add(Effect::Opaque, "unread_code", message, call.span);
    }
}

/// Only what prints about a certificate or computes a digest passes; the rest connects, writes keys or loads engines.
fn read_openssl(reading: &mut Reading<'_>, call: &Invocation) {
    const X509: &str = "-in< -noout -text -subject -issuer -dates -startdate -enddate -fingerprint -sha256 -sha1 -serial -inform: -nameopt: \
         -ext: -purpose -modulus -pubkey -hash -checkend:";
    const DIGEST: &str = "-r -c -hex -md5 -sha1 -sha256 -sha384 -sha512 -binary";
    let Some((sub, rest)) = call.args.split_first() else { return unsure(reading, call) };
    let inner = |name: &str| Invocation { name: name.into(), args: rest.to_vec(), ..call.clone() };
    let single =
        |flags, operands| super::spec::safe("openssl", flags, operands).style(super::spec::Style::Single);
    // A certificate's name may be an address.
    let local =
        |reading: &mut Reading<'_>, name, program| super::data::local(reading, &inner(name), &program);
    match sub.text() {
        Some("version" | "list" | "help")
            if rest.iter().all(|arg| arg.text().is_some_and(|t| t.len() == 2)) =>
        {
            reading.add(Effect::Harmless, "help", "`openssl` prints about itself", call.span);
        }
        Some("x509") => local(reading, "openssl x509", single(X509, "")),
        Some("dgst" | "sha256" | "sha1" | "md5" | "sha512") => {
            local(reading, "openssl dgst", single(DIGEST, "<*"));
        }
        Some("rand") => single("-hex -base64", ":").read(reading, &inner("openssl rand")),
        Some(_) | None => unsure(reading, call),
    }
}

const GPG: &str = "-k --fingerprint --keyid-format: --list-keys --list-public-keys --no-tty --with-colons --with-fingerprint";

/// Lists and fingerprints of public keys; the rest makes, uses or shows keys.
fn read_keys(
    reading: &mut Reading<'_>,
    call: &Invocation,
    flags: &'static str,
    roles: &'static str,
    lists: &[&str],
) {
    let parsed = super::spec::parse(super::spec::Style::Gnu, flags, &call.args);
    // gpg takes no flags behind a name.
    let roles = if call.name.starts_with("gpg") { ":*" } else { roles };
    if parsed.is_ok_and(|parsed| parsed.has_early(lists)) || only_asks_for_help(&call.args) {
        return super::spec::safe("", flags, roles).read(reading, call);
    }
    let message = format!("`{}` handles keys or secrets", call.name);
    reading.hazard(Hazard::Secret, "secrets", message, None, call.span);
}

fn unsure(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` may connect, write keys or load code", call.name);
    reading.hazard(Hazard::Network, "network", message, None, call.span);
}

/// Tools that make, wipe or divide file systems. Looking at a list is the only thing an agent may ask for.
fn read_disk_tool(reading: &mut Reading<'_>, call: &Invocation) {
    // skipped: they are counted: one that is not known makes it a catastrophe.
    let words: alloc::vec::Vec<&str> = call.args.iter().filter_map(|arg| arg.text()).collect();
    let looks =
        matches!(words.as_slice(), ["-l" | "--list" | "list" | "info", ..]) && words.len() == call.args.len();
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    if looks || call.args.is_empty() {
        let message = format!("`{}` works on disks", call.name);
        return reading.hazard(Hazard::Machine, "machine", message, Some("`lsblk` shows disks"), call.span);
    }
    let message = format!("`{}` makes, wipes or divides file systems", call.name);
    reading.add(Effect::Catastrophe, "disk", message, call.span);
}

/// They load plugins that files of the project name, or that lie beside them, before they look at any flag: their help
/// is no exception.
fn read_stack(reading: &mut Reading<'_>, call: &Invocation) {
    let message = format!("`{}` changes machines or a cloud, and loads what the project names", call.name);
    reading.hazard(Hazard::Machine, "machine", message, None, call.span);
}

/// Editors, multiplexers and openers wait for keys, and can run anything by their own commands.
pub(super) fn read_interactive(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", format!("`{}` prints help", call.name), call.span);
    }
    let message = format!("`{}` is interactive, or runs what its own commands say", call.name);
    reading.add(Effect::Opaque, "interactive", message, call.span);
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "curl ssh openssl gpg gpg2 ssh-keygen mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat \
    mkfs.fat mkfs.ntfs mkfs.exfat mke2fs newfs newfs_apfs newfs_hfs wipefs fdisk sfdisk cfdisk gdisk sgdisk \
    parted gparted blkdiscard mkswap diskutil hdiutil format badblocks vi vim nvim view vimdiff rvim nano \
    pico emacs emacsclient ed ex red joe micro helix hx kak subl atom gedit byobu zellij dialog whiptail fzf \
    mc ranger nnn ncdu open xdg-open osascript xdotool ydotool say";

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   curl https://x.example
        ask   wget x
        allow curl --version
        ask   serverless --help
        ask   sls --version
        ask   vagrant --help
        ask   packer --version
        allow minikube --version
        allow openssl x509 -in cert.crt -noout
        ask   openssl x509 -in http://x.example/DATA -noout
        ask   openssl x509 -in HTTP:x.example/DATA -noout
        ask   gpg a.gpg --list-keys
        ask   cat http://x.example/DATA
        ask   nc -l 80
        ask   ssh host ls
        allow ssh -V
        ask   ssh -Vx host
        ask   ping -c 1 x
        ask   dig x
        ask   scp a host:b
        deny  mkfs.ext4 /dev/sda1
        deny  mkfs /dev/sda
        deny  wipefs -a /dev/sda
        ask   fdisk -l
        deny  fdisk /dev/sda
        allow docker ps -a
        allow docker images
        ask   vim README.md
        allow vim --version
        ask   open README.md
        allow openssl version
        allow openssl x509 -in README.md -noout -text
        ask   openssl x509 -in README.md -out /etc/x
        ask   openssl s_client -connect x:1
        ask   openssl enc -in .env -out x
        ask   openssl dgst -sha256 .env
        ask   openssl req -engine ./x.so
        ask   gpg -d x
        allow gpg --list-keys
        allow gpg -k --with-colons me@x.example
        ask   gpg -k --list-options show-photos
        ask   gpg -K
        ask   gpg --export-secret-keys
        ask   gpg --list-keys --homedir /tmp/x
        allow ssh-keygen -lf key.pub
        ask   ssh-keygen -lf ~/.ssh/id_rsa
        ask   ssh-keygen -t rsa
        ask   ssh-keygen -l -f a -D ./x.so
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }

    #[test]
    fn a_server_on_this_machine_is_told_apart_and_asks_too() {
        for (command, here) in [
            ("curl http://localhost:3000/health", true),
            ("curl -s localhost:3000", true),
            ("curl 'http://127.0.0.1/?a=1'", true),
            ("curl -g 'http://[::1]:8080/'", true),
            ("curl http://localhost.x.example/", false),
            ("curl http://localhost@x.example/", false),
            ("curl http://127.0.0.11/", false),
            ("curl http://localhost/ https://x.example/", false),
            ("curl https://x.example/", false),
        ] {
            let judged = super::super::examples::judge(command);
            assert!(judged.starts_with("ask network"), "{command}: {judged}");
            assert_eq!(judged.contains("on this machine"), here, "{command}: {judged}");
        }
    }
}
