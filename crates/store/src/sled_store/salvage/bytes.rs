//! Reads sled's number and byte-string encodings. Reading arbitrary bytes ends without a panic.

/// The bytes not read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByteReader<'a>(pub(super) &'a [u8]);

impl<'a> ByteReader<'a> {
    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }

    /// A number in sled's variable-length encoding (that of `SQLite` 4).
    pub(super) fn number(&mut self) -> Option<u64> {
        Some(match self.byte()? {
            first @ 0..=240 => u64::from(first),
            first @ 241..=248 => 240 + 256 * (u64::from(first) - 241) + u64::from(self.byte()?),
            249 => 2288 + 256 * u64::from(self.byte()?) + u64::from(self.byte()?),
            first => {
                let mut number = [0; 8];
                let bytes = self.take(usize::from(first) - 247)?;
                number.get_mut(..bytes.len())?.copy_from_slice(bytes);
                u64::from_le_bytes(number)
            }
        })
    }

    /// A byte string with its length before it.
    pub(super) fn text(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.take(length)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sled::Serialize as _;

    use super::*;

    proptest! {
        #[test]
        fn numbers_are_read_as_sled_writes_them(number: u64, shift in 0..64_u32) {
            let number = number >> shift;
            let written = number.serialize();
            let mut bytes = ByteReader(&written);
            prop_assert_eq!(bytes.number(), Some(number));
            prop_assert!(bytes.0.is_empty());
        }

        #[test]
        fn anything_is_read_without_a_panic(bytes: Vec<u8>) {
            let mut bytes = ByteReader(&bytes);
            while bytes.text().is_some() {}
            let _ = bytes.u32();
        }
    }
}
