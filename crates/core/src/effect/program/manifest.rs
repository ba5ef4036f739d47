//! Manifests and settings that a program takes up by itself and may print, in whole or the line that it does not
//! understand. Where one is a link, what it leads to is read.

use super::super::Effect;
use super::super::place;
use super::super::reading::{Invocation, Reading};
use super::super::value::{Arg, Value};
use super::loaded::{self, From, may_say};
use super::members::{self, Found};
use crate::words::{Sieve, listed, sieve};
use crate::world::Stands;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Programs, and the files that they look for where they are and above. Paths, separated by blanks.
const TAKEN: &[(&str, &str)] = &[
    (
        "npm npx pnpm pnpx yarn yarnpkg bun bunx deno node tsx ts-node corepack lerna nx turbo rush jest vitest mocha eslint prettier \
        stylelint biome tsc vue-tsc vite webpack rollup esbuild next astro nuxt ng svelte-kit svelte-check knip ncu \
        npm-check-updates npm-check npm-run-all run-s run-p wireit playwright cypress ava tap c8 nyc commitlint markdownlint \
        markdownlint-cli2 cspell oxlint depcheck madge typedoc api-extractor size-limit publint attw",
        "package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml .npmrc .yarnrc .yarnrc.yml \
        bunfig.toml bun.lock deno.json deno.jsonc deno.lock lerna.json nx.json turbo.json rush.json tsconfig.json jsconfig.json \
        .eslintrc .eslintrc.json .eslintrc.yml .eslintrc.yaml .prettierrc .prettierrc.json .prettierrc.yml .prettierrc.yaml \
        .prettierrc.toml .stylelintrc .stylelintrc.json .stylelintrc.yml .stylelintrc.yaml biome.json biome.jsonc angular.json \
        .mocharc.json .mocharc.yml .mocharc.yaml .markdownlint.json .markdownlint.yaml .markdownlint.yml cspell.json .cspell.json \
        .commitlintrc .commitlintrc.json .commitlintrc.yml .commitlintrc.yaml knip.json .ncurc .ncurc.json .nycrc .nycrc.json \
        .swcrc .babelrc .babelrc.json .oxlintrc.json typedoc.json eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts \
        jest.config.json jest.config.js jest.config.cjs jest.config.mjs jest.config.ts vitest.config.js vitest.config.mjs vitest.config.ts \
        vite.config.js vite.config.mjs vite.config.ts .stylelintrc.js .stylelintrc.cjs stylelint.config.js .prettierrc.json5",
    ),
    (
        "cargo rustc rustfmt rustup cross cargo-nextest clippy-driver rust-analyzer maturin wasm-pack",
        "Cargo.toml Cargo.lock rust-toolchain rust-toolchain.toml .cargo/config .cargo/config.toml clippy.toml .clippy.toml rustfmt.toml \
        .rustfmt.toml .config/nextest.toml deny.toml",
    ),
    ("just", "justfile Justfile JUSTFILE .justfile"),
    ("make gmake", "GNUmakefile makefile Makefile"),
    (
        "task go-task",
        "Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml Taskfile.dist.yml Taskfile.dist.yaml taskfile.dist.yml taskfile.dist.yaml \
        .taskrc.yml .taskrc.yaml",
    ),
    (
        "pyenv rbenv nodenv goenv jenv plenv phpenv tfenv nvm fnm volta asdf mise rtx swiftenv",
        ".python-version .ruby-version .node-version .nvmrc .go-version .java-version .perl-version .php-version .terraform-version \
        .swift-version .tool-versions",
    ),
    (
        "mise rtx asdf",
        "mise.toml .mise.toml mise/config.toml .mise/config.toml .config/mise.toml .tool-versions",
    ),
    (
        "composer php phpunit pest phpstan psalm",
        "composer.json composer.lock phpunit.xml phpunit.xml.dist phpstan.neon phpstan.neon.dist psalm.xml phpunit.dist.xml phpstan.dist.neon",
    ),
    (
        "pip pip3 pipx python python3 poetry uv uvx pdm hatch rye pipenv tox nox pytest py.test ruff black isort mypy pyright pylint \
        flake8 bandit coverage pre-commit towncrier commitizen cz bumpversion twine sqlfluff codespell pycodestyle pydocstyle yapf \
        autopep8 djlint gitlint interrogate vulture",
        "pyproject.toml setup.cfg tox.ini pytest.ini .pytest.ini poetry.lock poetry.toml uv.lock uv.toml pdm.lock pdm.toml Pipfile \
        Pipfile.lock ruff.toml .ruff.toml mypy.ini .mypy.ini .flake8 .pylintrc pylintrc pylintrc.toml .coveragerc .isort.cfg .bandit \
        .sqlfluff .codespellrc .style.yapf .pycodestyle .pydocstyle .djlintrc .gitlint pyrightconfig.json .python-version .pre-commit-config.yaml hatch.toml pylock.toml requirements.txt conftest.py \
        tests/conftest.py test/conftest.py tox.toml noxfile.py bandit.yaml pytest.toml .pytest.toml",
    ),
    (
        "go gofmt gofumpt golangci-lint staticcheck gotestsum goreleaser",
        "go.mod go.sum go.work go.work.sum .golangci.yml .golangci.yaml .golangci.toml .golangci.json .goreleaser.yml .goreleaser.yaml",
    ),
    (
        "mvn mvnw gradle gradlew sbt ant lein clj clojure",
        "pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties build.sbt build.xml project.clj deps.edn \
        .mvn/maven.config .mvn/extensions.xml .mvn/jvm.config gradle/libs.versions.toml",
    ),
    (
        "bundle bundler gem rake rspec rubocop rails ruby",
        "Gemfile Gemfile.lock gems.rb gems.locked .ruby-version Rakefile rakefile .rspec .rubocop.yml .bundle/config",
    ),
    ("mix elixir iex", "mix.exs mix.lock .formatter.exs .credo.exs"),
    (
        "dotnet msbuild",
        "global.json nuget.config NuGet.Config Directory.Build.props Directory.Build.targets Directory.Packages.props Directory.Build.rsp",
    ),
    (
        "swift swiftlint swiftformat",
        "Package.swift Package.resolved .swiftlint.yml .swiftformat .swift-version",
    ),
    ("dart flutter", "pubspec.yaml pubspec.lock analysis_options.yaml dart_test.yaml"),
    (
        "docker docker-compose podman podman-compose nerdctl",
        "compose.yaml compose.yml docker-compose.yaml docker-compose.yml compose.override.yaml compose.override.yml \
        docker-compose.override.yaml docker-compose.override.yml",
    ),
    (
        "helm kustomize kubectl skaffold",
        "Chart.yaml Chart.lock values.yaml kustomization.yaml kustomization.yml Kustomization skaffold.yaml",
    ),
    (
        "vale typos taplo dprint jscpd luacheck stylua scalafmt tflint shellcheck shfmt editorconfig-checker proselint",
        ".vale.ini _vale.ini typos.toml _typos.toml .typos.toml taplo.toml .taplo.toml dprint.json .dprint.json .jscpd.json .luacheckrc \
        stylua.toml .stylua.toml .scalafmt.conf .tflint.hcl .shellcheckrc .editorconfig .proselintrc",
    ),
    ("terraform tofu terragrunt", ".terraform.lock.hcl .terraform-version terragrunt.hcl"),
    ("invoke inv", "tasks.py invoke.yaml"),
    ("mkdocs", "mkdocs.yml mkdocs.yaml"),
    ("phpcs phpcbf", "phpcs.xml phpcs.xml.dist .phpcs.xml .phpcs.xml.dist"),
    ("zig", "build.zig build.zig.zon"),
    ("gleam", "gleam.toml manifest.toml"),
    ("dune", "dune dune-project dune-workspace"),
    ("bazel bazelisk", "BUILD BUILD.bazel MODULE.bazel WORKSPACE WORKSPACE.bazel .bazelrc"),
    ("cmake ctest cpack", "CMakeLists.txt CMakePresets.json CMakeUserPresets.json CTestTestfile.cmake"),
    ("meson ninja", "meson.build meson_options.txt meson.options build.ninja"),
    ("clang-format clang-tidy", ".clang-format _clang-format .clang-tidy"),
    (
        "yamllint ansible-lint actionlint hadolint",
        ".yamllint .yamllint.yaml .yamllint.yml .ansible-lint .hadolint.yaml .hadolint.yml .github/actionlint.yaml .github/actionlint.yml",
    ),
];

