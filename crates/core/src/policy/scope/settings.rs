//! Settings of programs that mostly hold none, and may hold a secret: `.git/config` with a password in an address, a
//! `pip.conf` with a token. Only a look into the file tells.

use crate::policy::floor::{self, Group, Name};
use crate::redact;
use crate::words::Words;
use crate::world::{Stands, Unreadable, World};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Names of such files. Those that are called like many others count in the folders of [`is_placed`] alone.
static FILES: Words = Words::new(
    "config config.lock config.toml config.worktree .gitmodules .gitconfig .lfsconfig hgrc .hgrc pip.conf pip.ini uv.toml nuget.config \
     bunfig.toml poetry.toml settings.xml gradle.properties .gemrc .bowerrc pipfile auth.json .curlrc curlrc .wgetrc wgetrc .lftprc .pam_environment aria2.conf servers datasources.local.xml token.json api-keys.json api_keys.json ngrok.yml sftp.json hub_token oauth_token credentials mcp.json \
     mcp_config.json mcp-config.json .mcp.json mcp_settings.json cline_mcp_settings.json claude_desktop_config.json opencode.json \
     opencode.jsonc settings.json kubeconfig admin.conf local.properties sentry.properties .flaskenv env.local fish_variables \
     cypress.env.json storagestate.json",
);

