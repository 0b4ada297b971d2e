//! A snapshot in the database: one transaction that only reads, on a connection of its own, which ends with it. Not here: the
//! statements (`statements`).

use std::{mem, sync::Arc};

use deadpool_postgres::{ClientWrapper, Object};
use tokio_postgres::Error;

use super::{
    READING, answer_row, column, count,
    fault::{self, Fault},
    record_row,
    statements::Statements,
};
use crate::{MAX_PAGE_ROWS, Row, Snapshot, StoreError, StoreFuture};

/// A reader may be slow, such as one who writes to a disk that is.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
                     SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0";

/// The store as it was. Dropped, its connection is closed and the transaction with it.
pub(super) struct PostgresSnapshot {
    client: ClientWrapper,
    statements: Arc<Statements>,
    rows: u64,
    next: Next,
}

/// Where the next page begins.
#[derive(Debug)]
enum Next {
    /// After the record of this table and key.
    Record(String, Vec<u8>),
    /// After the answer of this id.
    Answer(Vec<u8>),
    End,
}

impl Next {
    fn first() -> Self {
        Self::Record(String::new(), Vec::new())
    }
}

impl PostgresSnapshot {
    pub(super) async fn begin(client: Object, statements: Arc<Statements>) -> Result<Self, StoreError> {
        let client = Object::take(client);
        client.batch_execute(BEGIN).await.map_err(|error| told(&error))?;
        // The moment is that of the first statement.
        let found = client.query_one(&statements.count, &[]).await.map_err(|error| told(&error))?;
        let rows: i64 = column(&found, 0)?;
        Ok(Self { client, statements, rows: u64::try_from(rows).unwrap_or_default(), next: Next::first() })
    }

    async fn next(&mut self, limit: usize) -> Result<Vec<Row>, StoreError> {
        StoreError::check("the number of rows of a page", limit, MAX_PAGE_ROWS)?;
        loop {
            let rows = self.found(limit).await?;
            let is_full = rows.len() == limit;
            // Whatever is behind the last of the records are the answers.
            self.next = match (rows.last(), mem::replace(&mut self.next, Next::End)) {
                (Some(Row::Record { table, key, .. }), _) if is_full => {
                    Next::Record(table.name().to_owned(), key.clone())
                }
                (Some(Row::Answer { id, .. }), _) if is_full => Next::Answer(id.as_str().as_bytes().to_vec()),
                (_, Next::Record(..)) => Next::Answer(Vec::new()),
                (_, Next::Answer(_) | Next::End) => Next::End,
            };
            if !rows.is_empty() || matches!(self.next, Next::End) {
                return Ok(rows);
            }
        }
    }

    async fn found(&self, limit: usize) -> Result<Vec<Row>, StoreError> {
        let count = count(limit);
        match &self.next {
            Next::Record(table, key) => {
                let statement = self.client.prepare_cached(&self.statements.page_of_records).await;
                let statement = statement.map_err(|error| told(&error))?;
                let found = self.client.query(&statement, &[table, key, &count]).await;
                found.map_err(|error| told(&error))?.iter().map(record_row).collect()
            }
            Next::Answer(id) => {
                let statement = self.client.prepare_cached(&self.statements.page_of_answers).await;
                let statement = statement.map_err(|error| told(&error))?;
                let found = self.client.query(&statement, &[id, &count]).await;
                found.map_err(|error| told(&error))?.iter().map(answer_row).collect()
            }
            Next::End => Ok(Vec::new()),
        }
    }
}

impl Snapshot for PostgresSnapshot {
    fn rows(&self) -> Option<u64> {
        Some(self.rows)
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(self.next(limit))
    }

    fn rewind(&mut self) -> StoreFuture<'_, ()> {
        self.next = Next::first();
        Box::pin(async { Ok(()) })
    }
}

fn told(error: &Error) -> StoreError {
    fault::told(READING, Fault::of(error), error)
}
