//! What a tree says would happen: every simple command in it, every file it would write.

use mastiff_core::shell::syntax::*;

/// A word as far as it is known.
#[derive(Debug, Clone, PartialEq)]
pub enum Field {
    /// Exactly this.
    Known(String),
    /// One field; the certain texts in order, anything between, before and behind them.
    One(Vec<String>),
    /// No field, one, or several.
    Any,
}

/// Everything a tree says.
#[derive(Debug, Default)]
pub struct Prediction {
    /// Name and arguments of each simple command.
    pub commands: Vec<Vec<Field>>,
    /// Files opened for writing.
    pub writes: Vec<Field>,
    /// Somewhere a value is evaluated as arithmetic or as a name: bash may run what is in it.
    pub evaluates: bool,
}

impl Prediction {
    /// Of a whole script.
    pub fn of(script: &Script) -> Self {
        let mut prediction = Prediction::default();
        prediction.list(&script.body);
        prediction
    }

    /// Some predicted command may have become these words.
    pub fn covers(&self, argv: &[String]) -> bool {
        self.commands.iter().any(|fields| matches(fields, argv))
    }

    /// Some predicted write may have made this file.
    pub fn writes_to(&self, file: &str) -> bool {
        self.writes.iter().any(|field| matches(std::slice::from_ref(field), &[file.to_owned()]))
    }

    fn list(&mut self, list: &List) {
        list.iter().for_each(|item| self.command(&item.command));
    }

    fn command(&mut self, command: &Command) {
        command.redirects.iter().for_each(|redirect| self.redirect(redirect));
        match &command.kind {
            Kind::Simple { assigns, words } => {
                assigns.iter().for_each(|assign| self.assign(assign));
                self.words(words);
                let fields: Vec<Field> = words.iter().map(field).collect();
                // builtins that evaluate their arguments are the policy's business
                let evaluators =
                    ["let", "test", "[", "printf", "read", "unset", "declare", "local", "export"];
                self.evaluates |=
                    matches!(fields.first(), Some(Field::Known(n)) if evaluators.contains(&n.as_str()));
                self.evaluates |= matches!(fields.first(), Some(Field::One(_) | Field::Any));
                if !fields.is_empty() {
                    self.commands.push(fields);
                }
            }
            Kind::Pipe(commands) => commands.iter().for_each(|command| self.command(command)),
            Kind::Chain { first, rest } => {
                self.command(first);
                rest.iter().for_each(|(_, command)| self.command(command));
            }
            Kind::Not(inner) | Kind::Time(inner) | Kind::Function { body: inner, .. } => self.command(inner),
            Kind::Subshell(list) | Kind::Group(list) => self.list(list),
            Kind::If { arms, otherwise } => {
                for (cond, body) in arms {
                    self.list(cond);
                    self.list(body);
                }
                otherwise.iter().for_each(|list| self.list(list));
            }
            Kind::Loop { cond, body } => {
                self.list(cond);
                self.list(body);
            }
            Kind::For { words, body, .. } => {
                words.iter().for_each(|words| self.words(words));
                self.list(body);
            }
            Kind::ForArith { parts, body } => {
                parts.iter().for_each(|part| self.arith(part));
                self.list(body);
            }
            Kind::Case { subject, arms } => {
                self.word(subject);
                for arm in arms {
                    self.words(&arm.patterns);
                    self.list(&arm.body);
                }
            }
            Kind::Cond(terms) => terms.iter().for_each(|term| self.term(term)),
            Kind::Arith(arith) => self.arith(arith),
        }
    }

    fn term(&mut self, term: &CondTerm) {
        match term {
            CondTerm::Unary { op, word } => {
                self.evaluates |= op == "-v" || op == "-t";
                self.word(word);
            }
            CondTerm::Binary { op, left, right } => {
                self.evaluates |= op.starts_with('-');
                self.word(left);
                self.word(right);
            }
            CondTerm::Word(word) => self.word(word),
        }
    }

    fn assign(&mut self, assign: &Assign) {
        assign.subscript.iter().for_each(|arith| self.arith(arith));
        match &assign.value {
            AssignValue::Word(word) => self.word(word),
            AssignValue::Array(items) => {
                for item in items {
                    item.subscript.iter().for_each(|arith| self.arith(arith));
                    self.word(&item.word);
                }
            }
        }
    }

