//! Conformance test by a model: random batches do the same to a store as to a `BTreeMap`, across
//! closing and opening.

use std::collections::BTreeMap;

use adoube_store::{
    Batch, BatchWrite, CommitOutcome, IdempotencyKey, IdempotentAnswer, KeyRange, Record, ScanOrder, Store,
    StoreRow, Table, VersionCheck, WalkCursor,
};
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, TestRunner},
};

use crate::subject::{Subject, event};

const TABLES: [Table; 3] = [Table::Game, Table::Event, Table::Deadline];

#[derive(Clone, Debug)]
enum Step {
    Commit(Batch),
    Forget { before_millis: u64, limit: usize },
    Scan { table: Table, start: Vec<u8>, end: Vec<u8>, order: ScanOrder, limit: usize },
    Reopen,
}

/// The simplest store: what the others must agree with.
#[derive(Clone, Debug, Default)]
struct Model {
    records: BTreeMap<(Table, Vec<u8>), Record>,
    answers: BTreeMap<IdempotencyKey, (u64, Vec<u8>)>,
}

impl Model {
    fn version(&self, table: Table, key: &[u8]) -> Option<u64> {
        self.records.get(&(table, key.to_vec())).map(|record| record.version)
    }

    fn commit(&mut self, batch: &Batch) -> CommitOutcome {
        if let Some(once) = &batch.idempotent_answer
            && let Some((_, answer)) = self.answers.get(&once.id)
        {
            return CommitOutcome::Duplicate { answer: answer.clone() };
        }
        for VersionCheck { table, key, version } in &batch.version_checks {
            if self.version(*table, key) != *version {
                return CommitOutcome::Conflict { table: *table, key: key.clone() };
            }
        }
        for write in &batch.writes {
            match write.clone() {
                BatchWrite::Put { table, key, value } => {
                    let version = self.version(table, &key).unwrap_or(0) + 1;
                    self.records.insert((table, key), Record { version, value });
                }
                BatchWrite::Delete { table, key } => {
                    self.records.remove(&(table, key));
                }
            }
        }
        if let Some(IdempotentAnswer { id, answer, at_millis }) = batch.idempotent_answer.clone() {
            self.answers.insert(id, (at_millis, answer));
        }
        CommitOutcome::Applied
    }

    fn forget(&mut self, before_millis: u64, limit: usize) -> usize {
        let mut old: Vec<_> = self.answers.iter().map(|(id, (at, _))| (*at, id.clone())).collect();
        old.sort();
        old.retain(|(at, _)| *at < before_millis);
        old.truncate(limit);
        for (_, id) in &old {
            self.answers.remove(id);
        }
        old.len()
    }

    fn rows(&self) -> Vec<StoreRow> {
        let mut records: Vec<_> = self.records.iter().collect();
        records.sort_by_key(|((table, key), _)| (table.name(), key));
        let records = records.into_iter().map(|((table, key), record)| StoreRow::Record {
            table: *table,
            key: key.clone(),
            record: record.clone(),
        });
        let answers = self.answers.iter().map(|(id, (at_millis, answer))| StoreRow::Answer {
            id: id.clone(),
            at_millis: *at_millis,
            answer: answer.clone(),
        });
        records.chain(answers).collect()
    }

    fn scan(
        &self,
        table: Table,
        start: &[u8],
        end: &[u8],
        order: ScanOrder,
        limit: usize,
    ) -> Vec<(Vec<u8>, Record)> {
        let mut found: Vec<_> = self
            .records
            .iter()
            .filter(|((of, key), _)| *of == table && start <= key.as_slice() && key.as_slice() < end)
            .map(|((_, key), record)| (key.clone(), record.clone()))
            .collect();
        if order == ScanOrder::Descending {
            found.reverse();
        }
        found.truncate(limit);
        found
    }
}

