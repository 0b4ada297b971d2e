//! The bytes between the zeros of a line as bits: runs of zeros, and matches inside the line where they are cheaper. Greedy,
//! with one candidate for each match: what more looking gains is not worth the time of a cell that is seen for the first time.

use crate::bits::BitString;
use crate::code::DeflateCode;
use crate::deflate_symbols::MATCH_LENGTHS;

/// Places of three bytes.
const HASH_BITS: u32 = 8;

/// Remembers where in a line three bytes were last.
pub(crate) struct RowMatcher<'a> {
    code: &'a DeflateCode,
    /// By the hash of three bytes where they begin, counted from 1.
    hash_table: [u16; 1 << HASH_BITS],
}

impl<'a> RowMatcher<'a> {
    pub(crate) fn new(code: &'a DeflateCode) -> Self {
        Self { code, hash_table: [0; 1 << HASH_BITS] }
    }

    /// Writes the bytes of a line, which begin after something else.
    pub(crate) fn write_row(&mut self, line: &[u8], out: &mut BitString) {
        self.hash_table.fill(0);
        let mut at = 0;
        while let Some(byte) = line.get(at) {
            let zeros = leading_zeros(&line[at..]);
            let next = if zeros > 0 {
                out.push(self.code.zero_run(zeros));
                at + zeros
            } else if let Some((length, distance)) = self.find_match(line, at) {
                self.code.write_match(length, distance, out);
                at + length
            } else {
                out.push(self.code.literal(*byte));
                at + 1
            };
            (at..next).for_each(|place| self.insert(line, place));
            at = next;
        }
    }

    /// The match there, when it costs less than the bytes themselves.
    fn find_match(&self, line: &[u8], at: usize) -> Option<(usize, usize)> {
        let from = usize::from(self.hash_table[hash_at(line, at)?]).checked_sub(1)?;
        let same = |(a, b): &(&u8, &u8)| a == b;
        let length = line[from..].iter().zip(&line[at..]).take(*MATCH_LENGTHS.end()).take_while(same).count();
        let worth = MATCH_LENGTHS.contains(&length)
            && self.code.match_bit_count(length, at - from) < self.literal_bit_count(&line[at..at + length]);
        worth.then_some((length, at - from))
    }

    /// What bytes cost without matches, in bits.
    fn literal_bit_count(&self, mut bytes: &[u8]) -> u32 {
        let mut cost = 0;
        while let Some(byte) = bytes.first() {
            let zeros = leading_zeros(bytes);
            cost += if zeros > 0 { self.code.zero_run(zeros).count } else { self.code.literal(*byte).count };
            bytes = &bytes[zeros.max(1)..];
        }
        cost
    }

    fn insert(&mut self, line: &[u8], place: usize) {
        if let Some(hash) = hash_at(line, place) {
            self.hash_table[hash] = place as u16 + 1;
        }
    }
}

/// How many zeros the bytes begin with.
fn leading_zeros(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == 0).count()
}

fn hash_at(line: &[u8], at: usize) -> Option<usize> {
    let bytes = line.get(at..at + MATCH_LENGTHS.start())?;
    let number = u32::from(bytes[0]) | u32::from(bytes[1]) << 8 | u32::from(bytes[2]) << 16;
    Some((number.wrapping_mul(0x9e37_79b1) >> (u32::BITS - HASH_BITS)) as usize)
}
