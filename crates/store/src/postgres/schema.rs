//! Creation and migration of the tables, safe against other processes that do the same at that moment. Existing tables need no
//! privileges to create. Not here: the tables (`schema.sql`, `checksums.sql`).

use std::time::Duration;

use deadpool_postgres::Object;
use tokio::time::sleep;
use tokio_postgres::{Row, error::SqlState, types::Type};

use super::database_error::{self, DatabaseError};
use crate::error::StoreError;

/// The newest format this program knows. A program of the version before reads and writes the tables with checksums, so
/// they are no new format.
const FORMAT: i64 = 1;
/// Attempts while another process creates the same, or locks the tables.
const ATTEMPTS: usize = 20;
/// The pause before the next attempt, in which others get the lock.
const PAUSE: Duration = Duration::from_millis(250);
const DOING: &str = "preparing the database";

/// State of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prepared {
    format: i64,
    /// Whether the tables have columns for checksums.
    pub(super) has_checksums: bool,
    /// Whether there may be rows without one.
    pub(super) lacks_some: bool,
}

/// Creates or migrates the schema where needed, and returns its state. `schema` is quoted.
pub(super) async fn prepare(client: &mut Object, schema: &str) -> Result<Prepared, StoreError> {
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let found = read_installation(client, schema).await?;
        let is_new = match found {
            Some(found) if found.has_checksums => return Ok(found),
            Some(_) => false,
            None => true,
        };
        match create_tables(client, schema, is_new).await {
            Ok(()) => {
                let name = schema.trim_matches('"');
                let what = if is_new { "the tables are made" } else { "the tables have checksums now" };
                tracing::info!(schema = name, format = FORMAT, "{what}");
            }
            Err(error) if is_made_by_another(&error) => {
                last = Some(to_store_error(&error));
                sleep(PAUSE).await;
            }
            Err(error) => return Err(to_store_error(&error)),
        }
    }
    let detail = "others are preparing it all the time".to_owned();
    Err(last.unwrap_or(StoreError::Database { doing: DOING, detail }))
}

/// The state of the schema, if its tables exist and their format is known; creates nothing.
pub(super) async fn read_installation(client: &Object, schema: &str) -> Result<Option<Prepared>, StoreError> {
    let found = installation(client, schema).await.map_err(|error| to_store_error(&error))?;
    if let Some(Prepared { format, .. }) = found
        && format > FORMAT
    {
        let number = |number: i64| u64::try_from(number).unwrap_or_default();
        return Err(StoreError::NewerFormat { found: number(format), known: number(FORMAT) });
    }
    Ok(found)
}

async fn installation(client: &Object, schema: &str) -> Result<Option<Prepared>, tokio_postgres::Error> {
    let asked = |columns: &str| format!("SELECT {columns} FROM {schema}.installation");
    let (asked, has_checksums) = match client.query_typed_opt(&asked("format, lacks_checksums"), &[]).await {
        Err(error) if error.code() == Some(&SqlState::UNDEFINED_COLUMN) => {
            (client.query_typed_opt(&asked("format, true"), &[]).await, false)
        }
        asked => (asked, true),
    };
    let prepared =
        |row: Row| Ok(Prepared { format: row.try_get(0)?, has_checksums, lacks_some: row.try_get(1)? });
    match asked {
        Ok(row) => row.map(prepared).transpose(),
        Err(error) => match error.code() {
            Some(&(SqlState::UNDEFINED_TABLE | SqlState::INVALID_SCHEMA_NAME)) => Ok(None),
            _ => Err(error),
        },
    }
}

/// Creates everything that is missing in one transaction: a concurrent process waits at the first table, and then fails or
/// finds it.
async fn create_tables(client: &mut Object, schema: &str, is_new: bool) -> Result<(), tokio_postgres::Error> {
    let name = schema.trim_matches('"');
    let known = client
        .query_typed_opt("SELECT 1 FROM pg_namespace WHERE nspname = $1", &[(&name, Type::NAME)])
        .await?;
    let transaction = client.transaction().await?;
    // A long reader, such as an export, locks the tables, and all others would queue behind this transaction.
    transaction.batch_execute("SET LOCAL lock_timeout = '2s'").await?;
    if known.is_none() {
        transaction.batch_execute(&format!("CREATE SCHEMA {schema}")).await?;
    }
    if is_new {
        transaction
            .batch_execute(&format!(
                "CREATE TABLE {schema}.installation (one bool PRIMARY KEY DEFAULT true CHECK (one), \
                 format int8 NOT NULL, importing bool NOT NULL, filling bytea)"
            ))
            .await?;
        transaction.batch_execute(&include_str!("schema.sql").replace("{schema}", schema)).await?;
    }
    transaction.batch_execute(&include_str!("checksums.sql").replace("{schema}", schema)).await?;
    if is_new {
        let columns = "format, importing, lacks_checksums";
        let statement = format!("INSERT INTO {schema}.installation ({columns}) VALUES ($1, false, false)");
        transaction.execute_typed(&statement, &[(&FORMAT, Type::INT8)]).await?;
    }
    transaction.commit().await
}

fn is_made_by_another(error: &tokio_postgres::Error) -> bool {
    let there = [
        SqlState::DUPLICATE_SCHEMA,
        SqlState::DUPLICATE_TABLE,
        SqlState::DUPLICATE_OBJECT,
        SqlState::DUPLICATE_COLUMN,
        SqlState::DUPLICATE_FUNCTION,
        SqlState::UNIQUE_VIOLATION,
    ];
    DatabaseError::of(error) == DatabaseError::Retry || error.code().is_some_and(|code| there.contains(code))
}

fn to_store_error(error: &tokio_postgres::Error) -> StoreError {
    database_error::to_store_error(DOING, DatabaseError::of(error), error)
}
