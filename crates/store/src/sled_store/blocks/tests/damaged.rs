//! Tests of damaged blocks: no wrong pair passes its checksum, and all pairs before the damage are read.

use super::*;
use crate::{checksum, error::StoreError};

fn block() -> (Vec<RawPair>, Vec<u8>) {
    let pairs: Vec<RawPair> = (0..9)
        .map(|number| {
            let key = numbered(number * 77);
            let value = checksum::with_checksum(&key, 3, &vec![b'x'; number * 20]);
            (key, value)
        })
        .collect();
    let bytes = form::write(pairs.iter().map(|(key, value)| (key.as_slice(), value.as_slice())));
    (pairs, bytes)
}

/// Every pair that passes its checksum was there.
fn check(pairs: &[RawPair], damaged: &[u8]) {
    for (key, value) in followed(damaged) {
        let passes = checksum::verify_checksum(&key, &value).is_ok();
        assert!(!passes || pairs.contains(&(key, value)));
    }
    for (key, value) in pairs {
        match form::find(b"", damaged, key) {
            Ok(Some(found)) if found != *value => assert!(checksum::verify_checksum(key, &found).is_err()),
            Ok(_) | Err(StoreError::Damaged { .. }) => {}
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn every_flipped_bit_and_every_cut_is_survived() {
    let (pairs, bytes) = block();
    assert_eq!(followed(&bytes), pairs);
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        check(&pairs, &flipped);
    }
    for cut in 0..bytes.len() {
        check(&pairs, &bytes[..cut]);
        let found = followed(&bytes[..cut]);
        // All but the last of them are as they were.
        let whole = found.len().saturating_sub(1);
        assert_eq!(found[..whole], pairs[..whole], "cut at {cut}");
        assert!(found.last().is_none_or(|(key, _)| *key == pairs[whole].0), "cut at {cut}");
    }
}

#[test]
fn a_bit_in_a_value_is_that_rows_alone() {
    let (pairs, bytes) = block();
    let at = bytes.windows(30).position(|bytes| bytes == [b'x'; 30]).expect("a value");
    let mut flipped = bytes;
    flipped[at + 15] ^= 4;
    let lost = followed(&flipped).into_iter().zip(&pairs).filter(|(found, pair)| found != *pair).count();
    assert_eq!(lost, 1);
}

#[test]
fn a_damaged_block_has_the_names_of_an_older_one() {
    let (pairs, older) = block();
    let newest = form::write(pairs[3..].iter().map(|(key, value)| (key.as_slice(), value.as_slice())));
    let known = followed(&merge_damaged(&older, &newest[..newest.len() / 2]));
    assert_eq!(known.len(), pairs.len());
    assert!(known[..3].iter().all(|(_, value)| value.is_empty()));
    assert_eq!(known[3..5], pairs[3..5]);
    let named = followed(&merge_damaged(&older, &[]));
    assert!(named.iter().map(|(key, _)| key).eq(pairs.iter().map(|(key, _)| key)));
    assert_eq!(followed(&merge_damaged(&[], &[])), []);
}

#[test]
fn what_claims_to_be_endless_ends() {
    // Each pair has the whole key before it and one byte more.
    let mut bytes = vec![1];
    for shared in 0..100_000_usize {
        let number = [shared as u8 | 0x80, (shared >> 7) as u8 | 0x80, (shared >> 14) as u8];
        bytes.extend_from_slice(&number);
        bytes.extend_from_slice(&[1, b'a', 0]);
    }
    assert!(followed(&bytes).len() <= 256);
    assert_eq!(
        followed(&[1, 0, 1, b'a', 0xff, 0xff, 0xff, 0x7f, 9]),
        [(b"a".to_vec(), vec![0xff, 0xff, 0xff, 0x7f, 9])]
    );
    assert_eq!(followed(&[1, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 9]), []);
}

proptest! {
    #[test]
    fn anything_is_followed_without_a_panic(bytes: Vec<u8>, other: Vec<u8>) {
        let (pairs, whole) = block();
        check(&pairs, &bytes);
        let at = bytes.len().min(whole.len());
        check(&pairs, &[&whole[..at], &bytes].concat());
        read_pairs(&merge_damaged(&bytes, &other), |_, _| ControlFlow::Continue(()));
    }
}
