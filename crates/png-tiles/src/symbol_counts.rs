//! Counts the symbols of deflate streams, read back from joined images, and derives code lengths
//! from the counts: a code is trained by counting, building a code and encoding again.

use std::collections::HashMap;

use crate::bits::ShortBits;
use crate::code::{CodeLengths, DeflateCode};
use crate::deflate_symbols::{
    DISTANCE_SYMBOLS, END_OF_BLOCK, FIRST_LENGTH_SYMBOL, LENGTH_BASES, LITERAL_LENGTH_SYMBOLS,
    MAX_CODE_LENGTH, distance_base,
};
use crate::huffman;
use crate::join::JoinedImage;

/// How often each literal/length symbol and each distance symbol occurs.
#[derive(Clone, Debug)]
pub struct SymbolCounts {
    literals: Vec<u64>,
    distances: Vec<u64>,
}

impl SymbolCounts {
    /// Counts of zero.
    pub fn new() -> Self {
        Self { literals: vec![0; LITERAL_LENGTH_SYMBOLS], distances: vec![0; DISTANCE_SYMBOLS] }
    }

    /// Estimated counts for a first code, before any image was encoded: most differences between rows are zero.
    pub fn estimate() -> Self {
        let literal = |symbol| match symbol {
            0 => 4_000,
            END_OF_BLOCK => 1,
            FIRST_LENGTH_SYMBOL.. => 400,
            _ => 60,
        };
        Self {
            literals: (0..LITERAL_LENGTH_SYMBOLS).map(literal).collect(),
            distances: (0..DISTANCE_SYMBOLS).map(|symbol| if symbol == 0 { 8_000 } else { 200 }).collect(),
        }
    }

    /// Adds the symbols of an image that was joined in `code`.
    pub fn add(&mut self, code: &DeflateCode, image: JoinedImage) {
        let symbols = |words: &[ShortBits]| -> HashMap<(u32, u64), usize> {
            words.iter().enumerate().map(|(symbol, bits)| ((bits.count, bits.value), symbol)).collect()
        };
        let (first, second) = code.code_words();
        let (first, second) = (symbols(&first), symbols(&second));
        let mut reader =
            SymbolReader { position: code.header_bits() as usize, words: image.bits.into_words() };
        while let Some(symbol) = reader.symbol(&first) {
            self.literals[symbol] += 1;
            if symbol == END_OF_BLOCK {
                break;
            }
            if let Some(length) = symbol.checked_sub(FIRST_LENGTH_SYMBOL) {
                reader.position += usize::from(LENGTH_BASES[length].1);
                let Some(distance) = reader.symbol(&second) else { break };
                self.distances[distance] += 1;
                reader.position += usize::from(distance_base(distance).1);
            }
        }
    }

    /// Huffman code lengths for these counts. A symbol that never occurred gets a code word, too.
    pub fn code_lengths(&self) -> CodeLengths {
        let lengths = |counts: &[u64]| {
            huffman::limited_code_lengths(
                &counts.iter().map(|count| 4 * count + 1).collect::<Vec<_>>(),
                MAX_CODE_LENGTH,
            )
        };
        let (mut all, mut far) = ([0; LITERAL_LENGTH_SYMBOLS], [0; DISTANCE_SYMBOLS]);
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

/// Reads symbols from the bits of a stream.
struct SymbolReader {
    words: Vec<u64>,
    position: usize,
}

impl SymbolReader {
    fn bit(&mut self) -> Option<u64> {
        let bit = self.words.get(self.position / 64)? >> (self.position % 64) & 1;
        self.position += 1;
        Some(bit)
    }

    /// The next symbol of a code given as code word (length, bits) to symbol.
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
