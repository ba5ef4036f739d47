//! mastiff on the real machine: configuration, disk, sessions and the ledger.
//!
//! Nothing here parses arguments or prints; nothing here decides. Deciding is `mastiff-core`'s.
