//! Model test of blocks against a `BTreeMap`, and their sizes and reads during writes. Not here: damaged blocks (`damaged`).

mod damaged;

use std::{collections::BTreeMap, ops::ControlFlow};

use proptest::{collection::vec, prelude::*, sample::select};
use sled::Db;

use super::*;
use crate::{
    group_plan::RawChanges,
    layout::{RawPair, RawRange},
    range::ScanOrder,
    sled_store::sled_engine::apply,
};

type Map = BTreeMap<Vec<u8>, Vec<u8>>;

fn database() -> Db {
    sled::Config::new().temporary(true).segment_size(8 * 1024 * 1024).open().expect("sled opens")
}

fn change(db: &Db, changes: &RawChanges) {
    apply(db, &changed_blocks(db, changes).expect("the blocks can be read")).expect("sled writes");
}

fn put(db: &Db, pairs: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>) {
    change(db, &pairs.into_iter().map(|(key, value)| (key, Some(value))).collect());
}

fn told(db: &Db, start: &[u8], end: &[u8], order: ScanOrder, limit: usize) -> Vec<RawPair> {
    let span = RawRange { start: start.to_vec(), end: end.to_vec() };
    range(db, &span, order).take(limit).collect::<Result<_, _>>().expect("the blocks can be read")
}

fn numbered(number: usize) -> Vec<u8> {
    format!("event\0web:general/{number:06}").into_bytes()
}

/// Each block of a database: where it begins, and its pairs. Each is as it must be.
fn blocks_of(db: &Db) -> Vec<(Vec<u8>, Vec<RawPair>)> {
    let mut blocks: Vec<(Vec<u8>, Vec<RawPair>)> = Vec::new();
    for pair in db.iter() {
        let (key, block) = pair.expect("sled reads");
        let Some(start) = block_start(&key) else { continue };
        let pairs = form::pairs(start, &block).expect("it is whole");
        let (first, _) = pairs.first().expect("none is empty");
        assert!(first.as_slice() >= start && pairs.is_sorted());
        assert!(
            pairs.len() == 1 || (pairs.len() <= MAX_BLOCK_PAIRS && block.len() <= MAX_BLOCK_BYTES + 1),
            "{}",
            block.len()
        );
        if let Some((_, before)) = blocks.last() {
            assert!(before.last().expect("none is empty").0.as_slice() < start);
        }
        blocks.push((start.to_vec(), pairs));
    }
    blocks
}

fn keys() -> impl Strategy<Value = Vec<u8>> {
    let space = select(vec!["channel", "event", "outbox", "~answer", "~answered"]);
    let tail = prop_oneof![
        (0..40_u32).prop_map(|number| format!("web:general/{number:04}").into_bytes()),
        vec(select(vec![0, 1, b'/', b'a', 0x7f, 0xff]), 0..4),
        (0..3_u8).prop_map(|last| [vec![b'x'; 500], vec![last]].concat()),
    ];
    (space, tail).prop_map(|(space, tail)| [space.as_bytes(), &[0], &tail].concat())
}

fn values() -> impl Strategy<Value = Vec<u8>> {
    let size = prop_oneof![
        8 => 0..60_usize, 4 => 100..400_usize, 2 => 1900..2200_usize, 1 => 65_000..65_549_usize,
    ];
    (size, any::<u8>()).prop_map(|(size, byte)| vec![byte; size])
}

