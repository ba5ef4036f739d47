//! Steps that tests count: growth is shown by them, never by a clock, which a busy machine makes lie. A step is a byte that
//! was looked at. Outside of tests nothing is counted.

#[cfg(test)]
pub use counting::{add, spent};

/// So many more.
#[cfg(not(test))]
#[inline(always)]
pub fn add(_count: usize) {}

#[cfg(test)]
mod counting {
    extern crate std;

    use core::cell::Cell;

    std::thread_local! {
        static COUNT: Cell<u64> = const { Cell::new(0) };
    }

    /// So many more.
    pub fn add(count: usize) {
        COUNT.with(|all| all.set(all.get() + count as u64));
    }

    /// What a piece of work takes, on this thread.
    pub fn spent(work: impl FnOnce()) -> u64 {
        let before = COUNT.with(Cell::get);
        work();
        COUNT.with(Cell::get) - before
    }
}
