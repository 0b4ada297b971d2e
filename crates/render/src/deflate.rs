//! The compression of PNG files, in zlib's form. Boards are mostly runs, and pieces that look like the one two squares
//! before; this looks for just that, and needs no C. `benches/board.rs` shows a general library beside it.

use crate::huffman::{Bits, Code, write_lengths};

/// Shortest and longest repetition the format knows.
const SHORTEST: usize = 3;
const LONGEST: usize = 258;
/// How far back a repetition may lie.
const WINDOW: usize = 1 << 15;
/// A repetition elsewhere pays off from this length on.
const WORTHWHILE: usize = 4;
/// A repetition from farther away needs more bits, and one byte more to pay off.
const FAR: usize = 1 << 10;
/// Good enough not to look whether the next byte begins a longer one.
const GOOD: usize = 32;
const PLACE_BITS: u32 = 14;
/// The symbol that ends a block.
const END: usize = 256;
/// Literals, the end, lengths.
const SYMBOLS: usize = 286;
const DISTANCES: usize = 30;

/// Bytes in zlib's form. They repeat themselves after each `stride`, perhaps.
pub(crate) fn compressed(bytes: &[u8], stride: usize) -> Vec<u8> {
    // Deflate with a window of 32 KiB; the second byte makes the two divisible by 31.
    let mut bits = Bits::after(vec![0x78, 0x5e]);
    // Blocks, because what is frequent in one part of a picture is rare in another.
    let mut finder = Finder::new(bytes, stride);
    loop {
        let (tokens, last) = finder.block();
        write_block(&tokens, last, &mut bits);
        if last {
            break;
        }
    }
    let mut file = bits.finish();
    file.extend(simd_adler32::adler32(&bytes).to_be_bytes());
    file
}

/// A byte, or a repetition.
#[derive(Clone, Copy)]
enum Token {
    Literal(u8),
    Repeat { length: u16, distance: u16 },
}

/// Looks for repetitions.
struct Finder<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Where four bytes like these stood last, by their hash; the place behind it.
    seen: Vec<u32>,
    /// Bytes of a row.
    stride: usize,
}

impl<'a> Finder<'a> {
    fn new(bytes: &'a [u8], stride: usize) -> Self {
        Self { bytes, at: 0, seen: vec![0; 1 << PLACE_BITS], stride: stride.min(WINDOW) }
    }

    /// The next tokens, and whether they are the last.
    fn block(&mut self) -> (Vec<Token>, bool) {
        const TOKENS: usize = 1 << 15;
        let mut tokens = Vec::with_capacity(TOKENS);
        while self.at < self.bytes.len() && tokens.len() < TOKENS {
            let (length, distance) = self.repetition();
            if length == 0 {
                tokens.push(Token::Literal(self.bytes[self.at]));
                self.at += 1;
            } else {
                tokens.push(Token::Repeat { length: length as u16, distance: distance as u16 });
                self.at += length;
            }
        }
        (tokens, self.at >= self.bytes.len())
    }

    /// Length and distance of the repetition that starts here; length 0 when there is none.
    fn repetition(&mut self) -> (usize, usize) {
        let run = self.run(self.at);
        if run > 0 {
            return (run, 1);
        }
        let here = self.peek(self.at);
        self.remember(self.at);
        if here.0 >= GOOD || here.0 == 0 {
            return here;
        }
        // A longer one from the next byte on is worth a literal.
        let next = self.at + 1;
        if self.run(next) > here.0 || self.peek(next).0 > here.0 { (0, 0) } else { here }
    }

    /// How often the byte before is repeated, if that pays off.
    fn run(&self, at: usize) -> usize {
        let Some(before) = at.checked_sub(1) else { return 0 };
        match self.bytes.get(before..before + 4) {
            Some([a, b, c, d]) if a == b && b == c && c == d => common(self.bytes, before, at),
            _ => 0,
        }
    }

    fn remember(&mut self, at: usize) {
        if let Some(place) = place(self.bytes, at) {
            self.seen[place] = at as u32 + 1;
        }
    }

    /// The longer of two repetitions of what stands at `at`: the last of these four bytes, and the row above.
    fn peek(&self, at: usize) -> (usize, usize) {
        let Some(four) = self.bytes.get(at..at + 4) else { return (0, 0) };
        let last = place(self.bytes, at).and_then(|place| self.seen[place].checked_sub(1));
        let last = last.map(|before| before as usize).filter(|before| at - before <= WINDOW);
        let mut best = (0, 0);
        for before in last.into_iter().chain(at.checked_sub(self.stride)) {
            if before < at && self.bytes.get(before..before + 4) == Some(four) {
                let length = common(self.bytes, before, at);
                let distance = at - before;
                if length > best.0 && length >= WORTHWHILE + usize::from(distance > FAR) {
                    best = (length, distance);
                }
            }
        }
        best
    }
}

/// Where four bytes are looked up.
fn place(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at + 4)?.first_chunk()?;
    Some((u32::from_le_bytes(*four).wrapping_mul(0x9e37_79b1) >> (32 - PLACE_BITS)) as usize)
}

