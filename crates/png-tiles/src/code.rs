//! Huffman code of deflate (RFC 1951) that all tiles share: canonical code words from their lengths, the block header that
//! carries these lengths, and tables of the bits of literals, matches and runs of zeros.
//!
//! Not here: how code lengths follow from symbol counts (`huffman`, `symbol_counts`).

use crate::bits::{BitString, ShortBits};
use crate::deflate_symbols::{
    DISTANCE_SYMBOLS, END_OF_BLOCK, FIRST_LENGTH_SYMBOL, LENGTH_BASES, LITERAL_LENGTH_SYMBOLS, MATCH_LENGTHS,
    MAX_CODE_LENGTH, distance_base, distance_symbol, length_symbol,
};
use crate::huffman;

/// The longest row, in bytes: up to here distances and runs of zeros are in tables.
pub const MAX_ROW_BYTES: usize = 1_024;
/// Code lengths in bits of the literal/length symbols and of the distance symbols.
pub type CodeLengths = ([u8; LITERAL_LENGTH_SYMBOLS], [u8; DISTANCE_SYMBOLS]);

/// A Huffman code with everything that is looked up in it.
///
/// ```
/// use adoube_png_tiles::{DeflateCode, SymbolCounts};
///
/// let code = DeflateCode::new(&SymbolCounts::estimate().code_lengths()).expect("a complete code");
/// // Most differences between rows are zero, so zero has the shortest code word.
/// assert!(code.literal_bits()[1..].iter().all(|bits| *bits >= code.literal_bits()[0]));
/// ```
#[derive(Debug)]
pub struct DeflateCode {
    /// The lengths from which the code words follow, as the block header tells them.
    lengths: CodeLengths,
    literals: Vec<ShortBits>,
    end_of_block: ShortBits,
    /// The bits of each match length, with extra bits.
    matches: Vec<ShortBits>,
    distances: Vec<ShortBits>,
    /// The cheapest bits of a run of zeros, by its length.
    zero_runs: Vec<ShortBits>,
    /// The block header, and its length in bits.
    header: (Vec<u64>, u32),
}

impl DeflateCode {
    /// The canonical code of these lengths; `None` when they are no complete prefix code, a symbol has no code word, or the
    /// cheapest bits of some run of zeros are more than 64. Zeros are frequent in pictures, so trained codes are far from that.
    pub fn new(lengths: &CodeLengths) -> Option<Self> {
        let (literals, distances) = (complete_code(&lengths.0)?, complete_code(&lengths.1)?);
        let with_extra_bits = |code: ShortBits, rest: usize, count: u8| {
            code.concat(ShortBits::new(rest as u64, u32::from(count)))
        };
        let matches = (0..=*MATCH_LENGTHS.end()).map(|length| {
            let symbol = length_symbol(length.max(*MATCH_LENGTHS.start()));
            let (smallest, extra) = LENGTH_BASES[symbol];
            let rest = length.saturating_sub(usize::from(smallest));
            with_extra_bits(literals[FIRST_LENGTH_SYMBOL + symbol], rest, extra)
        });
        let matches: Vec<ShortBits> = matches.collect::<Option<_>>()?;
        let distances = (0..=MAX_ROW_BYTES).map(|distance| {
            let symbol = distance_symbol(distance);
            let (smallest, extra) = distance_base(symbol);
            with_extra_bits(distances[symbol], distance.saturating_sub(smallest), extra)
        });
        let distances: Vec<ShortBits> = distances.collect::<Option<_>>()?;
        let end_of_block = literals[END_OF_BLOCK];
        let literals = literals[..=usize::from(u8::MAX)].to_vec();
        let zero_runs = cheapest_zero_runs(literals[0], &matches, distances[1])?;
        Some(Self {
            header: block_header(lengths)?,
            lengths: *lengths,
            literals,
            end_of_block,
            matches,
            distances,
            zero_runs,
        })
    }

    /// The bits of a literal byte.
    #[inline]
    pub(crate) fn literal(&self, byte: u8) -> ShortBits {
        self.literals[usize::from(byte)]
    }

    /// The bits of the end-of-block symbol.
    pub(crate) fn end_of_block(&self) -> ShortBits {
        self.end_of_block
    }

    /// The number of bits of a match, for a length beyond the longest match that of the longest.
    #[inline]
    pub(crate) fn match_bit_count(&self, length: usize, distance: usize) -> u32 {
        self.matches[length.min(*MATCH_LENGTHS.end())].count + self.distances[distance].count
    }

    /// The bits of one match: length and distance.
    #[inline]
    fn match_bits(&self, length: usize, distance: usize) -> ShortBits {
        let (length, distance) = (self.matches[length], self.distances[distance]);
        ShortBits::new(length.value | distance.value << length.count, length.count + distance.count)
    }

