//! What goes out while the replay runs, and at its end.

use super::call::Shown;
use super::options::Options;
use crate::exit::Failure;
use crate::render::Paint;
use std::io::{BufWriter, ErrorKind, Stdout, Write};

pub struct Output {
    out: BufWriter<Stdout>,
    paint: Paint,
    form: Form,
    left: usize,
    shown: u64,
}

/// How single calls are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    People,
    /// A line each.
    Lines,
    /// Items of a list that the end closes.
    Items,
}

impl Output {
    pub fn new(options: &Options) -> Self {
        let form = match (options.json, options.against.is_some()) {
            (false, _) => Form::People,
            (true, false) => Form::Lines,
            (true, true) => Form::Items,
        };
        let out = BufWriter::with_capacity(64 << 10, std::io::stdout());
        Output { out, paint: Paint::for_stdout(), form, left: options.most_calls(), shown: 0 }
    }

    /// One call; `false`: nobody reads any further, or no more are wanted.
    pub fn show(&mut self, shown: &Shown<'_>) -> Result<bool, Failure> {
        if self.left == 0 {
            // A comparison goes on counting.
            return Ok(self.form == Form::Items);
        }
        self.left -= 1;
        self.shown += 1;
        let text = match self.form {
            Form::People => shown.line(self.paint),
            Form::Lines => shown.json() + "\n",
            Form::Items if self.shown == 1 => format!("{{\"differences\":[\n{}", shown.json()),
            Form::Items => format!(",\n{}", shown.json()),
        };
        self.write(&text)
    }

    /// What stands at the end; after single calls for programs nothing does.
    pub fn end(mut self, text: &str, options: &Options) -> Result<(), Failure> {
        match self.form {
            Form::People => self.write(text)?,
            Form::Lines if options.overview() => self.write(text)?,
            Form::Lines => true,
            Form::Items => {
                let start = if self.shown == 0 { "{\"differences\":[" } else { "\n" };
                self.write(&format!("{start}],{text}"))?
            }
        };
        delivered(self.out.flush()).map(|_| ())
    }

    fn write(&mut self, text: &str) -> Result<bool, Failure> {
        delivered(self.out.write_all(text.as_bytes()))
    }
}

/// Whether somebody still listens.
fn delivered(written: std::io::Result<()>) -> Result<bool, Failure> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        result => result.map(|()| true).map_err(Failure::from),
    }
}