/// How many bytes from `before` on are those from `at` on.
fn common(bytes: &[u8], before: usize, at: usize) -> usize {
    const STRIDE: usize = 16;
    let end = bytes.len().min(at + LONGEST);
    let (old, new) = (&bytes[before..before + (end - at)], &bytes[at..end]);
    let (whole_old, whole_new) = (old.as_chunks::<STRIDE>().0, new.as_chunks::<STRIDE>().0);
    let strides = whole_old.iter().zip(whole_new).take_while(|(old, new)| old == new).count() * STRIDE;
    strides + old[strides..].iter().zip(&new[strides..]).take_while(|(old, new)| old == new).count()
}

/// The symbol of a length, and the bits that say which of its lengths: how many and what.
fn length_symbol(length: u16) -> (usize, u8, u16) {
    if usize::from(length) == LONGEST {
        return (285, 0, 0);
    }
    let from_zero = length - SHORTEST as u16;
    if from_zero < 8 {
        return (257 + usize::from(from_zero), 0, 0);
    }
    let extra = (from_zero.ilog2() - 2) as u8;
    let group = 4 * usize::from(extra) + usize::from(from_zero >> extra);
    (257 + group, extra, from_zero & ((1 << extra) - 1))
}

/// The same for a distance.
fn distance_symbol(distance: u16) -> (usize, u8, u16) {
    let from_zero = distance - 1;
    if from_zero < 4 {
        return (usize::from(from_zero), 0, 0);
    }
    let extra = (from_zero.ilog2() - 1) as u8;
    let group = 2 * usize::from(extra) + usize::from(from_zero >> extra);
    (group, extra, from_zero & ((1 << extra) - 1))
}

fn write_block(tokens: &[Token], last: bool, bits: &mut Bits) {
    let mut symbols = [0_u32; SYMBOLS];
    let mut distances = [0_u32; DISTANCES];
    symbols[END] = 1;
    for token in tokens {
        match token {
            Token::Literal(byte) => symbols[usize::from(*byte)] += 1,
            Token::Repeat { length, distance } => {
                symbols[length_symbol(*length).0] += 1;
                distances[distance_symbol(*distance).0] += 1;
            }
        }
    }
    let (symbols, distances) = (Code::of(&symbols, 15), Code::of(&distances, 15));
    bits.put(u32::from(last), 1);
    // With codes of its own.
    bits.put(2, 2);
    write_lengths(&symbols, &distances, bits);
    for token in tokens {
        match token {
            Token::Literal(byte) => symbols.put(usize::from(*byte), bits),
            Token::Repeat { length, distance } => {
                let (symbol, extra, value) = length_symbol(*length);
                symbols.put(symbol, bits);
                bits.put(u32::from(value), extra);
                let (symbol, extra, value) = distance_symbol(*distance);
                distances.put(symbol, bits);
                bits.put(u32::from(value), extra);
            }
        }
    }
    symbols.put(END, bits);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    use super::*;

    fn read(file: &[u8], length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        let count = libdeflater::Decompressor::new().zlib_decompress(file, &mut bytes).unwrap();
        bytes.truncate(count);
        bytes
    }

    #[test]
    fn another_reader_gets_the_same_bytes() {
        let runs = prop::collection::vec((any::<u8>(), prop_oneof![1..9_usize, 1..3_000_usize]), 0..60);
        let few = prop::collection::vec(0..3_u8, 0..40_000);
        let noise = prop::collection::vec(any::<u8>(), 0..100_000);
        let again = (prop::collection::vec(any::<u8>(), 1..400), 1..300_usize)
            .prop_map(|(bytes, times)| bytes.repeat(times));
        let bytes = prop_oneof![
            runs.prop_map(|runs| runs.into_iter().flat_map(|(byte, length)| vec![byte; length]).collect()),
            few,
            noise,
            again
        ];
        let check = |bytes: Vec<u8>| {
            prop_assert!(read(&compressed(&bytes, 100), bytes.len()) == bytes);
            Ok(())
        };
        TestRunner::new(ProptestConfig { cases: 300, ..ProptestConfig::default() })
            .run(&bytes, check)
            .unwrap();
    }

    /// Counts like Fibonacci's numbers make the longest codes there can be.
    #[test]
    fn no_code_is_too_long() {
        let mut bytes = Vec::new();
        let (mut count, mut next) = (1_usize, 1);
        for byte in 0..24_u8 {
            bytes.extend(
                (0..count).flat_map(|index| [byte, 100 + (index % 7) as u8, 200 + (index % 11) as u8]),
            );
            (count, next) = (next, count + next);
        }
        assert!(read(&compressed(&bytes, 100), bytes.len()) == bytes);
    }

    #[test]
    fn symbols_are_those_of_the_format() {
        // Every length and distance, read back by another reader from a repetition of just that.
        for distance in [1, 2, 3, 4, 5, 8, 9, 24, 25, 192, 193, 1_024, 1_025, 24_576, 24_577, 32_768] {
            for length in 4..=258 {
                let mut bytes: Vec<u8> =
                    (0..distance + length).map(|at| (((at % distance) * 7_919) >> 3) as u8).collect();
                bytes.push(255);
                assert!(
                    read(&compressed(&bytes, 100), bytes.len()) == bytes,
                    "{length} bytes {distance} back"
                );
            }
        }
    }
}
