//! Tests of damage in the database itself: checksums and the row count detect a changed, swapped or
//! missing row, and a check names it. `ADOUBE_SEED` chooses what is damaged, `ADOUBE_FAULTS` how
//! often for each kind. Not here: damage of sled's files (`faults`).

use std::{collections::BTreeSet, fmt::Write as _};

use adoube_store::{
    Batch, IdempotencyKey, InspectionReport, KeyRange, PostgresStore, ScanOrder, Store, StoreError, StoreRow,
    Table,
};
use adoube_testing::seeds;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::{database::Place, subject::event};

/// Records and answers in the store.
const ROWS: u64 = 60;

/// A place with rows in it, and the store there.
struct Damaged {
    place: Place,
    store: PostgresStore,
}

impl Damaged {
    async fn new() -> Option<Self> {
        let place = Place::new()?;
        let store = PostgresStore::open(&place.settings(place.server.port())).await.expect("the store opens");
        for number in 0..ROWS {
            let batch = Batch::new()
                .idempotent(
                    event(&format!("web:{number}")).in_shard(format!("web:{}", number % 7)),
                    format!("done {number}"),
                    number,
                )
                .put(
                    Table::Game,
                    format!("web:{}/{number:03}", number % 7),
                    format!("{{\"plies\":{number}}}"),
                )
                .put(Table::Event, format!("web:{}/{number:03}", number % 5), format!("event {number}"));
            store.commit(batch).await.expect("it commits");
        }
        Some(Self { place, store })
    }

    fn sql(&self, statement: &str) -> String {
        let statement = statement.replace("{schema}", &self.place.schema);
        self.place.server.sql(&self.place.database, &statement).expect("the statement is done")
    }

    async fn inspected(&self) -> InspectionReport {
        self.store.inspect(|_| Ok::<_, StoreError>(())).await.expect("it can be read")
    }

    /// Does something to the rows, looks, and undoes it.
    async fn with<T>(&self, damage: &str, look: impl AsyncFnOnce(&Self) -> T) -> T {
        self.sql("CREATE TABLE {schema}.record_before AS TABLE {schema}.record");
        self.sql("CREATE TABLE {schema}.answer_before AS TABLE {schema}.answer");
        self.sql(damage);
        let seen = look(self).await;
        for table in ["record", "answer"] {
            self.sql(&format!(
                "DELETE FROM {{schema}}.{table}; INSERT INTO {{schema}}.{table} SELECT * FROM {{schema}}.{table}_before; \
                 DROP TABLE {{schema}}.{table}_before"
            ));
        }
        seen
    }

    /// Reads everything in each way there is: how many of them fail, all of them as of damage.
    async fn failed_reads(&self, row: &StoreRow) -> usize {
        let store = &self.store;
        let mut results = vec![walk(store).await, snapshot(store).await];
        match row {
            StoreRow::Record { table, key, .. } => {
                results.push(store.get(*table, key).await.map(drop));
                results.push(store.scan(*table, KeyRange::all(), ScanOrder::Ascending, 200).await.map(drop));
            }
            StoreRow::Answer { id, .. } => {
                let at_home = |number: u64| id.clone().in_shard(format!("web:{}", number % 7));
                let number: u64 = id.as_str().trim_start_matches("web:").parse().expect("a number");
                results.push(store.answer(&at_home(number)).await.map(drop));
                // What is not found acts again.
                if results.last().is_some_and(Result::is_err) {
                    let again = Batch::new().idempotent(at_home(number), "again", 1);
                    results.push(store.commit(again).await.map(drop));
                }
            }
        }
        let failed: Vec<_> = results.into_iter().filter_map(Result::err).collect();
        assert!(failed.iter().all(|error| matches!(error, StoreError::Damaged { .. })), "{failed:?}");
        failed.len()
    }
}

async fn walk(store: &PostgresStore) -> Result<(), StoreError> {
    let mut from = None;
    loop {
        match store.page(from, 50).await?.next {
            Some(next) => from = Some(next),
            None => return Ok(()),
        }
    }
}

async fn snapshot(store: &PostgresStore) -> Result<(), StoreError> {
    let mut snapshot = store.snapshot().await?;
    while !snapshot.page(50).await?.is_empty() {}
    Ok(())
}

async fn rows(store: &PostgresStore) -> Vec<StoreRow> {
    let mut rows = Vec::new();
    let take = |row| {
        rows.push(row);
        Ok::<_, StoreError>(())
    };
    let findings = store.inspect(take).await.expect("it can be read");
    assert!(findings.is_whole() && findings.rows_there_were == Some(3 * ROWS), "{findings:?}");
    rows
}

/// Where a row is, as a condition, and its name.
fn place_of(row: &StoreRow) -> (&'static str, String, String) {
    let hex = |bytes: &[u8]| {
        bytes.iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    };
    match row {
        StoreRow::Record { table, key, .. } => (
            "record",
            format!("kind = '{table}' AND key = '\\x{}'::bytea", hex(key)),
            format!("{table} {}", key.escape_ascii()),
        ),
        StoreRow::Answer { id, .. } => (
            "answer",
            format!("id = '\\x{}'::bytea", hex(id.as_str().as_bytes())),
            format!("answer {}", id.as_str()),
        ),
    }
}

