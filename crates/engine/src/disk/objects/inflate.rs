//! The first bytes of a compressed text (RFC 1951).

/// The first `count` bytes; `None` when they are not plainly there.
pub fn start(data: &[u8], count: usize) -> Option<Vec<u8>> {
    let mut bits = Bits { data, at: 0 };
    let mut out = Vec::new();
    while out.len() < count {
        let last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(&mut bits, &mut out, count)?,
            1 => coded(&mut bits, &(fixed(), even()), &mut out, count)?,
            2 => {
                let codes = dynamic(&mut bits)?;
                coded(&mut bits, &codes, &mut out, count)?;
            }
            _ => return None,
        }
        if last {
            break;
        }
    }
    (out.len() >= count.min(4)).then_some(out)
}

struct Bits<'a> {
    data: &'a [u8],
    /// In bits.
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: usize) -> Option<u32> {
        let mut value = 0;
        for place in 0..count {
            let byte = *self.data.get(self.at / 8)?;
            value |= u32::from(byte >> (self.at % 8) & 1) << place;
            self.at += 1;
        }
        Some(value)
    }
}

fn stored(bits: &mut Bits<'_>, out: &mut Vec<u8>, count: usize) -> Option<()> {
    bits.at = bits.at.div_ceil(8) * 8;
    let length = bits.take(16)?;
    bits.take(16)?;
    for _ in 0..length {
        if out.len() >= count {
            return Some(());
        }
        out.push(u8::try_from(bits.take(8)?).ok()?);
    }
    Some(())
}

/// Codes of letters and lengths, and codes of distances.
type Pair = (Codes, Codes);

/// How many codes there are of each length, and the symbols in the order of their codes.
struct Codes {
    counts: [u16; 16],
    symbols: Vec<u16>,
}

impl Codes {
    fn of(lengths: &[u8]) -> Option<Codes> {
        let mut counts = [0_u16; 16];
        for length in lengths.iter().filter(|length| **length > 0) {
            *counts.get_mut(usize::from(*length))? += 1;
        }
        let mut symbols = Vec::new();
        for wanted in 1..16_u8 {
            let of_length = lengths.iter().enumerate().filter(|(_, length)| **length == wanted);
            for (symbol, _) in of_length {
                symbols.push(u16::try_from(symbol).ok()?);
            }
        }
        Some(Codes { counts, symbols })
    }

    fn next(&self, bits: &mut Bits<'_>) -> Option<u16> {
        let (mut code, mut first, mut index) = (0_u32, 0_u32, 0_u32);
        for count in self.counts.iter().skip(1) {
            let count = u32::from(*count);
            code |= bits.take(1)?;
            if code < first + count {
                let at = index + code.checked_sub(first)?;
                return self.symbols.get(usize::try_from(at).ok()?).copied();
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        None
    }
}

fn fixed() -> Codes {
    let length = |symbol: usize| match symbol {
        0..144 => 8,
        144..256 => 9,
        256..280 => 7,
        _ => 8,
    };
    let lengths: Vec<u8> = (0..288).map(length).collect();
    Codes::of(&lengths).unwrap_or(Codes { counts: [0; 16], symbols: Vec::new() })
}

/// Distances where none are given.
fn even() -> Codes {
    Codes::of(&[5; 30]).unwrap_or(Codes { counts: [0; 16], symbols: Vec::new() })
}

fn dynamic(bits: &mut Bits<'_>) -> Option<Pair> {
    const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    let literals = usize::try_from(bits.take(5)?).ok()? + 257;
    let distances = usize::try_from(bits.take(5)?).ok()? + 1;
    let given = usize::try_from(bits.take(4)?).ok()? + 4;
    let mut lengths = [0_u8; 19];
    for place in ORDER.iter().take(given) {
        *lengths.get_mut(*place)? = u8::try_from(bits.take(3)?).ok()?;
    }
    let codes = Codes::of(&lengths)?;
    let mut lengths: Vec<u8> = Vec::new();
    while lengths.len() < literals + distances {
        let (length, times) = match codes.next(bits)? {
            symbol @ 0..16 => (u8::try_from(symbol).ok()?, 1),
            16 => (*lengths.last()?, bits.take(2)? + 3),
            17 => (0, bits.take(3)? + 3),
            _ => (0, bits.take(7)? + 11),
        };
        lengths.extend((0..times).map(|_| length));
    }
    Some((Codes::of(lengths.get(..literals)?)?, Codes::of(lengths.get(literals..literals + distances)?)?))
}

fn coded(bits: &mut Bits<'_>, (codes, distances): &Pair, out: &mut Vec<u8>, count: usize) -> Option<()> {
    while out.len() < count {
        match codes.next(bits)? {
            symbol @ 0..256 => out.push(u8::try_from(symbol).ok()?),
            256 => return Some(()),
            symbol => {
                let length = length(bits, symbol - 257)?;
                let code = distances.next(bits)?;
                let distance = distance(bits, code)?;
                for _ in 0..length {
                    out.push(*out.get(out.len().checked_sub(distance)?)?);
                }
            }
        }
    }
    out.truncate(count);
    Some(())
}

/// How many earlier bytes are copied.
fn length(bits: &mut Bits<'_>, code: u16) -> Option<usize> {
    let more = |bits: &mut Bits<'_>, count: u16| usize::try_from(bits.take(usize::from(count))?).ok();
    match code {
        0..8 => Some(usize::from(code) + 3),
        8..28 => {
            let extra = (code >> 2) - 1;
            Some(((usize::from(code & 3) + 4) << extra) + 3 + more(bits, extra)?)
        }
        28 => Some(258),
        _ => None,
    }
}

/// How far back they lie.
fn distance(bits: &mut Bits<'_>, code: u16) -> Option<usize> {
    match code {
        0..4 => Some(usize::from(code) + 1),
        4..30 => {
            let extra = (code >> 1) - 1;
            let more = usize::try_from(bits.take(usize::from(extra))?).ok()?;
            Some(((usize::from(code & 1) + 2) << extra) + 1 + more)
        }
        _ => None,
    }
}
