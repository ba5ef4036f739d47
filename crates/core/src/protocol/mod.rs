//! One file per host: payload to `ToolCall`, verdict to the bytes and exit code that this host honours.
