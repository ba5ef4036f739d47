//! Short flags that stand in one word.

use super::places::Place;
use crate::redact::cooked::HOLE;

/// `-abc`
pub fn is_short(text: &str) -> bool {
    text.starts_with('-') && !text.starts_with("--")
}

/// The flags of `text` end in one that takes the next word.
pub fn takes_next(places: &[Place], text: &str) -> bool {
    let last = text.chars().next_back();
    let together = is_short(text) && places.contains(&Place::Together);
    places
        .iter()
        .filter_map(|place| place.takes_next())
        .any(|flag| text == flag || together && flag.len() == 2 && flag.chars().next_back() == last)
}

/// Where the value of `flag` begins in a word of several short flags, if they may stand together.
pub fn in_cluster(places: &[Place], text: &str, flag: &str) -> Option<usize> {
    if !is_short(text) || text.contains(HOLE) || !places.contains(&Place::Together) {
        return None;
    }
    for (at, letter) in text.char_indices().skip(1) {
        if flag.ends_with(letter) {
            return Some(at + letter.len_utf8());
        }
        let takes = |flag: &str| flag.len() == 2 && flag.ends_with(letter);
        let ends = places.iter().filter_map(|place| place.takes_next()).any(takes);
        if ends || !letter.is_ascii_alphabetic() {
            return None;
        }
    }
    None
}
