//! Values that a description takes for data, and patterns among operands: tools make paths of both, and what those name
//! is run, loaded or written.

use super::super::spec::{Parsed, Unread};
use crate::effect::Effect;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::{Arg, FRESH_MARK, Shape, Value};
use crate::policy::floor;
use crate::verdict::Span;
use crate::words::listed;
use alloc::format;
use alloc::string::String;

/// Stops values of flags and patterns among operands that lead out of the project.
pub fn stray_values(reading: &mut Reading<'_>, call: &Invocation, roles: &str, parsed: &Parsed<'_>) {
    data_of_flags(reading, call, parsed);
    let loads =
        parsed.flags.iter().filter(|flag| flag.marks.contains('@')).filter_map(|flag| flag.value.as_ref());
    for value in loads.filter(|value| any_text(value, pattern_leaves)) {
        stop(reading, call, value.value.prefix(), value.span);
    }
    // What is data or a command of its own names no file here, and ids of pytest hold whatever a test was given.
    if roles.contains([':', '!']) || runs_any_of(&call.name, "pytest py.test") {
        return;
    }
    let strays = |operand: &&&Arg| !operand.is_judged() && any_text(operand, pattern_leaves);
    for operand in parsed.operands.iter().filter(strays) {
        stop(reading, call, operand.value.prefix(), operand.span);
    }
}

/// The same for the flags alone.
pub fn data_of_flags(reading: &mut Reading<'_>, call: &Invocation, parsed: &Parsed<'_>) {
    let data =
        parsed.flags.iter().filter(|flag| matches!(flag.marks.trim_end_matches(['^', '~']), ":" | "?" | "&"));
    for flag in data.filter(|flag| !is_text(&call.name, flag.name)) {
        if let Some(value) = flag.value.as_ref().filter(|value| any_text(value, leaves)) {
            stop(reading, call, value.value.prefix(), flag.span);
        }
        if let Some(value) = flag.value.as_ref().filter(|value| any_text(value, names_secret)) {
            match value.text().and_then(secret_in) {
                Some(path) => {
                    let path = Arg { value: Value::known(path), span: flag.span };
                    reading.read_path(&call.name, &path, false);
                }
                None => reading.unread(&call.name, Unread::value(value)),
            }
        }
    }
}

fn names_secret(text: &str) -> bool {
    secret_in(text).is_some()
}

/// The part of the text that has the name of a file with secrets: `./.env` in `extends: ./.env`.
fn secret_in(text: &str) -> Option<&str> {
    let is_secret = |path: &&str| floor::secret_to_read(&floor::names(path), false, false);
    text.split(is_separator).filter(|path| path.contains(['.', '/', '_'])).find(is_secret)
}

/// Letters, digits, `_` and `-`: no path is made of it but one of that name.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

