//! What came of a run.

use std::fmt;

/// What came of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Not allowed, so not run.
    Asked,
    /// Ran, and did what was predicted.
    Clean,
    /// The same, with programs that do nothing in the place of project code and of what is not installed.
    StandIns,
    /// Runs a file of the project: declared to do anything, so not compared.
    ProjectCode,
    /// Did not end in time; what it did until then was predicted.
    TimedOut,
    /// Did more.
    Violation,
}

const ALL: [(Status, &str); 6] = [
    (Status::Asked, "not allowed, not run"),
    (Status::Clean, "ran as predicted"),
    (Status::StandIns, "ran as predicted, with stand-ins for project code and missing programs"),
    (Status::ProjectCode, "project code, not compared"),
    (Status::TimedOut, "timed out"),
    (Status::Violation, "did more than predicted"),
];

impl Status {
    /// For records.
    pub fn word(self) -> &'static str {
        ALL.iter().find(|(status, _)| *status == self).map_or("", |(_, word)| word)
    }
}

/// All rows of a run.
#[derive(Debug, Default)]
pub struct Report {
    rows: Vec<(String, Status, String)>,
}

impl Report {
    /// From the driver's records.
    pub fn read(bytes: &[u8]) -> Report {
        let text = String::from_utf8_lossy(bytes);
        let words: Vec<&str> = text.split_terminator('\0').collect();
        let row = |three: &[&str]| {
            let status = ALL.iter().find(|(_, word)| *word == three[1])?.0;
            Some((three[0].to_owned(), status, three[2].to_owned()))
        };
        Report { rows: words.chunks_exact(3).filter_map(row).collect() }
    }

    /// Several reports as one.
    pub fn joined(reports: Vec<Report>) -> Report {
        Report { rows: reports.into_iter().flat_map(|report| report.rows).collect() }
    }

    /// How many rows were answered.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many were run and compared.
    pub fn ran(&self) -> usize {
        self.rows.iter().filter(|row| !matches!(row.1, Status::Asked | Status::ProjectCode)).count()
    }

    /// Rows that are not allowed.
    pub fn asked(&self) -> Vec<&str> {
        self.of(Status::Asked).map(|(id, _)| id).collect()
    }

    /// Rows that did more than predicted, and what.
    pub fn violations(&self) -> Vec<(&str, &str)> {
        self.of(Status::Violation).collect()
    }

    /// What rows printed that asked for it.
    pub fn printed(&self) -> Vec<(&str, &str)> {
        self.of(Status::Clean).filter(|(_, details)| !details.is_empty()).collect()
    }

    fn of(&self, status: Status) -> impl Iterator<Item = (&str, &str)> {
        let rows = self.rows.iter().filter(move |row| row.1 == status);
        rows.map(|(id, _, details)| (id.as_str(), details.as_str()))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (status, word) in ALL {
            writeln!(f, "{:6} {word}", self.of(status).count())?;
        }
        for (id, details) in self.of(Status::TimedOut) {
            writeln!(f, "\ntimed out: {id}\n{details}")?;
        }
        for (id, details) in self.of(Status::Violation) {
            writeln!(f, "\nVIOLATION {id}\n{details}")?;
        }
        Ok(())
    }
}
