//! The names and fields by which each dialect knows the host's tools.
