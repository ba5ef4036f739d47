//! Small pieces of memory, kept for the next of their size.
//!
//! A decision takes some two hundred pieces, nearly all of them small, and gives them back at its end. The system's
//! allocator looks at the neighbours of each and joins them; here a piece goes onto the list of its size and comes back
//! from it, a few instructions each. What was small once stays so: a list is never given back, and is as long as the
//! most that the thread held at one time.
//!
//! For short-lived programs that work on one thread. A piece stays with the thread that gives it back, and what a thread
//! has is lost when it ends: a program whose threads hand texts to each other for days would grow.

use super::Counted;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr;

/// Sizes are rounded up to this, and every piece lies on a multiple of it.
const STEP: usize = 16;
/// Above this many steps the system is asked.
const SIZES: usize = 32;
/// What is asked of the system to be cut into small pieces.
const BLOCK: usize = 32 << 10;

/// A piece that nobody holds names the next one.
struct Free {
    next: *mut Free,
}

/// The pieces of one thread. One that another thread gives back joins the lists of that thread.
struct Pool {
    free: [Cell<*mut Free>; SIZES],
    /// What is left of the last block.
    rest: Cell<*mut u8>,
    left: Cell<usize>,
}

thread_local! {
    // Without a destructor: it can be reached as long as its thread runs.
    static POOL: Pool = const {
        Pool {
            free: [const { Cell::new(ptr::null_mut()) }; SIZES],
            rest: Cell::new(ptr::null_mut()),
            left: Cell::new(0),
        }
    };
}

/// Memory for `layout`; null if there is none.
///
/// # Safety
/// As for [`GlobalAlloc::alloc`].
#[inline]
pub unsafe fn take(layout: Layout) -> *mut u8 {
    match small(layout) {
        Some(size) => POOL.with(|pool| pool.take(size)),
        // SAFETY: the caller keeps the same contract.
        None => unsafe { Counted.alloc(layout) },
    }
}

/// The same, filled with zeros. The system has large pieces of them ready.
///
/// # Safety
/// As for [`GlobalAlloc::alloc_zeroed`].
pub unsafe fn take_zeroed(layout: Layout) -> *mut u8 {
    if small(layout).is_none() {
        // SAFETY: the caller keeps the same contract.
        return unsafe { Counted.alloc_zeroed(layout) };
    }
    // SAFETY: as above; the piece is as large as was asked for.
    unsafe {
        let memory = take(layout);
        if !memory.is_null() {
            memory.write_bytes(0, layout.size());
        }
        memory
    }
}

/// Keeps what [`take`] gave for the same `layout`.
///
/// # Safety
/// As for [`GlobalAlloc::dealloc`].
#[inline]
pub unsafe fn give_back(memory: *mut u8, layout: Layout) {
    match small(layout) {
        // SAFETY: `take` gave a piece of that size, and it is nobody's now.
        Some(size) => POOL.with(|pool| unsafe { pool.keep(memory, size) }),
        // SAFETY: the caller keeps the same contract, and `take` asked the system for this layout.
        None => unsafe { Counted.dealloc(memory, layout) },
    }
}

/// The same bytes in a piece of `size`.
///
/// # Safety
/// As for [`GlobalAlloc::realloc`].
pub unsafe fn resize(memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
    // SAFETY: `realloc` promises that `size` is fit for a layout.
    let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
    match (small(layout), small(new)) {
        (Some(old), Some(new)) if old == new => memory,
        // SAFETY: the caller keeps the same contract, and `take` asked the system for the old layout.
        (None, None) => unsafe { Counted.realloc(memory, layout, size) },
        // SAFETY: both pieces hold what is copied, and they are two.
        (Some(_), _) | (_, Some(_)) => unsafe {
            let to = take(new);
            if !to.is_null() {
                ptr::copy_nonoverlapping(memory, to, layout.size().min(size));
                give_back(memory, layout);
            }
            to
        },
    }
}

/// The list for `layout`, if it is small.
#[inline]
fn small(layout: Layout) -> Option<usize> {
    let size = layout.size().wrapping_sub(1) / STEP;
    (size < SIZES && layout.align() <= STEP).then_some(size)
}

