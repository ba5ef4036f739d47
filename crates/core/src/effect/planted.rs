//! Programs that others start by their names: `tar` starts `gzip`, npm starts `node`, every script of a package starts `sh`.
//! Where `PATH` has a folder that the agent may write, a file of such a name in it runs in the place of the program.

use super::Effect;
use super::launch::{SHARED_PLACES, SYSTEM_FOLDERS};
use super::place;
use super::reading::{Invocation, Reading};
use crate::words::{Words, listed};
use crate::world::{Stands, World, kept};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Names of programs that others start, of whatever program.
const STARTED: &str = "sh bash dash ash ksh mksh zsh fish busybox env \
    gzip gunzip zcat pigz unpigz bzip2 bunzip2 bzcat pbzip2 lbzip2 xz unxz xzcat pixz lzma unlzma zstd zstdcat unzstd pzstd lz4 \
    unlz4 lzop lzip plzip compress uncompress brotli 7z 7za 7zz zip unzip zipinfo unrar tar gtar bsdtar cpio ar \
    less more most pager lesspipe lessopen lessclose lessecho sensible-pager sensible-browser sensible-editor xdg-open open \
    cat tac head tail grep egrep fgrep ggrep zgrep xzgrep sed gsed awk gawk mawk nawk diff diff3 sdiff zdiff cmp comm patch \
    sort uniq tr cut wc tee paste join fold fmt nl column col expand unexpand rev split od xxd hexdump iconv \
    tput stty tty clear reset uname arch hostname id whoami who groups logname nproc getconf getent locale localedef \
    basename dirname readlink realpath expr test printf echo pwd date sleep seq true false yes \
    rm rmdir mkdir mktemp mv cp ln ls chmod chown chgrp touch dd install stat du df sync find xargs file which whereis \
    ps kill pkill pgrep pidof lsof fuser nice nohup timeout setsid stdbuf script sudo doas su \
    node nodejs python python2 python3 perl ruby php lua tclsh wish java guile \
    git git-lfs git-submodule git-sh-setup gpg gpg2 gpgv gpgsm gpgconf gpg-agent gpg-connect-agent pinentry openssl ssh ssh-keygen \
    ssh-add ssh-agent scp sftp rsh rsync curl wget hg svn \
    as ld ld.bfd ld.gold ld.lld lld mold collect2 cc cc1 c89 c99 gcc g++ c++ cpp clang clang++ ranlib nm strip objcopy objdump \
    dsymutil xcrun xcode-select libtool pkg-config pkgconf ldconfig ldd m4 rustc rustdoc ccache sccache \
    man mandb manpath groff troff nroff grotty tbl eqn preconv gtbl soelim zsoelim \
    getopt dpkg dpkg-query dpkg-deb dpkg-split apt-cache apt-config rpm rpm2cpio lsb_release \
    vi vim nvim nano emacs ed ex editor md5sum sha1sum sha256sum sha512sum shasum cksum b2sum base64 \
    tsort logger mount umount ip ifconfig sysctl sw_vers systemctl launchctl docker-credential-desktop";

/// Clients that start what the user's own settings name, to sign in: `exec` in a kubeconfig, `credential_process` of aws,
/// helpers of docker and git.
static SIGNS_IN: Words = Words::new(
    "kubectl oc helm helmfile stern kubectx kubens k9s kubecolor kustomize flux argocd istioctl cilium velero \
    linkerd skaffold tilt kind minikube k3d terraform tofu terragrunt pulumi ansible aws eksctl sam cdk copilot docker \
    docker-compose podman nerdctl skopeo crane cosign buildah git gh glab",
);

/// What they start so.
const HELPERS: &str = "aws aws-iam-authenticator aws-vault aws-sso aws-okta saml2aws granted assume gcloud gke-gcloud-auth-plugin \
    az azure kubelogin kubectl kubectl-oidc_login doctl tsh teleport oci ibmcloud civo vultr-cli scw exo linode-cli hcloud \
    openstack vault op pass gopass bw rbw doppler infisical keyring secret-tool security chamber oc rosa pinniped dex \
    kubelogin-oidc int128-kubelogin k8s-aws-helper heptio-authenticator-aws step okta";

/// How names of such helpers begin.
const HELPER_STARTS: &[&str] =
    &["kubectl-", "docker-credential-", "git-credential-", "git-remote-", "aws-", "gke-", "oidc-", "helm-"];

/// A client may start a program of this name to sign in.
fn is_helper(name: &str) -> bool {
    listed(HELPERS, name) || HELPER_STARTS.iter().any(|start| name.starts_with(start))
}

/// Programs that start nothing, whatever they are told: what stands beside their own name does not matter.
static STARTS_NOTHING: Words = Words::new(
    "ls cat tac head tail wc stat du df date pwd id whoami groups logname nproc echo printf true false \
    test mkdir rmdir touch cp mv ln rm chmod basename dirname realpath readlink tr cut uniq seq sleep uname arch tty grep comm \
    paste join fold fmt nl expand unexpand od md5sum sha1sum sha256sum sha512sum cksum b2sum base64 sync cmp expr unlink mktemp",
);

