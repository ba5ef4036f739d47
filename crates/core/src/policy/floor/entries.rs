//! The floor as data: what no policy opens for writing, and which of it is secret.
//!
//! An entry holds wherever it stands in a path, with everything below it. `*` matches inside one name, `**` any number of names. All lower case: names are folded before they are
//! compared.

/// Why an entry is on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Version control internals.
    VersionControl,
    /// What runs on a build server.
    Ci,
    /// Keys, tokens, passwords.
    Secrets,
    /// Settings of agents, and mastiff's own, that could switch the gate off.
    AgentSettings,
    /// What a shell or a session runs when it starts.
    StartUp,
    /// What makes an everyday command run something else.
    Hijack,
}

impl Group {
    /// For people: completes "`x` is …".
    pub fn is(self) -> &'static str {
        match self {
            Group::VersionControl => "part of version control",
            Group::Ci => "a definition of what build servers run",
            Group::Secrets => "a place for secrets",
            Group::AgentSettings => "a setting of an agent or of mastiff",
            Group::StartUp => "a file that runs when a shell or session starts",
            Group::Hijack => "a file that makes an everyday command run something else",
        }
    }
}

/// The floor for writing.
#[rustfmt::skip]
pub const ENTRIES: &[(Group, &[&str])] = &[
    (Group::VersionControl, &[
        ".git", "git~1", ".gitmodules", ".gitconfig", ".config/git", ".hg", ".svn", ".jj", ".bzr", ".sl",
        ".hgrc", ".githooks",
    ]),
    (Group::Ci, &[
        ".github", ".gitlab-ci.yml", ".gitlab-ci.yaml", ".gitlab", ".circleci", "azure-pipelines*.yml",
        "azure-pipelines*.yaml", ".azure-pipelines", ".azuredevops", "jenkinsfile*", "*.jenkinsfile",
        ".buildkite", ".drone.yml", ".drone.yaml", ".drone.jsonnet", ".travis.yml", ".travis.yaml",
        "bitbucket-pipelines.yml", "bitbucket-pipelines.yaml", ".woodpecker", ".woodpecker.yml",
        ".woodpecker.yaml", ".forgejo", ".gitea", "appveyor.yml", ".appveyor.yml", "appveyor.yaml",
        ".appveyor.yaml", "cloudbuild.yaml", "cloudbuild.yml", "cloudbuild.json", "buildspec.yml",
        "buildspec.yaml", ".cirrus.yml", ".cirrus.star", ".semaphore", ".tekton", ".teamcity", "codefresh.yml",
        ".codefresh", ".harness", ".builds", ".build.yml", ".build.yaml", ".concourse", ".gocd.yaml",
        "wercker.yml", ".screwdriver.yaml", "screwdriver.yaml", ".zuul.yaml", "zuul.yaml", ".zuul.d", "zuul.d",
    ]),
    (Group::Secrets, &[
        ".env", ".env.*", "*.env", "*secret*", ".npmrc", ".netrc", "_netrc", ".pypirc", ".ssh", "id_rsa*",
        "id_dsa*", "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore",
        "*.kdbx", "*.ppk", ".aws", ".azure", ".config/gcloud", ".kube", ".docker/config.json",
        ".docker/contexts", ".gnupg", ".pgpass", ".my.cnf", ".mylogin.cnf", ".git-credentials", ".config/gh",
        ".config/glab-cli", ".config/hub", ".config/doctl", ".config/op", ".config/rclone", ".config/sops",
        ".config/containers/auth.json", ".terraform.d", ".terraformrc", ".vault-token", ".boto", ".s3cfg",
        ".gem/credentials", ".cargo/credentials", ".cargo/credentials.toml", ".m2/settings.xml",
        ".m2/settings-security.xml", ".password-store", ".oci", ".ibmcloud", ".bluemix", ".fly", ".heroku",
        ".config/netlify", ".config/stripe", ".dockercfg", ".htpasswd", ".databrickscfg", ".snowflake",
        ".config/snowflake", ".kaggle", ".huggingface/token", ".cache/huggingface/token", ".age",
        ".local/share/keyrings", ".local/share/kwalletd", "library/keychains", ".mozilla", ".thunderbird",
        ".config/google-chrome", ".config/chromium", "bravesoftware", ".config/microsoft-edge", ".electrum",
        ".bitcoin", ".ethereum", ".sops.yaml", "credentials.json", "credentials.yml", "credentials.yaml",
        "credentials.toml", "credentials.yml.enc", "master.key", "service-account*.json",
        "serviceaccount*.json", "client_secret*.json", "auth.json", ".authinfo", ".authinfo.gpg",
    ]),
    (Group::AgentSettings, &[
        ".claude", ".claude.json", ".claude.json.*", ".config/claude", "claude_desktop_config.json", ".codex",
        ".gemini", ".cursor", ".mcp.json", "mcp.json", ".mastiff.toml", ".mastiff", ".config/mastiff",
        ".local/state/mastiff", ".local/share/mastiff", ".opencode", "opencode.json", "opencode.jsonc",
        ".config/opencode", ".windsurf", ".codeium", ".cline", ".clinerules", ".kiro", ".amazonq", ".factory",
        ".qwen", ".goose", ".config/goose", ".agent", ".agents", ".config/agent-code", ".claw", ".claw.json",
        ".claw.json.*", ".copilot", ".config/github-copilot", ".continue", ".roo", ".augment", ".junie",
        ".aider.conf.yml", ".aider.conf.yaml", ".crush", "crush.json", ".crush.json", ".config/crush", ".amp",
        ".config/amp", ".trae", ".zencoder", ".kilocode", ".qoder", ".iflow", ".codebuddy", ".letta",
        ".antigravity", "documents/cline", "managed-settings.json", ".kimi", ".kimi-code", ".config/kilo",
        ".local/share/claude", ".local/share/opencode", ".cache/opencode", ".config/code/user",
        ".config/code - insiders/user", ".config/vscodium/user", ".config/cursor", ".config/windsurf/user",
        ".config/zed", "application support/code/user", "application support/cursor/user",
        "application support/windsurf/user", "application support/claudecode", "application support/geminicli",
        "application support/qwencode", ".local/share/amazon-q", ".local/share/kiro-cli", ".aws/amazonq",
        "application support/amazon-q", "application support/kiro-cli",
    ]),
    (Group::StartUp, &[
        ".bashrc", ".bashrc.d", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases",
        ".bash_completion", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".zsh",
        ".oh-my-zsh", ".config/zsh", ".config/fish", ".kshrc", ".mkshrc", ".cshrc", ".tcshrc", ".login",
        ".logout", ".config/nushell", ".config/powershell", ".inputrc", ".xprofile", ".xinitrc", ".xsession",
        ".xsessionrc", ".xserverrc", ".pam_environment", ".config/environment.d", ".config/systemd",
        ".config/autostart", ".config/plasma-workspace", "launchagents", "launchdaemons", ".crontab",
        ".screenrc", ".tmux.conf", ".config/tmux", "microsoft.powershell_profile.ps1",
    ]),
    (Group::Hijack, &[
        ".husky", ".pre-commit-config.yaml", ".pre-commit-config.yml", ".pre-commit-hooks.yaml",
        "lefthook.yml", "lefthook.yaml", "lefthook.toml", "lefthook.json", ".lefthook.yml", ".lefthook.yaml",
        ".lefthook.toml", ".lefthook.json", "lefthook-local.*", ".lefthook-local.*", ".lefthook",
        ".overcommit.yml", ".envrc", ".direnv", ".config/direnv", ".config/mise", ".cargo/config",
        ".cargo/config.toml", ".cargo/bin", ".yarnrc*", ".yarn/releases", ".yarn/plugins", ".pnpmfile.cjs", "pnpm-workspace.yaml",
        ".pnpmfile.mjs", ".devcontainer", ".devcontainer.json", ".vscode", ".vscode-server", ".idea", ".fleet",
        ".zed", ".nova", "*.code-workspace", ".venv/**/bin", ".venv/**/scripts",
        "venv/**/bin", "venv/**/scripts",  ".virtualenvs/**/bin", ".tox/**/bin",
        ".nox/**/bin", "node_modules/.bin", "sitecustomize.py", "usercustomize.py", "*.zwc",
        "pip.conf", "pip.ini", ".config/pip", ".pip", ".pydistutils.cfg", ".bundle/config", ".gemrc", ".irbrc",
        ".pryrc", ".pythonstartup", ".ipython", ".mvn", "gradle/wrapper", ".gradle/init.gradle",
        ".gradle/init.d", ".local/bin", ".local/lib", ".vimrc", ".gvimrc", ".exrc", ".nvimrc", ".nvim.lua",
        ".config/nvim", ".vim", ".emacs", ".emacs.d", ".dir-locals.el", ".gdbinit", ".config/gdb", ".lldbinit",
        ".curlrc", ".wgetrc", ".config/ripgrep", ".ripgreprc", ".lesskey", ".lessfilter", ".mailcap",
        ".rpmmacros", ".pnp.cjs", ".pnp.loader.mjs", "env/**/bin", "env/**/scripts", "pyvenv.cfg", "site-packages/*.pth",
        "dist-packages/*.pth",
        ".envrc.*", ".bazelrc", "user.bazelrc", "rust-toolchain", "rust-toolchain.toml", ".tool-versions", ".terraform",
    ]),
];

