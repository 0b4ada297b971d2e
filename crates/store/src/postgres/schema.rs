//! Creates the tables, safely while other processes do the same, and checks the format of existing
//! ones, which needs no privileges to create. Not here: the tables (`schema.sql`).

use std::time::Duration;

use deadpool_postgres::Object;
use tokio::time::sleep;
use tokio_postgres::{error::SqlState, types::Type};

use super::database_error::{self, DatabaseError};
use crate::error::StoreError;

/// The format of all tables that are read or written.
const FORMAT: u64 = 1;
/// The format of tables without checksums, which were used before the first release and say the same number as those with.
const WITHOUT_CHECKSUMS: u64 = 0;
/// Attempts while another process creates the same, or locks the tables.
const ATTEMPTS: usize = 20;
/// The pause before the next attempt, in which others get the lock.
const PAUSE: Duration = Duration::from_millis(250);
const DOING: &str = "preparing the database";

/// Creates the tables where there are none, and refuses those of another format. `schema` is quoted.
pub(super) async fn prepare(client: &mut Object, schema: &str) -> Result<(), StoreError> {
    let mut last = None;
    for _ in 0..ATTEMPTS {
        if is_installed(client, schema).await? {
            return Ok(());
        }
        match create_tables(client, schema).await {
            Ok(()) => {
                let name = schema.trim_matches('"');
                tracing::info!(schema = name, format = FORMAT, "the tables are made");
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

/// Whether the tables exist; refuses those of another format, and creates nothing.
pub(super) async fn is_installed(client: &Object, schema: &str) -> Result<bool, StoreError> {
    let found = installed_format(client, schema).await.map_err(|error| to_store_error(&error))?;
    found.map_or(Ok(false), |found| StoreError::check_format(found, FORMAT).map(|()| true))
}

async fn installed_format(client: &Object, schema: &str) -> Result<Option<u64>, tokio_postgres::Error> {
    // Only tables with checksums have the second column.
    let statement = format!("SELECT format, untallied FROM {schema}.installation");
    match client.query_typed_opt(&statement, &[]).await {
        Ok(None) => Ok(None),
        Ok(Some(row)) => Ok(Some(u64::try_from(row.try_get::<_, i64>(0)?).unwrap_or_default())),
        Err(error) => match error.code() {
            Some(&SqlState::UNDEFINED_COLUMN) => Ok(Some(WITHOUT_CHECKSUMS)),
            Some(&(SqlState::UNDEFINED_TABLE | SqlState::INVALID_SCHEMA_NAME)) => Ok(None),
            _ => Err(error),
        },
    }
}

/// Creates everything in one transaction: a concurrent process waits at the first table, and then fails or finds it.
async fn create_tables(client: &mut Object, schema: &str) -> Result<(), tokio_postgres::Error> {
    let name = schema.trim_matches('"');
    let known = client
        .query_typed_opt("SELECT 1 FROM pg_namespace WHERE nspname = $1", &[(&name, Type::NAME)])
        .await?;
    let transaction = client.transaction().await?;
    // A concurrent process that creates the same holds locks until it is done.
    transaction.batch_execute("SET LOCAL lock_timeout = '2s'").await?;
    if known.is_none() {
        transaction.batch_execute(&format!("CREATE SCHEMA {schema}")).await?;
    }
    transaction.batch_execute(&include_str!("schema.sql").replace("{schema}", schema)).await?;
    let statement = format!("INSERT INTO {schema}.installation (format, importing) VALUES ({FORMAT}, false)");
    transaction.batch_execute(&statement).await?;
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
    DatabaseError::of(error) == DatabaseError::Retry || error.code().is_some_and(|code| there.contains(code))
}

fn to_store_error(error: &tokio_postgres::Error) -> StoreError {
    database_error::to_store_error(DOING, DatabaseError::of(error), error)
}