async fn all_rows(store: &dyn Store) -> Vec<StoreRow> {
    let mut rows = Vec::new();
    let mut from: Option<WalkCursor> = None;
    loop {
        // Small pages, so that there are several.
        let page = store.page(from, 7).await.expect("the store reads");
        assert!(page.rows.len() <= 7);
        rows.extend(page.rows);
        from = page.next;
        if from.is_none() {
            return rows;
        }
    }
}

async fn run<S: Subject>(steps: Vec<Step>) {
    let Some(subject) = S::new().await else { return };
    let mut store = subject.open().await;
    let mut model = Model::default();
    for step in steps {
        match step {
            Step::Commit(batch) => {
                let expected = model.commit(&batch);
                assert_eq!(store.commit(batch).await.expect("the store commits"), expected);
            }
            Step::Forget { before_millis, limit } => {
                let forgotten = store.forget_answers(before_millis, limit).await.expect("the store forgets");
                assert_eq!(forgotten, model.forget(before_millis, limit));
            }
            Step::Scan { table, start, end, order, limit } => {
                let range = KeyRange::between(start.clone(), end.clone());
                let found = store.scan(table, range, order, limit).await.expect("the store scans");
                assert_eq!(found, model.scan(table, &start, &end, order, limit));
            }
            Step::Reopen if S::KEEPS => {
                store.close().await.expect("the store closes");
                store = subject.open().await;
            }
            Step::Reopen => {}
        }
    }
    assert_eq!(all_rows(&*store).await, model.rows());
}

pub(crate) fn random_batches_do_what_they_do_to_a_map<S: Subject>() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    // What proptest finds it prints with the steps that lead there, and keeps nothing on disk.
    let config = Config { cases: 48, failure_persistence: None, ..Config::default() };
    TestRunner::new(config)
        .run(&vec(any_step(), 0..40), |steps| {
            runtime.block_on(run::<S>(steps));
            Ok(())
        })
        .expect("the store agrees with the model");
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => any_batch().prop_map(Step::Commit),
        2 => (0..60_u64, 0..5_usize).prop_map(|(before_millis, limit)| Step::Forget { before_millis, limit }),
        4 => (any_table(), any_key(), any_key(), any_order(), 0..9_usize)
            .prop_map(|(table, start, end, order, limit)| Step::Scan { table, start, end, order, limit }),
        1 => Just(Step::Reopen),
    ]
}

fn any_batch() -> impl Strategy<Value = Batch> {
    let once = prop::option::of((0..8_u8, vec(any::<u8>(), 0..4), 0..50_u64));
    let expect = vec((any_table(), any_key(), prop::option::of(1..4_u64)), 0..3);
    let writes = vec(any_write(), 0..8);
    (once, expect, writes).prop_map(|(once, expect, writes)| Batch {
        idempotent_answer: once.map(|(id, answer, at_millis)| IdempotentAnswer {
            id: event(&format!("e{id}")),
            answer,
            at_millis,
        }),
        version_checks: expect
            .into_iter()
            .map(|(table, key, version)| VersionCheck { table, key, version })
            .collect(),
        writes,
    })
}

fn any_write() -> impl Strategy<Value = BatchWrite> {
    prop_oneof![
        3 => (any_table(), any_key(), vec(any::<u8>(), 0..6))
            .prop_map(|(table, key, value)| BatchWrite::Put { table, key, value }),
        1 => (any_table(), any_key()).prop_map(|(table, key)| BatchWrite::Delete { table, key }),
    ]
}

/// Few keys, so that steps meet; with bytes at the borders of what a prefix can be.
fn any_key() -> impl Strategy<Value = Vec<u8>> {
    vec(prop::sample::select(vec![0, b'a', b'b', 0xff]), 0..3)
}

fn any_table() -> impl Strategy<Value = Table> {
    prop::sample::select(TABLES.to_vec())
}

fn any_order() -> impl Strategy<Value = ScanOrder> {
    prop::sample::select(vec![ScanOrder::Ascending, ScanOrder::Descending])
}