fn group() -> impl Strategy<Value = RawChanges> {
    let change = (keys(), prop_oneof![3 => values().prop_map(Some), 1 => Just(None)]);
    vec(change, 1..60).prop_map(|changes| changes.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_changed_blocks_hold_what_a_map_holds(
        groups in vec(group(), 1..12),
        spans in vec((keys(), keys(), 0..40_usize), 8),
    ) {
        let (db, mut map) = (database(), Map::new());
        for changes in groups {
            change(&db, &changes);
            for (key, value) in changes {
                match value {
                    Some(value) => map.insert(key, value),
                    None => map.remove(&key),
                };
            }
            let pairs: Vec<RawPair> = blocks_of(&db).into_iter().flat_map(|(_, pairs)| pairs).collect();
            prop_assert!(pairs.iter().map(|(key, value)| (key, value)).eq(&map));
        }
        let all: Vec<RawPair> = map.clone().into_iter().collect();
        prop_assert!(told(&db, b"", b"\xff", ScanOrder::Ascending, usize::MAX) == all);
        for (start, end, limit) in spans {
            prop_assert!(get(&db, &start).expect("it reads") == map.get(&start).cloned());
            let mut inside: Vec<RawPair> = all.clone();
            inside.retain(|(key, _)| (&start..&end).contains(&key));
            prop_assert!(told(&db, &start, &end, ScanOrder::Ascending, limit) == inside[..limit.min(inside.len())]);
            inside.reverse();
            prop_assert!(told(&db, &start, &end, ScanOrder::Descending, limit) == inside[..limit.min(inside.len())]);
        }
    }
}

#[test]
fn what_comes_in_order_fills_its_blocks_and_what_comes_backwards_half_of_them() {
    for step in [1, 7, 500] {
        let db = database();
        for first in (0..3000).step_by(step) {
            put(&db, (first..first + step).map(|number| (numbered(number), vec![7; 20])));
        }
        let blocks = blocks_of(&db);
        let mean = 3000.0 / blocks.len() as f64;
        assert!(mean >= 0.9 * MAX_BLOCK_PAIRS as f64, "{mean} in a block, {step} at once");
        assert_eq!(blocks[0].0, b"");
    }
    let db = database();
    for number in (0..3000).rev() {
        put(&db, [(numbered(number), vec![7; 20])]);
    }
    let mean = 3000.0 / blocks_of(&db).len() as f64;
    assert!(mean >= 0.45 * MAX_BLOCK_PAIRS as f64, "{mean} in a block");
}

#[test]
fn what_is_emptied_is_gone_and_its_keys_are_those_of_the_block_before() {
    let db = database();
    put(&db, (0..200).map(|number| (numbered(number), vec![7; 40])));
    let starts: Vec<_> = blocks_of(&db).into_iter().map(|(start, _)| start).collect();
    assert!(starts.len() > 5);
    change(&db, &(0..199).map(|number| (numbered(number), None)).collect());
    assert_eq!(blocks_of(&db).len(), 1);
    put(&db, (50..60).map(|number| (numbered(number), vec![8])));
    let found = told(&db, b"", b"\xff", ScanOrder::Ascending, usize::MAX);
    assert_eq!(found.len(), 11);
    change(&db, &found.into_iter().map(|(key, _)| (key, None)).collect());
    assert!(db.is_empty());
    assert_eq!(get(&db, &numbered(1)).expect("it reads"), None);
    assert_eq!(told(&db, b"", b"\xff", ScanOrder::Descending, 9), []);
}

#[test]
fn one_pair_needs_one_block_and_a_range_no_more_than_it_has() {
    let db = database();
    put(&db, (0..200).map(|number| (numbered(number), vec![7; 40])));
    let blocks = blocks_of(&db);
    let (start, pairs) = &blocks[2];
    for (other, _) in blocks.iter().filter(|(other, _)| other != start) {
        db.insert(block_key(other), vec![0xff; 9]).expect("sled writes");
    }
    let (first, last) = (&pairs[0].0, &pairs[pairs.len() - 1].0);
    assert_eq!(get(&db, first).expect("it is there"), Some(vec![7; 40]));
    assert_eq!(get(&db, &[last.as_slice(), &[0]].concat()).expect("its block says so"), None);
    let beyond = [last.as_slice(), &[0]].concat();
    for limit in [1, pairs.len() - 1, pairs.len()] {
        assert_eq!(told(&db, first, b"\xff", ScanOrder::Ascending, limit).len(), limit);
        assert_eq!(told(&db, b"", &beyond, ScanOrder::Descending, limit).len(), limit);
    }
    assert_eq!(told(&db, first, &beyond, ScanOrder::Ascending, 99).len(), pairs.len());
    assert_eq!(told(&db, first, &beyond, ScanOrder::Descending, 99).len(), pairs.len());
    let span = RawRange { start: first.clone(), end: b"\xff".to_vec() };
    assert!(range(&db, &span, ScanOrder::Ascending).nth(pairs.len()).expect("a failure is told").is_err());
    assert!(get(&db, &blocks[1].1[0].0).is_err(), "what is damaged is not absent");
}

/// A scan during writes yields every unchanged pair once, in order.
#[test]
fn a_block_that_is_divided_while_it_is_read_is_told_once() {
    for (order, seen) in [ScanOrder::Ascending, ScanOrder::Descending]
        .into_iter()
        .flat_map(|order| (0..90).map(move |seen| (order, seen)))
    {
        let db = database();
        put(&db, (0..90).map(|number| (numbered(number * 10), vec![7; 40])));
        let mut whole: Vec<_> = (0..90).map(|number| numbered(number * 10)).collect();
        let removed: Vec<_> = (40..70).map(|number| numbered(number * 10)).collect();
        let span = RawRange { start: Vec::new(), end: b"\xff".to_vec() };
        let mut reading = range(&db, &span, order);
        let mut found: Vec<_> = reading.by_ref().take(seen).collect();
        let mut changes: RawChanges =
            (0..400).map(|number| (numbered(number * 10 + 5), Some(vec![9; 70]))).collect();
        changes.extend(removed.iter().map(|key| (key.clone(), None)));
        change(&db, &changes);
        found.extend(reading);
        let mut keys: Vec<_> = found.into_iter().map(|pair| pair.expect("it reads").0).collect();
        if order == ScanOrder::Descending {
            keys.reverse();
        }
        assert!(keys.is_sorted_by(|a, b| a < b), "{order:?}, {seen} seen before");
        keys.retain(|key| !changes.contains_key(key));
        whole.retain(|key| !changes.contains_key(key));
        assert_eq!(keys, whole, "{order:?}, {seen} seen before");
    }
}

#[test]
fn packing_gives_full_blocks_and_leaves_out_nothing() {
    let own = layout::format_key();
    let pairs: Vec<RawPair> = (0..1000)
        .map(|number| (numbered(number), vec![7; number % 90 + 70 * usize::from(number % 200 == 0) * 900]))
        .chain([(own.clone(), vec![4])])
        .collect();
    let (db, mut packing) = (database(), BlockPacker::default());
    for pair in pairs.clone() {
        for (key, value) in packing.push(pair) {
            db.insert(key, value).expect("sled writes");
        }
    }
    assert_eq!(packing.finish(), []);
    assert!(db.contains_key(&own).expect("sled reads"));
    let blocks = blocks_of(&db);
    assert_eq!(blocks[0].0, b"");
    assert!(blocks.len() < 60, "{} blocks", blocks.len());
    assert_eq!(told(&db, b"", b"\xff", ScanOrder::Ascending, usize::MAX), pairs);
}

/// All pairs of a block, as far as they can be followed.
fn followed(block: &[u8]) -> Vec<RawPair> {
    let mut pairs = Vec::new();
    read_pairs(block, |key, value| {
        pairs.push((key.to_vec(), value.to_vec()));
        ControlFlow::Continue(())
    });
    pairs
}
