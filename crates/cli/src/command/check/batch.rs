//! `mastiff check --batch`: JSON lines in, JSON lines out, in order.

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::json::{self, Object};
use crate::look::Look;
use crate::question::{Question, Settings};
use mastiff_core::Decision;
use mastiff_core::json::Json;
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read, Write};

/// The longest line that is read; what is longer is answered with an error.
const LINE: u64 = 16 << 20;
/// What is read and written at once.
const BUFFER: usize = 256 << 10;

/// Answers every line. A line that cannot be read gets a deny of its own and the next one its turn.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if !args.operands().is_empty() {
        return Err(Failure::new("`--batch` reads its commands from standard input"));
    }
    let settings = Settings::from_args(args)?;
    let mut input = BufReader::with_capacity(BUFFER, std::io::stdin().lock());
    let mut output = BufWriter::with_capacity(BUFFER, std::io::stdout().lock());
    let mut look = Look::begin(&settings);
    loop {
        // The next line has to be waited for: whoever waits for answers before asking on must get them now, and the
        // machine may change meanwhile. Lines that arrived together share one look at it.
        if !input.buffer().contains(&b'\n') {
            if !delivered(output.flush())? {
                break;
            }
            // Not in one step: a look that begins while another lives is part of it.
            drop(look);
            look = Look::begin(&settings);
        }
        let Some(line) = next_line(&mut input)? else { break };
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        if !delivered(writeln!(output, "{}", answer(&line, &mut look)))? {
            break;
        }
    }
    delivered(output.flush())?;
    Ok(Exit::Fine)
}

/// Whether somebody still listens.
fn delivered(written: std::io::Result<()>) -> Result<bool, Failure> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        result => result.map(|()| true).map_err(Failure::from),
    }
}

fn next_line(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, Failure> {
    let mut line = vec![];
    input.by_ref().take(LINE).read_until(b'\n', &mut line)?;
    if line.len() as u64 == LINE && line.last() != Some(&b'\n') {
        skip_rest(input)?;
    }
    Ok(if line.is_empty() { None } else { Some(line) })
}

fn skip_rest(input: &mut impl BufRead) -> Result<(), Failure> {
    loop {
        let (used, done) = match input.fill_buf()? {
            [] => return Ok(()),
            buffer => match buffer.iter().position(|b| *b == b'\n') {
                Some(at) => (at + 1, true),
                None => (buffer.len(), false),
            },
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

fn answer(line: &[u8], look: &mut Look<'_>) -> String {
    let row = match Json::parse(line) {
        Ok(row) => row,
        Err(error) => return refused(Object::new(), &format!("the line is not JSON: {error}")),
    };
    let object = with_id(&row);
    match question(row).and_then(|question| look.judge(question)) {
        Ok(judged) => judged.answer(object).done(),
        Err(failure) => refused(object, &failure.message),
    }
}

/// An answer that was not reached is a deny, and says so.
fn refused(object: Object, error: &str) -> String {
    object.text("decision", Decision::Deny.word()).text("rule", "broken").text("error", error).done()
}

/// The id as it was given: any JSON value.
fn with_id(row: &Json) -> Object {
    match row.get("id") {
        Some(id) => Object::new().raw("id", json::value(id)),
        None => Object::new(),
    }
}

fn question(mut row: Json) -> Result<Question, Failure> {
    let input = row.take("input");
    let text = |key: &str| match row.get(key) {
        None => Ok(None),
        Some(value) => {
            value.as_str().map(Some).ok_or_else(|| Failure::new(format!("`{key}` is not a string")))
        }
    };
    let wrong = |why: &str| Err(Failure::new(why));
    let question = match (text("command")?, text("tool")?, input) {
        (Some(command), None, None) => Question::command(command),
        (None, Some(tool), Some(input)) => Question::tool(tool, input),
        (None, Some(_), None) => return wrong("`tool` without `input`"),
        (Some(_), _, _) => return wrong("`command` stands beside `tool` or `input`"),
        (None, None, _) => return wrong("neither `command` nor `tool`"),
    };
    question.in_dir(text("cwd")?)
}