impl Pool {
    #[inline]
    fn take(&self, size: usize) -> *mut u8 {
        let Some(list) = self.free.get(size) else { return ptr::null_mut() };
        let first = list.get();
        if first.is_null() {
            return self.cut((size + 1) * STEP);
        }
        // SAFETY: only `keep` puts pieces on a list: each is as large as its list says and holds a `Free`.
        list.set(unsafe { (*first).next });
        first.cast()
    }

    /// # Safety
    /// `memory` is a piece of that size that nobody holds.
    #[inline]
    unsafe fn keep(&self, memory: *mut u8, size: usize) {
        let Some(list) = self.free.get(size) else { return };
        let piece = memory.cast::<Free>();
        // SAFETY: the piece is at least one step large and so aligned.
        unsafe { piece.write(Free { next: list.get() }) };
        list.set(piece);
    }

    /// A piece that was never held; `size` is a multiple of the step. Apart, so that what happens mostly stays short.
    #[cold]
    #[inline(never)]
    fn cut(&self, size: usize) -> *mut u8 {
        if self.left.get() < size {
            let Ok(block) = Layout::from_size_align(BLOCK, STEP) else { return ptr::null_mut() };
            // SAFETY: the size is not nothing.
            let memory = unsafe { Counted.alloc(block) };
            if memory.is_null() {
                return memory;
            }
            self.rest.set(memory);
            self.left.set(BLOCK);
        }
        let piece = self.rest.get();
        // SAFETY: `size` bytes are left of the block.
        self.rest.set(unsafe { piece.add(size) });
        self.left.set(self.left.get() - size);
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: usize, align: usize) -> Layout {
        Layout::from_size_align(size, align).unwrap()
    }

    #[test]
    fn a_piece_that_was_given_back_is_the_next_of_its_size() {
        // SAFETY: each piece is given back once, with the layout it was taken with.
        unsafe {
            let first = take(layout(20, 8));
            let other = take(layout(32, 16));
            assert!(first != other, "two pieces that are held are two");
            give_back(first, layout(20, 8));
            let larger = take(layout(33, 8));
            assert!(larger != first, "of another size");
            assert_eq!(take(layout(17, 1)), first);
            give_back(first, layout(17, 1));
            give_back(larger, layout(33, 8));
            give_back(other, layout(32, 16));
        }
    }

    #[test]
    fn pieces_lie_apart_and_as_asked() {
        let layouts = (1..700).flat_map(|size| [1, 8, 16, 64].map(|align| layout(size, align)));
        // SAFETY: what is written lies inside of what was taken.
        let held = layouts.map(|layout| unsafe {
            let memory = take(layout);
            assert_eq!(memory.addr() % layout.align(), 0, "{layout:?}");
            memory.write_bytes(0xaa, layout.size());
            (memory.addr(), memory, layout)
        });
        let mut held = held.collect::<Vec<_>>();
        held.sort_unstable_by_key(|(address, ..)| *address);
        for pair in held.windows(2) {
            assert!(pair[0].0 + pair[0].2.size() <= pair[1].0, "{pair:?}");
        }
        // SAFETY: as in the first test.
        held.into_iter().for_each(|(_, memory, layout)| unsafe { give_back(memory, layout) });
    }

    #[test]
    fn what_a_piece_holds_stays_when_it_grows_or_shrinks() {
        for (from, to) in [(1, 16), (16, 17), (500, 513), (512, 5_000), (5_000, 9_000), (9_000, 40), (40, 3)]
        {
            // SAFETY: as in the first test; what is read was written.
            unsafe {
                let old = take(layout(from, 8));
                (0..from).for_each(|at| old.add(at).write(at as u8));
                let new = resize(old, layout(from, 8), to);
                assert!((0..from.min(to)).all(|at| new.add(at).read() == at as u8), "{from} to {to}");
                give_back(new, layout(to, 8));
            }
        }
    }

    #[test]
    fn pieces_may_be_given_back_by_another_thread() {
        let texts: Vec<String> = (0..1_000).map(|n| format!("text {n}")).collect();
        // SAFETY: as in the first test.
        let pieces: Vec<usize> =
            (0..1_000).map(|_| unsafe { take(layout(48, 8)) }.expose_provenance()).collect();
        std::thread::spawn(move || {
            for piece in pieces {
                // SAFETY: as in the first test.
                unsafe { give_back(ptr::with_exposed_provenance_mut(piece), layout(48, 8)) };
            }
            drop(texts);
        })
        .join()
        .unwrap();
    }
}
