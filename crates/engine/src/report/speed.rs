//! How long decisions took: counted in classes, so that a million of them need no more memory than one.

/// Classes per power of two; a class is at most a sixteenth of its value wide.
const FINE: u64 = 16;

/// Durations in microseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Speed {
    classes: Vec<u64>,
    count: u64,
    longest: u64,
}

impl Speed {
    /// One more.
    pub fn add(&mut self, micros: u64) {
        let class = class(micros);
        if self.classes.len() <= class {
            self.classes.resize(class + 1, 0);
        }
        if let Some(count) = self.classes.get_mut(class) {
            *count += 1;
        }
        self.count += 1;
        self.longest = self.longest.max(micros);
    }

    /// The time within which this share of them (in percent) was done; 0 when there are none.
    pub fn within(&self, percent: u64) -> u64 {
        let wanted = (self.count * percent).div_ceil(100);
        let mut seen = 0;
        let reached = self.classes.iter().position(|count| {
            seen += count;
            seen >= wanted
        });
        reached.map_or(0, upper_end).min(self.longest)
    }

    /// The longest.
    pub fn longest(&self) -> u64 {
        self.longest
    }

    /// How many.
    pub fn count(&self) -> u64 {
        self.count
    }
}

fn class(micros: u64) -> usize {
    if micros < FINE {
        return usize::try_from(micros).unwrap_or(0);
    }
    let power = u64::from(micros.ilog2());
    let within = (micros >> (power - FINE.ilog2() as u64)) - FINE;
    usize::try_from((power - u64::from(FINE.ilog2()) + 1) * FINE + within).unwrap_or(usize::MAX)
}

/// The greatest value of a class.
fn upper_end(class: usize) -> u64 {
    let class = class as u64;
    if class < FINE {
        return class;
    }
    let shift = class / FINE - 1;
    let next = u128::from(FINE + class % FINE + 1) << shift;
    u64::try_from(next - 1).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_in_its_class() {
        for micros in (0..5_000).chain([1 << 20, (1 << 20) + 1, u64::MAX / 2, u64::MAX]) {
            let class = class(micros);
            assert!(class < 61 * 16, "{micros}");
            assert!(micros <= upper_end(class), "{micros}");
            assert!(class == 0 || micros > upper_end(class - 1), "{micros}");
            assert!(upper_end(class) - micros <= micros / 16, "{micros}");
        }
    }

    #[test]
    fn middle_and_most() {
        let mut speed = Speed::default();
        assert_eq!((speed.within(50), speed.longest()), (0, 0));
        (1..=100).for_each(|micros| speed.add(micros * 10));
        let near = |value: u64, wanted: u64| value >= wanted && value <= wanted + wanted / 16;
        assert!(near(speed.within(50), 500), "{}", speed.within(50));
        assert!(near(speed.within(95), 950), "{}", speed.within(95));
        assert_eq!((speed.within(100), speed.longest()), (1_000, 1_000));
    }
}
