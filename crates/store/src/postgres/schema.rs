//! Makes the tables in an empty database and brings older ones up to date, while other processes may be about to do the
//! same. Whatever is there already needs no rights to make anything. Not here: the tables (`schema.sql`).

use deadpool_postgres::Object;
use tokio_postgres::error::SqlState;

use super::fault::{self, Fault};
use crate::StoreError;

/// The newest format this program knows.
const FORMAT: i64 = 1;
/// How often it is tried again because somebody else was making the same.
const ATTEMPTS: usize = 20;
const DOING: &str = "preparing the database";

/// Makes sure that the schema is there, in this program's format. `schema` is quoted.
pub(super) async fn prepare(client: &mut Object, schema: &str) -> Result<(), StoreError> {
    for _ in 0..ATTEMPTS {
        match format(client, schema).await {
            Ok(Some(FORMAT)) => return Ok(()),
            Ok(Some(found)) if found > FORMAT => {
                let newer = |number: i64| u64::try_from(number).unwrap_or_default();
                return Err(StoreError::NewerFormat { found: newer(found), known: newer(FORMAT) });
            }
            Ok(_) => {}
            Err(error) => return Err(told(&error)),
        }
        match make(client, schema).await {
            Ok(()) => {
                let name = schema.trim_matches('"');
                tracing::info!(schema = name, format = FORMAT, "the tables are made");
            }
            Err(error) if is_made_by_another(&error) => {}
            Err(error) => return Err(told(&error)),
        }
    }
    let detail = "others are preparing it all the time".to_owned();
    Err(StoreError::Database { doing: DOING, detail })
}

/// Whether there is something in a format this program knows; makes nothing.
pub(super) async fn is_prepared(client: &Object, schema: &str) -> Result<bool, StoreError> {
    match format(client, schema).await.map_err(|error| told(&error))? {
        Some(found) if found > FORMAT => {
            let newer = |number: i64| u64::try_from(number).unwrap_or_default();
            Err(StoreError::NewerFormat { found: newer(found), known: newer(FORMAT) })
        }
        found => Ok(found.is_some()),
    }
}

/// The format of what is there; nothing where nothing is.
async fn format(client: &Object, schema: &str) -> Result<Option<i64>, tokio_postgres::Error> {
    let asked = client.query_opt(&format!("SELECT format FROM {schema}.installation"), &[]).await;
    match asked {
        Ok(row) => row.map(|row| row.try_get(0)).transpose(),
        Err(error) => match error.code() {
            Some(&(SqlState::UNDEFINED_TABLE | SqlState::INVALID_SCHEMA_NAME)) => Ok(None),
            _ => Err(error),
        },
    }
}

/// Makes everything at once: whoever comes at the same moment waits at the name of the first table, and fails.
async fn make(client: &mut Object, schema: &str) -> Result<(), tokio_postgres::Error> {
    let name = schema.trim_matches('"');
    let known = client.query_opt("SELECT 1 FROM pg_namespace WHERE nspname = $1", &[&name]).await?;
    let transaction = client.transaction().await?;
    if known.is_none() {
        transaction.batch_execute(&format!("CREATE SCHEMA {schema}")).await?;
    }
    transaction
        .batch_execute(&format!(
            "CREATE TABLE {schema}.installation (one bool PRIMARY KEY DEFAULT true CHECK (one), \
             format int8 NOT NULL, importing bool NOT NULL, filling bytea)"
        ))
        .await?;
    transaction.batch_execute(&include_str!("schema.sql").replace("{schema}", schema)).await?;
    transaction
        .execute(
            &format!("INSERT INTO {schema}.installation (format, importing) VALUES ($1, false)"),
            &[&FORMAT],
        )
        .await?;
    transaction.commit().await
}

fn is_made_by_another(error: &tokio_postgres::Error) -> bool {
    let there = [
        SqlState::DUPLICATE_SCHEMA,
        SqlState::DUPLICATE_TABLE,
        SqlState::DUPLICATE_OBJECT,
        SqlState::DUPLICATE_FUNCTION,
        SqlState::UNIQUE_VIOLATION,
    ];
    Fault::of(error) == Fault::Again || error.code().is_some_and(|code| there.contains(code))
}

fn told(error: &tokio_postgres::Error) -> StoreError {
    fault::told(DOING, Fault::of(error), error)
}