static TAKERS: Sieve<64> = sieve!(TAKEN, 0);

/// Adds what `call` reads through links in place of files that it takes up by itself. Gives the manifests that it takes up, of
/// programs whose manifests name others.
pub fn read_links(reading: &mut Reading<'_>, call: &Invocation) -> Option<Found> {
    let name = call.name.rsplit('/').next().unwrap_or(&call.name);
    if !TAKERS.may_hold(name) {
        return None;
    }
    let taken = TAKEN.iter().filter(|(names, _)| listed(names, name));
    let files: Vec<&str> = taken.flat_map(|(_, files)| files.split_ascii_whitespace()).collect();
    if files.is_empty() {
        return None;
    }
    let mut links: Vec<String> = Vec::new();
    for folder in
        loaded::folders(reading, call, From::Above).iter().filter(|folder| !is_above_roots(reading, folder))
    {
        let is_users = |path: &str| loaded::is_users(reading, folder, path);
        // One listing tells of all of them.
        let branches = reading.world.branches(folder);
        let may_be_link = |file: &&&str| match (&branches, file.split_once('/')) {
            (Some(branches), None) => {
                branches.links.iter().any(|link| link == **file)
                    || reading.leads_astray(&place::join(folder, file))
            }
            (Some(branches), Some((below, _))) => {
                branches.links.iter().chain(&branches.folders).any(|name| name == below)
            }
            (None, _) => true,
        };
        let paths = files.iter().filter(may_be_link).map(|file| place::join(folder, file));
        links.extend(paths.filter(|path| is_link(reading, path) && !is_users(path)));
    }
    let found = members::of(name).map(|kind| members::find(reading, call, kind));
    let manifests = found.iter().flat_map(|found| &found.paths);
    links.extend(manifests.filter(|path| leads_elsewhere(reading, path)).cloned());
    // Or a flag names it, whichever that is.
    let texts = call.args.iter().filter_map(|arg| arg.value.texts()).flatten();
    let words = texts.flat_map(|text| [Some(text), text.split_once('=').map(|(_, value)| value)]).flatten();
    let named = words.filter(|word| files.contains(&word.rsplit('/').next().unwrap_or(word)));
    let named = named.flat_map(|word| reading.dirs().iter().map(move |dir| place::join(dir, word)));
    links.extend(named.filter(|path| is_link(reading, path)));
    if shows_packages(call) {
        match packages_by_link(reading, call) {
            Some(found) => links.extend(found),
            None => {
                let message = format!("`{}` shows manifests of more packages than are looked at", call.name);
                reading.add(Effect::Opaque, "too_much", message, call.span);
            }
        }
    }
    for link in links {
        reading.read_path(&call.name, &Arg { value: Value::Known(link), span: call.span }, false);
    }
    found
}