/// The file at `path`, whose folded names these are, has settings with a secret among them.
pub fn hold_secret(world: &dyn World, path: &str, names: &[Name<'_>]) -> bool {
    let Some((last, above)) = names.split_last() else { return false };
    let name = floor::cut(last);
    let may_be = |test: &dyn Fn(&str) -> bool| test(name) || floor::originals_of_name(last).any(test);
    if may_be(&is_called_like_key) {
        // A folder, or a file that is no text, is no key of this kind.
        return world.read(path).is_ok_and(|text| text.contains("PRIVATE KEY-----"));
    }
    if !may_be(&|name| is_known(name) && is_placed(name, above))
        && !is_of_agent(names)
        && !tells_address(name, above)
    {
        return false;
    }
    match world.read(path) {
        Ok(text) => (name != "auth.json" || signs_in(&text)) && redact::holds_secret(&text),
        Err(Unreadable::Missing) => false,
        Err(Unreadable::TooLarge | Unreadable::Other) => true,
    }
}

fn is_known(name: &str) -> bool {
    let is_for_servers = || {
        let is_data = DATA.iter().any(|end| name.ends_with(end));
        is_data && name.split(|c: char| !c.is_alphanumeric()).any(|part| part == "mcp")
    };
    FILES.has(name) || name.ends_with(".tfvars") || name.ends_with(".tfvars.json") || is_for_servers()
}

/// A file of git's own in which an address may stand as it was typed: `.git/logs/HEAD`, `.git/remotes/x`, `.git/config.lock`.
fn tells_address(name: &str, above: &[Name<'_>]) -> bool {
    let git = above.iter().rposition(|folder| floor::cut(folder).ends_with(".git"));
    let Some(below) = git.and_then(|at| above.get(at + 1..)) else { return false };
    let holds = |folder: &Name<'_>| matches!(floor::cut(folder), "logs" | "remotes" | "branches");
    below.iter().any(holds) || matches!(name, "fetch_head")
}

/// How files of settings end.
const DATA: &[&str] = &[".json", ".jsonc", ".json5", ".toml", ".yaml", ".yml", ".json.local"];

/// Names of a path that are looked at for the folder of an agent: a project may lie far below one.
const NEAR: usize = 4;

/// Settings of an agent or an editor, which may hold tokens for what it starts: `.claude/settings.local.json`, `.vscode/launch.json`.
fn is_of_agent(names: &[Name<'_>]) -> bool {
    let is_data = names.last().is_some_and(|name| DATA.iter().any(|end| floor::cut(name).ends_with(end)));
    let near = names.get(names.len().saturating_sub(NEAR)..).unwrap_or(names);
    let group = || floor::hit(near, false).map(|hit| hit.group);
    is_data && matches!(group(), Some(Group::AgentSettings | Group::Opening))
}

/// A key by how its name ends, where others are called so too: `deploy_rsa`, `crypto_rsa`.
fn is_called_like_key(name: &str) -> bool {
    let ends = ["_rsa", "_dsa", "_ecdsa", "_ed25519", "-rsa", "-ed25519", "_key", "-key", "_pem"];
    ends.iter().any(|end| name.ends_with(end))
}

/// Names of settings that may hold a secret.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.each()
}

/// Folders of a repository in which settings are looked for: a project has dozens of submodules, not thousands.
const MAX_FOLDERS: usize = 1_000;

/// Settings of a repository.
pub struct OfGit {
    /// The files that may hold them.
    pub files: Vec<String>,
    /// There may be more: a folder cannot be listed, or there are too many.
    pub more: bool,
}

/// Settings of the repository whose folder this is, those of its worktrees and submodules among them:
/// `.git/config`, `.git/modules/lib/config`. A submodule may be a link.
pub fn of_git(world: &dyn World, git_dir: &str) -> OfGit {
    if git_dir.ends_with(".hg") {
        return OfGit { files: vec![format!("{git_dir}/hgrc")], more: false };
    }
    // Beside the settings lie copies of them.
    let copies =
        world.list(git_dir).unwrap_or_default().into_iter().filter(|name| name.starts_with("config"));
    let mut found: Vec<String> = copies.map(|name| format!("{git_dir}/{name}")).collect();
    found.extend(["config", "config.worktree"].map(|name| format!("{git_dir}/{name}")));
    let mut pending = vec![format!("{git_dir}/modules"), format!("{git_dir}/worktrees")];
    let mut more = false;
    for _ in 0..MAX_FOLDERS {
        let Some(folder) = pending.pop() else { break };
        let Some((names, branches)) = world.list(&folder).zip(world.branches(&folder)) else {
            let stands = world.resolve(&folder).map(|found| found.stands);
            more |= !matches!(stands, Some(Stands::Nothing | Stands::File { .. } | Stands::Other));
            continue;
        };
        found.extend(["config", "config.worktree"].map(|name| format!("{folder}/{name}")));
        // Of what a submodule has, only its own submodules and worktrees. A name may have slashes, and be `logs`.
        let is_repository = names.iter().any(|name| name == "HEAD");
        let has_settings = |name: &String| !is_repository || !GIT_FOLDERS.has(name);
        // A link may lead to a folder, and some programs follow it.
        let below = branches.folders.into_iter().chain(branches.links);
        pending.extend(below.filter(has_settings).map(|name| format!("{folder}/{name}")));
    }
    found.extend(records(world, git_dir));
    OfGit { files: found, more: more || !pending.is_empty() }
}

/// Files in which git writes down where it fetched from; the nearest thousand folders of them.
fn records(world: &dyn World, git_dir: &str) -> Vec<String> {
    let mut found = vec![format!("{git_dir}/FETCH_HEAD")];
    let mut pending: Vec<String> =
        ["branches", "remotes", "logs"].iter().map(|folder| format!("{git_dir}/{folder}")).collect();
    for _ in 0..MAX_FOLDERS {
        let Some(folder) = pending.pop() else { break };
        let below = world.branches(&folder).map(|branches| branches.folders).unwrap_or_default();
        let names = world.list(&folder).unwrap_or_default();
        let is_file = |name: &&String| !below.contains(name);
        found.extend(names.iter().filter(is_file).map(|name| format!("{folder}/{name}")));
        pending.extend(below.iter().map(|name| format!("{folder}/{name}")));
    }
    found
}

/// Folders of a repository in which no settings lie.
static GIT_FOLDERS: Words = Words::new("objects refs hooks info logs lfs rr-cache");

/// Keys of composer's and of podman's `auth.json`. Translations of a page where people sign in are called so as well.
fn signs_in(text: &str) -> bool {
    let keys = ["http-basic", "-oauth", "-token", "bearer", "custom-headers", "client-certificate", "auths"];
    keys.iter().any(|key| text.contains(key))
}

/// `config` is one of git's or cargo's, `config.toml` of cargo's or of an agent's, `settings.json` of an agent's.
fn is_placed(name: &str, above: &[Name<'_>]) -> bool {
    let in_cargo = || above.last().is_some_and(|folder| floor::is_called(folder, ".cargo"));
    let in_git = || {
        above.iter().any(|folder| floor::cut(folder).ends_with(".git"))
            || above.last().is_some_and(|folder| floor::is_called(folder, "git"))
    };
    match name {
        "config" => in_cargo() || in_git(),
        "config.toml" => in_cargo() || above.last().is_some_and(|folder| floor::is_called(folder, ".codex")),
        "config.worktree" | "config.lock" => in_git(),
        "settings.json" => {
            above.last().is_some_and(|folder| matches!(floor::cut(folder), ".gemini" | ".qwen"))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples;
    use alloc::format;

    const TOKEN: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

    /// The same file with a secret and without.
    #[test]
    fn settings_are_shown_where_they_hold_no_secret() {
        let files = [
            (".git/config", "[remote \"origin\"]\n\turl = https://LOGINgithub.com/o/r.git\n"),
            ("x.git/config", "[remote \"origin\"]\n\turl = https://LOGINgithub.com/o/r.git\n"),
            (".git/modules/x/config", "[remote \"origin\"]\n\turl = https://LOGINgithub.com/o/r.git\n"),
            (".gitmodules", "[submodule \"x\"]\n\tpath = x\n\turl = https://LOGINgithub.com/o/r.git\n"),
            ("pip.conf", "[global]\nindex-url = https://LOGINpypi.example/simple\n"),
            ("uv.toml", "[[index]]\nname = \"x\"\nurl = \"https://LOGINpypi.example/simple\"\n"),
            ("Pipfile", "[[source]]\nurl = \"https://LOGINpypi.example/simple\"\nverify_ssl = true\n"),
            (".cargo/config.toml", "[registries.x]\nindex = \"sparse+https://LOGINcrates.example/\"\n"),
            (".cargo/config", "[registry]\nLINE\n"),
            ("bunfig.toml", "[install.registry]\nurl = \"https://npm.example\"\nLINE\n"),
            (".curlrc", "silent\nLINE\n"),
            ("prod.auto.tfvars", "region = \"eu\"\nLINE\n"),
            ("mcp.json", "{\"mcpServers\": {\"x\": {\"env\": {\"API_TOKEN\": \"TOKEN\"}}}}"),
            (".mcp.json", "{\"mcpServers\": {\"x\": {\"env\": {\"API_TOKEN\": \"TOKEN\"}}}}"),
            (
                "claude_desktop_config.json",
                "{\"mcpServers\": {\"x\": {\"env\": {\"API_TOKEN\": \"TOKEN\"}}}}",
            ),
            (".copilot/mcp-config.json", "{\"mcpServers\": {\"x\": {\"env\": {\"API_TOKEN\": \"TOKEN\"}}}}"),
            (".gemini/settings.json", "{\"mcpServers\": {\"x\": {\"env\": {\"API_TOKEN\": \"TOKEN\"}}}}"),
            ("opencode.json", "{\"mcp\": {\"x\": {\"environment\": {\"API_TOKEN\": \"TOKEN\"}}}}"),
            (".codex/config.toml", "[mcp_servers.x.env]\nLINE\n"),
            (".claude/settings.json", "{\"env\": {\"ANTHROPIC_API_KEY\": \"TOKEN\"}}"),
            (".claude/settings.local.json", "{\"env\": {\"ANTHROPIC_API_KEY\": \"TOKEN\"}}"),
            (".vscode/launch.json", "{\"env\": {\"API_TOKEN\": \"TOKEN\"}}"),
            (".factory/settings.json", "{\"env\": {\"API_TOKEN\": \"TOKEN\"}}"),
            (".gemini/extensions/x/gemini-extension.json", "{\"env\": {\"API_TOKEN\": \"TOKEN\"}}"),
            (".continue/mcpServers/x.yaml", "env:\n  LINE\n"),
            ("mcp.json.bak", "{\"env\": {\"API_TOKEN\": \"TOKEN\"}}"),
            (".mcp.json.old", "{\"env\": {\"API_TOKEN\": \"TOKEN\"}}"),
            (".mcp.json.local", "{\"env\": {\"API_TOKEN\": \"TOKEN\"}}"),
            ("mcp.local.json", "{\"env\": {\"API_TOKEN\": \"TOKEN\"}}"),
            ("mcp_servers.json", "{\"env\": {\"API_TOKEN\": \"TOKEN\"}}"),
            (".git/config.bak", "[remote \"origin\"]\n\turl = https://LOGINgithub.com/o/r.git\n"),
            (".git/config~", "[remote \"origin\"]\n\turl = https://LOGINgithub.com/o/r.git\n"),
            (".git/config.lock", "[remote \"origin\"]\n\turl = https://LOGINgithub.com/o/r.git\n"),
            (
                ".git/logs/HEAD",
                "0 1 me <me@x.example> 1 +0000\tpull https://LOGINgithub.com/o/r.git: Fast-forward\n",
            ),
            (
                ".git/logs/refs/heads/main",
                "0 1 me <me@x.example> 1 +0000\tpull https://LOGINgithub.com/o/r.git\n",
            ),
            (".git/remotes/x", "URL: https://LOGINgithub.com/o/r.git\n"),
            (".git/branches/x", "https://LOGINgithub.com/o/r.git\n"),
            (".git/FETCH_HEAD", "12\t\tbranch 'main' of https://LOGINgithub.com/o/r\n"),
            ("auth.json", "{\"github-oauth\": {\"github.com\": \"TOKEN\"}}"),
            (
                "nuget.config",
                "<configuration><packageSourceCredentials><x>\n<add key=\"Username\" value=\"me\" />\n\
                <add key=\"ClearTextPassword\" value=\"TOKEN\" />\n</x></packageSourceCredentials></configuration>\n",
            ),
            (
                "settings.xml",
                "<settings><servers><server><id>x</id><password>TOKEN</password></server></servers></settings>\n",
            ),
        ];
        for (file, text) in files {
            let secret = text
                .replace("LOGIN", &format!("me:{TOKEN}@"))
                .replace("LINE", &format!("token = \"{TOKEN}\""))
                .replace("TOKEN", TOKEN);
            let plain = text.replace("LOGIN", "").replace("LINE", "").replace("TOKEN", "");
            for (text, expected) in [(secret, "ask"), (plain, "allow")] {
                let machine = examples::machine().file(&format!("/repo/at/{file}"), &text);
                let in_git = file.starts_with(".git/logs/HEAD");
                for command in
                    ["git reflog -1", "git log -g", "git log --format=%gs -3"].iter().filter(|_| in_git)
                {
                    let machine = examples::machine().file("/repo/.git/logs/HEAD", &text);
                    let found = examples::word(&machine, &examples::session(), command);
                    assert_eq!(found, expected, "{command}: {text}");
                }
                for command in ["cat", "grep -n url", "sed -n 1,20p", "awk 1", "strings", "head -3"] {
                    let command = format!("{command} at/{file}");
                    let found = examples::word(&machine, &examples::session(), &command);
                    assert_eq!(found, expected, "{command}: {text}");
                }
            }
        }
    }

    /// Beside each name of a secret, one that is none.
    #[test]
    fn names_of_one_group() {
        let key = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----\n";
        let machine = examples::machine()
            .file("/repo/at/deploy_rsa", key)
            .file("/repo/at/ci-ed25519", key)
            .file("/repo/at/.deploy_rsa.un~", key)
            .file("/repo/at/crypto_rsa", "how to\n")
            .file("/repo/at/.crypto_rsa.un~", "how to\n")
            .file("/repo/at/test_rsa/a.c", "")
            .file("/repo/at/prod.auto.tfvars.json", "{\"db_password\": \"hunter2hunter2\"}")
            .file("/repo/at/plain.tfvars.json", "{\"region\": \"eu\"}");
        examples::run_on(
            &machine,
            "
            ask   cat .envrc.local
            ask   cat .envrc.private
            allow cat .envrc.example
            ask   cat .kamal/secrets.production
            ask   cat .Renviron
            allow cat .Rprofile
            ask   cat github_deploy_key
            allow cat github_deploy_key.pub
            ask   cat kaggle.json
            allow cat haggle.json
            ask   cat at/deploy_rsa
            ask   cat at/.deploy_rsa.un~
            allow cat at/.crypto_rsa.un~
            ask   cat at/ci-ed25519
            ask   cat certs/.server.key.un~
            ask   cat certs/.server.key.kate-swp
            ask   cat certs/server.key,v
            ask   cat 'certs/server.key (1)'
            ask   cat certs/server.key.sync-conflict-20240101-120000-ABC
            allow cat 'docs/guide (1).md'
            allow cat docs/guide.md,v
            ask   cat creds.json
            allow cat creds.py
            ask   cat api_key.json
            allow cat api_key.rs
            allow cat at/crypto_rsa
            allow cat at/test_rsa/a.c
            ask   cat at/prod.auto.tfvars.json
            allow cat at/plain.tfvars.json
            ",
        );
    }

    #[test]
    fn repositories_that_are_shown_as_a_whole() {
        let config =
            |login: &str| format!("[remote \"origin\"]\n\turl = https://{login}github.com/o/r.git\n");
        let rows = "
            WORD  grep -rn url .git
            WORD  grep -rn github .
            WORD  grep -rn -A1 origin .
            WORD  grep -rn -C3 remote .
            WORD  rg -uu -B1 origin
            WORD  find . -name config -exec grep url {} +
            WORD  find . -type f -exec grep -n github {} +
            WORD  find . -type f | xargs grep github
            allow grep -rn -A1 nosuch .
            allow find . -name '*.md' -exec grep -n github {} +
            WORD  grep -r --include=config url .
            WORD  rg -uu github
            WORD  rg --hidden -g '.git/*' github
            allow grep -rl github .
            allow grep -rn nosuch .
            allow grep -rn --exclude-dir=.git github .
            allow rg github
            WORD  rg -uu github.com .git
            WORD  cat .git/config
            WORD  cat .git/c*
            WORD  cd .git && cat config
            WORD  git remote -v
            WORD  pip freeze
            WORD  uv pip freeze
            allow pip list
            allow git remote
            allow grep -rn url src
            allow ls -la .git
            allow cat .git/HEAD
            allow git status
        ";
        for (login, word) in [("me:hunter2hunter2@", "ask"), ("", "allow"), ("git@", "allow")] {
            let machine = examples::machine().file("/repo/.git/config", &config(login));
            examples::run_on(&machine, &rows.replace("WORD", word));
            let machine = examples::machine()
                .file("/repo/at/.git/HEAD", "ref: refs/heads/main\n")
                .file("/repo/at/.git/modules/logs/x/HEAD", "ref: refs/heads/main\n")
                .file("/repo/at/.git/modules/logs/x/config", &config(login));
            let whole =
                "WORD grep -rn url at/.git\nWORD find at -type f -exec cat {} +\nallow grep -rn url src";
            examples::run_on(&machine, &whole.replace("WORD", word));
            let machine = examples::machine()
                .file("/repo/at/.git/HEAD", "ref: refs/heads/main\n")
                .file("/repo/modules/x/config", &config(login))
                .link("/repo/at/.git/modules/x", "/repo/modules/x");
            examples::run_on(&machine, &whole.replace("WORD", word));
        }
        // Settings of mirrors in the tree, which git lists, and copies of the repository's own.
        let rows = "
            WORD  grep -rn github vendor
            WORD  rg github vendor
            WORD  git ls-files -o | xargs grep -n github
            WORD  git ls-files | xargs grep -n github
            allow git ls-files | xargs grep -n nosuch
            allow rg nosuch vendor
        ";
        for (login, word) in [("me:hunter2hunter2@", "ask"), ("", "allow")] {
            let machine = examples::machine().file("/repo/vendor/a.git/config", &config(login));
            examples::run_on(&machine, &rows.replace("WORD", word));
            let machine = examples::machine().file("/repo/.git/config.bak", &config(login));
            let rows = "WORD grep -rn github .git\nWORD grep -rn github .\nallow git ls-files | xargs grep -n github";
            examples::run_on(&machine, &rows.replace("WORD", word));
            let machine = examples::machine()
                .file("/repo/vendor/c/.hg/hgrc", &format!("[paths]\ndefault = https://{login}host/x\n"));
            let rows = "WORD grep -rn host vendor/c\nallow grep -rn nosuch vendor/c";
            examples::run_on(&machine, &rows.replace("WORD", word));
        }
        // More submodules than are looked at may hold one.
        for (count, word) in [(40, "allow"), (1_100, "ask")] {
            let machine = examples::machine().file("/repo/at/.git/HEAD", "ref: refs/heads/main\n");
            let machine = (0..count).fold(machine, |machine, n| {
                machine.file(&format!("/repo/at/.git/modules/m{n}/config"), &config(""))
            });
            let whole = "WORD grep -rn url at/.git\nWORD find at -type f -exec cat {} +\nallow ls at/.git";
            examples::run_on(&machine, &whole.replace("WORD", word));
        }
        let machine = examples::machine()
            .file("/repo/at/.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/at/.git/config", &config("me:hunter2hunter2@"))
            .file("/repo/at/a.txt", "")
            .file("/repo/fine/.git/HEAD", "ref: refs/heads/main\n")
            .file("/repo/fine/.git/config", &config(""))
            .file("/repo/fine/a.txt", "")
            .file(
                "/repo/locales/en/auth.json",
                "{\"title\": \"Sign in\", \"password\": \"Password\", \"forgot\": \"Forgot your password?\"}",
            )
            .file("/repo/my/config.toml", "token = \"0123456789abcdefghijABCDEFGHIJ012345\"\n");
        examples::run_on(
            &machine,
            "
            ask   find at -type f -exec cat {} +
            allow find fine -type f -exec cat {} +
            allow find at -name '*.txt' -exec cat {} +
            ask   grep -rh . at
            allow grep -rh . fine
            allow cat locales/en/auth.json
            allow cat my/config.toml
            ",
        );
    }
}
