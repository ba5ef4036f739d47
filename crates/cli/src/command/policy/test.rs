//! `mastiff policy test`: the examples of the rules, and verdicts that a team expects.

use super::session;
use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::question::{Question, Settings};
use crate::render;
use mastiff_core::escape::for_people;
use mastiff_core::policy::expect::{Expectation, expectations};
use mastiff_engine::config;
use mastiff_engine::machine::Machine;
use std::path::Path;

/// How a project's file is tried before it is trusted.
const AS_THE_USERS: &str =
    "    to try the file before it is trusted, name it as the user's, where no project has one:
    mastiff policy test --policy FILE --cwd DIR EXPECTED
";

/// A verdict that is not the expected one.
struct Difference {
    file: String,
    line: u32,
    call: String,
    expected: String,
    got: String,
    message: String,
}

/// Tries everything. A policy whose own examples fail is no policy, so loading it tries them.
pub fn run(args: &Args, files: &[String]) -> Result<Exit, Failure> {
    // What was named wrongly is said first: no policy makes a file of expectations out of another one.
    let expected: Vec<(&String, Vec<Expectation>)> =
        files.iter().map(|file| Ok((file, read(file)?))).collect::<Result<_, Failure>>()?;
    let machine = Machine::new(args.value("--policy"));
    let mut here = session(&machine, args)?;
    let named = args.value("--policy").map(Path::new);
    let loaded = match config::load(&machine.dirs, named, &mut here) {
        Ok(loaded) => loaded,
        Err(broken) => {
            let lines: String =
                broken.to_string().lines().map(|line| format!("{}\n", for_people(line))).collect();
            // Where nobody may trust, as in CI, the file can be tried as if it were the user's.
            let way = if lines.contains("until it is trusted") { AS_THE_USERS } else { "" };
            render::print(&format!("{lines}nothing was tried\n{way}"))?;
            return Ok(Exit::Ask);
        }
    };
    let settings = Settings::from_args(args)?;
    let (mut count, mut differences) = (0, Vec::new());
    for (file, expectations) in expected {
        for expectation in expectations {
            count += 1;
            differences.extend(try_one(&settings, file, expectation)?);
        }
    }
    let text = match args.has("--json") {
        true => as_json(count, &differences),
        false => as_text(loaded.policy.examples(), count, &differences),
    };
    render::print(&text)?;
    Ok(if differences.is_empty() { Exit::Fine } else { Exit::Ask })
}

fn read(file: &str) -> Result<Vec<Expectation>, Failure> {
    expectations(file, &super::text_of(file)?).map_err(|problems| {
        let lines: Vec<String> =
            problems.iter().map(|problem| for_people(&problem.to_string()).into_owned()).collect();
        Failure::new(lines.join("\n"))
            .hint("FILE holds expected verdicts, `[[expect]]`; the policy to try is named by `--policy FILE`")
    })
}

fn try_one(settings: &Settings, file: &str, expected: Expectation) -> Result<Option<Difference>, Failure> {
    let question = Question::tool(&expected.tool, expected.input).in_dir(expected.cwd.as_deref())?;
    let judged = settings.judge(question)?;
    let rule = judged.verdict.rule();
    let same_rule = expected.rule.as_ref().is_none_or(|wanted| *wanted == rule);
    if judged.decision() == expected.decision && same_rule {
        return Ok(None);
    }
    let with_rule = |decision: &str, rule: Option<&str>| match rule {
        Some(rule) => format!("{decision} via {rule}"),
        None => decision.into(),
    };
    Ok(Some(Difference {
        file: file.into(),
        line: expected.at.line,
        expected: with_rule(expected.decision.word(), expected.rule.as_deref()),
        got: with_rule(judged.decision().word(), Some(&rule)),
        message: judged.verdict.deciding().message.clone(),
        call: judged.text,
    }))
}

fn as_text(examples: usize, count: usize, differences: &[Difference]) -> String {
    let mut out = String::new();
    for one in differences {
        out.push_str(&for_people(&format!("{}:{}: {}", one.file, one.line, one.call)));
        out.push_str(&format!(
            "\n    expected {}\n    got      {}: ",
            for_people(&one.expected),
            for_people(&one.got)
        ));
        out.push_str(&for_people(&one.message));
        out.push('\n');
    }
    let outcome = match differences.len() {
        0 => "all as expected".into(),
        n => format!("{n} differ"),
    };
    out + &format!("{examples} examples of rules hold; {count} expected verdicts, {outcome}\n")
}

fn as_json(count: usize, differences: &[Difference]) -> String {
    let rows = differences.iter().map(|one| {
        Object::new()
            .text("file", &one.file)
            .raw("line", one.line)
            .text("call", &one.call)
            .text("expected", &one.expected)
            .text("got", &one.got)
            .text("message", &one.message)
            .done()
    });
    Object::new().raw("expected", count).raw("differences", json::list(rows)).done() + "\n"
}
