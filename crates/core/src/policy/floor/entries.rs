//! The floor as data: what no policy opens for writing, and which of it is secret.
//!
//! An entry holds wherever it stands in a path, with everything below it. `*` matches inside one name, `**` any number of names. All lower case: names are folded before they are
//! compared.

/// Why an entry is on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Version control internals.
    VersionControl,
    /// What runs on a server: builds, deployments, bots.
    Ci,
    /// Keys, tokens, passwords.
    Secrets,
    /// Settings of agents, and mastiff's own, that could switch the gate off.
    AgentSettings,
    /// What a shell or a session runs when it starts.
    StartUp,
    /// What makes an everyday command run something else.
    Hijack,
    /// What an editor or a workspace obeys when the project is opened.
    Opening,
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
            Group::Opening => "a file that an editor or a workspace obeys when the project is opened",
        }
    }
}

/// The floor for writing. `<data>` and the like at the end of a name are in [`super::ending`].
#[rustfmt::skip]
pub const ENTRIES: &[(Group, &[&str])] = &[
    (Group::VersionControl, &[
        ".git", "git~1", ".gitmodules", ".gitconfig", ".config/git", ".hg", ".svn", ".jj", ".bzr", ".sl",
        ".hgrc", ".githooks", ".git-hooks",
        ".lfsconfig", ".gitreview", ".arcconfig", ".reviewboardrc", ".pijul", "_darcs", ".fslckout", "_fossil_",
        ".fossil-settings", ".gclient", ".mrconfig",
    ]),
    // Build servers.
    (Group::Ci, &[
        ".github", ".gitlab", ".gitlab-ci*<data>", ".circleci", "azure-pipelines*<data>", ".azure-pipelines*",
        ".azuredevops", ".vsts-ci*<data>", "jenkinsfile*", "*.jenkinsfile", ".jenkins", ".jenkins-x*",
        "jenkins-x<data>", ".buildkite", ".drone<data>", ".drone.jsonnet", ".drone.star", ".travis<data>",
        "bitbucket-pipelines<data>", ".woodpecker", ".woodpecker<data>", ".forgejo", ".gitea",
        "appveyor<data>", ".appveyor<data>", "cloudbuild*<data>", "buildspec*<data>", "appspec<data>",
        ".cirrus<data>", ".cirrus.star", ".semaphore", ".semaphoreci", ".tekton", ".teamcity", "codefresh<data>",
        ".codefresh", ".harness", ".builds", ".build<data>", ".concourse", ".gocd<data>", ".gocd",
        "wercker<data>", "screwdriver<data>", ".screwdriver<data>", "zuul<data>", ".zuul<data>", ".zuul.d",
        "zuul.d", "codemagic<data>", "bitrise<data>", ".eas/workflows", ".taskcluster<data>", ".prow<data>",
        ".ci-operator<data>", ".packit<data>", ".copr", ".onedev-buildspec<data>", ".space.kts", "buddy.yml",
        ".buddy", ".vela<data>", ".shippable<data>", "shippable<data>", "codeship-*<data>", ".kokoro",
        "evergreen.yml", "evergreen.yaml", ".evergreen<data>", ".scrutinizer<data>", ".lgtm<data>", ".abstruse<data>",
        ".magnum<data>", ".pipelines",
        ".ci", ".gitlab-ci", ".travis", ".bazelci", ".cloudbees", "ci_scripts", ".goreleaser<data>", ".releaserc<rc>",
        ".release-it<code>", "goreleaser<data>", "jreleaser<data>", ".versionrc<rc>", "circle.yml", ".crow", ".crow<data>", ".ado",
        ".rwx", ".mint", ".depot/workflows", "garnix.yaml", ".tangled/workflows", ".radicle", ".yamato", ".expeditor", ".rultor<data>",
    ]),
    // Services that act on a push: they build, deploy, merge or update what stands there.
    (Group::Ci, &[
        "netlify<data>", "vercel<code>", "now.json", "fly<data>", "fly.*<data>", "render.yaml", "render.yml",
        "procfile", "procfile.dev", "procfile.local", "procfile.prod*", "procfile.staging", "procfile.test",
        "procfile.windows", "heroku<data>", "railway.toml", "railway.json", "railpack.json", "nixpacks<data>",
        "amplify.yml", "amplify.yaml", "apphosting*.yaml", ".platform", ".platform.app<data>", ".upsun",
        ".ebextensions", ".elasticbeanstalk", "dockerrun.aws.json", "captain-definition", ".do",
        "zeabur<data>", "koyeb<data>", "renovate<data>", ".renovaterc<rc>",
        ".dependabot", ".mergify<data>", ".mergify", ".readthedocs<data>",
        "readthedocs<data>", ".kodiak<data>",
        "wrangler<data>", "action.yml", "action.yaml", "release.config<code>",
        "skaffold*<data>", ".deployment", ".buildpacks", "scalingo.json", "okteto<data>", ".okteto", ".actrc",
        ".lagoon<data>", ".lagoon.env*", ".tugboat", "pantheon.yml", "pantheon.upstream.yml", ".argocd-source*<data>", ".restyled<data>",
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
        "application support/amazon-q", "application support/kiro-cli", ".opencode.json", ".roomodes", ".kilocodemodes",
        ".claude-plugin", "hooks/hooks.json", "gemini-extension.json", "qwen-extension.json", ".cursor-plugin", ".openhands", "conductor.json",
        ".kilo", "kilo.json", "kilo.jsonc", ".continuerc.json", ".pi", ".vibe", ".grok", ".rovodev", ".llxprt", ".vtcode", "vtcode.toml",
        ".forge", ".serena", ".bob", ".devin", ".warp", ".shai.config", "agents.config.json",
    ]),
    (Group::StartUp, &[
        ".bashrc", ".bashrc.d", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases",
        ".bash_completion", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".zsh",
        ".oh-my-zsh", ".config/zsh", ".config/fish", ".kshrc", ".mkshrc", ".cshrc", ".tcshrc", ".login",
        ".logout", ".config/nushell", ".config/powershell", ".inputrc", ".xprofile", ".xinitrc", ".xsession",
        ".xsessionrc", ".xserverrc", ".pam_environment", ".config/environment.d", ".config/systemd",
        ".config/autostart", ".config/plasma-workspace", "launchagents", "launchdaemons", ".crontab",
        ".screenrc", ".tmux.conf", ".config/tmux", "microsoft.powershell_profile.ps1",
        ".bash_functions", ".bash_env", ".bash_exports", ".config/bash", ".zimrc", ".zpreztorc", ".antigenrc", ".p10k.zsh",
        ".zsh_plugins*", ".zsh_aliases", ".xonshrc", ".config/xonsh", ".elvish", ".config/elvish", ".yashrc", ".shrc",
        ".shinit", ".config/starship.toml", ".wezterm.lua", ".config/wezterm", ".config/kitty", ".config/alacritty",
        ".config/ghostty", ".config/i3", ".i3", ".config/sway", ".config/hypr", ".config/openbox", ".config/awesome",
        ".config/sxhkd", ".xmonad", ".xbindkeysrc", ".hammerspoon", ".skhdrc", ".yabairc", ".config/karabiner", ".forward",
        ".procmailrc", ".config/home-manager", ".config/nix", ".config/nixpkgs", ".editrc",
        ".local/share/systemd", ".local/share/bash-completion", ".nvm", ".asdf", ".sdkman", ".rustup",
    ]),
    // Hooks of version control, by whoever manages them. Many take a file of one's own first: `hk.local.pkl`.
    (Group::Hijack, &[
        ".husky", ".huskyrc<+rc>", "husky.config<+code>", ".pre-commit-config<+data>", ".pre-commit-hooks<+data>",
        "prek<+data>", ".prek<+data>", "lefthook<+data>", ".lefthook<+data>", "lefthook-local.*", ".lefthook-local.*",
        ".lefthook", ".lefthook-local", ".overcommit<+data>", ".local-overcommit<data>", ".overcommit", ".lintstagedrc<+rc>",
        "lint-staged.config<+code>", "lintstaged.config<+code>", "simple-git-hooks<+code>",
        ".simple-git-hooks<+code>", ".nano-staged<+code>", "nano-staged<+code>", "captainhook<+data>", "captainhook.config<data>",
        "grumphp<+data>", "grumphp.yml.dist", ".rusty-hook<+data>", "rusty-hook<+data>", ".cargo-husky",
        ".ghooksrc<+rc>", "hk.pkl", "hk.local.pkl", "hk-local.pkl", "hk<+data>", ".config/hk", ".config/hk<+data>",
        ".hkrc*", ".trunk",
    ]),
    // Which version of a program runs, and so which file: also one that lies in the tree.
    (Group::Hijack, &[
        ".*-version", ".*-versions", ".bazelversion", ".zigversion", ".goversion", ".tool-versions.*", ".nvmrc", ".naverc", ".nverc",
        ".dvmrc", ".bumrc", ".fvmrc", ".fvm", ".jvmrc", ".jabbarc", ".gvmrc", ".rvmrc", ".versions.conf",
        ".rbenv-vars", ".rbenv-gemsets", ".ruby-gemset", ".pyenv-*", ".prototools", ".prototools.*", ".moon",
        ".sdkmanrc", ".bazeliskrc", ".asdfrc", ".opam-switch", "global.json", "dotnet-tools.json",
        "mise*.toml", ".mise*.toml", ".mise", "mise/config*.toml", ".config/mise*", "mise*.lock", ".rtx*.toml",
        "rust-toolchain", "rust-toolchain<+data>", "aqua.yaml", "aqua.yml", ".aqua.yaml", ".aqua.yml", "aqua.local.y*ml", "aqua-local.y*ml", ".aqua.local.y*ml", ".aqua-local.y*ml", ".pkgx<+data>",
        "pkgx<+data>", ".flox", ".hermit", "bin/hermit", "bin/hermit.hcl", ".volta",
        "gradle/wrapper", ".mvn", ".yarn/releases", ".yarn/plugins", ".yarn/sdks", ".corepack.env", ".terraform",
    ]),
    // What an editor or a workspace obeys when the project is opened.
    (Group::Opening, &[
        ".devcontainer", ".devcontainer.json", ".vscode", ".vscode-server", ".vs", ".idea", ".run", ".fleet", ".zed",
        ".nova", ".helix", "*.code-workspace", "*.sublime-project", "*.sublime-workspace", ".gitpod",
        ".gitpod*<data>", ".gitpod.dockerfile", ".ona", ".replit", "replit.nix", ".stackblitzrc", ".stackblitz",
        ".codesandbox", ".idx", ".devfile<data>", "devfile<data>", ".c9", ".theia", ".externaltoolbuilders",
        ".vimrc", "_vimrc", ".gvimrc", ".lvimrc", ".local.vimrc", ".vimrc.local", ".exrc", "_exrc", ".nvimrc", ".nvim.lua",
        ".nvim", ".lazy.lua", ".config/nvim", ".vim", ".emacs", ".emacs.d", ".emacs.el", ".dir-locals*.el", ".dir-locals*.elc",
        ".config/emacs", ".config/helix", ".kakrc", ".ycm_extra_conf<module>", ".project.vim",
        ".config/kak", ".nanorc", ".config/nano", ".config/micro", ".atom", ".pulsar", ".config/lapce", ".local_vimrc",
        ".bsp", "buildserver.json", ".sourcekit-lsp", "hie.yaml", ".lsp", ".merlin", "rust-project.json", ".rust-project.json",
        ".vimspector.json", ".kateproject", "devbox.json", "devenv.nix", "devenv<data>", "devenv.local.*", ".shadowenv.d", "tiltfile",
        ".neoconf.json", ".nlsp-settings", ".luarc.json", ".luarc.jsonc", ".solargraph.yml", "rust-analyzer.toml",
        ".rust-analyzer.toml", ".tmuxinator<data>", ".config/tmuxinator", ".tmuxp<data>", ".tmuxp", ".autoenv*", ".ondirrc",
        ".ddev", ".lando<data>", ".lando.*<data>", ".clangd", ".ccls", "omnisharp.json", ".phpactor<data>", "zls.json", ".bloop", ".metals",
    ]),
    // What Python runs before any program of its own.
    (Group::Hijack, &[
        "sitecustomize<module>", "usercustomize<module>", "_virtualenv<module>", "_virtualenv.pth",
        "_distutils_hack<module>", "distutils-precedence.pth", "site-packages/*.pth", "dist-packages/*.pth",
        "site-packages/*.egg-link", "dist-packages/*.egg-link", "site-packages/__editable__*",
        "dist-packages/__editable__*", "site-packages/_editable_impl_*", "python*._pth", "pybuilddir.txt",
        "pyvenv.cfg", ".pythonstartup", ".pythonrc", ".pythonrc.py", ".ipython", ".pydistutils.cfg",
        "pip.conf", "pip.ini", ".config/pip", ".pip",
    ]),
    // Programs of the project that are started by their name.
    (Group::Hijack, &[
        ".venv/**/bin", ".venv/**/scripts", "venv/**/bin", "venv/**/scripts", "env/**/bin", "env/**/scripts",
        ".venv*/**/bin", ".venv*/**/scripts", "venv-*/**/bin", "venv3*/**/bin", ".virtualenv/**/bin", ".conda/**/bin", ".pixi/envs",
        "_opam/**/bin", ".devenv/profile", "__pypackages__/**/bin", ".virtualenvs/**/bin", ".tox/**/bin", ".nox/**/bin", "node_modules/.bin", "node_modules/.hooks",
        ".cargo/bin", ".local/bin", ".local/lib",
    ]),
    // What other everyday programs read before they do what they are told.
    (Group::Hijack, &[
        ".envrc", ".envrc.*", ".direnv", ".config/direnv", ".cargo/config", ".cargo/config.toml", ".yarnrc*", ".pnpmfile<code>", "pnpmfile<code>",
        "pnpm-workspace.yaml", ".pnp.cjs", ".pnp.js", ".pnp.loader.mjs", "*.zwc", ".bundle/config", ".bundle/plugin",
        ".gemrc", ".irbrc", ".pryrc", ".gradle/init.gradle", ".gradle/init.gradle.kts", ".gradle/init.d",
        ".gdbinit", ".config/gdb", ".lldbinit", ".curlrc", ".wgetrc", ".config/ripgrep", ".ripgreprc", ".lesskey",
        ".lessfilter", ".mailcap", ".rpmmacros", ".bazelrc", "user.bazelrc", ".rprofile", "rprofile.site", ".rdata",
        ".renviron", ".ghci", ".ocamlinit", ".iex.exs", ".pdbrc", ".psqlrc*", ".sqliterc", ".redisclirc", ".duckdbrc", ".exiftool_config", ".jq", ".pdm-plugins", ".octaverc",
        ".julia/config", ".jvmopts", ".sbtopts", ".sbtrc", ".jshellrc", ".luarocks",
        ".ackrc", ".rgrc", ".agrc", ".config/fd", ".config/bat", ".config/lesskey", ".digrc", ".aria2", ".lftprc", ".lftp",
        ".rspec", ".rspec-local", ".proverc", ".railsrc", ".rake", ".byebugrc", ".rdebugrc", ".jrubyrc", ".powrc", ".powenv",
        ".foreman", ".buckconfig*", ".mill-opts", ".mill-jvm-opts", "bunfig.toml", ".bunfig.toml", "uv.toml", ".config/uv",
        ".condarc", "condarc", ".mambarc", ".config/conda", ".pdbrc.py", ".gdbearlyinit", ".lldbinit-*", ".valgrindrc",
        ".ltrace.conf", ".perfconfig", ".magick", ".config/imagemagick", ".latexmkrc", "latexmkrc", "texmf.cnf", ".erlang",
        ".guile", ".gnuplot", ".utoprc", ".lein", ".clojure", ".nrepl.edn", ".mongorc.js", ".mongoshrc.js", ".cqlshrc",
        ".config/go", ".taskrc<data>", ".pyenv/shims", ".pyenv/versions", ".rbenv/shims", ".rbenv/versions", "go/bin",
        ".swiftpm/configuration", "terraform.rc", "*.tfrc", ".tofurc", ".ansible.cfg",
    ]),
];

