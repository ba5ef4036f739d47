//! What is printed for a call, row by row.