/// `npm query '*'`, `npm ls --long`, `npm pkg get -ws`: they print what stands in the manifests of other packages, of the
/// workspace and of `node_modules`.
fn shows_packages(call: &Invocation) -> bool {
    let may_say = |words: &[&str]| call.args.iter().any(|arg| words.iter().any(|word| arg.may_be(word)));
    let begins = |start: &str| call.args.iter().any(|arg| arg.value.prefix().starts_with(start));
    let of_others = || may_say(&["-ws", "-w", "-r"]) || begins("--w") || begins("--r") || begins("-w");
    listed("npm pnpm yarn yarnpkg bun", &call.name)
        && (may_say(&["query", "ll", "la", "-l", "--long"])
            || begins("--lo")
            || (may_say(&["pkg", "get"]) && of_others()))
}

/// Names passed before the look gives up, which stops.
const MAX_NAMES: usize = 200_000;

/// What a folder is to those that look for packages.
#[derive(Clone, Copy)]
enum Kind {
    /// A part of the project: packages may lie anywhere below.
    Tree,
    /// `node_modules`, or a scope in it: packages lie in it.
    Modules,
    /// A package in there: only its own `node_modules` matters.
    Package,
}

/// The folders that packages are looked for in: the nearest that holds any, and those above that say where others lie.
fn tops(reading: &Reading<'_>, call: &Invocation) -> Vec<String> {
    let folders = loaded::folders(reading, call, From::Above);
    let is_open = |folder: &&String| !is_above_roots(reading, folder);
    let mut tops: Vec<String> = Vec::new();
    for folder in folders.iter().filter(is_open) {
        let is_there = |name: &str| {
            let found = reading.world.resolve(&place::join(folder, name));
            found.is_none_or(|found| found.stands != Stands::Nothing)
        };
        let is_nearest = !tops.iter().any(|top| place::within(top, folder));
        let holds_some = || is_there("package.json") || is_there("node_modules");
        let says_more = || {
            let manifest = reading.world.read(&place::join(folder, "package.json"));
            is_there("pnpm-workspace.yaml") || manifest.is_ok_and(|text| may_say(&text, &["workspaces"]))
        };
        if (is_nearest && holds_some()) || says_more() {
            tops.push(folder.clone());
        }
    }
    tops
}