/// Of the above, what is read only at the root of a repository or of a package in it: elsewhere `vercel.ts` is a module and
/// `global.json` a list of words.
#[rustfmt::skip]
pub const ROOTED: &[&str] = &[
    "vercel<code>", "now.json", "render.yaml", "render.yml", "heroku<data>", "railway.toml", "railway.json", "amplify.yml",
    "amplify.yaml", "renovate<data>", "global.json", "wrangler<data>", "action.yml", "action.yaml", "release.config<code>",
    "circle.yml", "pantheon.yml", "hk<+data>",
];

/// Names, or ends of names, by which a folder is the root of a repository or of a package.
#[rustfmt::skip]
pub const ROOTS: &[&str] = &[
    ".git", ".hg", ".svn", ".jj", "package.json", "deno.json", "deno.jsonc", "pyproject.toml", "setup.py", "requirements.txt",
    "pipfile", "gemfile", "go.mod", "cargo.toml", "composer.json", "pom.xml", "build.gradle", "build.gradle.kts", "mix.exs",
    "dockerfile", "procfile", "index.html", ".csproj", ".fsproj", ".vbproj", ".sln", ".slnx", ".slnf", "directory.build.props",
    "directory.packages.props",
];

/// Places of the machine, from `/` on, whatever the root.
#[rustfmt::skip]
pub const ANCHORED: &[(Group, &[&str])] = &[
    (Group::AgentSettings, &[
        "/etc/mastiff", "/etc/claude-code", "/etc/codex", "/etc/gemini-cli", "/etc/cursor",
        "/etc/github-copilot", "/etc/windsurf", "/etc/opencode", "/etc/qwen-code", "/etc/factory", "/etc/vscode",
        "/library/application support/claudecode", "/library/application support/geminicli",
        "/library/application support/qwencode", "/library/application support/cursor",
        "/library/application support/windsurf", "/library/application support/opencode",
    ]),
    (Group::StartUp, &[
        "/etc/profile", "/etc/profile.d", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zsh", "/etc/zshenv",
        "/etc/environment", "/etc/fish", "/etc/zshrc", "/etc/zprofile", "/etc/csh.cshrc", "/etc/csh.login",
        "/etc/anacrontab", "/etc/rc.d", "/etc/xdg/autostart", "/etc/udev", "/etc/modprobe.d", "/usr/lib/systemd",
        "/lib/systemd", "/etc/crontab", "/etc/cron.d", "/etc/cron.daily", "/etc/cron.hourly",
        "/etc/cron.weekly", "/etc/cron.monthly", "/var/spool/cron", "/etc/systemd", "/etc/init.d",
        "/etc/rc.local", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
    ]),
    (Group::Secrets, &[
        "/etc/nix/netrc", "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssh", "/etc/passwd",
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
    ".envrc", ".envrc.*", ".envs", ".sbt/.credentials", ".ivy2/.credentials", ".gradle/gradle.properties",
    ".config/composer/auth.json", ".composer/auth.json", ".local/share/com.vercel.cli", ".config/pip/pip.conf",
    ".pip/pip.conf",
];

/// The same, by who keeps them: credential files of package managers, command lines and browsers, keyrings, histories. `.x` is
/// also `.config/x` and its like, see `elsewhere`.
#[rustfmt::skip]
pub const CREDENTIALS_TO_READ: &[&str] = &[
    // Package managers and registries.
    ".config/pypoetry/auth.toml", "pypoetry/auth.toml", ".local/share/uv/credentials", ".config/pdm/config.toml",
    ".local/share/hatch", ".condarc", ".continuum", ".config/configstore", ".nuget/nuget.config", ".nuget/nuget",
    ".config/nuget", ".hex/hex.config", ".config/hex", ".cabal/config", ".config/cabal/config",
    ".config/dart/pub-credentials.json", ".pause", "gem/credentials", ".bundle/config", ".luarocks/upload_config.lua",
    ".config/luarocks/upload_config.lua", ".swiftpm/security", ".sbt/credentials", ".sbt/1.0/credentials.sbt",
    ".coursier/credentials.properties", ".config/coursier/credentials.properties", ".lein/credentials.clj",
    ".lein/credentials.clj.gpg", ".julia/servers", ".conan/.conan.db", "composer/auth.json", "containers/auth.json",
    ".docker/contexts", "helm/registry/config.json", ".config/helm", ".config/yarn", ".bunfig.toml",
    ".docker/.token_seed", ".docker/machine", ".config/nix/nix.conf", "*.kubeconfig", "*.tfstate.*",
    ".vault_pass*", ".vault-pass*", ".rancher", ".earthly/auth.token", ".config/pnpm/auth.ini", ".config/travis/config.yml",
    ".config/wrangler/config", ".config/.wrangler/config", ".config/cachix", ".config/attic", ".buildkite/config.json",
    ".databricks/token-cache.json", ".config/ocm/ocm.json", ".local/share/opencode/mcp-auth.json", ".config/s3cmd/config",
    // Clients with an account of their own.
    ".renviron", ".convex/config.json", ".runpod/config.toml", "kaggle.json", ".p4tickets", ".usqlpass", ".wakatime.cfg", ".cqlshrc", ".trc", ".config/xh/sessions", ".elinks/cookies", ".w3m/cookie",
    ".config/code-server/config.yaml", ".config/spotify-tui/client.yml", ".config/isyncrc", ".config/weechat/irc.conf",
    "cwallet.sso", "ewallet.p12", "http-client.private.env.json", ".auth/user.json",
    // Wherever a program keeps them by the usual names.
    ".config/*/credentials", ".config/*/credentials.*", ".config/*/auth.json", ".config/*/auth.toml", ".config/*/token",
    ".config/*/token.json", ".config/*/tokens.json", ".config/*/access_token", ".local/share/*/auth.json",
    ".local/share/*/credentials", ".local/share/*/credentials.*", ".local/share/*/token", ".local/share/*/token.json",
    ".local/state/*/auth.json", ".local/state/*/token", "application support/*/credentials*",
    "application support/*/auth.json", ".*-token", ".*_token", ".token", ".apikey", ".api_key", ".api-key", ".*-api-key",
    ".*_api_key",
    ".*/credentials", ".*/credentials.*", ".*/token", ".*/token.json", ".*/token_*.json", ".*/tokens.json", ".*/auth.json",
    ".*/access_token",
    // Programs that talk to a service.
    ".yarnrc.yml", ".config/pnpm/rc", ".pnpmrc", "user/globalstorage/state.vscdb", ".sfdx", ".sf", ".contentfulrc.json", ".hasura",
    ".config/shopify-cli-kit-nodejs", ".edgedb/credentials", ".fastlane/spaceship", ".stripe", ".httpie/sessions",
    ".config/httpie/sessions", ".config/aichat", ".config/shell_gpt", ".config/syncthing", ".local/state/syncthing", ".balena",
    ".gdrive", ".config/gspread", ".vagrant.d/data", "dbeaverdata/**/credentials-config.json", ".pgadmin", ".config/sanity",
    ".config/tea", ".config/lab", ".config/com.vercel.cli", "com.vercel.cli", ".now", ".config/railway", ".railway",
    ".config/render", ".render", ".config/supabase", ".supabase/access-token", ".config/turso", ".config/planetscale",
    ".config/neonctl", ".config/cloudflared", ".cloudflared", ".config/.wrangler", ".wrangler/config",
    ".config/ngrok", ".ngrok2", ".ngrok", ".config/linode-cli", ".config/scw", ".config/hcloud", ".config/exoscale",
    ".ovh.conf", ".config/vultr-cli", ".vultr-cli.yaml", ".civo.json", ".aliyun", ".tccli", ".config/yandex-cloud",
    ".config/fly", ".config/heroku", ".config/argocd", ".argocd", "kubeconfig.yaml", "kubeconfig.yml",
    ".config/terraform", "*.tfrc", ".config/doppler", ".doppler", ".config/infisical",
    ".infisical", ".config/hub.yml", ".sentryclirc", ".config/sentry", ".config/newrelic", ".newrelic", ".dogrc",
    ".config/slack", ".jira.d", ".config/.jira", ".config/jira", ".zuliprc", ".config/keybase",
    ".config/discord", ".config/signal", ".transifexrc", ".tsh", ".step", ".acme.sh/account.conf", ".acme.sh/ca", ".config/firebase", ".gsutil",
    ".config/az", ".azcopy", ".config/circleci", ".circleci/cli.yml", ".travis/config.yml", ".config/buildkite",
    ".config/atlas", ".config/mongocli", ".config/confluent", ".confluent", ".config/databricks", ".snowsql",
    ".snowflake", ".dbt/profiles.yml", ".config/prefect", ".prefect/profiles.toml", ".influxdbv2", ".config/algolia",
    ".config/shopify", ".config/twilio-cli", ".twilio-cli", ".config/expo", ".expo/state.json", ".config/eas-cli",
    ".config/appwrite", ".appwrite", ".config/hashicorp", ".config/nomad",
    ".config/pulumi", ".gcloud", ".cloudflare", "cloudflare.ini", ".scwrc", ".config/upctl.yaml", ".netlify/config.json",
    ".meteorsession", ".serverlessrc", ".saml2aws", ".okta", ".aws-okta", ".chef", ".spacelift", ".gist", ".coveralls.yml",
    ".semgrep/settings.yml", ".lacework.toml", ".local/share/forgejo-cli", ".config/tailscale", "src-config.json",
    ".config/microsoft", ".purple", ".irssi", ".local/share/telegramdesktop", ".config/vdirsyncer",
    // Models and notebooks.
    ".config/openai", ".openai", ".config/anthropic", ".anthropic", "io.datasette.llm/keys.json",
    ".cache/huggingface/stored_tokens", ".huggingface", ".config/wandb", ".jupyter/jupyter_server_config.json",
    ".jupyter/jupyter_notebook_config.json", ".local/share/jupyter/runtime", ".config/replicate", ".replicate",
    ".modal.toml", ".neptune_tokens", "clearml.conf", ".gemini/google_accounts.json",
    ".qwen/oauth_creds.json", ".config/cursor/auth.json", ".factory/auth.json", ".copilot/config.json",
    ".local/share/amazon-q", ".local/share/kiro-cli", ".local/share/amp", ".aider.conf.yml", ".steampipe/internal", ".config/lightning", ".lightning",
    ".config/kaggle", ".comet.config", ".mlflow/credentials", ".continue/config.json", ".continue/config.yaml",
    ".codeium/config.json", ".local/share/crush/crush.json", ".kimi/credentials", ".mcp-auth",
    // Passwords, keyrings and keys.
    "deploy_key", "*_deploy_key", ".kamal/secrets*", "key.properties", "playwright/.auth", "passwords.txt", "password.txt", "token.txt",
    "api_key.txt", ".prod.vars", ".rclone.conf",
    ".lima/_config", "_lima/_config", ".android/adbkey", ".vagrant.d/insecure_private_key", ".talos", "kubeconfig-*.yaml",
    "vault_pass", "vault_pass.*", "vault-pass", "vault-pass.*", "vault_password*", "vault-password*",
    ".age", "*.agekey", ".config/age", ".config/gopass", ".local/share/gopass", ".local/share/password-store",
    ".config/1password", ".1password", ".config/bitwarden*", ".config/keepassxc", ".lastpass", ".local/share/lpass",
    ".local/share/kwalletd", ".kde/share/apps/kwallet", ".gnome2/keyrings", "*.keychain", "*.keychain-db", "*.keytab",
    "*.p8", "*.jceks", "*.bks", "*.pkcs12", "*.kdb", "*.ovpn", ".putty", ".google_authenticator", ".vnc/passwd",
    ".config/tigervnc/passwd", ".rhosts", ".shosts", ".xauthority", ".iceauthority", ".smbcredentials", ".davfs2",
    ".passwd-s3fs", ".b2_account_info", ".config/b2", "rclone.conf", ".mc/config.json", ".config/restic",
    ".config/borg", ".config/filezilla", ".filezilla", ".config/remmina", ".local/share/remmina", ".remmina", ".rustdesk",
    ".subversion/auth",
    ".config/subversion/auth", ".gitcookies", ".cache/git/credential", ".git-credential-cache", ".netrc.gpg",
    ".fetchmailrc", ".msmtprc", ".config/msmtp", ".mbsyncrc", ".offlineimaprc", ".weechat/sec.conf",
    ".config/weechat/sec.conf", ".pg_service.conf", ".cassandra/credentials", ".cassandra/cqlshrc", ".redisclirc",
    ".credentials", ".credentials.json", "application_default_credentials.json", "*service-account*.json",
    "*service_account*.json", "*firebase-adminsdk*.json", "token.pickle", ".dev.vars", ".dev.vars.*",
    "local.settings.json", ".env-*", ".env_*",
    "*-credentials.json", "*_credentials.json", "credentials.csv", "*accesskeys.csv", "rootkey.csv", "gcp-key*.json",
    "gcloud-key*.json", "gcloud-service-key*.json", "secring.gpg", "*.jwk", "*.pvk", "*.pk8", "*.bcfks", "*.psafe3", "*.agilekeychain",
    "*.opvault", "*.1pif", "ssh_host_*_key", ".htdigest", "wp-config.php", "pgpass.conf", "krb5cc_*", "cookies.txt",
    "keyring_pass.cfg", ".local/share/python_keyring", ".pki/nssdb", ".config/rbw", ".local/share/rbw", ".cache/rbw",
    ".config/dashlane-cli", "wpa_supplicant.conf", "wg0.conf", ".muttrc", ".mutt", ".neomuttrc", ".config/mutt",
    ".config/neomutt", ".getmail", ".config/isync", ".config/aerc/accounts.conf", ".esmtprc", ".mailrc",
    // Browsers and wallets.
    ".config/google-chrome*", ".config/vivaldi", ".config/opera", ".librewolf", ".waterfox", ".zen",
    "application support/google/chrome", "application support/firefox", "library/cookies", "library/safari",
    "snap/firefox", "snap/chromium", ".var/app/org.mozilla.firefox", ".var/app/com.google.chrome", "logins.json",
    "key4.db", "cookies.sqlite", "login data", ".config/solana", ".foundry/keystores", ".brownie/accounts",
    ".near-credentials", ".aptos", ".sui", "wallet.dat", ".monero", ".litecoin", ".zcash", ".config/exodus",
    // What was typed.
    ".*history", ".config/*/history", ".local/share/*/history", ".local/state/*/history", ".mc/history", ".*/*_history", ".*/*.history", ".*/history.db", ".*/history.txt", ".*/history.jsonl",
    ".cache/*/history", ".cache/*/*_history", ".cache/*/history.db", ".lldb", ".zsh_sessions", ".bash_sessions", ".julia/logs",
    ".lesshst", ".histfile", "history.sqlite", "*.shada", ".local/share/powershell/psreadline",
    ".local/share/nushell", ".config/nushell/history.txt", ".local/share/atuin", ".local/share/xonsh",
    ".local/state/zsh", ".local/state/bash", ".mongodb/mongosh", ".viminfo",
    // More places by their tools.
    ".ansible_vault_pass", ".python-gitlab.cfg", ".config/python-gitlab.cfg", ".clasprc.json", ".gcalcli_oauth",
    ".local/share/gcalcli/oauth", ".config/llm/keys.json", ".config/todoist/config.json", ".config/toot/config.json",
    ".config/himalaya/config.toml", ".clickhouse-client/config.xml", ".lpass", ".cvspass", ".dbshell", ".config/hut/config",
    ".config/vultr-cli.yaml", ".cometml.config", ".odbc.ini", ".pgservicefile", ".config/spotifyd/spotifyd.conf",
    ".config/transmission-daemon/settings.json", ".config/dvc/config", "pgadmin/pgadmin4.db",
    ".helm/repository/repositories.yaml", "apikey.txt", "apikey.json", "apikeys.json", "api_key.json", "api-key.txt", "api-key.json", "creds.json", "creds.txt", "creds.yml", "creds.yaml", "creds.toml", "creds.csv", ".ftpconfig", ".ftppass", ".vscode/sftp.json",
    "sftp-config.json", ".remote-sync.json", "keystore.properties", "signing.properties", "new_user_credentials.csv",
    "credentials.xml", ".password", ".passwd", "htpasswd", "mnemonic.txt", ".openstack", "clouds.yaml", "clouds.yml", "*openrc.sh",
    ".cf", ".planetscale", ".awsvault", ".granted", "k3s.yaml", "kube.config", ".goa-1.0", ".config/postman",
    ".config/insomnia", ".beekeeper-studio", ".dbgate", ".lftp", ".ncftp",
];

/// The same, from `/` on. Copies beside them need no entry.
#[rustfmt::skip]
pub const SECRET_TO_READ_ANCHORED: &[&str] = &[
    "/run/cloud-init/instance-data-sensitive.json", "/var/lib/cloud/instances/*/user-data.txt", "/var/lib/iwd", "/etc/racoon/psk.txt",
    "/etc/swanctl", "/etc/boto.cfg", "/etc/vault.d", "/etc/nomad.d", "/etc/consul.d", "/etc/dovecot/users", "/var/lib/waagent",
    "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d",
    "/etc/ssl/private", "/proc/kcore", "/proc/*/environ", "/proc/*/mem", "/proc/*/task/*/environ",
    "/proc/*/task/*/mem", "/proc/*/cwd", "/proc/*/root", "/proc/*/fd", "/proc/*/map_files", "/proc/*/maps",
    "/run/secrets", "/var/run/secrets", "/etc/ssh/ssh_host_*", "/etc/ssh/*_key", "/var/lib/docker", "/etc/kubernetes",
    "/root/.ssh", "/etc/letsencrypt", "/etc/wireguard", "/etc/openvpn", "/etc/krb5.keytab", "/etc/rancher",
    "/var/lib/kubelet", "/var/lib/rancher", "/etc/mysql/debian.cnf", "/var/lib/postgresql", "/var/lib/pgsql",
    "/var/lib/mysql", "/etc/security/opasswd", "/etc/ppp/chap-secrets", "/etc/ppp/pap-secrets",
    "/etc/networkmanager/system-connections", "/etc/docker/key.json", "/etc/sssd", "/etc/ipsec.secrets",
    "/etc/ipsec.d/private", "/etc/pki/tls/private", "/var/backups/shadow", "/var/backups/gshadow", "/var/spool/cron",
    "/etc/apt/auth.conf", "/etc/apt/auth.conf.d", "/etc/netplan", "/etc/wpa_supplicant", "/etc/gitlab-runner",
    "/etc/msmtprc", "/etc/postfix/sasl_passwd", "/var/lib/jenkins/credentials.xml", "/var/lib/jenkins/secrets",
    "/var/lib/cloud/instance/user-data.txt", "/run/credentials", "/etc/credstore", "/etc/credstore.encrypted",
    "/run/containers/0/auth.json", "/etc/zypp/credentials.d",
    "/var/lib/tailscale", "/var/lib/sss", "/etc/exim4/passwd.client",
    "/var/lib/samba/private", "/etc/samba/smbpasswd", "/etc/ansible/vault_pass*", "/etc/luks-keys", "/etc/cifs-credentials",
    "/etc/sasldb2", "/etc/dovecot/passwd", "/etc/gitlab/gitlab.rb", "/etc/grafana/grafana.ini", "/run/user/*/keyring",
    "/etc/iscsi", "/etc/openstack", "/etc/cups/printers.conf", "/var/db/sudo", "/var/db/shadow", "/etc/master.passwd", "/etc/spwd.db",
];

/// Of the above, what is public after all.
#[rustfmt::skip]
pub const PUBLIC_TO_READ: &[&str] = &[
    ".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults", ".env.schema",
    ".env.test.example", ".env.*.example", ".env.*.sample", ".env.*.template", "example.env", "sample.env",
    "template.env", ".ssh/known_hosts", ".ssh/config", ".ssh/authorized_keys", "*.pub",
    ".envrc.example", ".envrc.sample", ".envrc.template", ".envrc.dist", ".envrc.defaults",
    ".env-example", ".env-sample", ".env-template", ".env_example", ".env_sample", ".env_template",
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
