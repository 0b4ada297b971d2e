//! Tests that tables of an older or a newer format are refused with both numbers, whether the store
//! is opened for use or for reading.

use adoube_store::{PostgresStore, StoreError};

use crate::database::Place;

/// The errors of each way to open tables that this statement has changed.
async fn refusals(change: &str) -> Option<[StoreError; 2]> {
    let place = Place::new()?;
    let settings = place.settings(place.server.port());
    PostgresStore::open(&settings).await.expect("the tables are made");
    let statement = change.replace("{schema}", &place.schema);
    place.server.sql(&place.database, &statement).expect("the statement is done");
    Some([
        PostgresStore::open(&settings).await.expect_err("it is refused"),
        PostgresStore::open_existing(&settings).await.expect_err("it is refused"),
    ])
}

#[tokio::test]
async fn tables_without_checksums_are_refused_with_both_numbers() {
    for change in [
        "ALTER TABLE {schema}.installation DROP COLUMN untallied",
        "UPDATE {schema}.installation SET format = 0",
    ] {
        let Some(errors) = refusals(change).await else { return };
        for error in errors {
            assert!(matches!(error, StoreError::OlderFormat { found: 0, oldest: 1 }), "{error:?}");
            let words = error.to_string();
            assert!(words.contains("has format 0,") && words.contains("from 1 on"), "{words}");
        }
    }
}

#[tokio::test]
async fn tables_of_a_newer_format_are_refused_with_both_numbers() {
    let Some(errors) = refusals("UPDATE {schema}.installation SET format = 2").await else { return };
    for error in errors {
        assert!(matches!(error, StoreError::NewerFormat { found: 2, known: 1 }), "{error:?}");
    }
}
