//! Migration of a database without checksums: it is readable at once, gets its checksums while the older program goes on
//! writing beside this one, and never reports these writes as damage. Not here: other formats.

use std::time::Duration;

use adoube_store::{Batch, CommitOutcome, InspectionReport, PostgresStore, Store, StoreError, Table};
use tokio::time::{sleep, timeout};

use crate::{
    database::Place,
    subject::{TABLE, event, get},
};

/// How long checksums of a few rows may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the program before sends for one record and the answer to an event.
fn commit_of_before(number: u32, (table, key, home): (&str, &str, i32), value: &str) -> String {
    format!(
        "SELECT outcome FROM {{schema}}.commit_1('old:{number}'::bytea, ARRAY[5, 5], 1000, 'done', {number}, \
         ARRAY[{home}], ARRAY['{table}'], ARRAY['{key}'::bytea], ARRAY[NULL]::int8[], ARRAY[NULL]::int4[], \
         ARRAY[1]::int8[], ARRAY[false], ARRAY['{value}'::bytea])"
    )
}

/// The home of a key without parts is that of the key.
fn home_of(number: u32) -> i32 {
    crc32fast::hash(format!("room {number}").as_bytes()).cast_signed()
}

async fn inspected(store: &PostgresStore) -> InspectionReport {
    store.inspect(|_| Ok::<_, StoreError>(())).await.expect("it can be read")
}

/// Waits until the store has looked for rows without checksums.
async fn until_all_have_checksums(store: &PostgresStore) -> InspectionReport {
    let all = async {
        loop {
            let findings = inspected(store).await;
            if findings.rows_there_were.is_some() {
                return findings;
            }
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, all).await.expect("the rows get their checksums")
}

#[tokio::test]
async fn a_database_without_checksums_gets_them_while_the_program_before_writes_on() {
    let Some(place) = Place::new() else { return };
    let sql = |statement: &str| {
        let statement = statement.replace("{schema}", &place.schema);
        place.server.sql(&place.database, &statement).expect("the statement is done")
    };
    sql(include_str!("without_checksums.sql"));
    for number in 0..300 {
        assert_eq!(
            sql(&commit_of_before(number, ("channel", &format!("room {number}"), home_of(number)), "old")),
            "0"
        );
    }
    // Who only reads changes nothing.
    let settings = place.settings(place.server.port());
    let reader = PostgresStore::open_existing(&settings).await.expect("it opens");
    let findings = inspected(&reader).await;
    assert_eq!((findings.rows, findings.without_checksum, findings.rows_there_were), (600, 600, None));
    assert!(findings.is_whole() && sql("SELECT format FROM {schema}.installation") == "1");

    let store = PostgresStore::open(&settings).await.expect("it opens");
    let findings = until_all_have_checksums(&store).await;
    assert!(findings.is_whole(), "{findings:?}");
    assert_eq!((findings.rows, findings.without_checksum, findings.rows_there_were), (600, 0, Some(600)));

    // The program before writes a record of this one, and one of its own.
    assert_eq!(
        store.commit(Batch::new().put(TABLE, "shared", "new")).await.expect("it commits"),
        CommitOutcome::Applied
    );
    let shared = |number, value: &str| {
        let home = sql("SELECT home FROM {schema}.record WHERE kind = 'game' AND key = 'shared'::bytea");
        let place = ("game", "shared", home.parse().expect("a number"));
        assert_eq!(sql(&commit_of_before(number, place, value)), "0");
    };
    shared(1000, "of the program before");
    let record = get(&store, b"shared").await.expect("it is there");
    assert_eq!((record.version, record.value), (2, b"of the program before".to_vec()));
    let findings = inspected(&store).await;
    assert!(findings.is_whole() && findings.without_checksum == 2, "{findings:?}");
    assert_eq!(findings.rows_there_were, None, "the program before does not count all it does");
    // The next write, and the next start, give them theirs.
    let batch = Batch::new()
        .idempotent(event("new:1"), "done", 1)
        .expect_version(TABLE, "shared", 2)
        .put(TABLE, "shared", "3");
    assert_eq!(store.commit(batch).await.expect("it commits"), CommitOutcome::Applied);
    assert_eq!(inspected(&store).await.without_checksum, 1);
    shared(1001, "once more");
    let again = PostgresStore::open(&settings).await.expect("it opens");
    let findings = until_all_have_checksums(&again).await;
    assert_eq!((findings.rows, findings.without_checksum), (604, 0));
    assert!(findings.is_whole());
    let record = again.get(Table::Game, b"shared").await.expect("it reads").expect("it is there");
    assert_eq!((record.version, record.value), (4, b"once more".to_vec()));
}
