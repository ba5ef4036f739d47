//! Entries by what a name must begin or end with to meet them: hundreds would be tried on every path of every call.
//! Made by the compiler.

/// Of chains: for entries that any name may meet, then by a first byte, by the first two, by the last two, by a whole name.
const BUCKETS: usize = 1 + 3 * 256 + WHOLES;
const FIRSTS: usize = 1;
const STARTS: usize = FIRSTS + 256;
const ENDS: usize = STARTS + 256;
const NAMES: usize = ENDS + 256;
/// Chains for whole names: about as many as there are entries.
const WHOLES: usize = 1024;

/// The entries of a table in chains. Places are counted from one; zero ends a chain.
pub struct Index<const COUNT: usize> {
    chains: [u16; BUCKETS],
    next: [u16; COUNT],
}

impl<const COUNT: usize> Index<COUNT> {
    /// Of a table with that many entries.
    #[expect(clippy::indexing_slicing, reason = "the compiler runs it: a mistake is an error there")]
    #[expect(clippy::cast_possible_truncation, reason = "checked first")]
    pub const fn of(entries: &[&str; COUNT]) -> Self {
        assert!(COUNT < 65_535, "places are counted in two bytes");
        let mut index = Index { chains: [0; BUCKETS], next: [0; COUNT] };
        let mut at = 0;
        while at < COUNT {
            let bucket = bucket(entries[at].as_bytes());
            index.next[at] = index.chains[bucket];
            index.chains[bucket] = at as u16 + 1;
            at += 1;
        }
        index
    }

    /// The places of the entries that a path may meet at this name, some of them twice.
    pub fn likely(&self, name: &str) -> impl Iterator<Item = usize> {
        let cut = Some(super::cut(name)).filter(|cut| cut.len() < name.len());
        self.likely_as_it_is(name).chain(cut.into_iter().flat_map(|cut| self.likely_as_it_is(cut)))
    }

    fn likely_as_it_is(&self, name: &str) -> impl Iterator<Item = usize> {
        let name = name.as_bytes();
        let first = name.first().map(|first| FIRSTS + usize::from(*first));
        let (start, end) = (name.first_chunk().map(start), name.last_chunk().map(end));
        // The whole name first: mostly that settles it.
        let buckets = [Some(whole(name)), end, start, first, Some(0)].into_iter().flatten();
        buckets.flat_map(|bucket| self.chain(self.chains.get(bucket).copied()))
    }

    fn chain(&self, from: Option<u16>) -> impl Iterator<Item = usize> {
        let place = |counted: u16| usize::from(counted).checked_sub(1);
        core::iter::successors(from.and_then(place), move |at| self.next.get(*at).copied().and_then(place))
    }
}

const fn bucket(entry: &[u8]) -> usize {
    match entry {
        entry if is_plain(entry) => whole(entry),
        // What ends an entry of several names is not what its first name ends with.
        [b'*', .., before, last]
            if *before != b'*' && *last != b'*' && *last != b'>' && !has_names(entry) =>
        {
            end(&[*before, *last])
        }
        [] | [b'*', ..] => 0,
        [first] | [first, b'*' | b'/' | b'<', ..] => FIRSTS + *first as usize,
        [first, second, ..] => start(&[*first, *second]),
    }
}

/// The first name of the entry is a name as it stands.
const fn is_plain(entry: &[u8]) -> bool {
    match entry {
        [] | [b'/', ..] => true,
        [b'*' | b'<', ..] => false,
        [_, rest @ ..] => is_plain(rest),
    }
}

/// The chain of the first name: different names may share one.
const fn whole(entry: &[u8]) -> usize {
    let mut rest = entry;
    let mut mixed = 0_usize;
    while let [byte, behind @ ..] = rest {
        if *byte == b'/' {
            break;
        }
        mixed = mixed.wrapping_mul(31) ^ *byte as usize;
        rest = behind;
    }
    NAMES + mixed % WHOLES
}

const fn has_names(entry: &[u8]) -> bool {
    match entry {
        [] => false,
        [b'/', ..] => true,
        [_, rest @ ..] => has_names(rest),
    }
}

const fn start(bytes: &[u8; 2]) -> usize {
    STARTS + mixed(bytes)
}

const fn end(bytes: &[u8; 2]) -> usize {
    ENDS + mixed(bytes)
}

/// Two bytes in one: different pairs may share a chain.
const fn mixed([one, other]: &[u8; 2]) -> usize {
    (one.wrapping_mul(7) ^ *other) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_by_every_name_that_may_meet_it() {
        const ENTRIES: [&str; 9] =
            ["*secret*", ".env", "*.pem", "a", "b*", "c/d", "*.x/y", ".env.*", "id_rsa*"];
        static INDEX: Index<9> = Index::of(&ENTRIES);
        for (name, entry) in [
            ("my-secret", "*secret*"),
            (".env", ".env"),
            ("x.pem", "*.pem"),
            ("a", "a"),
            ("b", "b*"),
            ("bcd", "b*"),
            ("c", "c/d"),
            ("q.x", "*.x/y"),
            (".env.local", ".env.*"),
            ("id_rsa", "id_rsa*"),
        ] {
            assert!(INDEX.likely(name).any(|at| ENTRIES[at] == entry), "{name}");
        }
        assert!(!INDEX.likely("main.rs").any(|at| ENTRIES[at] == ".env"), "few are looked at");
        assert_eq!(INDEX.likely("").count(), 2, "those that any name may meet");
    }
}
