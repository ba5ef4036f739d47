//! Chance that everybody can repeat.

/// Small, seeded, good enough.
pub struct Random(u64);

impl Random {
    /// From `MASTIFF_SEED`, or the seed of the suite.
    pub fn new() -> Self {
        let seed = std::env::var("MASTIFF_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_262);
        Random(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let end = u64::try_from(end.max(1)).expect("fits");
        usize::try_from(self.0 % end).expect("below a usize")
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Rounds of a property: `usual`, or what `MASTIFF_ROUNDS` says.
pub fn rounds(usual: usize) -> usize {
    std::env::var("MASTIFF_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(usual)
}