/// Folders of a Python environment: an interpreter is what they are made for.
const ENVIRONMENTS: &[&str] = &["/.venv/bin", "/venv/bin", "/.venv/Scripts"];

/// Absolute folders of `PATH` in which somebody else than the system may have put a program.
struct Open(Vec<String>);

/// Names of [`STARTED`] that stand in a folder.
struct Standing(Vec<String>);

/// The names of programs that others start, as far as they stand in `folder`.
pub(in crate::effect) fn standing(world: &dyn World, folder: &str) -> Vec<String> {
    let is_it = |name: &String| listed(STARTED, name) && !belongs(folder, name);
    let stands = |name: &str| {
        let found = world.resolve(&place::join(folder, name));
        found.is_none_or(|found| !matches!(found.stands, Stands::Nothing | Stands::Directory))
    };
    let find = || {
        if world.resolve(folder).is_some_and(|found| found.stands == Stands::Nothing) {
            return Standing(Vec::new());
        }
        let names = match world.list(folder) {
            Some(names) => {
                names.iter().map(|name| name.to_lowercase()).filter(is_it).collect::<Vec<String>>()
            }
            // What cannot be listed is asked for by its names.
            None => STARTED.split_ascii_whitespace().map(ToString::to_string).filter(is_it).collect(),
        };
        Standing(names.into_iter().filter(|name| stands(name)).collect())
    };
    let found: Rc<Standing> = kept(world, folder, find);
    found.0.clone()
}

/// A file that everybody has there.
fn belongs(folder: &str, name: &str) -> bool {
    name.starts_with("python") && ENVIRONMENTS.iter().any(|end| folder.trim_end_matches('/').ends_with(end))
}

impl Reading<'_> {
    /// What the command being read starts by its name may be a file that the agent put in front of the program. Checks
    /// and builds run code of the project anyway.
    pub(super) fn stop_planted(&mut self, call: &Invocation, before: usize) {
        if STARTS_NOTHING.has(&call.name) || self.is_check_since(before) {
            return;
        }
        if let Some((folder, name)) = self.planted(SIGNS_IN.has(&call.name)) {
            let message = format!(
                "`{folder}/{name}` would run in the place of `{name}`, which `{}` may start by its name",
                call.name
            );
            self.add(Effect::Opaque, "shadowed_program", message, call.span);
        }
    }

    /// A folder of `PATH` that the agent may write, with the name of a program that others start and that is found there;
    /// `signs_in`: helpers count too.
    fn planted(&self, signs_in: bool) -> Option<(String, String)> {
        if self.emptied {
            return None;
        }
        self.open_folders().into_iter().find_map(|folder| {
            let Some(put) = self.written_in(&folder) else { return Some((folder, "sh".into())) };
            let mut names = standing(self.world, &folder);
            let counts = |name: &String| listed(STARTED, name) || (signs_in && is_helper(name));
            names.extend(put.into_iter().filter(counts));
            if signs_in {
                let listed = self.world.list(&folder).unwrap_or_default();
                names.extend(listed.iter().map(|name| name.to_lowercase()).filter(|name| is_helper(name)));
            }
            let name = names.into_iter().find(|name| !self.is_of_system(name))?;
            Some((folder, name))
        })
    }

    /// The folders of `PATH` that the agent may write: relative ones, and those that lie in the project or are everybody's.
    pub(super) fn open_folders(&self) -> Vec<String> {
        let path = self.session.variable("PATH").unwrap_or_default();
        let key = [path].into_iter().chain(self.session.roots.iter().map(String::as_str));
        let key = key.collect::<Vec<&str>>().join("\0");
        let is_open = |folder: &str| {
            let roots = self.session.roots.iter().map(String::as_str);
            roots.chain(SHARED_PLACES.iter().copied()).any(|open| place::within(folder, open))
        };
        let find = || {
            let absolute = path.split(':').filter(|entry| entry.starts_with('/')).map(place::normal);
            // The floor keeps those of the system from becoming links.
            let leads = |entry: &String| {
                !SYSTEM_FOLDERS.contains(&entry.as_str())
                    && self.world.resolve(entry).is_none_or(|found| is_open(&found.path))
            };
            Open(absolute.filter(|entry| is_open(entry) || leads(entry)).collect())
        };
        let mut folders = kept(self.world, &key, find).0.clone();
        for entry in path.split(':').filter(|entry| !entry.starts_with('/') && !path.is_empty()) {
            folders.extend(self.shell.dirs.iter().map(|cwd| place::join(cwd, entry)));
        }
        folders
    }
}

#[cfg(test)]
mod tests {
    use crate::Decision::{Allow, Ask};
    use crate::effect::program::examples;
    use crate::world::fake::Fake;

