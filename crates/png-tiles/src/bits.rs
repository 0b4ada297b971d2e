//! Types of bit strings, least significant bit first, in the bit order of deflate: appending,
//! joining, and alignment to bytes.

/// A bit string of at most 64 bits: a code word, or a code word with its extra bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShortBits {
    pub(crate) value: u64,
    pub(crate) count: u32,
}

impl ShortBits {
    pub(crate) const fn new(value: u64, count: u32) -> Self {
        Self { value, count }
    }

    /// This bit string followed by `next`; `None` when both have more than 64 bits.
    pub(crate) fn concat(self, next: Self) -> Option<Self> {
        let count = self.count + next.count;
        let shifted = next.value.checked_shl(self.count).unwrap_or_default();
        (count <= u64::BITS).then_some(Self { value: self.value | shifted, count })
    }
}

/// A bit string of any length.
#[derive(Debug, Default)]
pub(crate) struct BitString {
    words: Vec<u64>,
    /// The bits behind the last whole word, and their number: fewer than 64.
    partial_word: u64,
    partial_bits: u32,
}

impl BitString {
    pub(crate) fn with_word_capacity(words: usize) -> Self {
        Self { words: Vec::with_capacity(words), ..Self::default() }
    }

    /// Appends a short bit string.
    #[inline]
    pub(crate) fn push(&mut self, bits: ShortBits) {
        self.partial_word |= bits.value << self.partial_bits;
        let count = self.partial_bits + bits.count;
        if count < u64::BITS {
            self.partial_bits = count;
            return;
        }
        self.words.push(self.partial_word);
        self.partial_word = bits.value.checked_shr(u64::BITS - self.partial_bits).unwrap_or_default();
        self.partial_bits = count - u64::BITS;
    }

    /// Appends `count` bits of `words`. The bits behind them in the last word must be zero.
    #[inline]
    pub(crate) fn append(&mut self, words: &[u64], count: u32) {
        let whole = (count / u64::BITS) as usize;
        let (whole, rest) = words.split_at(whole);
        for word in whole {
            self.push(ShortBits::new(*word, u64::BITS));
        }
        if let Some(last) = rest.first() {
            self.push(ShortBits::new(*last, count % u64::BITS));
        }
    }

    /// The number of bits.
    pub(crate) fn len(&self) -> usize {
        self.words.len() * u64::BITS as usize + self.partial_bits as usize
    }

    /// Fills the last word up with zeros, so that the next bit begins a new one.
    pub(crate) fn align(&mut self) {
        if self.partial_bits > 0 {
            self.words.push(self.partial_word);
            (self.partial_word, self.partial_bits) = (0, 0);
        }
    }

    /// The words of the bit string, the last one filled up with zeros.
    pub(crate) fn into_words(mut self) -> Vec<u64> {
        self.align();
        self.words
    }

    /// Appends the bit string to a file, the last byte filled up with zeros.
    pub(crate) fn append_to(self, file: &mut Vec<u8>) {
        let (start, length) = (file.len(), self.len().div_ceil(8));
        file.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        file.extend(self.partial_word.to_le_bytes());
        file.truncate(start + length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_what_was_put_into_them() {
        let ones = |count: u32| u64::MAX.checked_shr(u64::BITS - count).unwrap_or_default();
        let pieces: Vec<ShortBits> = (0..400)
            .map(|index: u32| index * 37 % 65)
            .map(|count| ShortBits::new(ones(count) & 0xa5a5_1234_5678_9abc, count))
            .collect();
        let plain: Vec<bool> = pieces
            .iter()
            .flat_map(|bits| (0..bits.count).map(move |place| bits.value >> place & 1 == 1))
            .collect();
        let mut string = BitString::default();
        for bits in &pieces {
            string.push(*bits);
        }
        assert_eq!(string.len(), plain.len());
        let mut twice = BitString::default();
        twice.push(ShortBits::new(0b101, 3));
        let count = string.len() as u32;
        let words = string.into_words();
        twice.append(&words, count);
        let mut file = vec![7];
        twice.append_to(&mut file);
        assert_eq!(file.len(), 1 + (plain.len() + 3).div_ceil(8));
        let at = |place: usize| file[1 + place / 8] >> (place % 8) & 1 == 1;
        assert_eq!([at(0), at(1), at(2)], [true, false, true]);
        assert!(plain.iter().enumerate().all(|(place, bit)| at(place + 3) == *bit));
    }
}
