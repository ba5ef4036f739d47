//! Package managers of the system and managers of versions: what is installed may be asked, nothing may be changed.

use super::super::reading::{Invocation, Reading};
use super::super::value::Arg;
use super::super::{Effect, Hazard};
use super::spec::{Program, Style, Unread, custom, group, only_asks_for_help, parse, safe, stop};
use crate::words::listed;
use alloc::format;
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] = &[
    custom("brew", read_brew),
    group(
        "apt",
        "",
        &[
            safe("list", "-a --all-versions --installed --manual-installed --upgradable -v --verbose", ":*"),
            safe(
                "show search policy depends rdepends",
                "-a --all-versions --names-only -n --full --installed -i",
                ":*",
            ),
            install(
                "install remove purge update upgrade full-upgrade dist-upgrade autoremove autopurge edit-sources satisfy source build-dep download changelog clean autoclean reinstall",
            ),
        ],
    ).ends_alone(),
    group(
        "apt-cache",
        "",
        &[
            safe(
                "policy show search depends rdepends madison pkgnames stats showpkg unmet",
                "-a -n -f -i --full --installed --names-only --no-all-versions --recurse",
                ":*",
            ),
            install("gencaches add"),
        ],
    ),
    group(
        "apt-mark",
        "",
        &[
            safe("showmanual showauto showhold showinstall", "", ":*"),
            install("auto manual hold unhold minimize-manual"),
        ],
    ),
    custom("dpkg", read_dpkg),
    safe(
        "dpkg-query",
        "-l -L -s -S -W -p -f: --list --listfiles --status --search --show --print-avail --showformat: --no-pager",
        ":*",
    ),
    custom("rpm", |reading, call| match call.args.iter().find(|arg| may_hold_macro(arg)) {
        Some(macros) => reading.unread(&call.name, Unread::code(macros.span)),
        None => query(reading, call, RPM, &["-q", "--query"]),
    }),
    custom("pacman", |reading, call| query(reading, call, PACMAN, &["-Q", "--query"])),
    group(
        "snap",
        "",
        &[
            safe("list services changes version connections", "--all --unicode: --color: --abs-time", ":*"),
            install(
                "install remove refresh revert enable disable start stop restart run set unset connect disconnect find info download try alias save restore",
            ),
        ],
    ),
    group(
        "flatpak",
        "",
        &[
            safe(
                "list info remotes history",
                "-d --show-details --user --system --app --runtime --columns: -a --all -r -o -c -l -m -M -s",
                ":*",
            ),
            install(
                "install uninstall update run remote-add remote-delete override repair search remote-ls config",
            ),
        ],
    ),
    group(
        "apk",
        "",
        &[
            safe(
                "info list policy search version stats",
                "-a -d -e -I -L -q -r -R -v -w --all --contents --depends --description --installed --size --upgradable",
                ":*",
            ),
            install("add del update upgrade fix fetch cache index audit"),
        ],
    ).ends_alone(),
    install(
        "apt-get aptitude yum dnf microdnf zypper port pkg pkg_add emerge xbps-install nix nix-env nix-shell nix-build nix-store guix choco scoop winget softwareupdate",
    ),
    group(
        "asdf",
        "",
        &[
            safe("list", "", ":"),
            safe("current which", "", ":"),
            safe("where", "", ": :"),
            safe("info version help", "", ""),
            group("plugin", "", &[safe("list", "--urls --refs", ""), install("add remove update")]),
            install(
                "install uninstall reshim set local global shell latest update exec env cmd plugin-add plugin-remove list-all",
            ),
        ],
    ).ends_alone(),
    group(
        "pyenv rbenv nodenv goenv jenv plenv phpenv",
        "",
        &[
            safe(
                "versions version version-name version-file version-origin which whence root prefix shims commands help",
                "--bare --skip-aliases --skip-envs --path -v --verbose",
                ":*",
            ),
            safe("local global", "", ""),
            install(
                "install uninstall rehash init shell update exec add remove enable-plugin virtualenv activate deactivate",
            ),
        ],
    ).ends_alone(),
];

