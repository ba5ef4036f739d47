//! jq and its kin. A jq program can neither write nor run anything; it can show the environment and import files.

use super::super::loaded::Load;
use super::super::spec::{Parsed, Program, Style, Unread, custom, only_asks_for_help, parse};
use crate::effect::place;
use crate::effect::reading::{Invocation, Reading};
use crate::effect::value::Arg;
use crate::effect::{Effect, Hazard};
use crate::verdict::Span;
use crate::words::listed;
use crate::world::Stands;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The family.
pub const PROGRAMS: &[Program] =
    &[custom("jq gojq jaq", read_jq).loads(&[Load::home(".jq .jaq")]), custom("yq", read_yq)];

/// Left out: `--indent`, which is taken out before, `-f` and `-L`, because a program in a file imports what nobody read.
const JQ: &str = "-a -b -c -C -e -j -M -n -r -R -s -S --ascii-output --args --binary --color-output --compact-output \
     --exit-status --join-output --jsonargs --monochrome-output --null-input --raw-input --raw-output \
     --raw-output0 --seq --slurp --sort-keys --stream --stream-errors --tab --unbuffered --yaml-output --yaml-input";

/// Flags that take a name and a value, and whether the value is a file that is read.
const NAMED: &[(&str, bool)] =
    &[("--arg", false), ("--argjson", false), ("--slurpfile", true), ("--rawfile", true)];

fn read_jq(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`jq` prints help", call.span);
    }
    let (args, named_files) = match without_named(&call.args) {
        Ok(told) => told,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let parsed = match parse(Style::Gnu, JQ, &args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    let files = program_of(reading, call, &parsed, leaves_jq);
    let files = named_files.into_iter().chain(files.iter().copied().filter(|file| !file.is_judged()));
    for file in files.filter(|file| file.text() != Some("-")) {
        reading.read_path(&call.name, file, false);
    }
    reading.add(Effect::Harmless, "read_only_command", "`jq` prints what its program says", call.span);
}

/// Takes `--arg name value`, `--indent 2` and the like out, in one pass as jq does it; with the files they read.
fn without_named(args: &[Arg]) -> Result<(Vec<Arg>, Vec<&Arg>), Unread> {
    let mut others = Vec::new();
    let mut files = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if arg.text() == Some("--") {
            others.push(arg.clone());
            others.extend(rest.cloned());
            break;
        }
        if arg.text() == Some("--indent") {
            let number = |value: &&Arg| value.text().is_some_and(is_number);
            rest.next().filter(number).ok_or_else(|| Unread::value(arg))?;
            continue;
        }
        let Some((_, is_file)) = NAMED.iter().find(|(name, _)| arg.text() == Some(*name)) else {
            others.push(arg.clone());
            continue;
        };
        let (Some(name), Some(value)) = (rest.next(), rest.next()) else { return Err(Unread::value(arg)) };
        if let Some(unclear) = [name, value].into_iter().find(|arg| arg.splits() || may_be_flag(arg)) {
            return Err(Unread::value(unclear));
        }
        if *is_file {
            files.push(value);
        }
    }
    Ok((others, files))
}

/// Not every jq takes it for the value that it stands for. A negative number is none.
fn may_be_flag(arg: &Arg) -> bool {
    arg.text().is_some_and(|text| text.strip_prefix('-').is_some_and(|rest| !is_number(rest)))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Left out: `-s` (writes a file per document) and whatever loads or enables more.
const YQ: &str = "-0 -c -C -e -i* -I: -j -M -n -N -o: -p: -P -r -v -y -Y --colors --compact-output --csv-separator: \
     --exit-status --front-matter: --header-preprocess --in-place* --indent: --inplace* --input-format: --no-colors \
     --no-doc --null-input --output-format: --prettyPrint --raw-output --tsv-separator: --unwrapScalar? --verbose \
     --yaml-output --yaml-roundtrip";

fn read_yq(reading: &mut Reading<'_>, call: &Invocation) {
    if only_asks_for_help(&call.args) {
        return reading.add(Effect::Harmless, "help", "`yq` prints help", call.span);
    }
    let mut args = call.args.clone();
    if args.first().and_then(Arg::text).is_some_and(|sub| ["e", "eval", "ea", "eval-all"].contains(&sub)) {
        args.remove(0);
    }
    let parsed = match parse(Style::Gnu, YQ, &args) {
        Ok(parsed) => parsed,
        Err(unread) => return reading.unread(&call.name, unread),
    };
    if let Some(value) = unclear_value(&parsed) {
        return reading.unread(&call.name, Unread::value(value));
    }
    let in_place = parsed.has(&["-i", "--inplace", "--in-place"]);
    let mut files = program_of(reading, call, &parsed, unknown_to_yq);
    if let Some(program) = parsed.operands.first() {
        // A file that is there is taken for the file, even where a program would stand, or for one with a program.
        if program.value.prefix().ends_with(".yq") {
            stop(reading, call, program.span, "may take its program from a file");
        }
        if files.is_empty() || is_there(reading, program) {
            files = &parsed.operands;
        }
    }
    for file in files.iter().filter(|file| file.text() != Some("-") && !file.is_judged()) {
        match in_place {
            true => reading.write_path(&call.name, file, false),
            false => reading.read_path(&call.name, file, false),
        }
    }
    reading.add(Effect::Harmless, "read_only_command", "`yq` prints what its program says", call.span);
}

/// A value of a flag that one of the programs of this name takes for something else.
fn unclear_value<'p>(parsed: &'p Parsed<'_>) -> Option<&'p Arg> {
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric());
    let separators = ["--csv-separator", "--tsv-separator"];
    let given = parsed.flags.iter().filter(|flag| !separators.contains(&flag.name));
    given.filter_map(|flag| flag.value.as_ref()).find(|value| !value.text().is_some_and(plain))
}

