//! Store in PostgreSQL, or in a database that speaks its protocol, shared by many processes. Each operation is one statement
//! and one round trip; a batch is one call of a function in the database.
//!
//! * An acknowledged batch is as durable as the database is configured: with a synchronous standby, on both servers.
//! * A transaction that failed on a serialization conflict is retried. So is one of unknown outcome that has an idempotency
//!   key: each attempt stores its number with the answer, and recognises it.
//! * While the database is unreachable or read-only, [`Store::health`] says so, and operations wait for a few seconds before
//!   they fail with [`StoreError::Unreachable`]. While it refuses, such as for missing privileges, [`Store::health`] says so
//!   too, and each refusal is returned at once.
//!
//! * Every row carries a checksum, which each read verifies (`checksum`).
//!
//! Not here: the tables and the commit function (`schema.sql`), connections and retries (`connection_pool`).

mod address;
mod batch_columns;
mod capacity;
mod certificate;
mod checksum;
mod connection_pool;
mod connector;
mod database_error;
mod inspection;
mod parameter;
mod restore;
mod rows;
mod schema;
mod session;
mod settings;
mod snapshot;
mod statements;
mod tls;

use std::{fmt, sync::Arc};

use deadpool_postgres::Object;
use tokio::sync::watch;
use tokio_postgres::Row as Found;

pub use self::settings::{PostgresSettings, TransactionIsolation};
use self::{
    batch_columns::BatchColumns,
    connection_pool::{CONNECTING, ConnectionPool, DatabaseQuery, READING, RetrySafety, WRITING},
    parameter::{Parameter, count, millis},
    rows::{answer as answer_of, answer_row, column, log_damage, record, record_row, version},
    snapshot::PostgresSnapshot,
    statements::Statements,
};
use crate::{
    batch::{Batch, CommitOutcome},
    copy_mark::CopyMark,
    error::StoreError,
    idempotency_key::IdempotencyKey,
    limits::{MAX_KEY_BYTES, MAX_PAGE_ROWS, MAX_SCAN_ROWS},
    range::{KeyRange, ScanOrder},
    record::{Record, StoreRow, WalkCursor, WalkPage},
    shard_key::ShardKey,
    snapshot::Snapshot,
    store::{RestoreStep, Store, StoreFuture, StoreHealth},
    table::Table,
};

/// Outcomes of the commit function.
const APPLIED: i16 = 0;
const DUPLICATE: i16 = 1;
const CONFLICT: i16 = 2;

/// The first byte of a cursor: records come first, then answers.
const AMONG_RECORDS: u8 = 0;
const AMONG_ANSWERS: u8 = 1;