/// Outside the roots only: places of the machine, from `/` on.
#[rustfmt::skip]
pub const ANCHORED: &[(Group, &[&str])] = &[
    (Group::AgentSettings, &[
        "/etc/mastiff", "/etc/claude-code", "/etc/codex", "/etc/gemini-cli", "/etc/cursor",
        "/etc/github-copilot", "/etc/windsurf", "/etc/opencode", "/etc/qwen-code", "/etc/factory", "/etc/vscode",
    ]),
    (Group::StartUp, &[
        "/etc/profile", "/etc/profile.d", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zsh", "/etc/zshenv",
        "/etc/environment", "/etc/fish", "/etc/crontab", "/etc/cron.d", "/etc/cron.daily", "/etc/cron.hourly",
        "/etc/cron.weekly", "/etc/cron.monthly", "/var/spool/cron", "/etc/systemd", "/etc/init.d",
        "/etc/rc.local", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
    ]),
    (Group::Secrets, &[
        "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssh", "/etc/passwd",
        "/etc/group", "/etc/pam.d", "/etc/ssl/private",
    ]),
    (Group::VersionControl, &[
        "/etc/gitconfig",
    ]),
    (Group::Hijack, &[
        "/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin",
    ]),
];

/// Secret for reading: of the floor's secrets those whose names say that they hold a credential. Source code that
/// merely has `secret` in its name is left to [`DATA_EXTENSIONS`].
#[rustfmt::skip]
pub const SECRET_TO_READ: &[&str] = &[
    ".env", ".env.*", "*.env", ".npmrc", ".netrc", "_netrc", ".pypirc", ".ssh", "id_rsa*", "id_dsa*",
    "id_ecdsa*", "id_ed25519*", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk",
    ".aws", ".azure", ".config/gcloud", ".kube", ".docker/config.json", ".gnupg", ".pgpass", ".my.cnf",
    ".mylogin.cnf", ".git-credentials", ".config/gh", ".config/glab-cli", ".config/hub", ".config/doctl",
    ".config/op", ".config/rclone", ".config/sops", ".config/containers/auth.json",
    ".terraform.d/credentials.tfrc.json", ".terraformrc", ".vault-token", ".boto", ".s3cfg",
    ".gem/credentials", ".cargo/credentials", ".cargo/credentials.toml", ".m2/settings.xml",
    ".m2/settings-security.xml", ".password-store", ".oci", ".ibmcloud", ".bluemix", ".fly", ".heroku",
    ".config/netlify", ".config/stripe", ".dockercfg", ".htpasswd", ".databrickscfg", ".config/snowflake",
    ".kaggle", ".huggingface/token", ".cache/huggingface/token", ".local/share/keyrings", "library/keychains",
    ".mozilla", ".thunderbird", ".config/google-chrome", ".config/chromium", "bravesoftware",
    ".config/microsoft-edge", ".electrum", ".bitcoin", ".ethereum", "credentials.json", "credentials.yml",
    "credentials.yaml", "credentials.toml", "master.key", "service-account*.json", "serviceaccount*.json",
    "client_secret*.json", ".claude/.credentials.json", ".codex/auth.json", ".gemini/oauth_creds.json",
    ".local/share/opencode/auth.json", ".bash_history", ".zsh_history", ".python_history",
    ".node_repl_history", ".psql_history", ".mysql_history", ".sqlite_history",
    ".local/share/fish/fish_history", ".authinfo", ".authinfo.gpg", ".config/github-copilot",
    ".config/git/credentials", ".claude.json", ".claude.json.*", "*.tfstate", "*.tfstate.backup",
    ".envrc", ".envs", ".sbt/.credentials", ".ivy2/.credentials", ".gradle/gradle.properties",
    ".config/composer/auth.json", ".composer/auth.json", ".local/share/com.vercel.cli", ".config/pip/pip.conf",
    ".pip/pip.conf",
];