/// Manifests of packages that are links, or lie behind one. `None`: there are too many to look at.
fn packages_by_link(reading: &Reading<'_>, call: &Invocation) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut left = MAX_NAMES;
    let mut seen: Vec<String> = Vec::new();
    // The outermost first: it holds the others.
    for top in tops(reading, call).iter().rev() {
        if seen.iter().any(|seen| place::within(top, seen)) {
            continue;
        }
        seen.push(top.clone());
        let mut pending = vec![(top.clone(), Kind::Tree)];
        while let Some((at, kind)) = pending.pop() {
            let Some(branches) = reading.world.branches(&at) else { continue };
            left = left.checked_sub(branches.names + 1)?;
            for link in &branches.links {
                let path = place::join(&at, link);
                found.push(if link == "package.json" { path } else { place::join(&path, "package.json") });
            }
            for name in branches.folders {
                let path = place::join(&at, &name);
                match kind {
                    Kind::Tree if name == ".git" => {}
                    Kind::Tree | Kind::Package if name == "node_modules" => {
                        pending.push((path, Kind::Modules))
                    }
                    Kind::Tree => pending.push((path, Kind::Tree)),
                    Kind::Modules if name.starts_with(['@', '.']) => pending.push((path, Kind::Modules)),
                    Kind::Modules => pending.push((path, Kind::Package)),
                    Kind::Package => {}
                }
            }
        }
    }
    let is_there =
        |path: &String| reading.world.resolve(path).is_none_or(|found| found.stands != Stands::Nothing);
    // What lies in the project was looked at where it lies.
    let leads_away = |path: &String| {
        let real = reading.world.resolve(path).map(|found| found.path);
        !real.is_some_and(|real| {
            real.ends_with("/package.json") && seen.iter().any(|top| place::within(&real, top))
        })
    };
    found.retain(|path| is_there(path) && leads_away(path));
    Some(found)
}

/// Something stands there, and by another name.
fn leads_elsewhere(reading: &Reading<'_>, path: &str) -> bool {
    match reading.world.resolve(path) {
        Some(found) => found.stands != Stands::Nothing && found.path != place::normal(path),
        None => true,
    }
}

/// A folder that holds a root is the user's own: nobody else makes links there.
fn is_above_roots(reading: &Reading<'_>, folder: &str) -> bool {
    reading.session.roots.iter().any(|root| root != folder && place::within(root, folder))
}

/// A link stands there, or will.
fn is_link(reading: &Reading<'_>, path: &str) -> bool {
    let above = path.rsplit_once('/').map_or("/", |(above, _)| above);
    let is_one = |path: &str| reading.world.link(path).is_some();
    is_one(path)
        || reading.leads_astray(path)
        || (above.rsplit('/').next().is_some_and(|name| name.starts_with('.')) && is_one(above))
}

#[cfg(test)]
mod tests {
    use crate::effect::program::examples::{machine, run_on};

    #[test]
    fn a_manifest_that_is_a_link_is_read_where_it_leads() {
        let files = [
            "package.json",
            "Cargo.toml",
            "justfile",
            "composer.json",
            "pyproject.toml",
            "go.mod",
            "compose.yaml",
            "tsconfig.json",
            "eslint.config.js",
            "conftest.py",
            ".python-version",
            ".ruby-version",
        ];
        let mut machine = machine().file("/home/user/.docker/config.json", "{}").file("/repo/shared/x", "{}");
        for file in files {
            machine = machine
                .link(&alloc::format!("/repo/lk/{file}"), "/home/user/.docker/config.json")
                .link(&alloc::format!("/repo/ok/{file}"), "../shared/x")
                .file(&alloc::format!("/repo/plain/{file}"), "{}");
        }
        let machine =
            machine.file("/repo/lk/deep/a", "").file("/repo/ok/deep/a", "").file("/repo/plain/deep/a", "");
        let commands = "
            cd DIR && npm pkg get
            npm --prefix DIR pkg get
            npm -C DIR pkg get
            cd DIR && npm query :root
            cd DIR/deep && npm pkg get name
            cd DIR && npm ls
            cd DIR && cargo read-manifest
            cd DIR && cargo metadata --no-deps --offline
            cargo metadata --no-deps --offline --manifest-path DIR/Cargo.toml
            cargo metadata --no-deps --offline --manifest-path=DIR/Cargo.toml
            cd DIR && just --dump
            cd DIR && pyenv local
            cd DIR && pyenv version
            cd DIR/deep && rbenv local
            cd DIR && composer show
            composer -d DIR show
            cd DIR && go list
            cd DIR/deep && go vet
            cd DIR && tsc --showConfig
            cd DIR && ruff check
            cd DIR && eslint src
            cd DIR && pytest
        ";
        let mut wrong = alloc::string::String::new();
        for command in commands.lines().map(str::trim).filter(|row| !row.is_empty()) {
            let in_plain =
                crate::effect::program::examples::judge_plainly(&machine, &command.replace("DIR", "plain"));
            let in_ok =
                crate::effect::program::examples::judge_plainly(&machine, &command.replace("DIR", "ok"));
            if in_plain != in_ok || in_plain != crate::Decision::Allow {
                wrong.push_str(&alloc::format!("{command}: {in_plain:?}, by a harmless link {in_ok:?}\n"));
            }
            run_on(&machine, &alloc::format!("ask {}", command.replace("DIR", "lk")));
        }
        assert!(wrong.is_empty(), "{wrong}");
    }