    /// What an allowed program starts by its name is looked for as the program itself is.
    #[test]
    fn programs_that_allowed_ones_start() {
        let at = |machine: &Fake, path: &str, command: &str| {
            let machine = machine.clone().file("/repo/tool.sh", "#!/usr/bin/env bash\nls\n");
            examples::judge_on_with(&machine, "PATH", path, command)
        };
        let planted = |name: &str| {
            let file = alloc::format!("/repo/bin/{name}");
            examples::machine().file(&file, "\u{7f}ELF").program_at(name, &file)
        };
        let path = "/repo/bin:/usr/bin:/bin";
        for (name, command) in [
            ("gzip", "tar tzf a.tgz"),
            ("xz", "tar tf a.txz"),
            ("gzip", "zcat a.gz"),
            ("grep", "zgrep hi a.gz"),
            ("grep", "egrep hi README.md"),
            ("diff", "sdiff README.md src/main.rs"),
            ("echo", "find src | xargs"),
            ("node", "npm ls"),
            ("sed", "git submodule status"),
            ("man", "git log --help"),
            ("less", "git log"),
            ("dpkg-query", "dpkg -l"),
            ("bash", "./tool.sh"),
            ("gzip", "timeout 5 tar tzf a.tgz"),
            ("gzip", "find src -exec tar tzf {} \\;"),
            ("gzip", "bash -c 'tar tzf a.tgz'"),
        ] {
            assert_eq!(at(&planted(name), path, command), Ask, "{name}: {command}");
            assert_eq!(at(&examples::machine(), path, command), Allow, "{command}");
            assert_eq!(at(&planted("setup"), path, command), Allow, "{command}");
            // Found behind the program of the system, it is not started.
            let behind = examples::machine().file(&alloc::format!("/repo/bin/{name}"), "\u{7f}ELF");
            assert_eq!(at(&behind, "/usr/bin:/bin:/repo/bin", command), Allow, "{name}: {command}");
            for path in ["bin:/usr/bin", "./bin:/usr/bin"] {
                assert_eq!(at(&behind, path, command), Ask, "{path}, {name}: {command}");
                assert_eq!(at(&examples::machine(), path, command), Allow, "{path}: {command}");
            }
        }
        // Checks run code of the project anyway, and these start nothing.
        for command in
            ["cargo test", "npm test", "ls src", "cat README.md", "cd src", "timeout 60 cargo test"]
        {
            assert_eq!(at(&planted("gzip"), path, command), Allow, "{command}");
        }
        // An environment has an interpreter of its own.
        let own = examples::machine().file("/repo/.venv/bin/python3", "\u{7f}ELF");
        let own = own.program_at("python3", "/repo/.venv/bin/python3");
        assert_eq!(at(&own, "/repo/.venv/bin:/usr/bin", "tar tzf a.tgz"), Allow);
        let other = own.file("/repo/.venv/bin/gzip", "").program_at("gzip", "/repo/.venv/bin/gzip");
        assert_eq!(at(&other, "/repo/.venv/bin:/usr/bin", "tar tzf a.tgz"), Ask);
        let shared = examples::machine().file("/tmp/b/gzip", "").program_at("gzip", "/tmp/b/gzip");
        assert_eq!(at(&shared, "/tmp/b:/usr/bin", "tar tzf a.tgz"), Ask);
    }

    /// What a client starts to sign in stands in the user's settings.
    #[test]
    fn helpers_that_clients_start() {
        let path = "/repo/bin:/usr/bin:/bin";
        let planted = |name: &str| {
            let file = alloc::format!("/repo/bin/{name}");
            examples::machine().file(&file, "").program_at(name, &file)
        };
        for (name, command) in [
            ("gke-gcloud-auth-plugin", "kubectl get pods"),
            ("aws", "kubectl get pods"),
            ("kubelogin", "helm list"),
            ("kubectl-oidc_login", "kubectl get pods"),
            ("aws-vault", "aws s3 ls"),
            ("docker-credential-pass", "docker ps"),
        ] {
            let judge =
                |machine: &Fake, command: &str| examples::judge_on_with(machine, "PATH", path, command);
            assert_eq!(judge(&planted(name), command), Ask, "{name}: {command}");
            assert_eq!(judge(&examples::machine(), command), Allow, "{command}");
            assert_eq!(judge(&planted("setup"), command), Allow, "{command}");
            assert_eq!(judge(&planted(name), "tar tzf a.tgz"), Allow, "{name}");
        }
    }

    /// The same command may put it there.
    #[test]
    fn programs_that_the_same_command_puts_there() {
        let machine = examples::machine();
        let judge = |command: &str| examples::judge_on_with(&machine, "PATH", "/repo/bin:/usr/bin", command);
        assert_eq!(judge("cp README.md bin/gzip && tar tzf a.tgz"), Ask);
        assert_eq!(judge("cp README.md bin/tar && tar tzf a.tgz"), Ask);
        assert_eq!(judge("cp README.md bin/x && tar tzf a.tgz"), Allow);
        assert_eq!(judge("cp README.md src/gzip && tar tzf a.tgz"), Allow);
        assert_eq!(judge("mkdir -p bin && tar tzf a.tgz"), Allow);
    }
}