fn is_there(reading: &Reading<'_>, file: &Arg) -> bool {
    // skipped: one that is not known may be there.
    let Some(text) = file.text() else { return true };
    reading.dirs().iter().any(|dir| {
        let found = reading.world.resolve(&place::join(dir, text));
        found.is_none_or(|found| found.stands != Stands::Nothing)
    })
}

/// Whether an expression that another program evaluates as jq does (`gh --jq`) only computes; if not, the stop was
/// added.
pub fn judge_expression(reading: &mut Reading<'_>, call: &Invocation, expression: &Arg) -> bool {
    judged(reading, call, expression, leaves_jq)
}

/// Judges the program; what remains are the files.
fn program_of<'p, 'a>(
    reading: &mut Reading<'_>,
    call: &Invocation,
    parsed: &'p Parsed<'a>,
    judge: fn(&[Token]) -> Option<Reach>,
) -> &'p [&'a Arg] {
    let Some((program, files)) = parsed.operands.split_first() else { return &[] };
    judged(reading, call, program, judge);
    files
}

/// Adds what the program reaches; `true` when it only computes.
fn judged(
    reading: &mut Reading<'_>,
    call: &Invocation,
    program: &Arg,
    judge: fn(&[Token]) -> Option<Reach>,
) -> bool {
    let reach = match program.text().map(tokens) {
        Some(Some(tokens)) => judge(&tokens),
        Some(None) => Some(Reach::Out("has a program that could not be read")),
        None => Some(Reach::Out("has a program that is not known")),
    };
    match reach {
        None => {}
        Some(Reach::Environment) => {
            let message = alloc::format!("`{}` shows the whole environment", call.name);
            reading.hazard(Hazard::Secret, "print_environment", message, None, program.span);
        }
        Some(Reach::Out(why)) => stop(reading, call, program.span, why),
    }
    reach.is_none()
}

fn stop(reading: &mut Reading<'_>, call: &Invocation, span: Span, why: &str) {
    reading.unread(&call.name, Unread { rule: "inline_code".into(), message: why.into(), span });
}

/// Why a program does not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    Environment,
    Out(&'static str),
}

/// jq's words that reach out. All others compute.
fn leaves_jq(tokens: &[Token]) -> Option<Reach> {
    tokens.iter().enumerate().find_map(|(at, token)| {
        let Token::Name(name) = token else { return None };
        match name.as_str() {
            "env" if is_key(tokens, at) => None,
            "env" | "$ENV" => Some(Reach::Environment),
            "import" | "include" | "modulemeta" | "repl" | "exec" | "system" if is_key(tokens, at) => None,
            // jaq has these.
            "repl" | "exec" | "system" => Some(Reach::Out("has a program that reads or runs another one")),
            "import" | "include" | "modulemeta" => Some(Reach::Out("has a program that imports files")),
            _ => None,
        }
    })
}

/// `{name: …`, `{name}`, `, name: …`; only directly inside of `{`, for `.[1, name:2]` evaluates it.
fn is_key(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let key = matches!(
        (before, tokens.get(at + 1)),
        (Some(Token::Sign('{')), Some(Token::Sign(':' | ',' | '}')))
            | (Some(Token::Sign(',')), Some(Token::Sign(':')))
    );
    key && innermost(tokens.get(..at).unwrap_or(&[])) == Some('{')
}

