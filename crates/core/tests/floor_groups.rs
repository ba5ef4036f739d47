//! The groups of the floor: each spelling that its program takes for the file, and beside it a look-alike that is
//! ordinary source.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test that cannot go on says so")]

use mastiff_core::call::{Change, Session, Tool, ToolCall};
use mastiff_core::json::Json;
use mastiff_core::world::fake::Fake;
use mastiff_core::{Policy, decide};

/// A table: `written | ordinary`, each a list of paths.
const GROUPS: &[(&str, &str, &str)] = &[
    (
        "what Python runs before a program",
        "sitecustomize.py sitecustomize.pyc sitecustomize.so sitecustomize.abi3.so lib/sitecustomize/__init__.py \
         x/site-packages/sitecustomize/__init__.py x/site-packages/SiteCustomize.py \
         x/site-packages/__pycache__/sitecustomize.cpython-312.pyc \
         x/site-packages/sitecustomize.cpython-312-x86_64-linux-gnu.so sitecustomize.pyd usercustomize.py \
         usercustomize/__init__.py usercustomize.pyc x/site-packages/_virtualenv.py x/site-packages/_virtualenv.pth \
         x/site-packages/_distutils_hack/__init__.py x/site-packages/_distutils_hack/override.py \
         x/site-packages/distutils-precedence.pth x/site-packages/a.pth x/dist-packages/a.pth \
         x/site-packages/a.egg-link x/site-packages/__editable___a_finder.py x/pyvenv.cfg python312._pth .pythonrc.py",
        "tests/sitecustomize_test.py docs/sitecustomize.md src/customize.py src/virtualenv.py tests/conftest.py \
         src/distutils_hack.py data/model.pth x/site-packages/requests/api.py setup.py pyproject.toml pyvenv.py",
    ),
    (
        "which version of a program runs",
        ".terraform-version .opentofu-version .terragrunt-version .perl-version .java-version .nvmrc .node-version \
         .ruby-version .python-version .python-versions .go-version .swift-version .crystal-version .php-version \
         .lua-version .deno-version .bun-version .zig-version .zigversion .flutter-version .tool-versions \
         .tool-versions.local .prototools .sdkmanrc .bazelversion .bazeliskrc .jvmrc .jabbarc .rvmrc .fvmrc .opam-switch \
         global.json mise.toml mise.local.toml mise.production.toml .mise.toml .mise.local.toml .mise/config.toml \
         .mise/tasks/build mise/config.toml .config/mise.toml .config/mise/config.toml rust-toolchain \
         rust-toolchain.toml sub/Rust-Toolchain.toml aqua.yaml .pkgx.yaml gradle/wrapper/gradle-wrapper.properties \
         .mvn/wrapper/maven-wrapper.properties .yarn/releases/yarn.cjs .config/dotnet-tools.json .moon/toolchain.yml",
        "src/version.ts VERSION version.txt package.json src/global.ts data/globals.json docs/mise.md src/mise.rs \
         Cargo.toml go.mod docs/node-version.md src/toolchain.rs build.gradle pom.xml tsconfig.json version.json",
    ),
    (
        "what servers run on a push",
        "netlify.toml site/netlify.toml vercel.json vercel.ts fly.toml fly.production.toml render.yaml Procfile \
         Procfile.dev heroku.yml railway.json nixpacks.toml amplify.yml renovate.json renovate.json5 .renovaterc \
         .renovaterc.json .readthedocs.yaml .mergify.yml .platform.app.yaml .ebextensions/a.config codemagic.yaml \
         bitrise.yml azure-pipelines.yml azure-pipelines-release.yaml bitbucket-pipelines.yml .drone.yml .drone.star \
         .woodpecker.yml .woodpecker/build.yaml .travis.yml appveyor.yml .appveyor.yml cloudbuild.yaml \
         cloudbuild-release.json buildspec.yml buildspec-test.yml Jenkinsfile Jenkinsfile.release ci/x.jenkinsfile \
         .buildkite/pipeline.yml .tekton/push.yaml .semaphore/semaphore.yml .teamcity/settings.kts .harness/a.yaml \
         .gitlab-ci.yml .gitlab-ci-local.yml .taskcluster.yml .packit.yaml .cirrus.yml",
        "src/netlify.ts docs/netlify.md src/vercel.rs src/render.ts src/procfile.rs procfile_test.go data/flyers.json \
         docs/renovate.md src/pipelines.ts k8s/deployment.yaml app.json app.yaml Dockerfile docker-compose.yml \
         src/travis.py tests/buildspec_test.py Makefile CODEOWNERS flyway.toml",
    ),
    (
        "hooks of version control",
        ".husky/pre-commit .huskyrc .huskyrc.js husky.config.js .lintstagedrc .lintstagedrc.json .lintstagedrc.mjs \
         .lintstagedrc.yaml lint-staged.config.js lint-staged.config.mts .simple-git-hooks.json .simple-git-hooks.cjs \
         simple-git-hooks.js lefthook.yml lefthook.toml .lefthook.json lefthook-local.yml .lefthook/pre-commit/x.sh \
         .overcommit.yml .pre-commit-config.yaml .pre-commit-hooks.yaml captainhook.json .rusty-hook.toml .githooks/x \
         .git-hooks/pre_commit/x.rb packages/a/.lintstagedrc.json hk.pkl hk.local.pkl .config/hk.local.pkl .config/hk.pkl \
         hk.toml .config/hk.toml .hkrc.pkl lefthook.local.yml .pre-commit-config.local.yaml .local-overcommit.yml \
         captainhook.config.json .config/prek.local.toml web/hk.yaml",
        "src/hooks/useThing.ts docs/lefthook.md src/lint-staged.ts hooks/index.ts src/lintstaged.go .eslintrc.json \
         commitlint.config.js .prettierrc src/husky.rs config/schema.pkl config/app.local.pkl locales/en/hk.json src/hk.local.ts \
         config/local.yml",
    ),
    (
        "what is read only at the root of a repository or a package",
        "vercel.ts vercel.json global.json now.json render.yaml renovate.json railway.toml heroku.yml amplify.yml VERCEL.TS \
         web/vercel.ts web/render.yml api/global.json nested/render.yaml nested/global.json .github/renovate.json \
         locales/en/.github/vercel.ts",
        "src/providers/vercel.ts locales/en/global.json templates/render.yaml src/now.json data/amplify.yml \
         docs/railway.json src/services/heroku.json web/src/vercel.ts api/locales/global.json lib/renovate.json",
    ),
    (
        "what is obeyed when a project is opened",
        ".gitpod.yml .gitpod.Dockerfile .gitpod/automations.yaml .replit replit.nix .stackblitzrc .codesandbox/tasks.json \
         .idx/dev.nix devfile.yaml .devcontainer/devcontainer.json .devcontainer.json .vscode/tasks.json .vs/tasks.vs.json \
         .idea/workspace.xml .fleet/run.json .zed/tasks.json .helix/languages.toml x.code-workspace x.sublime-project \
         .dir-locals.el .dir-locals-2.el sub/.dir-locals-2.el .exrc .nvimrc .nvim.lua .vimrc .lvimrc .local.vimrc \
         .ycm_extra_conf.py .emacs.d/init.el .run/test.run.xml",
        ".editorconfig src/replit.ts docs/gitpod.md src/vscode/extension.ts dir-locals.md .gitignore .gitattributes \
         .prettierignore src/zed.rs lua/init.lua",
    ),
    (
        "what other programs read first",
        ".Rprofile .RData .ghci .iex.exs .pdbrc .psqlrc .sqliterc .jvmopts .sbtopts .pnpmfile.cjs pnpmfile.js .pnp.cjs \
         .yarn/sdks/typescript/bin/tsc node_modules/.hooks/postinstall .gradle/init.gradle.kts .bundle/plugin/index",
        "src/ghci.hs docs/psqlrc.md src/profile.R data/x.RData node_modules/react/index.js gradle.properties .npmignore",
    ),
];