const fn install(names: &'static str) -> Program {
    stop(names, Hazard::Install, "package_install", "installs, removes, fetches or switches packages")
}

/// Left out: macros, pipes, and packages that are files or addresses (`-p`).
const RPM: &str = "-q -a -c -d -f -i -l -R -s --all --changelog --configfiles --docfiles --file --info --last --list --provides --qf: --query \
     --queryformat: --requires --scripts --state --whatprovides --whatrequires";

/// Left out: packages that are files, other databases, other configurations.
const PACMAN: &str = "-Q -c -d -e -g -i -k -l -m -n -o -q -s -t -u --changelog --deps --explicit --foreign --groups --info --list --native --owns \
     --query --quiet --search --unrequired --upgrades";

/// The same letters install without the one that makes it a question.
fn query(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str, asks: &[&str]) {
    let help = only_asks_for_help(&call.args);
    match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed)
            if parsed.has(asks)
                && parsed.operands.iter().all(|operand| operand.text().is_some_and(is_no_address)) =>
        {
            tells(reading, call, "read_only_command");
        }
        Ok(_) | Err(_) if help => tells(reading, call, "help"),
        Ok(_) => install("").read(reading, call),
        Err(unread) => reading.unread(&call.name, unread),
    }
}

/// rpm expands macros in its words, and some run a program: `rpm -qf '%(id)'`. Formats (`%{NAME}`) are plain names.
fn may_hold_macro(arg: &Arg) -> bool {
    // skipped: what is not known may hold one.
    let Some(text) = arg.text() else { return true };
    let is_field = |piece: &str| {
        let name = piece.strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(name, _)| name);
        name.is_some_and(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_'))
    };
    text.split('%').skip(1).any(|piece| !is_field(piece))
}

fn is_no_address(operand: &str) -> bool {
    !operand.contains("://")
}

/// Left out: everything that installs, and `--root`, `--admindir` and the like.
fn read_dpkg(reading: &mut Reading<'_>, call: &Invocation) {
    const DPKG: Program = safe(
        "dpkg",
        "-l -L -s -S -p --list --listfiles --status --search --print-avail --get-selections --print-architecture --print-foreign-architectures \
         --no-pager --audit -C",
        ":*",
    );
    const ARCHIVE: Program = safe("dpkg", "-c -I --contents --info", "<*");
    let archive = call
        .args
        .iter()
        .any(|arg| arg.text().is_some_and(|text| ["-c", "-I", "--contents", "--info"].contains(&text)));
    let program = if archive { ARCHIVE } else { DPKG };
    program.read(reading, call);
}

/// A name with a slash, or one of a Ruby file, is loaded as code.
fn read_brew(reading: &mut Reading<'_>, call: &Invocation) {
    const ASKS: &[(&str, &str)] = &[
        (
            "list ls leaves",
            "-1 -l -r -t --cask --casks --formula --formulae --full-name --multiple --pinned --versions --installed-on-request",
        ),
        (
            "config commands --prefix --cellar --caskroom --repository --repo --cache --version -v shellenv",
            "",
        ),
        ("services", ""),
    ];
    let words: Option<Vec<&str>> = call.args.iter().map(Arg::text).collect();
    let plain = |word: &&str| !word.contains('/') && !word.ends_with(".rb");
    let found = match words.as_deref() {
        Some(["services", "list" | "info", rest @ ..])
            if rest.iter().all(|word| plain(word) && !word.starts_with('-')) =>
        {
            Some("read_only_command")
        }
        Some(["services", ..]) | Some([]) | None => None,
        Some(["info", rest @ ..])
            if allowed(rest, "--json --json=v1 --json=v2 --cask --formula --installed --analytics")
                && rest.iter().all(plain) =>
        {
            Some("remote_read")
        }
        Some([sub, rest @ ..]) => {
            let of = ASKS.iter().find(|(names, _)| listed(names, sub));
            of.filter(|(_, flags)| allowed(rest, flags) && rest.iter().all(plain))
                .map(|_| "read_only_command")
        }
    };
    match found {
        Some(rule) => tells(reading, call, rule),
        None if only_asks_for_help(&call.args) => tells(reading, call, "help"),
        None => install("").read(reading, call),
    }
}

