//! Ruby: test runners, linters, bundler, gems.

use super::super::keys;
use super::super::loaded::Load;
use super::super::spec::{Program, Style, Unread, custom, group, parse, safe};
use super::outside::is_pattern_inside;
use super::{check, install, lasting, machine, network, publish, task, unread_code};
use crate::effect::reading::{Invocation, Reading};

const RSPEC: &str = "-e: --example: -E: --example-matches: -t: --tag: -f@ --format@ -o> --out> -c --color --colour --no-color --force-color -b --backtrace --fail-fast? --no-fail-fast --order: --seed: -p? --profile? \
    --no-profile -P@ --pattern@ --exclude-pattern: --only-failures -n --next-failure --dry-run -w --warnings -I@ -r@ --require@ -O@ --options@ --default-path@ --bisect? --fail-if-no-examples --failure-exit-code: --force-colour";
const RUBOCOP: &str = "-a* -A* -x* --autocorrect* --auto-correct* --autocorrect-all* --auto-correct-all* --fix-layout* -l --lint --only: --except: -f@ --format@ -o> --out> -c@ --config@ -r@ --require@ --plugin@ -D --display-cop-names \
    --no-display-cop-names -E --extra-details -S --display-style-guide --fail-level: --fail-fast -F --force-exclusion --force-default-config --parallel -P --no-parallel --cache: --cache-root> -d --debug -L --list-target-files --safe \
    --disable-pending-cops --enable-pending-cops --color --no-color --show-cops? --server=false --no-server -s@ --stdin@ --display-only-fail-level-offenses --display-only-correctable --only-recognized-file-types -V -v --ignore-parent-exclusion";

/// Ruby's checks and package managers.
pub const PROGRAMS: &[Program] = &[
    custom("rspec", rspec),
    check("rubocop", RUBOCOP, "@*"),
    check("standardrb", "--fix* --fix-unsafely* --no-fix --format@ --parallel --no-parallel", "@*"),
    check("minitest m", "-n: --name: -v --verbose -s: --seed: -I@ -l:", "@*"),
    check(
        "reek flay flog fasterer brakeman",
        "-q --quiet --no-pager --no-progress -f: --format: -c@ --config@ --no-exit-on-warn --only-files: -w: -A -z --except: --only: -s --single-line",
        "@*",
    ),
    check(
        "erblint erb_lint haml-lint slim-lint",
        "--lint-all --autocorrect* -a* --enable-linters: --format: --config@ -c@",
        "@*",
    ),
    group(
        "srb steep",
        "",
        &[
            check(
                "tc check stats",
                "--jobs: -j: --log-level: --severity-level: --color: --no-error-count",
                "@*",
            ),
            safe("version", "", ""),
        ],
    ),
    custom("bundle bundler", bundle).loads_unless_check(BUNDLE_LOADS),
    // It starts the one of the project.
    custom("rails", rails).loads_unless_check(&[Load::above("bin/rails script/rails config/application.rb")]),
    group(
        "gem",
        "",
        &[
            safe("list", "-l --local -d --details -a --all -i --installed --no-versions -e --exact", ":*"),
            safe("which contents dependency specification help", "", ":*"),
            // All of it shows where gems come from, and passwords may be part of that.
            group(
                "env environment",
                "",
                &[safe("gemdir gemhome home gempath path version platform user_gemhome user_gemdir", "", "")],
            ),
            network("search info outdated fetch sources"),
            install("install i uninstall update cleanup pristine build unpack"),
            publish("push yank owner signin signout"),
        ],
    ),
    custom("irb pry spring guard foreman overmind puma rackup", unread_code),
];

/// The Gemfile is a program.
const BUNDLE_LOADS: &[Load] = &[
    Load::above("Gemfile gems.rb").unless(is_plain_gemfile).but_for_version(),
    Load::above(".bundle/plugin").but_for_version(),
];

/// Every line names a gem, a group or where gems come from, and calls nothing else: behind the first word stand texts,
/// symbols and numbers alone. `gem "x" if system "id"` runs something.
pub(super) fn is_plain_gemfile(text: &str) -> bool {
    const WORDS: &[&str] = &["source", "gem", "ruby", "group", "platforms", "platform", "end"];
    const ODD: &[&str] = &["path", "git", "=begin", "__"];
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).all(|line| {
        let (first, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        // A word or a list that goes on from the line before.
        let goes_on = line.starts_with(['"', '\'', ':', ']']);
        let literals = if goes_on { Some(line) } else { WORDS.contains(&first).then_some(rest) };
        literals.is_some_and(is_literals) && !ODD.iter().any(|odd| line.contains(odd))
    })
}

