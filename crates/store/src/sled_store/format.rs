//! Checks the format number of a sled store: a store of an older or a newer format is refused
//! before a record is changed.

use crate::{error::StoreError, group_plan::RawChanges, layout, sled_store::counters::StoreCounters};

/// The format of every store that is read or written. Lower numbers were used before the first release.
const FORMAT: u64 = 4;

/// The internal pairs of an empty store.
pub(super) fn initial() -> RawChanges {
    let mut changes = RawChanges::from([(layout::format_key(), Some(FORMAT.to_be_bytes().to_vec()))]);
    StoreCounters::default().write_to(&mut changes);
    changes
}

/// Refuses a store of another format, given its stored number.
pub(super) fn check(stored: Option<&[u8]>) -> Result<(), StoreError> {
    if number(stored).is_none() {
        return Err(StoreError::damaged("the number of the format is missing"));
    }
    check_salvaged(stored)
}

/// As [`check`], for salvaged data, in which the number may be lost.
pub(super) fn check_salvaged(stored: Option<&[u8]>) -> Result<(), StoreError> {
    number(stored).map_or(Ok(()), |found| StoreError::check_format(found, FORMAT))
}

fn number(stored: Option<&[u8]>) -> Option<u64> {
    stored.and_then(|value| value.try_into().ok()).map(u64::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs, path::Path};

    use super::*;
    use crate::sled_store::{SledStore, database::SledDatabase, folder::StoreFolder};

    fn open(folder: &Path) -> Result<SledDatabase, StoreError> {
        SledDatabase::open(StoreFolder::lock_folder(folder)?)
    }

    /// Creates a store with this format number, or with none.
    fn create_with(folder: &Path, number: Option<u64>) {
        let engine = open(folder).expect("a new store");
        let value = number.map(|number| number.to_be_bytes().to_vec());
        engine.commit(0, RawChanges::from([(layout::format_key(), value)])).expect("the number is written");
        engine.close().expect("it closes");
    }

    /// The result of each way to open or to read the store.
    fn each_way(folder: &Path) -> [Result<(), StoreError>; 3] {
        [
            open(folder).map(drop),
            SledStore::compact(folder, |_, _, _| {}).map(drop),
            SledStore::inspect(folder, |_| Ok::<_, StoreError>(())).map(drop),
        ]
    }

    #[test]
    fn older_formats_are_refused_with_both_numbers() {
        for older in 1..FORMAT {
            let folder = tempfile::tempdir().expect("a folder");
            create_with(folder.path(), Some(older));
            for result in each_way(folder.path()) {
                let error = result.expect_err("the format is too old");
                let is_named =
                    matches!(error, StoreError::OlderFormat { found, oldest: FORMAT } if found == older);
                assert!(is_named, "{error:?}");
                let words = [format!("has format {older},"), format!("from {FORMAT} on")];
                assert!(words.iter().all(|words| error.to_string().contains(words)), "{error}");
            }
        }
    }

    #[test]
    fn newer_formats_are_refused_with_both_numbers() {
        let folder = tempfile::tempdir().expect("a folder");
        create_with(folder.path(), Some(7));
        for result in each_way(folder.path()) {
            let error = result.expect_err("the format is too new");
            assert!(matches!(error, StoreError::NewerFormat { found: 7, known: FORMAT }), "{error:?}");
        }
    }

    #[test]
    fn a_refused_store_keeps_its_records() {
        fn log(folder: &Path) -> BTreeMap<String, Vec<u8>> {
            ["sled/db", "witness"]
                .map(|name| (name.to_owned(), fs::read(folder.join(name)).expect(name)))
                .into()
        }
        let folder = tempfile::tempdir().expect("a folder");
        create_with(folder.path(), Some(3));
        let before = log(folder.path());
        open(folder.path()).expect_err("the format is too old");
        assert!(log(folder.path()) == before);
    }

    #[test]
    fn a_missing_number_is_damage() {
        let folder = tempfile::tempdir().expect("a folder");
        create_with(folder.path(), None);
        let error = open(folder.path()).expect_err("the number is missing");
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    }

    #[test]
    fn an_unfinished_import_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let engine = open(folder.path()).expect("a new store");
        engine
            .commit(0, RawChanges::from([(layout::restore_mark_key(), Some(Vec::new()))]))
            .expect("the mark is written");
        drop(engine);
        let error = open(folder.path()).expect_err("the import is unfinished");
        assert!(matches!(error, StoreError::ImportUnfinished), "{error}");
    }
}