    /// Writes a match of three or more bytes, as several where it is longer than deflate allows.
    #[inline]
    pub(crate) fn write_match(&self, mut length: usize, distance: usize, out: &mut BitString) {
        let (shortest, longest) = (*MATCH_LENGTHS.start(), *MATCH_LENGTHS.end());
        while length > longest {
            // The rest must be long enough for a match of its own.
            let part = longest.min(length - shortest);
            out.push(self.match_bits(part, distance));
            length -= part;
        }
        out.push(self.match_bits(length, distance));
    }

    /// The cheapest bits of a run of zeros. `length` is at most [`MAX_ROW_BYTES`].
    #[inline]
    pub(crate) fn zero_run(&self, length: usize) -> ShortBits {
        self.zero_runs[length]
    }

    /// Writes the block header. The block is the last one of its stream.
    pub(crate) fn write_header(&self, out: &mut BitString) {
        out.append(&self.header.0, self.header.1);
    }

    /// The code length of each literal byte, in bits.
    pub fn literal_bits(&self) -> [u8; 256] {
        std::array::from_fn(|byte| self.literals[byte].count as u8)
    }

    /// The code words of all literal/length symbols, and of all distance symbols.
    pub(crate) fn code_words(&self) -> (Vec<ShortBits>, Vec<ShortBits>) {
        (canonical_code(&self.lengths.0), canonical_code(&self.lengths.1))
    }

    /// The length of the block header, in bits.
    pub(crate) fn header_bits(&self) -> u32 {
        self.header.1
    }

    /// The code length of each symbol, in bits.
    pub fn lengths(&self) -> &CodeLengths {
        &self.lengths
    }
}

/// The code words of these lengths; `None` when the code is not complete (Kraft sum below or above 1) or a length is zero.
fn complete_code(lengths: &[u8]) -> Option<Vec<ShortBits>> {
    let complete = 1_u64 << MAX_CODE_LENGTH;
    let share = |length: &u8| (1..=MAX_CODE_LENGTH).contains(length).then(|| complete >> length);
    let total: u64 = lengths.iter().map(share).sum::<Option<u64>>()?;
    (total == complete).then(|| canonical_code(lengths))
}

/// The canonical code of RFC 1951, section 3.2.2; an empty code word for a length of zero.
fn canonical_code(lengths: &[u8]) -> Vec<ShortBits> {
    let mut codes = vec![ShortBits::default(); lengths.len()];
    let mut next = 0_u16;
    for length in 1..=MAX_CODE_LENGTH {
        next <<= 1;
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, known)| **known == length) {
            // Huffman codes are packed from their most significant bit.
            let reversed = next.reverse_bits() >> (u16::BITS - u32::from(length));
            *code = ShortBits::new(u64::from(reversed), u32::from(length));
            next = next.wrapping_add(1);
        }
    }
    codes
}

/// The cheapest bits of each run of zeros, by dynamic programming over literal zeros and matches at distance 1.
fn cheapest_zero_runs(zero: ShortBits, matches: &[ShortBits], distance: ShortBits) -> Option<Vec<ShortBits>> {
    let mut gaps = vec![ShortBits::default(), zero];
    for length in 2..=MAX_ROW_BYTES {
        let mut best = gaps[length - 1].concat(zero);
        for part in MATCH_LENGTHS.take_while(|part| *part < length) {
            let longer = gaps[length - part].concat(matches[part]).and_then(|bits| bits.concat(distance));
            let cheaper = |bits: ShortBits| best.is_none_or(|best| bits.count < best.count);
            best = longer.filter(|bits| cheaper(*bits)).or(best);
        }
        gaps.push(best?);
    }
    Some(gaps)
}

/// The header of a last block with dynamic Huffman codes, and its length in bits. Code lengths are written one by one:
/// the repeat symbols 16 to 18 would save a few bytes of an image.
fn block_header((literals, distances): &CodeLengths) -> Option<(Vec<u64>, u32)> {
    /// The order in which the lengths of the code length code are written.
    const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    let mut counts = [0; ORDER.len()];
    let all = || literals.iter().chain(distances).map(|length| usize::from(*length));
    all().for_each(|length| counts[length] += 1);
    let lengths = huffman::limited_code_lengths(&counts, 7);
    let words = canonical_code(&lengths);
    let mut out = BitString::default();
    out.push(ShortBits::new(0b101, 3));
    out.push(ShortBits::new((LITERAL_LENGTH_SYMBOLS - FIRST_LENGTH_SYMBOL) as u64, 5));
    out.push(ShortBits::new((DISTANCE_SYMBOLS - 1) as u64, 5));
    let written = 1 + ORDER.iter().rposition(|length| lengths[*length] > 0)?;
    out.push(ShortBits::new(written.max(4) as u64 - 4, 4));
    for length in &ORDER[..written.max(4)] {
        out.push(ShortBits::new(u64::from(lengths[*length]), 3));
    }
    all().for_each(|length| out.push(words[length]));
    let count = out.len() as u32;
    Some((out.into_words(), count))
}
