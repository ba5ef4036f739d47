//! The `mastiff` binary.

fn main() {}
