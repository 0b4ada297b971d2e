//! One Huffman code for all pictures of a theme, and what is looked up in it while they are put together. Where it comes
//! from is `trained`'s.

use crate::bits::{BitString, ShortBits};
use crate::deflate_symbols::{
    DISTANCE_SYMBOLS, END_OF_BLOCK, FIRST_LENGTH_SYMBOL, LENGTH_BASES, LITERAL_LENGTH_SYMBOLS, MATCH_LENGTHS,
    MAX_CODE_LENGTH, distance_base, distance_symbol, length_symbol,
};
use crate::huffman;

/// No line is longer, in bytes.
pub const MAX_ROW_BYTES: usize = 1_024;
/// How many bits each symbol takes.
pub type CodeLengths = ([u8; LITERAL_LENGTH_SYMBOLS], [u8; DISTANCE_SYMBOLS]);

/// A code made ready.
#[derive(Debug)]
pub struct DeflateCode {
    /// What the symbols take: for whoever reads the stream's header, and for training.
    lengths: CodeLengths,
    literals: Vec<ShortBits>,
    end_of_block: ShortBits,
    /// By the length of a match.
    matches: Vec<ShortBits>,
    distances: Vec<ShortBits>,
    /// The cheapest way to so many zeros after anything.
    zero_runs: Vec<ShortBits>,
    /// The beginning of a stream's only block.
    header: (Vec<u64>, u32),
}

impl DeflateCode {
    /// The code in which each symbol takes so many bits; nothing when there is none, or some symbol would have no code.
    pub fn new(lengths: &CodeLengths) -> Option<Self> {
        let (literals, distances) = (complete_code(&lengths.0)?, complete_code(&lengths.1)?);
        let with_rest = |code: ShortBits, rest: usize, count: u8| {
            code.concat(ShortBits::new(rest as u64, u32::from(count)))
        };
        let matches = (0..=*MATCH_LENGTHS.end()).map(|length| {
            let symbol = length_symbol(length.max(*MATCH_LENGTHS.start()));
            let (smallest, extra) = LENGTH_BASES[symbol];
            let rest = length.saturating_sub(usize::from(smallest));
            with_rest(literals[FIRST_LENGTH_SYMBOL + symbol], rest, extra)
        });
        let matches: Vec<ShortBits> = matches.collect::<Option<_>>()?;
        let distances = (0..=MAX_ROW_BYTES).map(|distance| {
            let symbol = distance_symbol(distance);
            let (smallest, extra) = distance_base(symbol);
            with_rest(distances[symbol], distance.saturating_sub(smallest), extra)
        });
        let distances: Vec<ShortBits> = distances.collect::<Option<_>>()?;
        let end = literals[END_OF_BLOCK];
        let literals = literals[..=usize::from(u8::MAX)].to_vec();
        let gaps = cheapest_zero_runs(literals[0], &matches, distances[1])?;
        Some(Self {
            header: block_header(lengths)?,
            lengths: *lengths,
            literals,
            end_of_block: end,
            matches,
            distances,
            zero_runs: gaps,
        })
    }

    #[inline]
    pub(crate) fn literal(&self, byte: u8) -> ShortBits {
        self.literals[usize::from(byte)]
    }

    pub(crate) fn end_of_block(&self) -> ShortBits {
        self.end_of_block
    }

    /// What a match costs, in bits.
    #[inline]
    pub(crate) fn match_bit_count(&self, length: usize, distance: usize) -> u32 {
        self.matches[length.min(*MATCH_LENGTHS.end())].count + self.distances[distance].count
    }

    /// A match of at most the longest length.
    #[inline]
    fn match_bits(&self, length: usize, distance: usize) -> ShortBits {
        let (length, distance) = (self.matches[length], self.distances[distance]);
        ShortBits::new(length.value | distance.value << length.count, length.count + distance.count)
    }

    /// Writes so many bytes, three or more, from that far to the left.
    #[inline]
    pub(crate) fn write_match(&self, mut length: usize, distance: usize, out: &mut BitString) {
        let (shortest, longest) = (*MATCH_LENGTHS.start(), *MATCH_LENGTHS.end());
        while length > longest {
            // No rest may be too short for a match.
            let part = longest.min(length - shortest);
            out.push(self.match_bits(part, distance));
            length -= part;
        }
        out.push(self.match_bits(length, distance));
    }

    /// So many zeros after anything.
    #[inline]
    pub(crate) fn zero_run(&self, length: usize) -> ShortBits {
        self.zero_runs[length]
    }

    /// Writes the beginning of a stream's only block.
    pub(crate) fn write_header(&self, out: &mut BitString) {
        out.append(&self.header.0, self.header.1);
    }

    /// How many bits each byte takes.
    pub fn literal_bits(&self) -> [u8; 256] {
        std::array::from_fn(|byte| self.literals[byte].count as u8)
    }

    /// The code words of all symbols, and of all distances.
    pub(crate) fn code_words(&self) -> (Vec<ShortBits>, Vec<ShortBits>) {
        (canonical_code(&self.lengths.0), canonical_code(&self.lengths.1))
    }

    /// How many bits come before the first symbol.
    pub(crate) fn header_bits(&self) -> u32 {
        self.header.1
    }

    /// How many bits each symbol takes.
    pub fn lengths(&self) -> &CodeLengths {
        &self.lengths
    }
}

/// The code words; nothing when such lengths are no complete code or leave a symbol out.
fn complete_code(lengths: &[u8]) -> Option<Vec<ShortBits>> {
    let complete = 1_u64 << MAX_CODE_LENGTH;
    let share = |length: &u8| (1..=MAX_CODE_LENGTH).contains(length).then(|| complete >> length);
    let total: u64 = lengths.iter().map(share).sum::<Option<u64>>()?;
    (total == complete).then(|| canonical_code(lengths))
}

/// The canonical code words; none for symbols of length zero.
fn canonical_code(lengths: &[u8]) -> Vec<ShortBits> {
    let mut codes = vec![ShortBits::default(); lengths.len()];
    let mut next = 0_u16;
    for length in 1..=MAX_CODE_LENGTH {
        next <<= 1;
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, known)| **known == length) {
            // Code words are sent highest bit first.
            let reversed = next.reverse_bits() >> (u16::BITS - u32::from(length));
            *code = ShortBits::new(u64::from(reversed), u32::from(length));
            next = next.wrapping_add(1);
        }
    }
    codes
}

/// For each number of zeros the cheapest bits: a zero, and matches with the zero before.
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

/// The header of a last block with a code of its own, and its length in bits. Lengths are sent one by one: runs would save
/// few bytes of a picture.
fn block_header((literals, distances): &CodeLengths) -> Option<(Vec<u64>, u32)> {
    /// The order in which the code of the lengths is told.
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
    let told = 1 + ORDER.iter().rposition(|length| lengths[*length] > 0)?;
    out.push(ShortBits::new(told.max(4) as u64 - 4, 4));
    for length in &ORDER[..told.max(4)] {
        out.push(ShortBits::new(u64::from(lengths[*length]), 3));
    }
    all().for_each(|length| out.push(words[length]));
    let count = out.len() as u32;
    Some((out.into_words(), count))
}