/// The bracket that is open behind these tokens.
fn innermost(tokens: &[Token]) -> Option<char> {
    let mut open = Vec::new();
    for token in tokens {
        match token {
            Token::Sign(bracket @ ('{' | '[' | '(')) => open.push(*bracket),
            Token::Sign('}' | ']' | ')') => {
                open.pop();
            }
            Token::Name(_) | Token::Field | Token::Text | Token::Sign(_) => {}
        }
    }
    open.pop()
}

/// Words of yq that compute. It has others that load files, show the environment or run.
const YQ_WORDS: &str = "select has keys length map map_values to_entries from_entries with_entries sort sort_by sort_keys unique \
     unique_by group_by join split test match capture sub contains any all any_c all_c not and or true false null as \
     reduce ireduce if then elif else end type tag kind style path paths getpath del delpaths to_json from_json to_yaml \
     from_yaml to_props to_xml to_csv to_tsv tojson fromjson tostring to_string tonumber to_number ascii_downcase \
     ascii_upcase upcase downcase trim add flatten first last reverse min max range recurse empty error with \
     document_index di file_index fileIndex fi filename line column key parent anchor alias explode head_comment \
     line_comment foot_comment headComment lineComment footComment comments pick omit filter entries array_to_map now \
     length sort_keys parents ltrimstr rtrimstr startswith endswith splits limit index inside values";

fn unknown_to_yq(tokens: &[Token]) -> Option<Reach> {
    let known = |name: &str| {
        let variable = name.starts_with('$') && name != "$ENV";
        variable || name.starts_with('@') || listed(YQ_WORDS, name)
    };
    let unknown = tokens.iter().enumerate().any(|(at, token)| match token {
        Token::Name(name) => !known(name) && !is_key(tokens, at),
        Token::Field | Token::Text | Token::Sign(_) => false,
    });
    unknown.then_some(Reach::Out("has a program with words that are not known to be safe"))
}

/// As much of the language as is needed to see its words.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// `name`, `$name`, `@name`
    Name(String),
    /// `.name`
    Field,
    Text,
    /// Any other character that is no blank.
    Sign(char),
}

type Chars<'a> = core::iter::Peekable<core::str::Chars<'a>>;

/// The tokens of a program; those of an interpolation `\( … )` stand where it stood. `None` when it is unclear.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut chars = text.chars().peekable();
    let mut found = Vec::new();
    // For each interpolation that is open: how many parentheses are open in it.
    let mut open: Vec<u32> = Vec::new();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        match c {
            '"' => string(&mut chars, &mut found, &mut open)?,
            '#' => comment(&mut chars)?,
            ')' if open.last() == Some(&0) => {
                open.pop();
                found.push(Token::Sign(')'));
                string(&mut chars, &mut found, &mut open)?;
            }
            c if c.is_ascii_alphabetic() || ['_', '$', '@'].contains(&c) => {
                let mut name = c.to_string();
                while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                    name.push(c);
                }
                // Blanks and comments may stand behind a `$`, and the name of the variable behind those.
                if matches!(name.as_str(), "$" | "@") {
                    return None;
                }
                let field = before == '.' && c != '$' && c != '@';
                found.push(if field { Token::Field } else { Token::Name(name) });
            }
            c if c.is_whitespace() => {}
            // The dot of a field belongs to the field.
            '.' if chars.peek().is_some_and(|next| next.is_ascii_alphabetic() || *next == '_')
                && before != '.' => {}
            c => {
                match (c, open.last_mut()) {
                    ('(', Some(depth)) => *depth += 1,
                    (')', Some(depth)) => *depth -= 1,
                    _ => {}
                }
                found.push(Token::Sign(c));
            }
        }
        before = if c == '.' && before == '.' { ' ' } else { c };
    }
    open.is_empty().then_some(found)
}

/// To the end of the line. Versions differ in whether a backslash takes the next line along.
fn comment(chars: &mut Chars<'_>) -> Option<()> {
    let mut last = ' ';
    while let Some(c) = chars.next_if(|c| *c != '\n') {
        last = c;
    }
    (last != '\\' && last != '\r').then_some(())
}