/// A pattern for files below the directory it is applied in, in any dialect: names and stars, no hidden directory.
pub fn is_pattern_inside(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-/*.".contains(c);
    let inside = |pattern: &str| {
        pattern.split('/').enumerate().all(|(at, name)| match name {
            "." => true,
            "" => at > 0,
            _ => !name.starts_with('.'),
        })
    };
    text.split(',').all(|pattern| pattern.chars().all(plain) && inside(pattern))
}

/// A part of the text is an address, an absolute path, or one that climbs.
pub fn leaves(text: &str) -> bool {
    let mut before = ' ';
    text.contains("://")
        || text.split_inclusive(is_separator).any(|piece| {
            // What follows `{a,b}` goes on with a path.
            let begins = !CLOSING.contains(&before);
            before = piece.chars().next_back().unwrap_or(' ');
            let path = piece.trim_end_matches(is_separator);
            (begins && is_outside(path)) || climbs(path)
        })
}

const CLOSING: [char; 3] = ['}', ']', ')'];

fn is_separator(c: char) -> bool {
    c.is_whitespace() || ",:;={}()[]|\"'".contains(c)
}

fn is_outside(path: &str) -> bool {
    path.starts_with(['/', '\\', '~']) && !["/dev/null", "/dev/stdout", "/dev/stderr"].contains(&path)
}

fn climbs(path: &str) -> bool {
    path.split(['/', '\\']).any(|name| name == "..")
}

/// A pattern that the program itself applies, and that may match something outside; or an address.
fn pattern_leaves(text: &str) -> bool {
    is_fetched(text)
        || (text.contains(['{', '(', '[', '?', '*'])
            && (leaves(text) || may_climb(text) || may_begin_with_nothing(text)))
}

/// `https:/host/x`, `npm:x`
fn is_fetched(text: &str) -> bool {
    let schemes = "http https ftp npm jsr data blob git github gist";
    text.split_once(':').is_some_and(|(scheme, _)| listed(schemes, &scheme.to_ascii_lowercase()))
}

/// `.{a,.}/x`, `[.][.]/x`, `.?/x`: `..` put together by the pattern.
fn may_climb(text: &str) -> bool {
    let lone_dot = |piece: &str| piece == ".";
    let joined: String = text.chars().filter(|c| !"{}[]()|,@+!^".contains(*c)).collect();
    let wild = |name: &str| {
        name.starts_with('.') && name.contains(['?', '*']) && name.chars().all(|c| ".?*".contains(c))
    };
    let directories = joined.rsplit_once('/').map_or("", |(directories, _)| directories);
    text.split(|c: char| "{}[]()|,".contains(c)).any(lone_dot)
        || climbs(&joined)
        || directories.split('/').any(wild)
}

/// `{,a}/etc`, `?(a)/etc`: what stands in front of the slash may fall away.
fn may_begin_with_nothing(text: &str) -> bool {
    let empty = ["{,", ",,", ",}", "{}", "(|", "||", "|)", "()"].iter().any(|part| text.contains(part));
    let optional = ["?(", "*(", "!("].iter().any(|start| text.starts_with(start));
    optional || (empty && text.starts_with(['{', '(', '@', '+']))
}

/// Flags whose value is compared with names of tests or files that are found anyway, or is text for people.
const TEXTS: &str = "--testNamePattern --test-name-pattern --test-skip-pattern --testPathPattern --testPathPatterns --testPathIgnorePatterns \
    --testRegex --grep --grep-invert --fgrep --name --plain-name --filter --filterset --filter-expr --exclude-filter --example \
    --example-matches --focus --tests --test_filter --tests-regex --exclude-regex --label-regex --label-exclude --tag --tags \
    --exclude-tags --filter-tags --exclude --exclude-dir --extend-exclude --force-exclude --excludes --ignore --ignore-pattern \
    --ignore-patterns --ignore-paths --ignore-glob --ignores --deselect --omit --skip --skip-dirs --skip-files --skip-glob \
    --exclude-pattern --exclude-files --exclude-path --test-coverage-exclude --message --title --banner --footer --define --base \
    --baseURL --base-url --public-path --msg-template --template --format --log-format --platforms --universe_scope --test_arg \
    --junit-prefix --header-filter -header-filter";

/// The same for flags of one letter or one dash, by program.
const TEXTS_OF: &[(&str, &str)] = &[
    ("jest vitest bun", "-t"),
    ("pytest py.test", "-k -m -W -r"),
    ("rspec", "-e -E -t"),
    ("mocha _mocha", "-g -f"),
    ("playwright", "-g"),
    ("go", "-run -skip -bench -list -fuzz -f -ldflags -gcflags -asmflags -test.run -test.bench"),
    ("ctest", "-R -E -L -LE"),
    ("nextest", "-E"),
    ("dart flutter", "-n -N -t -x"),
    ("m minitest rails ruby", "-n"),
    ("cucumber cucumber-js", "-t"),
    ("codespell", "-S -L"),
    ("bandit", "-x"),
    ("bats", "-f"),
    ("gofmt goimports gofumpt", "-r"),
    ("hugo", "-b"),
    ("zola", "-u"),
];

fn is_text(program: &str, flag: &str) -> bool {
    listed(TEXTS, flag)
        || TEXTS_OF.iter().any(|(names, flags)| listed(flags, flag) && runs_any_of(program, names))
}

/// `npx jest`, `python3 -m pytest`, `./node_modules/.bin/jest`
fn runs_any_of(program: &str, names: &str) -> bool {
    program.split([' ', '/']).any(|word| listed(names, word))
}

fn any_text(arg: &Arg, holds: fn(&str) -> bool) -> bool {
    match &arg.value {
        Value::Known(text) => holds(text),
        Value::Unknown(unknown) => match &unknown.shape {
            Shape::OneOf(texts) => texts.iter().any(|text| holds(text)),
            Shape::Parts(text) => text.contains(FRESH_MARK) || holds(text),
            Shape::Number | Shape::Count | Shape::Revision => false,
            // Names of files below a directory are no patterns, and lead out where that directory does.
            Shape::Free if unknown.listed => holds(&unknown.prefix),
            Shape::Free => true,
        },
    }
}

fn stop(reading: &mut Reading<'_>, call: &Invocation, shown: &str, span: Span) {
    let message = format!("`{}` takes `{shown}`, which may lead out of the project", call.name);
    reading.add(Effect::Opaque, "code_outside_repo", message, span);
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        allow mocha 'test/**/*.spec.js'
        ask   mocha '{/tmp/evil,x}.js'
        ask   mocha 'test/{..,..}/../x.js'
        ask   mocha '.{.,}/x.js'
        ask   mocha '.{a,.}/x.js'
        ask   mocha '{.,}./x.js'
        ask   mocha '{,a}/tmp/x.js'
        ask   mocha '?(a)/tmp/x.js'
        ask   mocha '[.][.]/x.js'
        ask   mocha '.?/x.js'
        allow mocha 'test/{a,b}/x.js'
        allow prettier --write 'src/[id]/page.tsx' 'src/(app)/page.tsx'
        ask   prettier --write '{/etc,src}/**'
        allow deno test src/a_test.ts
        ask   deno test https:/x.example/t.ts
        ask   deno test jsr:@x/y
        ask   deno test npm:x
        ask   deno doc jsr:@x/y
        allow bun test --preload=./setup.ts
        ask   bun test --preload=npm:x
        ask   mocha --spec '.{.,}/x.js'
        ask   hatch -e ../x run test
        allow hugo -e staging
        ask   hugo -e ../x
        ask   hugo -e "$x"
        ask   hugo --environment=a/../../../x
        ask   hugo -t ../../x
        allow hugo -b https://example.com/
        ask   tox -e ../x
        ask   tox -e /tmp/x
        allow jest -t '/api returns 200'
        allow pytest -k 'a or b' 'tests/test_app.py::test_x[/api]'
        allow go test -run 'TestX/../y' ./...
        ask   mvn test -pl ../other
        ask   cargo bench -- --save-baseline ..
        ask   codecept run --env ../../x
        ask   eslint --env /tmp/x src
        ask   black --stdin-filename=/tmp/x/a.py -
        ask   commitlint --edit=.env
        ask   npx commitlint --edit=.env
        allow commitlint --edit=msg.txt
        ask   cspell --show-context --file .env
        allow cspell --show-context --file README.md
        ask   yamllint -d 'extends: ./.env' a.yml
        allow yamllint -d '{extends: default, rules: {line-length: disable}}' a.yml
        allow eslint --ignore-pattern .env src
        allow vite build --base /app/
        ask   vite build --mode ../x
        allow black --exclude '/(build|dist)/' src
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(EXAMPLES);
    }

    #[test]
    fn patterns_stay_below() {
        for text in ["spec/**/*_spec.rb", "./spec/a/*.rb", "a/*.rb,b/*.rb"] {
            assert!(is_pattern_inside(text), "{text}");
        }
        for text in ["/tmp/**", "../x", "{/tmp/a}", ".?/x", ".*/x", "a/../b", "", "~/x", "a,/tmp/x", "[.]./x"]
        {
            assert!(!is_pattern_inside(text), "{text}");
        }
    }
}
