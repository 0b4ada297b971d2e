//! Adler-32 checksum of zlib (RFC 1950), combined from the sums of parts that were added up ahead.

use crate::tile::RowDelta;

/// The modulus of Adler-32: the largest prime below 2¹⁶.
const ADLER_MODULUS: u64 = 65_521;

/// Both sums of an Adler-32 over a known number of bytes, not yet reduced. No image is so large that they overflow 64 bits.
pub(crate) struct AdlerSums {
    total: u64,
    sum: u64,
    weighted_sum: u64,
}

impl AdlerSums {
    /// Sums of `total` bytes of which none is added yet.
    pub(crate) fn new(total: usize) -> Self {
        Self { total: total as u64, sum: 1, weighted_sum: total as u64 }
    }

    /// Adds the byte at an offset.
    #[inline]
    pub(crate) fn add_byte(&mut self, byte: u8, offset: usize) {
        self.sum += u64::from(byte);
        self.weighted_sum += u64::from(byte) * (self.total - offset as u64);
    }

    /// Adds the bytes from an offset on.
    pub(crate) fn add(&mut self, bytes: &[u8], offset: usize) {
        let (mut plain, mut weighted) = (0_u64, 0_u64);
        for byte in bytes {
            plain += u64::from(*byte);
            weighted += plain;
        }
        self.add_sums(plain, weighted, offset + bytes.len());
    }

    /// Adds a row delta that ends before an offset, by its precomputed sums.
    #[inline]
    pub(crate) fn add_row_delta(&mut self, delta: &RowDelta, end: usize) {
        self.add_sums(u64::from(delta.sum), u64::from(delta.weighted_sum), end);
    }

    #[inline]
    fn add_sums(&mut self, plain: u64, weighted: u64, end: usize) {
        self.sum += plain;
        self.weighted_sum += weighted + plain * (self.total - end as u64);
    }

    /// The Adler-32 of all bytes.
    pub(crate) fn checksum(&self) -> u32 {
        (((self.weighted_sum % ADLER_MODULUS) as u32) << 16) | (self.sum % ADLER_MODULUS) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_the_checksum_of_the_whole() {
        let bytes: Vec<u8> =
            (0..100_000_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 21) as u8).collect();
        let mut sums = AdlerSums::new(bytes.len());
        let (first, rest) = bytes.split_at(70_001);
        sums.add(&rest[1..], first.len() + 1);
        sums.add_byte(rest[0], first.len());
        sums.add(first, 0);
        assert_eq!(sums.checksum(), libdeflater::adler32(&bytes));
    }
}
