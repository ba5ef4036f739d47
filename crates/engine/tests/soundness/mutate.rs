//! Variants of commands.

use crate::sandbox::Row;

/// `count` variants of each row.
pub fn variants(rows: &[Row], _count: usize) -> Vec<Row> {
    rows.to_vec()
}
