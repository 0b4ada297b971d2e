//! One Huffman code for all pictures of a theme, and what is looked up in it while they are put together. Where it comes
//! from is `trained`'s.

use crate::bits::{BitString, Bits};
use crate::deflate_symbols::{
    DISTANCES, END, FIRST_LENGTH, LENGTHS, LITERALS, LONGEST_CODE, MATCH, distance_base, distance_symbol,
    length_symbol,
};
use crate::huffman;

/// No line is longer, in bytes.
pub const LONGEST_LINE: usize = 1_024;
/// How many bits each symbol takes.
pub type Lengths = ([u8; LITERALS], [u8; DISTANCES]);

/// A code made ready.
#[derive(Debug)]
pub struct Code {
    /// What the symbols take: for whoever reads the stream's header, and for training.
    lengths: Lengths,
    literals: Vec<Bits>,
    end: Bits,
    /// By the length of a match.
    matches: Vec<Bits>,
    distances: Vec<Bits>,
    /// The cheapest way to so many zeros after anything.
    gaps: Vec<Bits>,
    /// The beginning of a stream's only block.
    header: (Vec<u64>, u32),
}

impl Code {
    /// The code in which each symbol takes so many bits; nothing when there is none, or some symbol would have no code.
    pub fn new(lengths: &Lengths) -> Option<Self> {
        let (literals, distances) = (codes(&lengths.0)?, codes(&lengths.1)?);
        let with_rest =
            |code: Bits, rest: usize, count: u8| code.then(Bits::new(rest as u64, u32::from(count)));
        let matches = (0..=*MATCH.end()).map(|length| {
            let symbol = length_symbol(length.max(*MATCH.start()));
            let (smallest, extra) = LENGTHS[symbol];
            let rest = length.saturating_sub(usize::from(smallest));
            with_rest(literals[FIRST_LENGTH + symbol], rest, extra)
        });
        let matches: Vec<Bits> = matches.collect::<Option<_>>()?;
        let distances = (0..=LONGEST_LINE).map(|distance| {
            let symbol = distance_symbol(distance);
            let (smallest, extra) = distance_base(symbol);
            with_rest(distances[symbol], distance.saturating_sub(smallest), extra)
        });
        let distances: Vec<Bits> = distances.collect::<Option<_>>()?;
        let end = literals[END];
        let literals = literals[..=usize::from(u8::MAX)].to_vec();
        let gaps = gaps(literals[0], &matches, distances[1])?;
        Some(Self { header: header(lengths)?, lengths: *lengths, literals, end, matches, distances, gaps })
    }

    #[inline]
    pub(crate) fn literal(&self, byte: u8) -> Bits {
        self.literals[usize::from(byte)]
    }

    pub(crate) fn end(&self) -> Bits {
        self.end
    }

    /// What a match costs, in bits.
    #[inline]
    pub(crate) fn match_cost(&self, length: usize, distance: usize) -> u32 {
        self.matches[length.min(*MATCH.end())].count + self.distances[distance].count
    }

    /// A match of at most the longest length.
    #[inline]
    fn one_match(&self, length: usize, distance: usize) -> Bits {
        let (length, distance) = (self.matches[length], self.distances[distance]);
        Bits::new(length.value | distance.value << length.count, length.count + distance.count)
    }

    /// Writes so many bytes, three or more, from that far to the left.
    #[inline]
    pub(crate) fn put_match(&self, mut length: usize, distance: usize, out: &mut BitString) {
        let (shortest, longest) = (*MATCH.start(), *MATCH.end());
        while length > longest {
            // No rest may be too short for a match.
            let part = longest.min(length - shortest);
            out.push(self.one_match(part, distance));
            length -= part;
        }
        out.push(self.one_match(length, distance));
    }

    /// So many zeros after anything.
    #[inline]
    pub(crate) fn gap(&self, length: usize) -> Bits {
        self.gaps[length]
    }

    /// Writes the beginning of a stream's only block.
    pub(crate) fn put_header(&self, out: &mut BitString) {
        out.append(&self.header.0, self.header.1);
    }

    /// How many bits each byte takes.
    pub fn prices(&self) -> [u8; 256] {
        std::array::from_fn(|byte| self.literals[byte].count as u8)
    }

    /// The code words of all symbols, and of all distances.
    pub(crate) fn words(&self) -> (Vec<Bits>, Vec<Bits>) {
        (canonical(&self.lengths.0), canonical(&self.lengths.1))
    }

    /// How many bits come before the first symbol.
    pub(crate) fn header_bits(&self) -> u32 {
        self.header.1
    }

    /// How many bits each symbol takes.
    pub fn lengths(&self) -> &Lengths {
        &self.lengths
    }
}

/// The code words; nothing when such lengths are no complete code or leave a symbol out.
fn codes(lengths: &[u8]) -> Option<Vec<Bits>> {
    let complete = 1_u64 << LONGEST_CODE;
    let share = |length: &u8| (1..=LONGEST_CODE).contains(length).then(|| complete >> length);
    let total: u64 = lengths.iter().map(share).sum::<Option<u64>>()?;
    (total == complete).then(|| canonical(lengths))
}

/// The canonical code words; none for symbols of length zero.
fn canonical(lengths: &[u8]) -> Vec<Bits> {
    let mut codes = vec![Bits::default(); lengths.len()];
    let mut next = 0_u16;
    for length in 1..=LONGEST_CODE {
        next <<= 1;
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, known)| **known == length) {
            // Code words are sent highest bit first.
            let reversed = next.reverse_bits() >> (u16::BITS - u32::from(length));
            *code = Bits::new(u64::from(reversed), u32::from(length));
            next = next.wrapping_add(1);
        }
    }
    codes
}

/// For each number of zeros the cheapest bits: a zero, and matches with the zero before.
fn gaps(zero: Bits, matches: &[Bits], distance: Bits) -> Option<Vec<Bits>> {
    let mut gaps = vec![Bits::default(), zero];
    for length in 2..=LONGEST_LINE {
        let mut best = gaps[length - 1].then(zero);
        for part in MATCH.take_while(|part| *part < length) {
            let longer = gaps[length - part].then(matches[part]).and_then(|bits| bits.then(distance));
            let cheaper = |bits: Bits| best.is_none_or(|best| bits.count < best.count);
            best = longer.filter(|bits| cheaper(*bits)).or(best);
        }
        gaps.push(best?);
    }
    Some(gaps)
}

/// The header of a last block with a code of its own, and its length in bits. Lengths are sent one by one: runs would save
/// few bytes of a picture.
fn header((literals, distances): &Lengths) -> Option<(Vec<u64>, u32)> {
    /// The order in which the code of the lengths is told.
    const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    let mut counts = [0; ORDER.len()];
    let all = || literals.iter().chain(distances).map(|length| usize::from(*length));
    all().for_each(|length| counts[length] += 1);
    let lengths = huffman::lengths(&counts, 7);
    let words = canonical(&lengths);
    let mut out = BitString::default();
    out.push(Bits::new(0b101, 3));
    out.push(Bits::new((LITERALS - FIRST_LENGTH) as u64, 5));
    out.push(Bits::new((DISTANCES - 1) as u64, 5));
    let told = 1 + ORDER.iter().rposition(|length| lengths[*length] > 0)?;
    out.push(Bits::new(told.max(4) as u64 - 4, 4));
    for length in &ORDER[..told.max(4)] {
        out.push(Bits::new(u64::from(lengths[*length]), 3));
    }
    all().for_each(|length| out.push(words[length]));
    let count = out.len() as u32;
    Some((out.into_words(), count))
}
