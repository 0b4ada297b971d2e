//! Checksum of a row in the database, verified by every read, independent of the server's page checksums. Not here: the columns
//! (`schema.sql`).
//!
//! A checksum is the CRC-32 of the row's key and bytes, combined by XOR with its number: a record's version, or the instant
//! of an answer. XOR, because the version of a blind write is known to the database alone, and any SQL database has it.

use crate::error::StoreError;

/// The key space of answers, as in names of damaged rows of every store.
pub(super) const ANSWER: &str = "answer";

/// The checksum of a record without its version.
pub(super) fn of_record(kind: &str, key: &[u8], value: &[u8]) -> i64 {
    sum(kind, &[], key, value)
}

/// The checksum of an answer. It covers the shard key, by which an answer is looked up and which does not follow from its id.
pub(super) fn of_answer(home: i32, id: &[u8], at: i64, answer: &[u8]) -> i64 {
    numbered(sum(ANSWER, &home.to_be_bytes(), id, answer), at)
}

/// The checksum combined with the row's number, as the column holds it.
pub(super) const fn numbered(sum: i64, number: i64) -> i64 {
    sum ^ number
}

/// Verifies a checksum; a row without one is damaged.
pub(super) fn compare(space: &str, key: &[u8], computed: i64, found: Option<i64>) -> Result<(), StoreError> {
    if found == Some(computed) { Ok(()) } else { Err(damaged(space, key)) }
}

/// Verifies the checksum of an answer.
pub(super) fn compare_answer(
    id: &[u8],
    (home, at, answer): (i32, i64, &[u8]),
    found: Option<i64>,
) -> Result<(), StoreError> {
    compare(ANSWER, id, of_answer(home, id, at, answer), found)
}

/// The error for a row with a wrong checksum.
pub(super) fn damaged(space: &str, key: &[u8]) -> StoreError {
    StoreError::damaged(format!("{} has changed in the database", named(space, key)))
}

/// A row in words, as in every store: its table, and its key as text.
pub(super) fn named(space: &str, key: &[u8]) -> String {
    format!("{space} {}", key.escape_ascii())
}

fn sum(space: &str, before: &[u8], key: &[u8], bytes: &[u8]) -> i64 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(space.as_bytes());
    sum.update(&[0]);
    sum.update(&(key.len() as u64).to_be_bytes());
    sum.update(before);
    sum.update(key);
    sum.update(bytes);
    i64::from(sum.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_noticed_and_so_is_another_key() {
        let (key, value, version) = (b"web:general/".as_slice(), b"{\"turn\":7}".as_slice(), 3);
        let whole = numbered(of_record("game", key, value), version);
        let is_whole = |kind: &str, key: &[u8], version: i64, value: &[u8], found: i64| {
            compare(kind, key, numbered(of_record(kind, key, value), version), Some(found)).is_ok()
        };
        assert!(is_whole("game", key, version, value, whole));
        assert!(!is_whole("event", key, version, value, whole));
        assert!(!is_whole("game", b"web:general", version, value, whole));
        for bit in 0..i64::BITS {
            assert!(!is_whole("game", key, version ^ (1 << bit), value, whole), "version, bit {bit}");
            assert!(!is_whole("game", key, version, value, whole ^ (1 << bit)), "checksum, bit {bit}");
        }
        for bit in 0..value.len() * 8 {
            let mut flipped = value.to_vec();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_whole("game", key, version, &flipped, whole), "value, bit {bit}");
        }
    }

    #[test]
    fn an_answer_is_compared_with_its_home_and_its_instant() {
        let whole = Some(of_answer(7, b"web:1", 1000, b"done"));
        assert!(compare_answer(b"web:1", (7, 1000, b"done"), whole).is_ok());
        assert!(compare_answer(b"web:1", (7, 1000, b"done"), None).is_err());
        for (home, at, answer) in [(6, 1000, b"done"), (7, 1001, b"done"), (7, 1000, b"dome")] {
            assert!(compare_answer(b"web:1", (home, at, answer), whole).is_err());
        }
        let error = compare_answer(b"web:1", (6, 1000, b"done"), whole).expect_err("it is damaged");
        assert!(error.to_string().contains("answer web:1 has changed"), "{error}");
    }
}