fn written(path: &str) -> String {
    let call = ToolCall {
        name: "Write".into(),
        tool: Tool::Change(vec![Change { path: path.into(), removes: false, sought: false }]),
        cwd: "/repo".into(),
        mode: None,
        id: None,
        agent: None,
        input: Json::Null,
    };
    let session = Session { roots: vec!["/repo".into()], home: "/home/user".into(), ..Session::default() };
    let machine = Fake::new()
        .file("/repo/.git/HEAD", "")
        .file("/repo/web/package.json", "")
        .file("/repo/api/App.csproj", "")
        .file("/repo/nested/.git/HEAD", "")
        .file("/repo/locales/en/words.json", "");
    let verdict = decide(&call, &session, &Policy::default(), &machine).verdict;
    format!("{} {}", verdict.decision().word(), verdict.rule())
}

#[test]
fn every_spelling_asks_and_its_look_alike_passes() {
    let mut wrong = Vec::new();
    for (group, harmful, ordinary) in GROUPS {
        for (paths, expected) in [(harmful, "ask safety_floor"), (ordinary, "allow write_scope")] {
            let answers = paths.split_whitespace().map(|path| (path, written(path)));
            let others = answers.filter(|(_, got)| got != expected);
            wrong
                .extend(others.map(|(path, got)| format!("{group}: {path}: {expected} expected, got {got}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
