//! Which tools a hook is for.

/// A matcher.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Matcher {
    /// Every tool.
    #[default]
    All,
}
