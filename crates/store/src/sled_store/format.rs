//! Format number of a sled store, and migrations from older formats.

use crate::{
    checksum,
    error::StoreError,
    group_plan::RawChanges,
    layout::{self, RawMap},
    range::ScanOrder,
    sled_store::{counters::StoreCounters, database::SledDatabase},
};

/// A migration from one format to the next. It may be interrupted and repeated, so it must skip pairs that it has already
/// changed.
type MigrationStep = fn(&SledDatabase) -> Result<(), StoreError>;

/// The migrations, from format 1 to 2 and so on. Format 3 adds tables that older programs take for damage, so it needs none. In
/// format 4 pairs may be in blocks, which older programs do not see: the number is written first, and plain pairs are moved
/// into blocks afterwards, at this start or a later one.
const STEPS: &[MigrationStep] = &[add_checksums, |_| Ok(()), |_| Ok(())];

/// The first format in which pairs are in blocks.
const BLOCKS: u64 = 4;

/// Rows migrated at once.
const ROWS: usize = 256;
/// Bytes moved into blocks between two checkpoints, each of which takes as long as an opening. After an interruption the next
/// start replays the log since the last one.
const BYTES: usize = 256 * 1024 * 1024;

/// The internal pairs of an empty store of the present format.
pub(super) fn initial() -> RawChanges {
    let mut changes = format(newest(STEPS));
    StoreCounters::default().write_to(&mut changes);
    changes
}

/// Migrates the store to the present format, or refuses a newer one.
pub(super) fn migrate(engine: &SledDatabase) -> Result<(), StoreError> {
    migrate_by(engine, STEPS)?;
    gather(engine)
}

fn migrate_by(engine: &SledDatabase, steps: &[MigrationStep]) -> Result<(), StoreError> {
    let known = newest(steps);
    let found = number(engine.read(|view| view.get(&layout::format_key()))?.as_deref());
    if found == 0 {
        return Err(StoreError::damaged("the number of the format is missing"));
    }
    if found > known {
        return Err(StoreError::NewerFormat { found, known });
    }
    for (step, reached) in steps.iter().zip(2..).filter(|(_, reached)| *reached > found) {
        tracing::info!(from = reached - 1, to = reached, "bringing the store to a newer format");
        step(engine)?;
        engine.write(format(reached))?;
    }
    Ok(())
}

/// Migration from format 1 to 2: adds checksums, and counts rows.
fn add_checksums(engine: &SledDatabase) -> Result<(), StoreError> {
    let mut span = layout::row_range();
    loop {
        let rows = engine.read(|view| view.range(&span, ScanOrder::Ascending, ROWS))?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        span.start = [last.as_slice(), &[0]].concat();
        let mut changes = RawChanges::new();
        for (key, value) in rows {
            if let Some(value) = checksum::add_checksum(&key, &value)? {
                changes.insert(key, Some(value));
            }
        }
        engine.write(changes)?;
    }
}

/// Moves all plain pairs into blocks.
fn gather(engine: &SledDatabase) -> Result<(), StoreError> {
    let (mut bytes, mut bytes_since) = (0, 0);
    while let Some(more) = engine.gather()? {
        if bytes == 0 {
            tracing::info!("bringing rows into blocks, once; it may take some minutes for each gigabyte");
        }
        bytes += more;
        bytes_since += more;
        if bytes_since > BYTES {
            bytes_since = 0;
            tracing::info!(megabytes = bytes / 1_000_000, "brought into blocks so far");
            engine.checkpoint();
        }
    }
    if bytes > 0 {
        tracing::info!(megabytes = bytes / 1_000_000, "all rows are in blocks");
        engine.checkpoint();
    }
    Ok(())
}

/// Whether pairs of the format with this stored number may be in blocks.
pub(super) fn has_blocks(stored: Option<&[u8]>) -> bool {
    number(stored) >= BLOCKS
}

/// The stored number of a format; 0 for none.
fn number(stored: Option<&[u8]>) -> u64 {
    stored.and_then(|value| value.first_chunk()).map_or(0, |number| u64::from_be_bytes(*number))
}

/// The format after all steps.
const fn newest(steps: &[MigrationStep]) -> u64 {
    steps.len() as u64 + 1
}

fn format(number: u64) -> RawChanges {
    RawChanges::from([(layout::format_key(), Some(number.to_be_bytes().to_vec()))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sled_store::folder::StoreFolder, table::Table};

    fn open(folder: &tempfile::TempDir) -> Result<SledDatabase, StoreError> {
        SledDatabase::open(StoreFolder::lock_folder(folder.path())?)
    }

    fn put(engine: &SledDatabase, key: &str, value: &str) -> Result<(), StoreError> {
        let key = layout::record_key(Table::Meta, key.as_bytes())?;
        let value = checksum::with_checksum(&key, 1, value.as_bytes());
        engine.write(RawChanges::from([(key, Some(value))]))
    }

    fn stored(engine: &SledDatabase, key: &str) -> Option<String> {
        let record =
            engine.read(|view| layout::get(view, Table::Meta, key.as_bytes())).expect("the store reads");
        record.map(|record| String::from_utf8(record.value).expect("text"))
    }

    #[test]
    fn each_missing_step_is_taken_once_and_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = open(&folder).expect("a new store");
        let first: MigrationStep = |engine| put(engine, "a", "first");
        let second: MigrationStep = |engine| {
            let first = stored(engine, "a").unwrap_or_default();
            put(engine, "a", &format!("{first}, second"))
        };
        engine.write(format(1)).expect("the number is written");
        migrate_by(&engine, &[first]).expect("the first step");
        assert_eq!(stored(&engine, "a").as_deref(), Some("first"));
        migrate_by(&engine, &[first, second]).expect("the second step");
        migrate_by(&engine, &[first, second]).expect("no step");
        assert_eq!(stored(&engine, "a").as_deref(), Some("first, second"));
    }

    #[test]
    fn a_newer_format_is_refused_and_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = open(&folder).expect("a new store");
        engine.write(format(7)).expect("the number is written");
        drop(engine);
        let error = open(&folder).expect_err("the format is too new");
        assert!(matches!(error, StoreError::NewerFormat { found: 7, known: 4 }), "{error}");
    }

    #[test]
    fn an_unfinished_import_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = open(&folder).expect("a new store");
        engine
            .write(RawChanges::from([(layout::restore_mark_key(), Some(Vec::new()))]))
            .expect("the mark is written");
        drop(engine);
        let error = open(&folder).expect_err("the import is unfinished");
        assert!(matches!(error, StoreError::ImportUnfinished), "{error}");
    }
}
