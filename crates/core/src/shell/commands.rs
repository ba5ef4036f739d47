//! Lists, chains and pipelines.

use super::cursor::{Read, Reader};
use super::syntax::{Command, Fd, Item, Kind, Link, List, Redirect, RedirectOp};
use crate::steps;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// Words that bash reads as syntax where a command may start.
const KEYWORDS: [&str; 22] = [
    "!", "{", "}", "[[", "if", "then", "elif", "else", "fi", "do", "done", "for", "select", "while", "until",
    "case", "esac", "in", "function", "time", "coproc", "]]",
];

/// Keywords that end a list.
const CLOSERS: [&str; 8] = ["}", "then", "elif", "else", "fi", "do", "done", "esac"];

impl Reader<'_> {
    /// A whole text, to its end.
    pub(super) fn unit(&mut self) -> Read<List> {
        let mut list = self.list()?;
        if self.peek().is_some() {
            return self.unexpected();
        }
        if let Some(pending) = self.pending.first() {
            return self.refuse(pending.start, "a here-document without text");
        }
        self.fill(&mut list);
        Ok(list)
    }

    /// Commands up to something that ends a list, which stays.
    pub(super) fn list(&mut self) -> Read<List> {
        self.enter()?;
        let mut items = Vec::new();
        loop {
            self.gap()?;
            if self.at_list_end() {
                break;
            }
            self.no_reprint()?;
            let command = self.chain()?;
            let background = self.separator(&command)?;
            items.push(Item { command, background });
        }
        self.leave();
        Ok(items)
    }

    /// bash writes the commands of a substitution down again before it runs them, and forgets a `;` behind a
    /// here-document: two commands become one.
    fn no_reprint(&self) -> Read<()> {
        if self.substituted && self.announced {
            return self.refuse(self.pos, "a command behind a here-document inside a substitution");
        }
        Ok(())
    }

    /// A list of one command at least: bash wants one here.
    pub(super) fn filled_list(&mut self) -> Read<List> {
        let list = self.list()?;
        if list.is_empty() {
            return self.unexpected();
        }
        Ok(list)
    }

    /// Refuses what is next.
    pub(super) fn unexpected<T>(&mut self) -> Read<T> {
        match self.rest().chars().next() {
            None => self.refuse(self.pos, "a command that ends too early"),
            Some('\n') => self.refuse(self.pos, "a line end where none may be"),
            Some(next) => self.refuse(self.pos, format!("`{}` where it cannot be", next.escape_debug())),
        }
    }

    /// Blanks, joined lines and a comment, up to the line end.
    pub(super) fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.bump();
        }
        if self.raw() == Some(b'#') {
            let length = self.rest().find('\n').unwrap_or(self.rest().len());
            steps::add(length);
            self.pos += length;
        }
    }

    /// Blanks, comments and line ends, with the here-documents behind them.
    pub(super) fn gap(&mut self) -> Read<()> {
        loop {
            self.blanks();
            if self.raw() != Some(b'\n') {
                return Ok(());
            }
            self.bump();
            self.read_bodies()?;
        }
    }

    /// The unquoted keyword that is next, if one is.
    pub(super) fn keyword(&self) -> Option<&'static str> {
        let first = self.ahead(0)?;
        KEYWORDS.into_iter().find(|word| word.bytes().next() == Some(first) && self.next_is_word(word))
    }

    /// `word` is next, unquoted, and nothing else belongs to it.
    pub(super) fn next_is_word(&self, word: &str) -> bool {
        let written = word.bytes().enumerate().all(|(at, byte)| self.ahead(at) == Some(byte));
        written && self.word_ends(word.len())
    }

    /// No word goes on `count` places behind the next byte: `a<(b)` is one word.
    pub(super) fn word_ends(&self, count: usize) -> bool {
        match self.ahead(count) {
            None => true,
            Some(b'<' | b'>') => self.ahead(count + 1) != Some(b'('),
            Some(byte) => matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')'),
        }
    }

    /// Moves past `word` if it is the next word.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.next_is_word(word);
        if found {
            for _ in word.bytes() {
                self.peek();
                self.bump();
            }
        }
        found
    }

    /// Moves past `word` or refuses.
    pub(super) fn expect_word(&mut self, word: &str) -> Read<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        self.refuse(self.pos, format!("something else where `{word}` should be"))
    }

    fn at_list_end(&mut self) -> bool {
        match self.peek() {
            None | Some(b')') => true,
            Some(b';') => matches!(self.ahead(1), Some(b';' | b'&')),
            Some(_) => self.keyword().is_some_and(|word| CLOSERS.contains(&word)),
        }
    }

    /// What ends a command of a list; tells whether it was `&`.
    fn separator(&mut self, command: &Command) -> Read<bool> {
        self.blanks();
        let start = self.pos;
        match self.peek() {
            None | Some(b')' | b'\n') => Ok(false),
            Some(b';') => {
                if !self.at_list_end() {
                    self.bump();
                }
                Ok(false)
            }
            Some(b'&') => {
                self.bump();
                match self.peek() {
                    Some(b'|' | b'!') => {
                        self.refuse(start, "`&|` or `&!`, which zsh reads as its own operator")
                    }
                    Some(b';' | b'&') => self.unexpected(),
                    _ => Ok(true),
                }
            }
            // a keyword may follow a closing keyword or bracket directly: `{ (a) }`
            Some(_) if closes_itself(command) && self.at_list_end() => Ok(false),
            Some(_) => self.unexpected(),
        }
    }

    /// `a && b || c`
    fn chain(&mut self) -> Read<Command> {
        let start = self.pos;
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.blanks();
            let link = match (self.peek(), self.ahead(1)) {
                (Some(b'&'), Some(b'&')) => Link::And,
                (Some(b'|'), Some(b'|')) => Link::Or,
                _ => break,
            };
            self.pass_operator();
            rest.push((link, self.pipeline()?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(self.command_from(start, Kind::Chain { first: Box::new(first), rest }))
    }

    /// Moves past an operator of two characters and the line ends that may follow it.
    fn pass_operator(&mut self) {
        self.bump();
        self.peek();
        self.bump();
    }

    /// `! time a | b`
    fn pipeline(&mut self) -> Read<Command> {
        self.gap()?;
        let start = self.pos;
        self.enter()?;
        let command = match self.keyword() {
            Some("!") => self.not(start)?,
            Some("time") => self.time(start)?,
            _ => self.pipe(start)?,
        };
        self.leave();
        Ok(command)
    }

    fn not(&mut self, start: usize) -> Read<Command> {
        self.eat_word("!");
        if self.raw() == Some(b'(') {
            return self.refuse(start, "`!(`, which may be a pattern");
        }
        let inner = self.prefixed()?;
        Ok(self.command_from(start, Kind::Not(Box::new(inner))))
    }

    fn time(&mut self, start: usize) -> Read<Command> {
        self.eat_word("time");
        self.blanks();
        if self.eat_word("-p") {
            self.blanks();
        }
        if self.peek() == Some(b'-') {
            return self.refuse(start, "`time` with an option that is not known");
        }
        let inner = self.prefixed()?;
        Ok(self.command_from(start, Kind::Time(Box::new(inner))))
    }

    /// The pipeline behind `!` or `time`, on the same line.
    fn prefixed(&mut self) -> Read<Command> {
        self.blanks();
        match self.peek() {
            None | Some(b'\n' | b';' | b'&' | b'|' | b')') => self.unexpected(),
            Some(_) => self.pipeline(),
        }
    }

    fn pipe(&mut self, start: usize) -> Read<Command> {
        let mut commands = vec![self.command()?];
        loop {
            self.blanks();
            if self.peek() != Some(b'|') || self.ahead(1) == Some(b'|') {
                break;
            }
            let bar = self.pos;
            self.bump();
            if self.eat(b'&')
                && let Some(last) = commands.last_mut()
            {
                let op = RedirectOp::Duplicate("1".into());
                last.redirects.push(Redirect { fd: Fd::Number(2), op, span: self.span(bar) });
            }
            self.gap()?;
            if let Some(word @ ("time" | "!")) = self.keyword() {
                return self.refuse(self.pos, format!("`{word}` inside a pipe"));
            }
            commands.push(self.command()?);
        }
        if commands.len() > 1 {
            return Ok(self.command_from(start, Kind::Pipe(commands)));
        }
        match commands.pop() {
            Some(command) => Ok(command),
            None => self.unexpected(),
        }
    }

    /// A command without redirections, from `start` to here.
    pub(super) fn command_from(&self, start: usize, kind: Kind) -> Command {
        Command { kind, redirects: Vec::new(), span: self.span(start) }
    }
}

/// The command ended in a keyword or bracket, not in a word.
fn closes_itself(command: &Command) -> bool {
    match &command.kind {
        Kind::Subshell(_)
        | Kind::Group(_)
        | Kind::If { .. }
        | Kind::Loop { .. }
        | Kind::For { .. }
        | Kind::ForArith { .. }
        | Kind::Case { .. } => command.redirects.is_empty(),
        Kind::Function { body, .. } => closes_itself(body),
        Kind::Not(inner) | Kind::Time(inner) => closes_itself(inner),
        Kind::Pipe(commands) => commands.last().is_some_and(closes_itself),
        Kind::Chain { rest, .. } => rest.last().is_some_and(|(_, command)| closes_itself(command)),
        Kind::Simple { .. } | Kind::Cond(_) | Kind::Arith(_) => false,
    }
}

/// `word` is syntax where a command may start.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}
