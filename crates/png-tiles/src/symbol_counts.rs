//! Counts the symbols of a stream by reading it.

use std::collections::HashMap;

use crate::bits::Bits;
use crate::code::{Code, Lengths};
use crate::deflate_symbols::{DISTANCES, END, FIRST_LENGTH, LENGTHS, LITERALS, LONGEST_CODE, distance_base};
use crate::huffman;
use crate::join::JoinedImage;

/// How often each symbol occurs.
#[derive(Clone, Debug)]
pub struct SymbolCounts {
    literals: Vec<u64>,
    distances: Vec<u64>,
}

impl SymbolCounts {
    /// Nothing counted yet.
    pub fn new() -> Self {
        Self { literals: vec![0; LITERALS], distances: vec![0; DISTANCES] }
    }

    /// For a code to begin with: most differences are nothing.
    pub fn estimate() -> Self {
        let literal = |symbol| match symbol {
            0 => 4_000,
            END => 1,
            FIRST_LENGTH.. => 400,
            _ => 60,
        };
        Self {
            literals: (0..LITERALS).map(literal).collect(),
            distances: (0..DISTANCES).map(|symbol| if symbol == 0 { 8_000 } else { 200 }).collect(),
        }
    }

    /// Adds how often each symbol occurs in a picture of that code.
    pub fn add(&mut self, code: &Code, image: JoinedImage) {
        let symbols = |words: &[Bits]| -> HashMap<(u32, u64), usize> {
            words.iter().enumerate().map(|(symbol, bits)| ((bits.count, bits.value), symbol)).collect()
        };
        let (first, second) = code.words();
        let (first, second) = (symbols(&first), symbols(&second));
        let mut reader = Reader { at: code.header_bits() as usize, words: image.bits.into_words() };
        while let Some(symbol) = reader.symbol(&first) {
            self.literals[symbol] += 1;
            if symbol == END {
                break;
            }
            if let Some(length) = symbol.checked_sub(FIRST_LENGTH) {
                reader.at += usize::from(LENGTHS[length].1);
                let Some(distance) = reader.symbol(&second) else { break };
                self.distances[distance] += 1;
                reader.at += usize::from(distance_base(distance).1);
            }
        }
    }

    /// The lengths for such counts; what never occurred gets a code, too.
    pub fn lengths(&self) -> Lengths {
        let lengths = |counts: &[u64]| {
            huffman::lengths(&counts.iter().map(|count| 4 * count + 1).collect::<Vec<_>>(), LONGEST_CODE)
        };
        let (mut all, mut far) = ([0; LITERALS], [0; DISTANCES]);
        all.copy_from_slice(&lengths(&self.literals));
        far.copy_from_slice(&lengths(&self.distances));
        (all, far)
    }
}

impl Default for SymbolCounts {
    fn default() -> Self {
        Self::new()
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
