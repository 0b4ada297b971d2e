//! Match finder of a row delta: encodes its bytes as literals, runs of zeros, and matches inside the row.
//!
//! Greedy LZ77 parsing with a hash table of three-byte sequences and one candidate for each; no hash chains and no lazy
//! matching. A longer search gains little on rows this short, and a tile is encoded while a reader waits for its first image.

use crate::bits::BitString;
use crate::code::DeflateCode;
use crate::deflate_symbols::MATCH_LENGTHS;

/// Bits of a hash of three bytes.
const HASH_BITS: u32 = 8;

/// Encodes rows; holds the hash table of the row in progress.
pub(crate) struct RowMatcher<'a> {
    code: &'a DeflateCode,
    /// For each hash where such a sequence began last, counted from 1; 0 for never.
    hash_table: [u16; 1 << HASH_BITS],
}

impl<'a> RowMatcher<'a> {
    /// A matcher that weighs matches by the bits they take in `code`.
    pub(crate) fn new(code: &'a DeflateCode) -> Self {
        Self { code, hash_table: [0; 1 << HASH_BITS] }
    }

    /// Writes the bytes of a row. At least one byte must come before them, as a run of zeros may begin with a match.
    pub(crate) fn write_row(&mut self, row: &[u8], out: &mut BitString) {
        self.hash_table.fill(0);
        let mut at = 0;
        while let Some(byte) = row.get(at) {
            let zeros = leading_zeros(&row[at..]);
            let next = if zeros > 0 {
                out.push(self.code.zero_run(zeros));
                at + zeros
            } else if let Some((length, distance)) = self.find_match(row, at) {
                self.code.write_match(length, distance, out);
                at + length
            } else {
                out.push(self.code.literal(*byte));
                at + 1
            };
            (at..next).for_each(|place| self.insert(row, place));
            at = next;
        }
    }

    /// The length and distance of the match at an offset, when it costs fewer bits than the bytes without one.
    fn find_match(&self, row: &[u8], at: usize) -> Option<(usize, usize)> {
        let from = usize::from(self.hash_table[hash_at(row, at)?]).checked_sub(1)?;
        let same = |(a, b): &(&u8, &u8)| a == b;
        let length = row[from..].iter().zip(&row[at..]).take(*MATCH_LENGTHS.end()).take_while(same).count();
        let worth = MATCH_LENGTHS.contains(&length)
            && self.code.match_bit_count(length, at - from) < self.literal_bit_count(&row[at..at + length]);
        worth.then_some((length, at - from))
    }

    /// The number of bits of these bytes as literals and runs of zeros.
    fn literal_bit_count(&self, mut bytes: &[u8]) -> u32 {
        let mut cost = 0;
        while let Some(byte) = bytes.first() {
            let zeros = leading_zeros(bytes);
            cost += if zeros > 0 { self.code.zero_run(zeros).count } else { self.code.literal(*byte).count };
            bytes = &bytes[zeros.max(1)..];
        }
        cost
    }

    /// Notes in the hash table that the three bytes at an offset begin there.
    fn insert(&mut self, row: &[u8], place: usize) {
        if let Some(hash) = hash_at(row, place) {
            self.hash_table[hash] = place as u16 + 1;
        }
    }
}

/// The number of zeros at the beginning.
fn leading_zeros(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == 0).count()
}

/// Multiplicative hash of the three bytes at an offset; `None` near the end.
fn hash_at(row: &[u8], at: usize) -> Option<usize> {
    let bytes = row.get(at..at + MATCH_LENGTHS.start())?;
    let number = u32::from(bytes[0]) | u32::from(bytes[1]) << 8 | u32::from(bytes[2]) << 16;
    Some((number.wrapping_mul(0x9e37_79b1) >> (u32::BITS - HASH_BITS)) as usize)
}
