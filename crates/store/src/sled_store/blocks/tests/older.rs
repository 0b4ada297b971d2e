//! Stores of format 3, in which each pair was one of sled's, brought into blocks, and interrupted at every step of that.

#[path = "../../../../tests/shared/folders.rs"]
mod folders;

use std::path::Path;

use folders::copy;

use super::*;
use crate::{
    batch::Batch,
    error::StoreError,
    group_plan::GroupPlan,
    idempotency_key::IdempotencyKey,
    key::Key,
    layout::RawMap as _,
    record::StoreRow,
    sled_store::{
        database::{self, SledDatabase},
        folder::{self, StoreFolder},
        salvage, sled_engine,
    },
    table::Table,
};

fn engine(path: &Path) -> SledDatabase {
    SledDatabase::open(StoreFolder::lock_folder(path).expect("a folder")).expect("the store opens")
}

fn pairs(engine: &SledDatabase) -> Vec<RawPair> {
    let span = RawRange { start: Vec::new(), end: vec![u8::MAX] };
    engine.read(|view| view.range(&span, ScanOrder::Ascending, usize::MAX)).expect("it reads")
}

/// Everything but the number of the format.
fn rows(mut pairs: Vec<RawPair>) -> Vec<RawPair> {
    pairs.retain(|(key, _)| *key != layout::format_key());
    pairs
}

/// Makes a store as a program of format 3 does, with so many games; what is in it.
fn of_format_3(path: &Path, games: u64, largest: u64) -> Vec<RawPair> {
    let engine = engine(path);
    for game in 0..games {
        let size = if game < largest { crate::MAX_VALUE_BYTES } else { (game * 37 % 900) as usize };
        let id = IdempotencyKey::new(format!("web:{game}")).expect("an id");
        let batch = Batch::new()
            .put(Table::Game, Key::new().number(game * 7919 % 1000), vec![b'g'; size])
            .put(Table::Event, Key::new().number(game).number(1), "{}")
            .idempotent(id, "done", game);
        let (writes, changes) = engine
            .read(|view| {
                let mut plan = GroupPlan::new(view);
                plan.commit(batch)?;
                Ok((plan.writes(), plan.into_changes()))
            })
            .expect("it can be planned");
        engine.commit(writes, changes).expect("it is written");
    }
    let found = rows(pairs(&engine));
    engine.close().expect("it closes");
    with_sled(path, |db| {
        for (start, pairs) in blocks_of(db) {
            db.remove(block_key(&start)).expect("sled writes");
            for (key, value) in pairs {
                db.insert(key, value).expect("sled writes");
            }
        }
        db.insert(layout::format_key(), &3_u64.to_be_bytes()).expect("sled writes");
    });
    found
}

fn with_sled<T>(path: &Path, work: impl FnOnce(&Db) -> T) -> T {
    let sled = path.join("sled");
    let db = sled_engine::open_sled(&sled, path).expect("sled opens");
    let result = work(&db);
    db.flush().expect("sled flushes");
    drop(db);
    folder::wait_until_released(&sled).expect("sled lets go");
    result
}

/// Takes up to so many steps; how many there were.
fn take_steps(db: &Db, steps: usize) -> usize {
    apply(db, &[(layout::format_key(), Some(4_u64.to_be_bytes().to_vec()))].into()).expect("sled writes");
    (0..steps)
        .take_while(|_| {
            let step = gathered(db).expect("the pairs can be read");
            step.map(|(changes, _)| apply(db, &changes).expect("sled writes")).is_some()
        })
        .count()
}

/// Everything is read from a store that is half in blocks, also when it is changed then, and by whoever reads without sled.
fn check_between(path: &Path, whole: &[RawPair]) {
    with_sled(path, |db| {
        let span = RawRange { start: Vec::new(), end: vec![u8::MAX] };
        for order in [ScanOrder::Ascending, ScanOrder::Descending] {
            let found = database::read_idle_database(db, |view| view.range(&span, order, usize::MAX))
                .expect("it reads");
            let mut found = rows(found);
            if order == ScanOrder::Descending {
                found.reverse();
            }
            assert!(found == whole);
        }
        for (key, value) in whole.iter().step_by(9) {
            assert_eq!(get(db, key).expect("it reads").as_ref(), Some(value));
            // A change there and back again leaves nothing twice.
            put(db, [(key.clone(), vec![1])]);
            put(db, [(key.clone(), value.clone())]);
        }
    });
    let mut found = 0;
    let findings = salvage::inspect(&path.join("sled"), &path.join("witness"), |row: StoreRow| {
        found += usize::from(row.encode().is_ok());
        Ok::<_, StoreError>(())
    });
    let findings = findings.expect("it is read");
    assert!(findings.is_whole() && findings.rows_there_were == Some(found as u64), "{findings:?}");
}

fn check_brought(path: &Path, whole: &[RawPair]) {
    for _ in 0..2 {
        let engine = engine(path);
        assert!(rows(pairs(&engine)) == whole);
        assert!(engine.gather().expect("it reads").is_none());
        engine.close().expect("it closes");
    }
    with_sled(path, |db| {
        let inside: usize = blocks_of(db).iter().map(|(_, pairs)| pairs.len()).sum();
        let outside =
            db.iter().keys().filter(|key| block_start(key.as_ref().expect("sled reads")).is_none()).count();
        assert_eq!(
            (inside, outside),
            (whole.len() - 1, 2),
            "the counts and the number of the format are outside"
        );
    });
}

#[test]
fn a_store_of_format_3_is_brought_into_blocks_wherever_that_is_interrupted() {
    for (games, largest) in [(0, 0), (600, 0), (40, 30)] {
        let work = tempfile::tempdir().expect("a folder");
        let origin = work.path().join("origin");
        let whole = of_format_3(&origin, games, largest);
        check_between(&origin, &whole);
        let mut steps = 0;
        loop {
            let path = work.path().join(steps.to_string());
            copy(&origin, &path);
            let taken = with_sled(&path, |db| take_steps(db, steps));
            check_between(&path, &whole);
            check_brought(&path, &whole);
            if taken < steps {
                break;
            }
            steps += 1;
        }
        assert!(games == 0 || steps > 3, "{steps} steps");
        check_brought(&origin, &whole);
    }
}