/// A store in a database.
pub struct PostgresStore {
    pool: Arc<ConnectionPool>,
    statements: Arc<Statements>,
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Connects, and creates the tables where there are none.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`] when the database is not there, [`StoreError::Database`] when it refuses,
    /// [`StoreError::OlderFormat`] and [`StoreError::NewerFormat`] when a program of another format has prepared it,
    /// [`StoreError::ImportUnfinished`] and [`StoreError::CopyUnfinished`].
    pub async fn open(settings: &PostgresSettings) -> Result<Self, StoreError> {
        let store = Self::open_for_copy(settings).await?;
        store.refuse_if_unfinished().await?;
        tokio::spawn(connection_pool::probe_while_idle(Arc::downgrade(&store.pool)));
        Ok(store)
    }

    /// As [`PostgresStore::open`], also while a copy fills the store.
    ///
    /// # Errors
    /// As [`PostgresStore::open`].
    pub async fn open_for_copy(settings: &PostgresSettings) -> Result<Self, StoreError> {
        let schema = settings.quoted_schema();
        let statements = Arc::new(Statements::new(&schema));
        let link = ConnectionPool::new(settings, statements.probe.clone())?;
        let mut client = link.first_connection(CONNECTING).await?;
        schema::prepare(&mut client, &schema).await?;
        warn_without_page_checksums(&client).await;
        if !link.is_pooled() {
            capacity::warn_if_too_small(&client, settings.connections).await;
        }
        drop(client);
        Ok(Self { pool: link, statements })
    }

    /// As [`PostgresStore::open`], if the tables exist, for reading. Needs no privileges to write.
    ///
    /// # Errors
    /// [`StoreError::NoTables`], and as [`PostgresStore::open`].
    pub async fn open_existing(settings: &PostgresSettings) -> Result<Self, StoreError> {
        let schema = settings.quoted_schema();
        let statements = Arc::new(Statements::new(&schema));
        let link = ConnectionPool::new(settings, statements.probe.clone())?;
        let client = link.first_connection(CONNECTING).await?;
        if !schema::is_installed(&client, &schema).await? {
            return Err(StoreError::NoTables { place: settings.place() });
        }
        drop(client);
        let store = Self { pool: link, statements };
        store.refuse_if_unfinished().await?;
        Ok(store)
    }

    async fn rows(
        &self,
        doing: &'static str,
        nature: RetrySafety,
        statement: &str,
        parameters: &[&dyn Parameter],
    ) -> Result<Vec<Found>, StoreError> {
        self.pool.query(&DatabaseQuery { doing, safety: nature, statement, pooled: None, parameters }).await
    }

    /// Runs a read, and decodes its rows with `read`. Every read passes here, so damage is logged here.
    async fn read<T>(
        &self,
        statement: &str,
        parameters: &[&dyn Parameter],
        read: impl FnOnce(&[Found]) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let rows = self.rows(READING, RetrySafety::Read, statement, parameters).await?;
        read(&rows).inspect_err(log_damage)
    }

    async fn change(&self, statement: &str, parameters: &[&dyn Parameter]) -> Result<u64, StoreError> {
        let (doing, nature) = (WRITING, RetrySafety::Idempotent);
        self.pool.query(&DatabaseQuery { doing, safety: nature, statement, pooled: None, parameters }).await
    }

    async fn commit_batch(&self, batch: Batch) -> Result<CommitOutcome, StoreError> {
        batch.check()?;
        let folded = BatchColumns::of(&batch);
        let once = batch.idempotent_answer.as_ref();
        let event = once.map(|once| once.id.as_str().as_bytes());
        let shard_keys: Vec<i32> = once.map(|once| shard_keys_of(&once.id)).unwrap_or_default();
        let at = once.map(|once| millis(once.at_millis));
        let answer = once.map(|once| once.answer.as_slice());
        // A retry recognises the answer of an earlier attempt by this number.
        let attempt: i64 = rand::random();
        let nature = if once.is_some() { RetrySafety::Idempotent } else { RetrySafety::NotIdempotent };
        let checksum = once.zip(shard_keys.first()).map(|(once, shard_key)| {
            checksum::of_answer(*shard_key, once.id.as_str().as_bytes(), millis(once.at_millis), &once.answer)
        });
        let parameters: [&dyn Parameter; 15] = [
            &event,
            &shard_keys,
            &at,
            &answer,
            &attempt,
            &checksum,
            &folded.shard_keys,
            &folded.tables,
            &folded.keys,
            &folded.expected,
            &folded.check_indexes,
            &folded.steps,
            &folded.deletions,
            &folded.contents,
            &folded.checksums,
        ];
        let question = DatabaseQuery {
            doing: WRITING,
            safety: nature,
            statement: &self.statements.commit,
            pooled: Some(&self.statements.commit_pooled),
            parameters: &parameters,
        };
        let rows: Vec<Found> = self.pool.query(&question).await?;
        let row = rows.first().ok_or_else(|| StoreError::damaged("a batch had no outcome"))?;
        match column(row, 0)? {
            APPLIED => Ok(CommitOutcome::Applied),
            DUPLICATE => {
                let answer = answer_of(row, 2, event.unwrap_or_default()).inspect_err(log_damage)?;
                Ok(CommitOutcome::Duplicate { answer })
            }
            CONFLICT => {
                let place: i32 = column(row, 1)?;
                let expect = usize::try_from(place).ok().and_then(|place| batch.version_checks.get(place));
                let expect = expect.ok_or_else(|| StoreError::damaged("a conflict is nowhere"))?;
                Ok(CommitOutcome::Conflict { table: expect.table, key: expect.key.clone() })
            }
            _ => Err(StoreError::ImportUnfinished),
        }
    }

    async fn records(&self, from: (&str, &[u8]), limit: usize) -> Result<WalkPage, StoreError> {
        let (kind, key) = from;
        let count = count(limit);
        let statement = &self.statements.page_of_records;
        let each = |found: &[Found]| found.iter().map(record_row).collect::<Result<Vec<_>, _>>();
        let rows = self.read(statement, &[&kind, &key, &count], each).await?;
        let next = match rows.last() {
            Some(StoreRow::Record { table, key, .. }) if rows.len() == limit => among_records(*table, key),
            _ => WalkCursor(vec![AMONG_ANSWERS]),
        };
        Ok(WalkPage { rows, next: Some(next) })
    }

    async fn answers(&self, after: &[u8], limit: usize) -> Result<WalkPage, StoreError> {
        let count = count(limit);
        let statement = &self.statements.page_of_answers;
        let each = |found: &[Found]| found.iter().map(answer_row).collect::<Result<Vec<_>, _>>();
        let rows = self.read(statement, &[&after, &count], each).await?;
        let next = match rows.last() {
            Some(StoreRow::Answer { id, .. }) if rows.len() == limit => {
                let mut cursor = vec![AMONG_ANSWERS];
                cursor.extend_from_slice(id.as_str().as_bytes());
                Some(WalkCursor(cursor))
            }
            _ => None,
        };
        Ok(WalkPage { rows, next })
    }
}

impl Store for PostgresStore {
    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        let key = key.to_vec();
        Box::pin(async move {
            StoreError::check_limit("a key", key.len(), MAX_KEY_BYTES)?;
            let (kind, shard_key) = (table.name(), ShardKey::of_key(table, &key).as_i32());
            self.read(&self.statements.get, &[&kind, &key, &shard_key], |rows| {
                rows.first().map(|row| record(row, 0, kind, &key)).transpose()
            })
            .await
        })
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        Box::pin(async move {
            StoreError::check_limit("the number of records of a scan", limit, MAX_SCAN_ROWS)?;
            let shard_key = ShardKey::of_range(table, &range).map(ShardKey::as_i32);
            let (kind, limit) = (table.name(), count(limit));
            let statement =
                self.statements.scan(range.end.is_some(), shard_key.is_some(), order == ScanOrder::Ascending);
            let mut parameters: Vec<&dyn Parameter> = vec![&kind, &range.start, &limit];
            if let Some(end) = &range.end {
                parameters.push(end);
            }
            if let Some(shard_key) = &shard_key {
                parameters.push(shard_key);
            }
            self.read(&statement, &parameters, |rows| {
                let each = rows.iter().map(|row| {
                    let key: Vec<u8> = column(row, 0)?;
                    let record = record(row, 1, kind, &key)?;
                    Ok((key, record))
                });
                each.collect()
            })
            .await
        })
    }

    fn answer(&self, id: &IdempotencyKey) -> StoreFuture<'_, Option<Vec<u8>>> {
        let (shard_keys, id) = (shard_keys_of(id), id.as_str().as_bytes().to_vec());
        Box::pin(async move {
            self.read(&self.statements.answer, &[&id, &shard_keys], |rows| {
                rows.first().map(|row| answer_of(row, 0, &id)).transpose()
            })
            .await
        })
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome> {
        Box::pin(self.commit_batch(batch))
    }

    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            StoreError::check_limit("the number of answers to forget", limit, MAX_PAGE_ROWS)?;
            if self.is_restoring().await? {
                return Err(StoreError::ImportUnfinished);
            }
            let parameters: [&dyn Parameter; 2] = [&millis(before_millis), &count(limit)];
            let rows =
                self.rows(WRITING, RetrySafety::Idempotent, &self.statements.forget, &parameters).await?;
            let forgotten: i64 = rows.first().map_or(Ok(0), |row| column(row, 0))?;
            Ok(usize::try_from(forgotten).unwrap_or(limit))
        })
    }

    fn page(&self, from: Option<WalkCursor>, limit: usize) -> StoreFuture<'_, WalkPage> {
        Box::pin(async move {
            StoreError::check_limit("the number of rows of a page", limit, MAX_PAGE_ROWS)?;
            let from = from.unwrap_or(WalkCursor(vec![AMONG_RECORDS, 0]));
            match from.0.split_first() {
                Some((&AMONG_ANSWERS, after)) => self.answers(after, limit).await,
                Some((_, place)) => {
                    let zero = place.iter().position(|byte| *byte == 0).unwrap_or_default();
                    let (kind, key) = place.split_at(zero);
                    let kind = std::str::from_utf8(kind).unwrap_or_default();
                    self.records((kind, key.get(1..).unwrap_or_default()), limit).await
                }
                None => Ok(WalkPage { rows: Vec::new(), next: None }),
            }
        })
    }

    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        Box::pin(async {
            let client = self.pool.connection(READING).await?;
            let snapshot = PostgresSnapshot::begin(client, Arc::clone(&self.statements)).await?;
            Ok(Box::new(snapshot) as Box<dyn Snapshot>)
        })
    }

    fn copy_mark(&self) -> StoreFuture<'_, Option<CopyMark>> {
        Box::pin(self.read_copy_mark())
    }

    fn restore(&self, step: RestoreStep) -> StoreFuture<'_, ()> {
        Box::pin(self.restore_step(step))
    }

    fn versions(&self, table: Table, keys: Vec<Vec<u8>>) -> StoreFuture<'_, Vec<Option<u64>>> {
        Box::pin(async move {
            StoreError::check_limit("the number of versions", keys.len(), MAX_SCAN_ROWS)?;
            let shard_keys: Vec<i32> = keys.iter().map(|key| ShardKey::of_key(table, key).as_i32()).collect();
            let statement = &self.statements.versions;
            let rows = self
                .rows(READING, RetrySafety::Read, statement, &[&table.name(), &keys, &shard_keys])
                .await?;
            let mut found = std::collections::HashMap::new();
            for row in &rows {
                found.insert(column::<Vec<u8>>(row, 0)?, version(column(row, 1)?)?);
            }
            Ok(keys.iter().map(|key| found.get(key).copied()).collect())
        })
    }

    fn now_millis(&self) -> StoreFuture<'_, Option<u64>> {
        Box::pin(async {
            let rows = self.rows(READING, RetrySafety::Read, self.statements.now, &[]).await?;
            let now: Option<i64> = rows.first().map(|row| column(row, 0)).transpose()?;
            Ok(now.and_then(|now| u64::try_from(now).ok()))
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn health(&self) -> watch::Receiver<StoreHealth> {
        self.pool.health()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.pool.close().await;
            Ok(())
        })
    }
}

fn among_records(table: Table, key: &[u8]) -> WalkCursor {
    let mut cursor = vec![AMONG_RECORDS];
    cursor.extend_from_slice(table.name().as_bytes());
    cursor.push(0);
    cursor.extend_from_slice(key);
    WalkCursor(cursor)
}

fn shard_keys_of(id: &IdempotencyKey) -> Vec<i32> {
    ShardKey::of_event(id).map(ShardKey::as_i32).to_vec()
}

/// Logs a warning where the server has page checksums off: these also detect damage of indexes, and before a row is read.
async fn warn_without_page_checksums(client: &Object) {
    // Databases that only speak the protocol have no such setting.
    let asked = client.query_typed_opt("SELECT current_setting('data_checksums', true)", &[]).await;
    let setting = asked.ok().flatten().and_then(|row| row.try_get::<_, Option<String>>(0).ok().flatten());
    if setting.as_deref() == Some("off") {
        tracing::warn!(
            "the database has data_checksums off: damage on its disk is noticed only when a record is read; \
             `pg_checksums --enable` switches them on while the database is stopped"
        );
    }
}
