//! Java and Kotlin: Maven, Gradle, compilers, linters.

use super::super::about::ends_after;
use super::super::fetched::Fetch;
use super::super::loaded::Load;
use super::super::spec::{Program, Style, custom, parse, safe};
use super::outside::data_of_flags;
use super::{build, check, formatter, lasting, only_asks_for_help, publish, task, unread_code};
use crate::effect::reading::{Invocation, Reading};
use crate::effect::{Effect, Hazard};
use crate::words::listed;
use alloc::format;

/// Build tools and checks of the JVM.
pub const PROGRAMS: &[Program] = &[
    custom("mvn mvnw mvnd", maven).loads_unless_check(&[Load::above(".mvn/jvm.config .mvn/maven.config .mvn/extensions.xml").yours_if_guarded()]).fetches(&POM),
    custom("gradle gradlew", gradle).loads_unless_check(&[Load::above("gradle/gradle-daemon-jvm.properties")]).fetches(&GRADLE),
    check("ktlint", "-F* --format* --relative --color --reporter&@ -R@ --ruleset@ --editorconfig@ --log-level: -l: --limit: --baseline@> --android -v --verbose", "@*"),
    check("detekt detekt-cli", "-i@ --input@ -c@ --config@ --build-upon-default-config --all-rules -ac --auto-correct --excludes: -ex: --includes: -in: --parallel --baseline@ -b@ --max-issues: -r& --report&", ""),
    check("checkstyle", "-c@ -f: -e: -x: -o>", "@*"),
    check("google-java-format ktfmt palantir-java-format", "-i* --replace* -n --dry-run --set-exit-if-changed -a --aosp --skip-sorting-imports --skip-removing-unused-imports --kotlinlang-style --google-style --lines:", "@*"),
    build("javac", "-d> -cp@ -classpath@ --class-path@ -sourcepath@ --source-path@ -source: -target: --source: --target: --release: -Xlint -Xlint:all -Xlint:unchecked -Xlint:deprecation -g -verbose -nowarn -Werror -encoding: -parameters --enable-preview -version -proc:none -s> -h>", "@*").style(Style::Single),
    custom("kotlinc", kotlinc),
    custom("java kotlin scala groovy jshell jrunscript", version_only),
    safe("jps jar-list", "-l -m -v -q", ""),
    custom("javap", javap),
    custom("sbt", |reading, call| goals(reading, call, "-batch --batch -no-colors --no-colors -error -warn -info", SBT))
        .loads_unless_check(&[Load::here(".sbtopts .jvmopts .sbtrc build.sbt project")]),
    custom("ant", |reading, call| goals(reading, call, "-q -quiet -v -verbose -S -silent -e -emacs -k -keep-going", ANT))
        .loads_unless_check(&[]),
    formatter("scalafmt", "--check --test --list -c@ --config@ --quiet --non-interactive --mode: --diff", ">*"),
];

/// Without a file it reads code from standard input and runs it.
fn kotlinc(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str =
        "-d> -cp@ -classpath@ -include-runtime -nowarn -verbose -jvm-target: -version -Werror";
    let alone = parse(Style::Single, FLAGS, &call.args)
        .is_ok_and(|parsed| parsed.operands.is_empty() && !parsed.has(&["-version"]));
    if alone {
        return unread_code(reading, call);
    }
    build("kotlinc", FLAGS, "@*").style(Style::Single).read(reading, call);
}

/// A class may be an address.
fn javap(reading: &mut Reading<'_>, call: &Invocation) {
    const FLAGS: &str = "-c -p -private -public -v -verbose -l -s -constants -cp< -classpath< --class-path<";
    let program = safe("javap", FLAGS, "<*").style(Style::Single);
    let parsed = parse(program.style, FLAGS, &call.args);
    let fetched = parsed.as_ref().ok().and_then(|parsed| {
        parsed.operands.iter().find(|class| class.value.prefix().contains(':')).map(|class| class.span)
    });
    match fetched {
        Some(span) => {
            reading.hazard(Hazard::Network, "network", "`javap` may fetch a class", None, span);
        }
        None => program.read(reading, call),
    }
}

const SBT: &str = "test compile testOnly testQuick scalafmt scalafmtCheck scalafmtAll scalafmtCheckAll scalafmtSbtCheck scalafix Test/compile package";
const ANT: &str = "test compile build check";

const POM: Fetch = Fetch::of("pom.xml settings.xml");
const GRADLE: Fetch = Fetch::of(
    "build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties libs.versions.toml",
);