/// The inside of a string, up to its end or the next interpolation.
fn string(chars: &mut Chars<'_>, found: &mut Vec<Token>, open: &mut Vec<u32>) -> Option<()> {
    loop {
        match chars.next()? {
            '"' => {
                found.push(Token::Text);
                return Some(());
            }
            '\\' if chars.next()? == '(' => {
                // An interpolated string is no plain text: `env["\(…)"]` picks what nobody knows.
                found.extend([Token::Sign('"'), Token::Sign('(')]);
                open.push(0);
                return Some(());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
const EXAMPLES: &str = r#"
        ask   jaq -n repl
        ask   jaq -n '"id"|exec'
        allow jq '{exec: .exec}' package.json
        allow jq . package.json
        allow jq -r '.scripts | keys[]' package.json
        allow cat package.json | jq '.scripts.test // "none"'
        allow jq --arg x 1 '.[$x]' package.json
        allow jq -n --argjson a '{}' '$a'
        ask   jq . .env
        ask   jq -n env
        ask   jq -n '$ENV'
        ask   jq -n '$ ENV'
        ask   jq -n '$⏎ENV'
        ask   jq -n '$#x⏎ENV'
        ask   yq '$ ENV' README.md
        allow jq -n --arg ENVX 1 '$ENVX'
        ask   jq -n 'env.HOME'
        ask   jq -n --rawfile x .env '$x'
        ask   jq -n --slurpfile x ~/.ssh/id_rsa '$x'
        ask   jq -f x.jq package.json
        ask   jq -L . 'import "x" as x; .' package.json
        ask   jq "$UNKNOWN" package.json
        ask   jq . -- --arg x .env
        ask   jq -R --indent --arg . .env 2 .
        ask   jq --indent --arg . package.json
        ask   jq --arg --rawfile x . package.json
        allow jq --indent 2 . package.json
        allow jq --argjson n -1 '.[$n]' package.json
        ask   jq -n 'path(.[0,env:2])'
        ask   jq -n '[{a:1}[0,env:2]]'
        allow jq '{a: .x, env: .y}' package.json
        ask   yq .x.yq README.md
        ask   yq .env README.md
        ask   yq -i .env README.md
        ask   yq -I . .env 2
        allow yq -I 2 -o json .name README.md
        allow yq '.a.b' README.md
        allow yq -i '.a = 1' src/x.yaml
        ask   yq -i '.a = 1' .github/workflows/x.yml
        ask   yq 'load(".env")' x.yaml
        ask   yq -s .a x.yaml
        ask   yq 'env(HOME)' x.yaml
        ask   yq .env
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_read_as_they_should() {
        crate::effect::program::examples::run(EXAMPLES);
    }

    fn jq(program: &str) -> Option<Reach> {
        match tokens(program) {
            Some(tokens) => leaves_jq(&tokens),
            None => Some(Reach::Out("unclear")),
        }
    }

    #[test]
    fn programs_that_only_compute() {
        for program in [
            ".",
            ".env",
            ".a.env.b",
            "{env: .x}",
            "{a: 1, env: 2}",
            "{env}",
            "keys",
            "\"env\"",
            "\"a \\(.x) env\"",
            "# env\n.",
            ".[] | select(.a == \"$ENV\") | .b",
            "[.[]|{a,b}]",
            "$environment",
            "my_env",
            "\"\\(.a | map(.env))\"",
            "..",
            "\"\\\\\"",
        ] {
            assert_eq!(jq(program), None, "{program}");
        }
    }

    #[test]
    fn programs_that_reach_out() {
        for program in [
            "env",
            "$ENV",
            "$ ENV",
            "$\tENV",
            "$ # x\n ENV",
            "env | keys",
            "\"\\(env)\"",
            "\"\\(\"\\(env)\")\"",
            "[1, env]",
            "path(.[0,env:2])",
            "{a: .[0,env:2]}",
            "\"\\(.[0,env:2])\"",
            "{\"\\(.[0,env:2])\": 1}",
            "import \"x\" as x; .",
            "include \"x\"; .",
            "\"x\" | modulemeta",
            "\"abc",
            "\"\\(.a\"",
            "# x \\\nenv",
            "env[\"\\(.x)\"]",
            ". env",
            "..env",
            "env.[]",
            "{a: env}",
            "if env then 1 else 2 end",
        ] {
            assert!(jq(program).is_some(), "{program}");
        }
    }

    #[test]
    fn yq_knows_its_words() {
        let yq = |program: &str| tokens(program).and_then(|tokens| unknown_to_yq(&tokens));
        assert_eq!(yq(".a.b[] | select(.c == \"x\") | length"), None);
        for program in [
            "load(\"x\")",
            "env(HOME)",
            "strenv(X)",
            "system(\"id\")",
            "load_str(\"x\")",
            ". | envsubst",
            "eval(.x)",
        ] {
            assert!(yq(program).is_some(), "{program}");
        }
    }
}
