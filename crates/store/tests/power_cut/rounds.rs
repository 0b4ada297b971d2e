//! The writes made between simulated power cuts, and the check that they are whole afterwards.
//!
//! Each of a few writers plays rounds. A round is one batch over several tables, and what it writes follows from the
//! writer and the number of the round alone; so the records that are there tell which rounds there were, and whether
//! any of them is there by halves.

use std::ops::Range;

use adoube_store::{
    Batch, CommitOutcome, IdempotencyKey, Key, KeyRange, MAX_SCAN_ROWS, ScanOrder, Store, Table,
};

/// Writers of mostly small values.
pub(crate) const LIGHT: Range<u64> = 0..6;
/// Writers of large values, so many that sled's log comes round to its beginning.
pub(crate) const HEAVY: Range<u64> = 100..106;
/// Events a writer keeps; older ones are deleted, so that there is something to clean up.
const EVENTS: u64 = 40;

fn key(writer: u64) -> Key {
    Key::new().number(writer)
}

fn event(writer: u64, round: u64) -> IdempotencyKey {
    IdempotencyKey::new(format!("power cut:{writer}:{round}")).expect("a good id")
}

/// The value of a round: mostly a few hundred bytes, now and then many times that; of a heavy writer always that.
fn value(writer: u64, round: u64) -> Vec<u8> {
    let mixed = (writer + 1).wrapping_mul(round.wrapping_add(7)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    let length = match mixed % 16 {
        _ if HEAVY.contains(&writer) => 1 + mixed % 60_000,
        0 => 1 + mixed % 40_000,
        1..4 => 1 + mixed % 4_000,
        _ => 1 + mixed % 600,
    };
    let text = format!("writer {writer}, round {round}. ");
    text.bytes().cycle().take(length as usize).collect()
}

/// Whether a writer's rounds are events that act once. Those of a heavy one are not, so that nothing it writes stays.
fn is_told(writer: u64) -> bool {
    LIGHT.contains(&writer)
}

/// The batch of a round; the first is 1.
fn batch(writer: u64, round: u64) -> Batch {
    let before = round - 1;
    let mut batch = Batch::new()
        .expect(Table::Game, key(writer), (before > 0).then_some(before))
        .put(Table::Game, key(writer), value(writer, round))
        .put(Table::Event, key(writer).number(round), value(writer, round))
        .put(Table::Outbox, key(writer).number(round), "")
        .delete(Table::Outbox, key(writer).number(before));
    if is_told(writer) {
        batch = batch.idempotent(event(writer, round), round.to_string(), round);
    }
    if let Some(old) = round.checked_sub(EVENTS) {
        batch = batch.delete(Table::Event, key(writer).number(old));
    }
    batch
}

/// Plays rounds from where the store is, telling each that was acknowledged.
pub(crate) async fn play(store: &dyn Store, writer: u64, acknowledged: impl Fn(u64)) {
    let mut round = last(store, writer).await;
    loop {
        round += 1;
        let committed = store.commit(batch(writer, round)).await.expect("the store commits");
        assert_eq!(committed, CommitOutcome::Applied, "writer {writer}, round {round}");
        acknowledged(round);
    }
}

/// The last round of a writer that is there.
async fn last(store: &dyn Store, writer: u64) -> u64 {
    let record = store.get(Table::Game, key(writer).as_ref()).await.expect("the store reads");
    record.map_or(0, |record| record.version)
}

/// Checks that the rounds of a writer are there whole, and says which was the last.
pub(crate) async fn check(store: &dyn Store, writer: u64) -> u64 {
    let round = last(store, writer).await;
    if round > 0 {
        let record = store.get(Table::Game, key(writer).as_ref()).await.expect("the store reads");
        assert!(
            record.is_some_and(|record| record.value == value(writer, round)),
            "writer {writer}, round {round}"
        );
    }
    let first = (round + 1).saturating_sub(EVENTS).max(1);
    let events = scan(store, Table::Event, writer).await;
    let expected: Vec<_> =
        (first..=round).map(|round| (key(writer).number(round).into(), value(writer, round))).collect();
    assert!(events == expected, "writer {writer}: the events are not those of rounds {first} to {round}");
    let outbox = scan(store, Table::Outbox, writer).await;
    let expected: Vec<_> =
        (round.max(1)..=round).map(|round| (key(writer).number(round).into(), Vec::new())).collect();
    assert_eq!(outbox, expected, "writer {writer}, round {round}");
    for told in first..=round + 1 {
        let answer = store.answer(&event(writer, told)).await.expect("the store reads");
        assert_eq!(
            answer,
            (is_told(writer) && told <= round).then(|| told.to_string().into_bytes()),
            "writer {writer}, round {told} of {round}"
        );
    }
    round
}

async fn scan(store: &dyn Store, table: Table, writer: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
    let range = KeyRange::prefix(key(writer));
    let found = store.scan(table, range, ScanOrder::Ascending, MAX_SCAN_ROWS).await.expect("the store scans");
    found.into_iter().map(|(key, record)| (key, record.value)).collect()
}