/// Lifecycle phases and goals that check or build; properties are data unless they name programs or plugins.
fn maven(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args)
        || matches!(call.args.as_slice(), [arg] if matches!(arg.text(), Some("-v" | "-version")))
    {
        return version(reading, call);
    }
    let flags = "-q --quiet -B --batch-mode -ntp --no-transfer-progress -o --offline -e --errors -pl: --projects: -am --also-make -amd \
        --also-make-dependents -rf: --resume-from: -T: --threads: -fae --fail-at-end -ff --fail-fast -fn --fail-never -P: --activate-profiles: -f@ --file@ -N \
        --non-recursive -nsu --no-snapshot-updates -V --show-version -D? --color: -C -c -ls --fail-never";
    let parsed = match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    for flag in parsed.flags.iter().filter(|flag| flag.name == "-D") {
        let text = flag.value.as_ref().and_then(|value| value.text());
        let name = text.map(|text| text.split('=').next().unwrap_or(text));
        if !name.is_some_and(|name| listed(PROPERTIES, name)) {
            let message = format!("`{}` sets a property that is not known to be safe", call.name);
            reading.add(Effect::Opaque, "unknown_flag", message, flag.span);
        }
    }
    data_of_flags(reading, call, &parsed);
    parsed.value_effects(reading, call);
    reading.run_here(&call.name, call.span);
    for goal in &parsed.operands {
        match goal.text() {
            Some(
                "test" | "verify" | "validate" | "integration-test" | "spotless:check" | "checkstyle:check"
                | "spotbugs:check" | "pmd:check" | "surefire:test" | "failsafe:verify" | "ktlint:check"
                | "detekt:check" | "formatter:validate",
            ) => {
                check("", "", "").read(reading, &super::renamed(call, &call.name, &[]));
            }
            Some("spotless:apply" | "formatter:format" | "fmt:format" | "ktlint:format") => {
                formatter("", "", "").read(reading, &super::renamed(call, &call.name, &[]))
            }
            Some(
                "compile" | "test-compile" | "package" | "process-classes" | "process-resources"
                | "generate-sources",
            ) => {
                build("", "", "").read(reading, &super::renamed(call, &call.name, &[]));
            }
            Some("dependency:tree" | "dependency:analyze" | "help:effective-pom") => {
                check("", "", "").read(reading, &super::renamed(call, &call.name, &[]))
            }
            Some("deploy" | "release:perform" | "release:prepare" | "site-deploy") => {
                publish("").read(reading, &super::renamed(call, &call.name, &[]))
            }
            Some(other) => {
                let message =
                    format!("`{} {other}` is not a phase or goal that only checks or builds", call.name);
                reading.add(Effect::Opaque, "unknown_task", message, goal.span);
            }
            None => reading.add(
                Effect::Opaque,
                "unknown_value",
                format!("`{}` takes a goal that is not known", call.name),
                goal.span,
            ),
        }
    }
    if parsed.operands.is_empty() {
        unread_code(reading, call);
    }
}

const PROPERTIES: &str = "test it.test skipTests maven.test.skip skipITs surefire.failIfNoSpecifiedTests failIfNoTests \
    surefire.failIfNoTests failIfNoSpecifiedTests maven.javadoc.skip checkstyle.skip spotbugs.skip pmd.skip jacoco.skip \
    enforcer.skip style.color groups excludedGroups trimStackTrace surefire.useFile surefire.printSummary expression \
    includes verbose rat.skip license.skip gpg.skip org.slf4j.simpleLogger.defaultLogLevel spring.profiles.active";

/// Tasks by their last word: `:app:testDebugUnitTest`.
fn gradle(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) || matches!(call.args.as_slice(), [arg] if arg.text() == Some("-v")) {
        return version(reading, call);
    }
    let flags = "-q --quiet -i --info -w --warn -s --stacktrace -S --full-stacktrace --console: --no-daemon --daemon --offline --continue --no-continue --parallel \
        --no-parallel --build-cache --no-build-cache --configuration-cache --no-configuration-cache --rerun-tasks --rerun --max-workers: -x: --exclude-task: -p/ --project-dir/ --tests: \
        --warning-mode: --no-watch-fs --watch-fs --configure-on-demand --dry-run -m --profile --no-scan --all --configuration: --dependency: --fail-fast --no-rebuild -a";
    let parsed = match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    parsed.value_effects(reading, call);
    let saved = parsed.enter(reading, call);
    reading.run_here(&call.name, call.span);
    for goal in &parsed.operands {
        // skipped: a task without a name is one that nobody knows, and stops.
        gradle_task(reading, call, goal.text().unwrap_or_default(), goal.span);
    }
    if parsed.operands.is_empty() {
        unread_code(reading, call);
    }
    reading.leave(saved);
}