/// Every word that looks like a flag is listed.
fn allowed(words: &[&str], flags: &str) -> bool {
    words.iter().filter(|word| word.starts_with('-')).all(|word| listed(flags, word))
}

fn tells(reading: &mut Reading<'_>, call: &Invocation, rule: &'static str) {
    let message = format!("`{}` tells what is installed", call.name);
    reading.add(Effect::Harmless, rule, message, call.span);
}

/// Programs of this family that take up nothing by themselves that could carry harm; see [`super::loaded`].
#[cfg(test)]
pub const LOADS_NOTHING: &str = "brew apt apt-cache apt-mark dpkg dpkg-query rpm pacman snap flatpak apk asdf pyenv rbenv nodenv goenv \
    jenv plenv phpenv";

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow brew list
        allow brew list --versions node
        allow brew info node
        allow brew --prefix openssl
        allow brew services list
        ask   brew info ./x.rb
        ask   brew info https://x.example/x.rb
        ask   brew info user/tap/x
        ask   brew install node
        ask   brew services start x
        ask   brew outdated
        ask   brew ruby -e 1
        ask   brew sh
        ask   brew list --frobnicate
        ask   brew "$SUB"
        allow apt list --installed
        allow apt show curl
        ask   apt install curl
        ask   apt -o APT::x=y list
        ask   apt list -o x=y
        ask   apt-get install curl
        ask   apt-get changelog apt
        allow apt-cache policy curl
        ask   apt-cache -c x show curl
        allow apt-mark showmanual
        ask   apt-mark hold curl
        allow dpkg -l
        allow dpkg -L curl
        allow dpkg -s curl
        allow dpkg -S /usr/bin/curl
        allow dpkg -c x.deb
        ask   dpkg -i x.deb
        ask   dpkg -r curl
        ask   dpkg -l --root=/x
        ask   dpkg --pre-invoke=id -l
        allow dpkg-query -W -f '${Version}' curl
        allow rpm -qa
        allow rpm -qi curl
        ask   rpm -i x.rpm
        ask   rpm -e curl
        ask   rpm --eval '%(id)'
        ask   rpm -q --define 'x %(id)' curl
        ask   rpm -qa --pipe sh
        ask   rpm -qf '%(id)'
        ask   rpm -qf '%{lua:os.execute("id")}'
        ask   rpm -q "$x"
        ask   rpm -qa --qf '%(id)'
        allow rpm -qa --qf '%{NAME} %{VERSION}\n'
        allow rpm -qf /usr/bin/curl
        ask   rpm -qp x.rpm
        allow pacman -Qs curl
        allow pacman -Q
        ask   pacman -S curl
        ask   pacman -Qp x
        ask   pacman -s curl
        ask   pacman -Q --config x
        allow snap list
        ask   snap install x
        allow flatpak list --app
        ask   flatpak run x
        allow apk info -v
        ask   apk add x
        ask   nix run nixpkgs#x
        allow nix --version
        allow asdf current
        allow asdf list nodejs
        ask   asdf install nodejs 20
        ask   asdf list all nodejs
        ask   asdf exec sh
        allow pyenv versions
        allow pyenv which python
        allow rbenv version
        allow pyenv local
        ask   pyenv local 3.12
        ask   pyenv install 3.12
        ask   pyenv exec python x.py
        ask   rbenv init
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        super::super::examples::run(EXAMPLES);
    }
}