/// Texts, symbols, numbers, keys, and what stands between them; `do` at the end.
fn is_literals(text: &str) -> bool {
    let mut rest = text.trim();
    rest = rest.strip_suffix("do").map_or(rest, str::trim_end);
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '"' | '\'' => {
                let body = rest.get(1..).unwrap_or_default();
                let Some(end) = body.find(first) else { return false };
                let odd = body.get(..end).is_none_or(|body| body.contains(['#', '\\', '`']));
                if odd { return false } else { end + 2 }
            }
            ' ' | '\t' | ',' | '[' | ']' => 1,
            '=' if rest.starts_with("=>") => 2,
            '#' => return true,
            _ => {
                // No dot: `:a.instance_eval "…"` is a call.
                let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let symbol = usize::from(first == ':');
                let word = rest.get(symbol..).unwrap_or_default();
                let length = word.find(|c: char| !is_word(c)).unwrap_or(word.len());
                let is_key = word.get(length..).is_some_and(|behind| behind.starts_with(':'));
                let name = word.get(..length).unwrap_or_default();
                let is_value = ["true", "false", "nil"].contains(&name)
                    || name.starts_with(|c: char| c.is_ascii_digit());
                if length == 0 || (symbol == 0 && !is_key && !is_value) {
                    return false;
                }
                symbol + length + usize::from(symbol == 0 && is_key)
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    true
}

/// It matches files by a pattern, wherever that leads.
fn rspec(reading: &mut Reading<'_>, call: &Invocation) {
    let program = check("rspec", RSPEC, "@*");
    if let Ok(parsed) = parse(program.style, RSPEC, &call.args) {
        let patterns = parsed.flags.iter().filter(|flag| matches!(flag.name, "-P" | "--pattern"));
        let values = patterns.filter_map(|flag| flag.value.as_ref());
        for odd in values.filter(|value| !value.text().is_some_and(is_pattern_inside)) {
            reading.unread(&call.name, Unread::value(odd));
        }
    }
    program.read(reading, call);
}

fn bundle(reading: &mut Reading<'_>, call: &Invocation) {
    const SUBS: &[Program] = &[
        custom("exec e", exec),
        check("list show info", "--name-only --paths --path --only-group: --without-group: --version", ":*"),
        check("check", "--dry-run", ""),
        safe("platform version", "", ""),
        keys::lists_all("env").instead("`bundle version` and `bundle platform` show no settings"),
        network("outdated audit"),
        install(
            "install add remove update lock clean binstubs cache package pristine inject init gem plugin",
        ),
        machine("config open doctor"),
        custom("console help viz", unread_code),
    ];
    if call.args.is_empty() {
        return install("bundle").read(reading, call);
    }
    // The Gemfile is a program.
    super::loads(reading, call, &group("bundle", "--no-color -V --verbose", SUBS));
}

/// The command behind it is read like any other.
fn exec(reading: &mut Reading<'_>, call: &Invocation) {
    match call.args.first() {
        Some(first) if !first.value.may_be_flag() => {
            reading.run_here(&call.name, call.span);
            super::opens(reading, call, &call.args);
        }
        Some(_) | None => unread_code(reading, call),
    }
}

/// `rails test`, routes and the like; servers and changes to databases stop.
fn rails(reading: &mut Reading<'_>, call: &Invocation) {
    let Some((first, rest)) = call.args.split_first() else { return unread_code(reading, call) };
    let inner = super::subcommand(call, first.value.prefix(), rest);
    match first.text() {
        Some(
            "test" | "t" | "test:system" | "test:all" | "test:models" | "test:controllers"
            | "test:integration",
        ) => {
            // `KEY=value` would be its environment.
            task::assignments(reading, call, rest);
            check("", "-n: --name: -v --verbose -s: --seed: -f --fail-fast -b --backtrace -d --defer-output -p --profile -j: -c --color --no-color", "@*").read(reading, &inner);
        }
        Some(
            "routes" | "about" | "stats" | "notes" | "middleware" | "zeitwerk:check" | "db:migrate:status"
            | "db:version",
        ) => {
            check("", "-g: --grep: -c: --controller: -E --expanded --unused -a: --annotations:", "")
                .read(reading, &inner);
        }
        Some("--version" | "-v" | "--help" | "-h") if rest.is_empty() => {
            reading.loads_project(&call.name, call.span);
        }
        Some("server" | "s" | "console" | "c" | "dbconsole") => lasting("").read(reading, &inner),
        Some(name) if task::kind(name) == task::Kind::Check => match parse(Style::Gnu, "", rest) {
            Ok(_) => task::run(reading, call, first, rest, None),
            Err(unread) => reading.unread(&call.name, unread),
        },
        Some(_) | None => unread_code(reading, call),
    }
}

#[cfg(test)]
mod tests {
    use super::is_plain_gemfile;

    #[test]
    fn a_gemfile_of_literals() {
        for plain in [
            "source \"https://rubygems.org\"\n\ngem \"rake\"\ngem 'x', '~> 1.2', require: false\n",
            "group :test, :development do\n  gem \"rspec\", :require => nil\nend\n",
            "ruby \"3.2.1\"\nplatforms :mri do\ngem \"a\", # why\n  \"1.0\"\nend",
        ] {
            assert!(is_plain_gemfile(plain), "{plain}");
        }
        for odd in [
            "gem \"rake\" if system \"id\"",
            "gem \"x\" unless require \"./evil\"",
            "ruby \"3\" and load \"x\"",
            "end while exec \"id\"",
            "gem \"x#{system 'id'}\"",
            "gem system",
            "gem `id`",
            "gem :a.instance_eval \"system 'id'\"",
            "ruby 3.instance_eval \"system 'id'\"",
            "gem \"rake\", 1.send \"system\", \"id\"",
            "gem \"x\", path: \"../x\"",
            "eval_gemfile \"x\"",
        ] {
            assert!(!is_plain_gemfile(odd), "{odd}");
        }
    }
}