    fn redirect(&mut self, redirect: &Redirect) {
        match &redirect.op {
            RedirectOp::Write(word)
            | RedirectOp::Append(word)
            | RedirectOp::ReadWrite(word)
            | RedirectOp::WriteBoth(word)
            | RedirectOp::AppendBoth(word) => {
                self.word(word);
                self.writes.push(field(word));
            }
            RedirectOp::Read(word) | RedirectOp::HereString(word) | RedirectOp::Heredoc(word) => {
                self.word(word)
            }
            RedirectOp::Duplicate(_) | RedirectOp::DuplicateInput(_) => {}
        }
    }

    fn words(&mut self, words: &[Word]) {
        words.iter().for_each(|word| self.word(word));
    }

    fn word(&mut self, word: &Word) {
        self.pieces(&word.pieces);
    }

    fn arith(&mut self, arith: &Arith) {
        let text =
            |piece: &Piece| matches!(piece, Piece::Text { text, .. } if matches!(text.as_str(), "@" | "*"));
        self.evaluates |= !arith.pieces.iter().all(text);
        self.pieces(&arith.pieces);
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Text { .. } | Piece::Glob(_) | Piece::Tilde(_) => {}
                Piece::Param { param, .. } => self.param(param),
                Piece::Command { body, .. } | Piece::Process { body, .. } => self.list(body),
                Piece::Arith { arith, .. } => self.arith(arith),
            }
        }
    }

    fn param(&mut self, param: &Param) {
        param.subscript.iter().for_each(|arith| self.arith(arith));
        match &param.op {
            ParamOp::Plain | ParamOp::Length => {}
            ParamOp::Default(word)
            | ParamOp::Assign(word)
            | ParamOp::Alternative(word)
            | ParamOp::Error(word) => {
                self.word(word);
            }
            ParamOp::Edit(_, words) => self.words(words),
            ParamOp::Slice(parts) => parts.iter().for_each(|part| self.arith(part)),
        }
    }
}

/// A word as far as it is known.
fn field(word: &Word) -> Field {
    let mut known = vec![String::new()];
    let mut certain = true;
    for piece in &word.pieces {
        match piece {
            Piece::Text { text, .. } => {
                if let Some(last) = known.last_mut() {
                    last.push_str(text);
                }
            }
            Piece::Param { param, quoted: true, .. } if param.name != "@" && !is_all(param) => {
                certain = false;
                known.push(String::new());
            }
            Piece::Command { quoted: true, .. }
            | Piece::Arith { quoted: true, .. }
            | Piece::Process { .. }
            | Piece::Tilde(_) => {
                certain = false;
                known.push(String::new());
            }
            Piece::Param { .. } | Piece::Command { .. } | Piece::Arith { .. } | Piece::Glob(_) => {
                return Field::Any;
            }
        }
    }
    if certain { Field::Known(known.concat()) } else { Field::One(known) }
}

/// `${a[@]}`, or an operand that holds `"$@"`.
fn is_all(param: &Param) -> bool {
    let all = |word: &Word| {
        word.pieces.iter().any(|piece| match piece {
            Piece::Param { param, .. } => param.name == "@" || is_all(param),
            Piece::Text { .. } | Piece::Glob(_) | Piece::Tilde(_) => false,
            Piece::Command { .. } | Piece::Process { .. } | Piece::Arith { .. } => false,
        })
    };
    match &param.op {
        ParamOp::Length => false,
        ParamOp::Plain | ParamOp::Slice(_) | ParamOp::Edit(..) => param.subscript.is_some(),
        ParamOp::Default(word)
        | ParamOp::Assign(word)
        | ParamOp::Alternative(word)
        | ParamOp::Error(word) => param.subscript.is_some() || all(word),
    }
}

/// The words may be what the fields become.
fn matches(fields: &[Field], argv: &[String]) -> bool {
    match fields {
        [] => argv.is_empty(),
        [Field::Any] => true,
        [Field::Any, rest @ ..] => (0..=argv.len()).any(|skip| matches(rest, &argv[skip..])),
        [first, rest @ ..] => match argv {
            [] => false,
            [word, words @ ..] => matches_one(first, word) && matches(rest, words),
        },
    }
}

fn matches_one(field: &Field, word: &str) -> bool {
    match field {
        Field::Any => true,
        Field::Known(text) => text == word,
        Field::One(texts) => {
            let mut rest = word;
            for (at, text) in texts.iter().enumerate() {
                match rest.find(text.as_str()) {
                    Some(0) => rest = &rest[text.len()..],
                    Some(found) if at > 0 => rest = &rest[found + text.len()..],
                    _ => return false,
                }
            }
            true
        }
    }
}
