//! The bytes between the zeros of a line as bits: runs of zeros, and matches inside the line where they are cheaper. Greedy,
//! with one candidate for each match: what more looking gains is not worth the time of a cell that is seen for the first time.

use crate::bits::BitString;
use crate::code::Code;
use crate::deflate_symbols::MATCH;

/// Places of three bytes.
const PLACE_BITS: u32 = 8;

/// Remembers where in a line three bytes were last.
pub(crate) struct Parser<'a> {
    code: &'a Code,
    /// By the hash of three bytes where they begin, counted from 1.
    places: [u16; 1 << PLACE_BITS],
}

impl<'a> Parser<'a> {
    pub(crate) fn new(code: &'a Code) -> Self {
        Self { code, places: [0; 1 << PLACE_BITS] }
    }

    /// Writes the bytes of a line, which begin after something else.
    pub(crate) fn write(&mut self, line: &[u8], out: &mut BitString) {
        self.places.fill(0);
        let mut at = 0;
        while let Some(byte) = line.get(at) {
            let zeros = zeros(&line[at..]);
            let next = if zeros > 0 {
                out.push(self.code.gap(zeros));
                at + zeros
            } else if let Some((length, distance)) = self.cheaper(line, at) {
                self.code.put_match(length, distance, out);
                at + length
            } else {
                out.push(self.code.literal(*byte));
                at + 1
            };
            (at..next).for_each(|place| self.remember(line, place));
            at = next;
        }
    }

    /// The match there, when it costs less than the bytes themselves.
    fn cheaper(&self, line: &[u8], at: usize) -> Option<(usize, usize)> {
        let from = usize::from(self.places[hash(line, at)?]).checked_sub(1)?;
        let same = |(a, b): &(&u8, &u8)| a == b;
        let length = line[from..].iter().zip(&line[at..]).take(*MATCH.end()).take_while(same).count();
        let worth = MATCH.contains(&length)
            && self.code.match_cost(length, at - from) < self.plain_cost(&line[at..at + length]);
        worth.then_some((length, at - from))
    }

    /// What bytes cost without matches, in bits.
    fn plain_cost(&self, mut bytes: &[u8]) -> u32 {
        let mut cost = 0;
        while let Some(byte) = bytes.first() {
            let zeros = zeros(bytes);
            cost += if zeros > 0 { self.code.gap(zeros).count } else { self.code.literal(*byte).count };
            bytes = &bytes[zeros.max(1)..];
        }
        cost
    }

    fn remember(&mut self, line: &[u8], place: usize) {
        if let Some(hash) = hash(line, place) {
            self.places[hash] = place as u16 + 1;
        }
    }
}

/// How many zeros the bytes begin with.
fn zeros(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == 0).count()
}

fn hash(line: &[u8], at: usize) -> Option<usize> {
    let bytes = line.get(at..at + MATCH.start())?;
    let number = u32::from(bytes[0]) | u32::from(bytes[1]) << 8 | u32::from(bytes[2]) << 16;
    Some((number.wrapping_mul(0x9e37_79b1) >> (u32::BITS - PLACE_BITS)) as usize)
}