/// What editors and people append to the name of a copy.
pub const BACKUPS: &[&str] =
    &["~", ".bak", ".old", ".orig", ".save", ".backup", ".copy", ".swp", ".swo", ".tmp"];

/// The same, from `/` on.
#[rustfmt::skip]
pub const SECRET_TO_READ_ANCHORED: &[&str] = &[
    "/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d",
    "/etc/ssl/private", "/proc/kcore", "/proc/*/environ", "/proc/*/mem", "/proc/*/task/*/environ",
    "/proc/*/task/*/mem", "/proc/*/cwd", "/proc/*/root", "/proc/*/fd", "/proc/*/map_files", "/proc/*/maps",
    "/run/secrets", "/var/run/secrets", "/etc/ssh/ssh_host_*", "/var/lib/docker", "/etc/kubernetes",
    "/root/.ssh",
];

/// Of the above, what is public after all.
#[rustfmt::skip]
pub const PUBLIC_TO_READ: &[&str] = &[
    ".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults", ".env.schema",
    ".env.test.example", ".env.*.example", ".env.*.sample", ".env.*.template", "example.env", "sample.env",
    "template.env", ".ssh/known_hosts", ".ssh/config", ".ssh/authorized_keys", "*.pub",
];

/// Extensions that hold data rather than code: `*secret*` asks on reading only these, and names without any.
pub const DATA_EXTENSIONS: &[&str] = &[
    "",
    "json",
    "jsonc",
    "json5",
    "yaml",
    "yml",
    "toml",
    "txt",
    "env",
    "ini",
    "cfg",
    "conf",
    "xml",
    "properties",
    "enc",
    "gpg",
    "age",
    "b64",
    "csv",
    "db",
    "sqlite",
    "tfvars",
    "plist",
    "bak",
    "old",
    "kdbx",
    "secret",
    "secrets",
];

/// What a directory needs, or may have, to be taken for a repository by git: a file of such a name beside a `HEAD`
/// changes what git does there.
pub const GIT_DIRECTORY: &[&str] = &[
    "head",
    "config",
    "config.worktree",
    "hooks",
    "objects",
    "refs",
    "packed-refs",
    "info",
    "commondir",
    "gitdir",
    "modules",
    "worktrees",
    "index",
    "logs",
    "reftable",
    "alternates",
    "attributes",
];
