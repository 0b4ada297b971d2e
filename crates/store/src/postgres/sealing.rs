//! Backfill of missing checksums and of the row count, for rows of older programs, which may still run beside this one: a few
//! background passes at the start of a program. Not here: how a checksum is computed (`checksum`).

use std::sync::{Arc, Weak};

use super::{
    checksum,
    connection_pool::{ConnectionPool, DatabaseQuery, READING, RetrySafety, WRITING},
    database_error::{self, DatabaseError},
    parameter::{Parameter, count},
    rows::column,
    statements::Statements,
};
use crate::{error::StoreError, limits::MAX_PAGE_ROWS};

/// Passes over everything. More than one, because rows that are being changed are left out; a program of before that goes on
/// writing beside this one leaves rows to the next start.
const PASSES: usize = 3;

/// Adds missing checksums until there are none missing or the store is dropped. A failure is logged; the next start tries again.
pub(super) async fn seal(link: Weak<ConnectionPool>, statements: Arc<Statements>) {
    let sealing = Sealing { link, statements };
    match sealing.run().await {
        Ok(0) | Err(StoreError::Closed) => {}
        Ok(rows) => tracing::info!(rows, "rows of an earlier program have got their checksums"),
        Err(error) => tracing::warn!(%error, "rows of an earlier program have no checksums yet"),
    }
}

struct Sealing {
    link: Weak<ConnectionPool>,
    statements: Arc<Statements>,
}

impl Sealing {
    async fn run(&self) -> Result<u64, StoreError> {
        let statements = &*self.statements;
        let mut sealed = 0;
        for _ in 0..PASSES {
            let found = self.seal_records().await? + self.seal_answers().await?;
            if found == 0 {
                self.count(&statements.all_have_checksums).await?;
                break;
            }
            sealed += found;
        }
        Ok(sealed)
    }

    /// How many records had none.
    async fn seal_records(&self) -> Result<u64, StoreError> {
        let (mut kind, mut key, mut all) = (String::new(), Vec::new(), 0);
        loop {
            let limit = count(MAX_PAGE_ROWS);
            let found = self.rows(&self.statements.records_without_checksum, &[&kind, &key, &limit]).await?;
            let (mut homes, mut kinds, mut keys, mut versions, mut values, mut sums) =
                (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
            for row in &found {
                let home: i32 = column(row, 0)?;
                (kind, key) = (column(row, 1)?, column(row, 2)?);
                let (version, value): (i64, Vec<u8>) = (column(row, 3)?, column(row, 4)?);
                sums.push(checksum::numbered(checksum::of_record(&kind, &key, &value), version));
                homes.push(home);
                kinds.push(kind.clone());
                keys.push(key.clone());
                versions.push(version);
                values.push(value);
            }
            if found.is_empty() {
                return Ok(all);
            }
            all += found.len() as u64;
            let parameters: [&dyn Parameter; 6] = [&homes, &kinds, &keys, &versions, &values, &sums];
            self.change(&self.statements.seal_records, &parameters).await?;
        }
    }

    /// How many answers had none.
    async fn seal_answers(&self) -> Result<u64, StoreError> {
        let (mut id, mut all) = (Vec::new(), 0);
        loop {
            let limit = count(MAX_PAGE_ROWS);
            let found = self.rows(&self.statements.answers_without_checksum, &[&id, &limit]).await?;
            let (mut homes, mut ids, mut instants, mut texts, mut sums) =
                (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
            for row in &found {
                let home: i32 = column(row, 0)?;
                id = column(row, 1)?;
                let (at, answer): (i64, Vec<u8>) = (column(row, 2)?, column(row, 3)?);
                sums.push(checksum::of_answer(home, &id, at, &answer));
                homes.push(home);
                ids.push(id.clone());
                instants.push(at);
                texts.push(answer);
            }
            if found.is_empty() {
                return Ok(all);
            }
            all += found.len() as u64;
            let parameters: [&dyn Parameter; 5] = [&homes, &ids, &instants, &texts, &sums];
            self.change(&self.statements.seal_answers, &parameters).await?;
        }
    }

    /// Counts all rows, which may take longer than a question of the store's.
    async fn count(&self, statement: &str) -> Result<(), StoreError> {
        let client = self.link()?.connection(WRITING).await?;
        let counted = client.execute_typed(statement, &[]).await;
        counted
            .map(drop)
            .map_err(|error| database_error::to_store_error(WRITING, DatabaseError::of(&error), &error))
    }

    async fn rows(
        &self,
        statement: &str,
        parameters: &[&dyn Parameter],
    ) -> Result<Vec<tokio_postgres::Row>, StoreError> {
        let question =
            DatabaseQuery { doing: READING, safety: RetrySafety::Read, statement, pooled: None, parameters };
        self.link()?.query(&question).await
    }

    async fn change(&self, statement: &str, parameters: &[&dyn Parameter]) -> Result<u64, StoreError> {
        let question = DatabaseQuery {
            doing: WRITING,
            safety: RetrySafety::Idempotent,
            statement,
            pooled: None,
            parameters,
        };
        self.link()?.query(&question).await
    }

    fn link(&self) -> Result<Arc<ConnectionPool>, StoreError> {
        self.link.upgrade().ok_or(StoreError::Closed)
    }
}