    /// Lists that print what stands in the manifests of other packages.
    #[test]
    fn packages_that_are_links_are_read_where_they_lead() {
        let plain = || {
            machine()
                .file("/home/user/.docker/config.json", "{}")
                .file("/repo/m/package.json", "{\"workspaces\":[\"packages/*\"]}")
                .file("/repo/m/packages/b/package.json", "{}")
                .file("/repo/m/node_modules/.pnpm/dep@1/node_modules/dep/package.json", "{}")
                .link("/repo/m/node_modules/dep", ".pnpm/dep@1/node_modules/dep")
                .link("/repo/m/node_modules/b", "../packages/b")
        };
        let rows = "
            WORD  cd m && npm pkg get auths -ws
            WORD  cd m && npm query '*'
            WORD  cd m/packages/b && npm query '#dep'
            WORD  cd m && npm ls --json --long
            WORD  cd m && pnpm ls --json --long
            allow cd m && npm ls
            allow cd m && npm pkg get name
        ";
        run_on(&plain(), &rows.replace("WORD", "allow"));
        for link in [
            "packages/a/package.json",
            "packages/deep/er/package.json",
            "node_modules/x/package.json",
            "node_modules/@s/x/package.json",
            "node_modules/x/node_modules/y/package.json",
        ] {
            let machine = plain().link(&alloc::format!("/repo/m/{link}"), "/home/user/.docker/config.json");
            run_on(&machine, &rows.replace("WORD", "ask"));
        }
    }

    /// A manifest names others, and they are taken up with it.
    #[test]
    fn members_that_are_links_are_read_where_they_lead() {
        let ways = [
            ("Cargo.toml", "[workspace]\nmembers = [\"m\"]\n", "Cargo.toml", "cargo metadata --no-deps"),
            ("Cargo.toml", "[workspace]\nmembers = [\"*\"]\n", "Cargo.toml", "cargo tree"),
            ("Cargo.toml", "[dependencies]\nd = { path = \"m\" }\n", "Cargo.toml", "cargo check"),
            ("Cargo.toml", "[workspace]\nmembers = [\"m\"]\n", "Cargo.toml", "cargo pkgid"),
            ("pyproject.toml", "[tool.uv.workspace]\nmembers = [\"m\"]\n", "pyproject.toml", "uv tree"),
            ("pyproject.toml", "[tool.uv.workspace]\nmembers = [\"m\"]\n", "pyproject.toml", "uv run pytest"),
            ("go.work", "go 1.22\nuse ./m\n", "go.mod", "go list ./..."),
            ("go.work", "go 1.22\nuse (\n\t./m // x\n)\n", "go.mod", "go version"),
            ("go.mod", "module x\nreplace y => ./m\n", "go.mod", "go build ./..."),
            ("pom.xml", "<project><modules><module>m</module></modules></project>", "pom.xml", "mvn test"),
        ];
        for (file, text, manifest, command) in ways {
            let at = |target: &str| {
                machine()
                    .file("/home/user/.aws/credentials", "")
                    .file("/repo/other/m/Cargo.toml", "")
                    .file(&alloc::format!("/repo/w/{file}"), text)
                    .file("/repo/w/m/README.md", "")
                    .link(&alloc::format!("/repo/w/m/{manifest}"), target)
            };
            run_on(&at("/home/user/.aws/credentials"), &alloc::format!("ask cd w && {command}"));
            run_on(&at("/repo/other/m/Cargo.toml"), &alloc::format!("allow cd w && {command}"));
        }
    }
}
