//! The reader against the table of tricky inputs.

use crate::predict::{Field, Prediction};
use crate::table::{self, Class, Row};
use mastiff_core::shell;

#[test]
fn tricky_inputs_are_read_as_bash_runs_them() {
    let faults: Vec<String> = table::rows().iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn fault(row: &Row) -> Option<String> {
    let prediction = match shell::read(&row.text) {
        Ok(script) => Prediction::of(&script),
        Err(refusal) if row.class == Class::Shown => {
            return Some(format!("{}\n  refused: {}", row.line, refusal.why));
        }
        Err(_) => return None,
    };
    if row.class == Class::Policy {
        return None;
    }
    let missed = row.runs.iter().find(|run| !prediction.covers(run));
    let extra = prediction.commands.iter().find(|fields| !is_expected(fields, row));
    match (missed, extra) {
        (Some(run), _) => Some(format!("{}\n  not predicted: {run:?}", row.line)),
        (None, Some(fields)) if row.class != Class::Asked => {
            Some(format!("{}\n  too much: {fields:?}", row.line))
        }
        _ => None,
    }
}

/// Stubs are the only programs; what is not named like one runs nothing of interest.
fn is_expected(fields: &[Field], row: &Row) -> bool {
    let Some(Field::Known(name)) = fields.first() else { return true };
    !name.starts_with('Z') || row.runs.iter().any(|run| run.first() == Some(name))
}