/// A statement that flips one bit in a row.
fn flip(row: &StoreRow, rng: &mut ChaCha8Rng) -> String {
    let (table, condition, _) = place_of(row);
    let (value, bytes) = match row {
        StoreRow::Record { record, .. } => ("value", record.value.len()),
        StoreRow::Answer { answer, .. } => ("answer", answer.len()),
    };
    let number = if table == "record" { "version" } else { "at" };
    let change = match rng.random_range(0..8) {
        0 => format!("{number} = {number} # (1::int8 << {})", rng.random_range(0..63)),
        1 => format!("checksum = checksum # (1::int8 << {})", rng.random_range(0..63)),
        2 => format!("home = home # (1 << {})", rng.random_range(0..31)),
        _ => {
            let bit = rng.random_range(0..bytes * 8);
            format!("{value} = set_bit({value}, {bit}, 1 - get_bit({value}, {bit}))")
        }
    };
    format!("UPDATE {{schema}}.{table} SET {change} WHERE {condition}")
}

/// A statement that gives two rows each other's values.
fn swap(one: &StoreRow, other: &StoreRow, with_checksum: bool) -> String {
    let ((table, one, _), (_, other, _)) = (place_of(one), place_of(other));
    let columns = if table == "record" { ["version", "value"] } else { ["at", "answer"] };
    let sets = columns.iter().chain(with_checksum.then_some(&"checksum"));
    let sets: Vec<String> = sets.map(|column| format!("{column} = b.{column}")).collect();
    format!(
        "UPDATE {{schema}}.{table} a SET {} FROM {{schema}}.{table}_before b \
         WHERE (a.{} AND b.{}) OR (a.{} AND b.{})",
        sets.join(", "),
        one.replace(" AND ", " AND a."),
        other.replace(" AND ", " AND b."),
        other.replace(" AND ", " AND a."),
        one.replace(" AND ", " AND b."),
    )
}

#[tokio::test]
async fn no_damage_of_a_row_is_read_in_silence() {
    let Some(damaged) = Damaged::new().await else { return };
    let mut rng = ChaCha8Rng::seed_from_u64(seeds::seed(20_261_128));
    let rows = rows(&damaged.store).await;
    let faults = seeds::number("ADOUBE_FAULTS", 12);
    for fault in 0..faults {
        let row = &rows[rng.random_range(0..rows.len())];
        let (_, _, name) = place_of(row);
        let statement = flip(row, &mut rng);
        let is_elsewhere = statement.contains("SET home");
        let (findings, failed) = damaged
            .with(&statement, async |damaged| (damaged.inspected().await, damaged.failed_reads(row).await))
            .await;
        assert_eq!(findings.lost, [name], "fault {fault}: {statement}");
        // A row that is not where it belongs is not found by its key.
        assert!(
            failed == 4 || is_elsewhere && failed >= 2,
            "fault {fault}: {statement}: {failed} reads failed"
        );

        let same = |other: &&StoreRow| place_of(other).0 == place_of(row).0 && *other != row;
        let others: Vec<&StoreRow> = rows.iter().filter(same).collect();
        let other = others[rng.random_range(0..others.len())];
        let statement = swap(row, other, rng.random());
        let findings = damaged.with(&statement, async |damaged| damaged.inspected().await).await;
        let names: BTreeSet<String> = findings.lost.into_iter().collect();
        assert_eq!(names, BTreeSet::from([place_of(row).2, place_of(other).2]), "fault {fault}: {statement}");

        let (table, condition, _) = place_of(row);
        let statement = format!("DELETE FROM {{schema}}.{table} WHERE {condition}");
        let findings = damaged.with(&statement, async |damaged| damaged.inspected().await).await;
        assert_eq!((findings.rows, findings.rows_there_were), (3 * ROWS - 1, Some(3 * ROWS)), "{statement}");
        assert!(!findings.is_whole(), "{statement}");
    }
    assert!(damaged.inspected().await.is_whole());
}

/// The count goes along with everything that adds and takes away rows.
#[tokio::test]
async fn the_count_of_rows_is_right_after_everything() {
    let Some(damaged) = Damaged::new().await else { return };
    let store = &damaged.store;
    let batches = [
        Batch::new().put(Table::Game, "new", "1").delete(Table::Game, "new"),
        Batch::new().delete(Table::Game, "nothing"),
        Batch::new().put(Table::Game, "a", "1").put(Table::Game, "a", "2"),
        Batch::new().delete(Table::Game, "a").put(Table::Game, "a", "3"),
        Batch::new().delete(Table::Game, "b").put(Table::Game, "b", "3"),
        Batch::new().expect_version(Table::Game, "a", 1).delete(Table::Game, "a"),
        Batch::new().expect_absent(Table::Game, "a"),
        Batch::new().expect_absent(Table::Game, "a").put(Table::Game, "a", "4"),
        Batch::new().expect_version(Table::Game, "a", 1).put(Table::Game, "a", "5"),
        Batch::new().expect_version(Table::Game, "a", 7).delete(Table::Game, "a"),
        Batch::new().expect_version(Table::Game, "a", 2).delete(Table::Game, "a").put(Table::Game, "a", "6"),
        Batch::new()
            .idempotent(IdempotencyKey::new("web:0").expect("an id").in_shard("web:0"), "again", 5)
            .delete(Table::Game, "a"),
        Batch::new().delete(Table::Game, "a"),
    ];
    for (number, batch) in batches.into_iter().enumerate() {
        store.commit(batch).await.expect("it commits");
        let findings = damaged.inspected().await;
        assert!(
            findings.is_whole() && findings.rows_there_were == Some(findings.rows),
            "{number}: {findings:?}"
        );
    }
    assert_eq!(store.forget_answers(10, 100).await.expect("it forgets"), 10);
    let findings = damaged.inspected().await;
    assert!(findings.is_whole() && findings.rows == 3 * ROWS - 10 + 1, "{findings:?}");
}