fn gradle_task(reading: &mut Reading<'_>, call: &Invocation, goal: &str, span: crate::verdict::Span) {
    let name = goal.rsplit(':').next().unwrap_or(goal);
    let own = super::renamed(call, &format!("{} {goal}", call.name), &[]);
    let starts = |list: &[&str]| {
        list.iter().any(|word| {
            name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()))
        })
    };
    match name {
        _ if starts(&["release"]) || goes_out(name) => publish("").read(reading, &own),
        "bootRun" | "run" | "appRun" => lasting("").read(reading, &own),
        "properties" => {
            let message = format!(
                "`{} properties` shows every property, passwords of the user's own among them",
                call.name
            );
            reading.hazard(Hazard::Secret, "secrets", message, None, span);
        }
        "tasks" | "projects" | "dependencies" | "dependencyInsight" | "help" | "buildEnvironment" => {
            check("", "", "").read(reading, &own)
        }
        _ if starts(&["spotlessApply", "ktlintFormat", "formatKotlin", "googleJavaFormat"]) => {
            formatter("", "", "").read(reading, &own)
        }
        _ if starts(&[
            "test",
            "check",
            "lint",
            "verify",
            "detekt",
            "ktlint",
            "spotlessCheck",
            "spotbugs",
            "checkstyle",
            "pmd",
            "jacoco",
            "integrationTest",
            "apiCheck",
            "koverReport",
            "koverVerify",
        ]) =>
        {
            check("", "", "").read(reading, &own)
        }
        _ if starts(&[
            "compile",
            "build",
            "assemble",
            "classes",
            "testClasses",
            "jar",
            "bundle",
            "shadowJar",
            "bootJar",
            "kaptGenerate",
            "ksp",
        ]) =>
        {
            build("", "", "").read(reading, &own)
        }
        _ => task::by_name(reading, call, name, span),
    }
}

/// A word of the name is one that sends something away or installs it, or the beginning of one: gradle completes
/// the words of a name.
fn goes_out(name: &str) -> bool {
    let starts_word =
        |(at, c): (usize, char)| (at == 0 || c.is_ascii_uppercase() || !c.is_alphanumeric()).then_some(at);
    let word = |at: usize| {
        let rest = name.get(at..).unwrap_or_default().trim_start_matches(|c: char| !c.is_alphanumeric());
        let end = rest.char_indices().skip(1).find(|(_, c)| c.is_ascii_uppercase() || !c.is_alphanumeric());
        rest.get(..end.map_or(rest.len(), |(end, _)| end)).unwrap_or_default().to_ascii_lowercase()
    };
    let words = name.char_indices().filter_map(starts_word).map(word).filter(|word| !word.is_empty());
    let out = ["publish", "deploy", "upload", "install", "push", "uninstall"];
    words.into_iter().any(|word| {
        out.iter().any(|out| out.starts_with(&word) || word.strip_prefix(out).is_some_and(is_ending))
    })
}

/// `publishing`, `deployment`: the same word.
fn is_ending(rest: &str) -> bool {
    matches!(rest, "ing" | "ment" | "ed" | "s" | "es" | "er" | "ation")
}

/// Tasks from a list.
fn goals(reading: &mut Reading<'_>, call: &Invocation, flags: &'static str, known: &str) {
    let parsed = match parse(Style::Gnu, flags, &call.args) {
        Ok(parsed) => parsed,
        Err(_) if only_asks_for_help(&call.args) => return reading.loads_project(&call.name, call.span),
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let all = parsed.operands.iter().all(|goal| goal.text().is_some_and(|text| is_goal(text, known)));
    let program = if all && !parsed.operands.is_empty() {
        check("", flags, ":*")
    } else {
        return unread_code(reading, call);
    };
    program.read(reading, call);
}

/// One goal of the list, alone or with names of tests behind it. Anything else could be a second goal, or code.
fn is_goal(text: &str, known: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.*/".contains(c);
    let mut words = text.split(' ');
    let first = words.next().unwrap_or_default();
    let last = first.rsplit('/').next().unwrap_or(first);
    let names = |word: &str| !word.is_empty() && word.chars().all(plain);
    (listed(known, first) || listed(known, last))
        && names(first)
        && match last {
            "testOnly" | "testQuick" => words.all(names),
            _ => words.next().is_none(),
        }
}

/// Prints its version or help, or runs code that was not read.
pub fn version_only(reading: &mut Reading<'_>, call: &Invocation) {
    if ends_after(&call.name, &call.args) { version(reading, call) } else { unread_code(reading, call) }
}

fn version(reading: &mut Reading<'_>, call: &Invocation) {
    reading.add(Effect::Harmless, "help", format!("`{}` prints its version or help", call.name), call.span);
}
