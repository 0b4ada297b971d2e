//! Codes of different lengths for frequent and rare symbols, as the deflate format (RFC 1951) wants them, and their bits.

/// The order in which the lengths of the lengths' own code are written.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// Bytes that are written bit by bit, lowest bit first.
pub(crate) struct Bits {
    bytes: Vec<u8>,
    waiting: u64,
    count: u8,
}

impl Bits {
    /// Goes on after those bytes.
    pub(crate) fn after(bytes: Vec<u8>) -> Self {
        Self { bytes, waiting: 0, count: 0 }
    }

    /// Writes the lowest bits of a number, at most 32.
    pub(crate) fn put(&mut self, value: u32, bits: u8) {
        self.waiting |= u64::from(value) << self.count;
        self.count += bits;
        if self.count >= 32 {
            self.bytes.extend((self.waiting as u32).to_le_bytes());
            self.waiting >>= 32;
            self.count -= 32;
        }
    }

    /// All bytes, the last one filled up with zeros.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let rest = usize::from(self.count.div_ceil(8));
        self.bytes.extend(&self.waiting.to_le_bytes()[..rest]);
        self.bytes
    }
}

/// The code of an alphabet.
pub(crate) struct Code {
    /// Bits of each symbol; 0 for those that do not occur.
    lengths: Vec<u8>,
    /// The bits themselves, the first one lowest, and how many.
    codes: Vec<(u16, u8)>,
}

impl Code {
    /// The best code for symbols that occur so often, in which none is longer than that. At least two symbols get one:
    /// readers dislike codes of a single symbol.
    pub(crate) fn of(counts: &[u32], longest: u8) -> Self {
        let mut counts = counts.to_vec();
        let used = counts.iter().filter(|count| **count > 0).count();
        counts
            .iter_mut()
            .filter(|count| **count == 0)
            .take(2_usize.saturating_sub(used))
            .for_each(|count| *count = 1);
        let lengths = lengths(&counts, longest);
        let codes = codes(&lengths).into_iter().zip(lengths.iter().copied()).collect();
        Self { lengths, codes }
    }

    pub(crate) fn put(&self, symbol: usize, bits: &mut Bits) {
        let (code, length) = self.codes[symbol];
        bits.put(u32::from(code), length);
    }
}

/// The length of each symbol's code.
fn lengths(counts: &[u32], longest: u8) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().all(|length| *length <= longest) {
            return lengths;
        }
        // Less difference between frequent and rare makes the longest codes shorter; it ends when all are alike.
        counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = count.div_ceil(2));
    }
}

/// Huffman's algorithm: the two rarest become one, until one is left.
fn unlimited(counts: &[u32]) -> Vec<u8> {
    let mut leaves: Vec<(u32, usize)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(symbol, count)| (*count, symbol))
        .collect();
    leaves.sort_unstable();
    // Nodes in the order in which they become one with another: first leaves, then pairs, each of them by weight.
    let mut parents = vec![0; 2 * leaves.len()];
    let mut pairs: Vec<u32> = Vec::with_capacity(leaves.len());
    let (mut next_leaf, mut next_pair) = (0, 0);
    for pair in 0..leaves.len().saturating_sub(1) {
        let mut weight = 0;
        for _ in 0..2 {
            let leaf = leaves.get(next_leaf).map(|leaf| leaf.0);
            let older = pairs.get(next_pair).copied();
            if leaf.is_some_and(|leaf| older.is_none_or(|older| leaf <= older)) {
                weight += leaf.unwrap_or(0);
                parents[next_leaf] = pair;
                next_leaf += 1;
            } else {
                weight += older.unwrap_or(0);
                parents[leaves.len() + next_pair] = pair;
                next_pair += 1;
            }
        }
        pairs.push(weight);
    }
    let mut depths = vec![0_u8; pairs.len()];
    for pair in (0..pairs.len().saturating_sub(1)).rev() {
        depths[pair] = depths[parents[leaves.len() + pair]] + 1;
    }
    let mut lengths = vec![0; counts.len()];
    for (index, (_, symbol)) in leaves.iter().enumerate() {
        lengths[*symbol] = depths[parents[index]] + 1;
    }
    lengths
}

/// Codes in the order of their lengths, then of their symbols, as a reader makes them from the lengths alone.
fn codes(lengths: &[u8]) -> Vec<u16> {
    let mut codes = vec![0; lengths.len()];
    let mut next = 0_u16;
    for bits in 1..=15 {
        next <<= 1;
        for (symbol, _) in lengths.iter().enumerate().filter(|(_, length)| **length == bits) {
            codes[symbol] = next.reverse_bits() >> (16 - bits);
            next += 1;
        }
    }
    codes
}

/// Writes the lengths of a block's two codes.
pub(crate) fn write_lengths(symbols: &Code, distances: &Code, bits: &mut Bits) {
    let trimmed = |lengths: &[u8], least: usize| {
        let used = lengths.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1);
        used.max(least)
    };
    let (first, second) = (trimmed(&symbols.lengths, 257), trimmed(&distances.lengths, 1));
    let all: Vec<u8> = symbols.lengths[..first].iter().chain(&distances.lengths[..second]).copied().collect();
    let runs = runs(&all);
    let mut counts = [0; 19];
    for (symbol, _, _) in &runs {
        counts[usize::from(*symbol)] += 1;
    }
    let code = Code::of(&counts, 7);
    let written =
        ORDER.iter().rposition(|symbol| code.lengths[*symbol] > 0).map_or(4, |last| last + 1).max(4);
    bits.put((first - 257) as u32, 5);
    bits.put((second - 1) as u32, 5);
    bits.put((written - 4) as u32, 4);
    ORDER.iter().take(written).for_each(|symbol| bits.put(u32::from(code.lengths[*symbol]), 3));
    for (symbol, extra, value) in runs {
        code.put(usize::from(symbol), bits);
        bits.put(value, extra);
    }
}

/// Lengths with repetitions taken together: symbol, how many bits more, and their value.
fn runs(lengths: &[u8]) -> Vec<(u8, u8, u32)> {
    let mut runs = Vec::new();
    let mut rest = lengths;
    while let Some(first) = rest.first().copied() {
        let mut count = rest.iter().take_while(|length| **length == first).count();
        rest = &rest[count..];
        if first > 0 {
            runs.push((first, 0, 0));
            count -= 1;
        }
        while count > 0 {
            let (taken, run) = match (first, count) {
                (0, 11..) => (count.min(138), (18, 7, count.min(138) - 11)),
                (0, 3..) => (count, (17, 3, count - 3)),
                (1.., 3..) => (count.min(6), (16, 2, count.min(6) - 3)),
                _ => (1, (first, 0, 0)),
            };
            runs.push((run.0, run.1, run.2 as u32));
            count -= taken;
        }
    }
    runs
}
