//! Counts the symbols of a stream by reading it.

use std::collections::HashMap;

use crate::stitch::bits::{BitString, Bits};
use crate::stitch::code::Code;
use crate::stitch::symbols::{END, FIRST_LENGTH, LENGTHS, distance_base};

/// Adds how often each symbol occurs in a stream of that code.
pub(crate) fn count(code: &Code, stream: BitString, literals: &mut [u64], distances: &mut [u64]) {
    let symbols = |words: &[Bits]| -> HashMap<(u32, u64), usize> {
        words.iter().enumerate().map(|(symbol, bits)| ((bits.count, bits.value), symbol)).collect()
    };
    let (first, second) = code.words();
    let (first, second) = (symbols(&first), symbols(&second));
    let mut reader = Reader { at: code.header_bits() as usize, words: stream.into_words() };
    while let Some(symbol) = reader.symbol(&first) {
        literals[symbol] += 1;
        if symbol == END {
            break;
        }
        if let Some(length) = symbol.checked_sub(FIRST_LENGTH) {
            reader.at += usize::from(LENGTHS[length].1);
            let Some(distance) = reader.symbol(&second) else { break };
            distances[distance] += 1;
            reader.at += usize::from(distance_base(distance).1);
        }
    }
}

struct Reader {
    words: Vec<u64>,
    at: usize,
}

impl Reader {
    fn bit(&mut self) -> Option<u64> {
        let bit = self.words.get(self.at / 64)? >> (self.at % 64) & 1;
        self.at += 1;
        Some(bit)
    }

    fn symbol(&mut self, symbols: &HashMap<(u32, u64), usize>) -> Option<usize> {
        let (mut value, mut count) = (0, 0);
        loop {
            value |= self.bit()? << count;
            count += 1;
            if let Some(symbol) = symbols.get(&(count, value)) {
                return Some(*symbol);
            }
        }
    }
}
