//! Numbers, times and names for people; everything that comes from a call is escaped.

use mastiff_core::escape::for_people;
use mastiff_engine::clock::Zone;
use mastiff_engine::ledger::Entry;

/// `12,345`
pub fn number(number: u64) -> String {
    let digits = number.to_string();
    let lead = digits.len() % 3;
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % 3 == lead {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `96.4 %`; nothing of nothing is nothing.
pub fn share(part: u64, whole: u64) -> String {
    let tenths = (part * 1_000 + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// `850 µs`, `1.2 ms`, `3.4 s`
pub fn duration(micros: u64) -> String {
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..1_000_000 => format!("{}.{} ms", micros / 1_000, micros % 1_000 / 100),
        1_000_000.. => format!("{}.{} s", micros / 1_000_000, micros % 1_000_000 / 100_000),
    }
}

/// `1 call`, `2 calls`
pub fn many(count: u64, one: &str, more: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { more })
}

/// `2026-11-15 23:04:05`, on the clock of whoever reads it.
pub fn time(time: &str) -> String {
    let shown =
        Zone::Local.wall(time).map_or_else(|| time.to_owned(), |wall| format!("{} {}", wall.date, wall.time));
    for_people(&shown).chars().take(19).collect()
}

/// What a breach was.
pub fn of_breach(entry: &Entry) -> &'static str {
    match entry.text("why") {
        Some("denied") => "was denied and ran all the same",
        Some("other") => "ran, and it is not what the gate was asked about",
        Some(_) | None => "ran, and the gate was never asked about it",
    }
}

/// `claude 3f2a91c0`
pub fn who(entry: &Entry) -> String {
    let session: String = entry.text("session").unwrap_or_default().chars().take(8).collect();
    for_people(format!("{} {session}", entry.text("host").unwrap_or_default()).trim()).into_owned()
}

/// `Bash git push --force`
pub fn what(entry: &Entry) -> String {
    let text = format!("{} {}", entry.text("tool").unwrap_or("?"), entry.summary());
    for_people(text.trim()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for (given, shown) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567")]
        {
            assert_eq!(number(given), shown);
        }
        for (part, whole, shown) in [(1, 3, "33.3 %"), (2, 3, "66.7 %"), (0, 0, "0.0 %"), (5, 5, "100.0 %")] {
            assert_eq!(share(part, whole), shown);
        }
        for (micros, shown) in [(0, "0 µs"), (999, "999 µs"), (1_250, "1.2 ms"), (2_500_000, "2.5 s")] {
            assert_eq!(duration(micros), shown);
        }
    }
}
