//! Snapshot of a PostgreSQL store: a read-only transaction of isolation level repeatable read on a connection of its own. Not
//! here: the statements (`statements`).

use std::{mem, sync::Arc};

use deadpool_postgres::{ClientWrapper, Object};
use tokio_postgres::{Error, Row as Found};

use super::{
    connection_pool::READING,
    database_error::{self, DatabaseError},
    parameter::{Parameter, count, typed},
    rows::{answer_row, column, log_damage, record_row},
    statements::Statements,
};
use crate::{
    error::StoreError, limits::MAX_PAGE_ROWS, record::StoreRow, snapshot::Snapshot, store::StoreFuture,
};

/// Begins the transaction without timeouts, as a reader may be slow.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
                     SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0";

/// A snapshot. Dropping it closes the connection, which ends the transaction.
pub(super) struct PostgresSnapshot {
    client: ClientWrapper,
    statements: Arc<Statements>,
    rows: u64,
    next: SnapshotPosition,
}

/// The position of the next page.
#[derive(Debug)]
enum SnapshotPosition {
    /// After the record of this table and key.
    Record(String, Vec<u8>),
    /// After the answer of this id.
    Answer(Vec<u8>),
    End,
}

impl SnapshotPosition {
    fn first() -> Self {
        Self::Record(String::new(), Vec::new())
    }
}

impl PostgresSnapshot {
    pub(super) async fn begin(client: Object, statements: Arc<Statements>) -> Result<Self, StoreError> {
        let client = Object::take(client);
        client.batch_execute(BEGIN).await.map_err(|error| to_store_error(&error))?;
        // The transaction's snapshot is taken by its first statement.
        let found =
            client.query_typed_one(&statements.count, &[]).await.map_err(|error| to_store_error(&error))?;
        let rows: i64 = column(&found, 0)?;
        Ok(Self {
            client,
            statements,
            rows: u64::try_from(rows).unwrap_or_default(),
            next: SnapshotPosition::first(),
        })
    }

    /// The expected number of rows by the table `tally`.
    pub(super) async fn expected_rows(&self) -> Result<u64, StoreError> {
        let found = self
            .client
            .query_typed_one(&self.statements.expected_rows, &[])
            .await
            .map_err(|error| to_store_error(&error))?;
        let rows: i64 = column(&found, 0)?;
        u64::try_from(rows).map_err(|_| StoreError::damaged("the count of the rows is below zero"))
    }

    /// The next result rows, and whether they are records.
    pub(super) async fn next(&mut self, limit: usize) -> Result<(Vec<Found>, bool), StoreError> {
        StoreError::check_limit("the number of rows of a page", limit, MAX_PAGE_ROWS)?;
        loop {
            let found = self.found(limit).await?;
            let are_records = matches!(self.next, SnapshotPosition::Record(..));
            let last = found.last().filter(|_| found.len() == limit);
            // Answers follow the last record.
            self.next = match (last, mem::replace(&mut self.next, SnapshotPosition::End)) {
                (Some(row), SnapshotPosition::Record(..)) => {
                    SnapshotPosition::Record(column(row, 0)?, column(row, 1)?)
                }
                (Some(row), SnapshotPosition::Answer(_)) => SnapshotPosition::Answer(column(row, 0)?),
                (None, SnapshotPosition::Record(..)) => SnapshotPosition::Answer(Vec::new()),
                (_, SnapshotPosition::Answer(_) | SnapshotPosition::End) => SnapshotPosition::End,
            };
            if !found.is_empty() || matches!(self.next, SnapshotPosition::End) {
                return Ok((found, are_records));
            }
        }
    }

    async fn found(&self, limit: usize) -> Result<Vec<Found>, StoreError> {
        let count = count(limit);
        let (statement, parameters): (_, &[&dyn Parameter]) = match &self.next {
            SnapshotPosition::Record(table, key) => (&self.statements.page_of_records, &[table, key, &count]),
            SnapshotPosition::Answer(id) => (&self.statements.page_of_answers, &[id, &count]),
            SnapshotPosition::End => return Ok(Vec::new()),
        };
        self.client.query_typed(statement, &typed(parameters)).await.map_err(|error| to_store_error(&error))
    }
}

impl Snapshot for PostgresSnapshot {
    fn rows(&self) -> Option<u64> {
        Some(self.rows)
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>> {
        Box::pin(async move {
            let (found, are_records) = self.next(limit).await?;
            let row = if are_records { record_row } else { answer_row };
            found.iter().map(row).collect::<Result<_, _>>().inspect_err(log_damage)
        })
    }

    fn rewind(&mut self) -> StoreFuture<'_, ()> {
        self.next = SnapshotPosition::first();
        Box::pin(async { Ok(()) })
    }
}

fn to_store_error(error: &Error) -> StoreError {
    database_error::to_store_error(READING, DatabaseError::of(error), error)
}
