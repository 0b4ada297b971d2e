//! Adds and verifies the CRC-32 checksum over key and value in the stored form of a record or an
//! answer, so that damage on disk is detected by every read. Not here: key layout (`layout`).
//!
//! ```text
//! 1 byte    form number: 1
//! 8 bytes   a number: the version of a record, or the time of an answer
//! 4 bytes   CRC-32 of the key (with its table), the number and the bytes
//! the rest  the bytes
//! ```

use crate::{error::StoreError, key::describe_key};

const FORM: u8 = 1;
const HEADER_BYTES: usize = 1 + 8 + 4;

/// Encodes a number and bytes into the stored form under a key.
pub(crate) fn with_checksum(key: &[u8], number: u64, bytes: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(HEADER_BYTES + bytes.len());
    value.push(FORM);
    value.extend_from_slice(&number.to_be_bytes());
    value.extend_from_slice(&crc32_of(key, number, bytes).to_be_bytes());
    value.extend_from_slice(bytes);
    value
}

/// Decodes a stored form into number and bytes, after verifying its checksum.
pub(crate) fn verify_checksum<'a>(key: &[u8], value: &'a [u8]) -> Result<(u64, &'a [u8]), StoreError> {
    let (number, sum, bytes) = split(value).ok_or_else(|| damaged(key, "has no form this program knows"))?;
    if sum == crc32_of(key, number, bytes) {
        Ok((number, bytes))
    } else {
        Err(damaged(key, "has changed on disk"))
    }
}

/// A 64-bit digest of a stored form, for order-independent sums over many; 0 for bytes that are none.
pub(crate) fn digest(value: &[u8]) -> u64 {
    let Some((_, sum, bytes)) = split(value) else { return 0 };
    // The finaliser of SplitMix64: sums of plain checksums would collide more often.
    let mut mixed = (u64::from(sum) | (bytes.len() as u64) << 32).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Whether the value is in the stored form.
pub(crate) fn is_stored_form(value: &[u8]) -> bool {
    split(value).is_some()
}

fn split(value: &[u8]) -> Option<(u64, u32, &[u8])> {
    let (&form, rest) = value.split_first()?;
    let (number, rest) = rest.split_first_chunk()?;
    let (sum, bytes) = rest.split_first_chunk()?;
    (form == FORM).then_some((u64::from_be_bytes(*number), u32::from_be_bytes(*sum), bytes))
}

fn crc32_of(key: &[u8], number: u64, bytes: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&(key.len() as u64).to_be_bytes());
    sum.update(key);
    sum.update(&number.to_be_bytes());
    sum.update(bytes);
    sum.finalize()
}

fn damaged(key: &[u8], what: &str) -> StoreError {
    StoreError::damaged(format!("{} {what}", describe_key(key)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_noticed_and_so_is_another_key() {
        let (key, bytes) = (b"game\0web:general/", b"{\"turn\":7}");
        let value = with_checksum(key, 3, bytes);
        assert_eq!(verify_checksum(key, &value).expect("it is whole"), (3, bytes.as_slice()));
        assert!(verify_checksum(b"game\0web:general", &value).is_err());
        for bit in 0..value.len() * 8 {
            let mut flipped = value.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(matches!(verify_checksum(key, &flipped), Err(StoreError::Damaged { .. })), "bit {bit}");
        }
        let error = verify_checksum(key, &value[1..]).expect_err("it is cut").to_string();
        assert!(error.contains("game web:general/"), "{error}");
    }
}
