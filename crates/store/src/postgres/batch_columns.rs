//! Turns a batch into columns for the commit function: for each key the expected version and the
//! final change, in key order, so that concurrent batches take locks in the same order and cannot
//! deadlock. Not here: the function (`schema.sql`).

use std::collections::BTreeMap;

use super::checksum;
use crate::{
    batch::{Batch, BatchWrite},
    shard_key::ShardKey,
    table::Table,
};

/// A version that no record has.
const NEVER: i64 = -1;

/// Columns of equal length, one row for each key.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct BatchColumns {
    pub(super) shard_keys: Vec<i32>,
    pub(super) tables: Vec<&'static str>,
    pub(super) keys: Vec<Vec<u8>>,
    pub(super) expected: Vec<Option<i64>>,
    pub(super) check_indexes: Vec<Option<i32>>,
    pub(super) steps: Vec<i64>,
    pub(super) deletions: Vec<bool>,
    pub(super) contents: Vec<Option<Vec<u8>>>,
    /// Checksums of keys and contents; the database adds the version.
    pub(super) checksums: Vec<Option<i64>>,
}

#[derive(Debug, Default)]
struct KeyChange {
    expected: Option<i64>,
    check_index: Option<i32>,
    step: i64,
    is_deleted: bool,
    value: Option<Vec<u8>>,
}

impl BatchColumns {
    /// Folds the checks and writes of a batch into one change for each key.
    pub(super) fn of(batch: &Batch) -> Self {
        let mut deeds: BTreeMap<(Table, &[u8]), KeyChange> = BTreeMap::new();
        for (place, expect) in batch.version_checks.iter().enumerate() {
            let deed = deeds.entry((expect.table, &expect.key)).or_default();
            let version = expect.version.map_or(0, |version| i64::try_from(version).unwrap_or(NEVER));
            match deed.expected {
                None => (deed.expected, deed.check_index) = (Some(version), i32::try_from(place).ok()),
                Some(other) if other != version => deed.expected = Some(NEVER),
                Some(_) => {}
            }
        }
        for write in &batch.writes {
            match write {
                BatchWrite::Put { table, key, value } => {
                    let deed = deeds.entry((*table, key)).or_default();
                    deed.step += 1;
                    deed.value = Some(value.clone());
                }
                BatchWrite::Delete { table, key } => {
                    let deed = deeds.entry((*table, key)).or_default();
                    (deed.step, deed.is_deleted, deed.value) = (0, true, None);
                }
            }
        }
        let mut folded = Self::default();
        for ((table, key), deed) in deeds {
            folded.shard_keys.push(ShardKey::of_key(table, key).as_i32());
            folded.tables.push(table.name());
            folded.keys.push(key.to_vec());
            folded.expected.push(deed.expected);
            folded.check_indexes.push(deed.check_index);
            folded.steps.push(deed.step);
            folded.deletions.push(deed.is_deleted);
            folded
                .checksums
                .push(deed.value.as_ref().map(|value| checksum::of_record(table.name(), key, value)));
            folded.contents.push(deed.value);
        }
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_comes_once_with_what_becomes_of_it() {
        let batch = Batch::new()
            .expect_version(Table::Game, "b", 7)
            .expect_absent(Table::Game, "a")
            .put(Table::Game, "b", "1")
            .put(Table::Game, "b", "2")
            .delete(Table::Event, "c")
            .put(Table::Event, "c", "3")
            .put(Table::Event, "d", "4")
            .delete(Table::Event, "d");
        let folded = BatchColumns::of(&batch);
        let keys: Vec<&[u8]> = folded.keys.iter().map(Vec::as_slice).collect();
        assert_eq!(keys, [b"a", b"b", b"c", b"d"]);
        assert_eq!(folded.tables, ["game", "game", "event", "event"]);
        assert_eq!(folded.expected, [Some(0), Some(7), None, None]);
        assert_eq!(folded.check_indexes, [Some(1), Some(0), None, None]);
        assert_eq!(folded.steps, [0, 2, 1, 0]);
        assert_eq!(folded.deletions, [false, false, true, true]);
        assert_eq!(folded.contents, [None, Some(b"2".to_vec()), Some(b"3".to_vec()), None]);
        let sum =
            |kind, key: &str, value: &str| Some(checksum::of_record(kind, key.as_bytes(), value.as_bytes()));
        assert_eq!(folded.checksums, [None, sum("game", "b", "2"), sum("event", "c", "3"), None]);
    }

    #[test]
    fn what_cannot_hold_never_does() {
        let batch = Batch::new().expect_version(Table::Game, "a", 1).expect_version(Table::Game, "a", 2);
        assert_eq!(BatchColumns::of(&batch).expected, [Some(NEVER)]);
        let batch = Batch::new().expect_version(Table::Game, "a", u64::MAX);
        assert_eq!(BatchColumns::of(&batch).expected, [Some(NEVER)]);
    }
}
