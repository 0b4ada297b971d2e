//! Records in PostgreSQL, or in a database that speaks its protocol: many processes over one store, and whatever keeps such
//! databases safe. Everything that is asked is one statement and one round trip; a batch is one call of a function in the database.
//!
//! * What is acknowledged is durable as the database is set up to make it: with a synchronous standby, on both.
//! * A transaction that failed because somebody else was in the way is done again, unseen. So is one whose outcome nobody
//!   heard, where it has an event's id: each attempt leaves its number with the answer, and finds it.
//! * While the database is away or read-only, [`Store::health`] says so, reading and writing wait for a few seconds and
//!   then fail with [`StoreError::Unreachable`].
//!
//! Not here: the tables and how a batch is written (`schema.sql`), how connections are kept (`link`).

mod fault;
mod filling;
mod folded;
mod link;
mod schema;
mod settings;
mod snapshot;
mod statements;
mod tls;

use std::{fmt, sync::Arc};

use tokio::sync::watch;
use tokio_postgres::{Row as Found, types::ToSql};

pub use self::settings::{Isolation, PostgresSettings};
use self::{
    folded::Folded,
    link::{Link, Nature, Question},
    snapshot::PostgresSnapshot,
    statements::Statements,
};
use crate::{
    Batch, Committed, Cursor, EventId, Filling, Health, KeyRange, MAX_KEY_BYTES, MAX_PAGE_ROWS,
    MAX_SCAN_ROWS, Order, Page, Record, Restore, Row, Snapshot, Store, StoreError, StoreFuture, Table,
    home::Home,
};

/// What a batch came to, as the database says it.
const APPLIED: i16 = 0;
const REPEATED: i16 = 1;
const CONFLICT: i16 = 2;

/// Where a walk is, as the first byte of a cursor.
const AMONG_RECORDS: u8 = 0;
const AMONG_ANSWERS: u8 = 1;

/// A store in a database.
pub struct PostgresStore {
    link: Arc<Link>,
    statements: Arc<Statements>,
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Connects, and makes the tables where there are none.
    ///
    /// # Errors
    /// [`StoreError::Unreachable`] when the database is not there, [`StoreError::Database`] when it refuses,
    /// [`StoreError::NewerFormat`] when a newer program has prepared it, [`StoreError::ImportUnfinished`] and
    /// [`StoreError::CopyUnfinished`].
    pub async fn open(settings: &PostgresSettings) -> Result<Self, StoreError> {
        let store = Self::open_to_fill(settings).await?;
        store.refuse_if_filling().await?;
        Ok(store)
    }

    /// As [`PostgresStore::open`], also while it is being filled by a copy.
    ///
    /// # Errors
    /// As [`PostgresStore::open`].
    pub async fn open_to_fill(settings: &PostgresSettings) -> Result<Self, StoreError> {
        let schema = settings.quoted_schema();
        let statements = Arc::new(Statements::new(&schema));
        let link = Link::new(settings, statements.probe.clone())?;
        let mut client = link.connection(CONNECTING).await?;
        schema::prepare(&mut client, &schema).await?;
        drop(client);
        Ok(Self { link, statements })
    }

    /// As [`PostgresStore::open`], where there are records: for whoever only reads. It needs no rights to write.
    ///
    /// # Errors
    /// [`StoreError::NoTables`], and as [`PostgresStore::open`].
    pub async fn open_existing(settings: &PostgresSettings) -> Result<Self, StoreError> {
        let schema = settings.quoted_schema();
        let statements = Arc::new(Statements::new(&schema));
        let link = Link::new(settings, statements.probe.clone())?;
        let client = link.connection(CONNECTING).await?;
        if !schema::is_prepared(&client, &schema).await? {
            return Err(StoreError::NoTables { place: settings.place() });
        }
        drop(client);
        let store = Self { link, statements };
        store.refuse_if_filling().await?;
        Ok(store)
    }

    async fn rows(
        &self,
        doing: &'static str,
        nature: Nature,
        statement: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Found>, StoreError> {
        self.link.ask(&Question { doing, nature, statement, parameters }).await
    }

    async fn changed(&self, statement: &str, parameters: &[&(dyn ToSql + Sync)]) -> Result<u64, StoreError> {
        self.link.ask(&Question { doing: WRITING, nature: Nature::Write, statement, parameters }).await
    }

    async fn commit_batch(&self, batch: Batch) -> Result<Committed, StoreError> {
        batch.check()?;
        let folded = Folded::of(&batch);
        let once = batch.once.as_ref();
        let event = once.map(|once| once.id.as_str().as_bytes());
        let homes: Vec<i32> = once.map(|once| homes(&once.id)).unwrap_or_default();
        let at = once.map(|once| millis(once.at_millis));
        let answer = once.map(|once| once.answer.as_slice());
        // Another attempt at the same finds what this one has done.
        let attempt: i64 = rand::random();
        let nature = if once.is_some() { Nature::Write } else { Nature::WriteOnce };
        let parameters: [&(dyn ToSql + Sync); 13] = [
            &event,
            &homes,
            &at,
            &answer,
            &attempt,
            &folded.homes,
            &folded.kinds,
            &folded.keys,
            &folded.expected,
            &folded.places,
            &folded.steps,
            &folded.gone,
            &folded.contents,
        ];
        let rows = self.rows(WRITING, nature, &self.statements.commit, &parameters).await?;
        let row = rows.first().ok_or_else(|| StoreError::damaged("a batch had no outcome"))?;
        match column(row, 0)? {
            APPLIED => Ok(Committed::Applied),
            REPEATED => Ok(Committed::Repeated { answer: column(row, 2)? }),
            CONFLICT => {
                let place: i32 = column(row, 1)?;
                let expect = usize::try_from(place).ok().and_then(|place| batch.expect.get(place));
                let expect = expect.ok_or_else(|| StoreError::damaged("a conflict is nowhere"))?;
                Ok(Committed::Conflict { table: expect.table, key: expect.key.clone() })
            }
            _ => Err(StoreError::ImportUnfinished),
        }
    }

    async fn records(&self, from: (&str, &[u8]), limit: usize) -> Result<Page, StoreError> {
        let (kind, key) = from;
        let count = count(limit);
        let statement = &self.statements.page_of_records;
        let found = self.rows(READING, Nature::Read, statement, &[&kind, &key, &count]).await?;
        let rows = found.iter().map(record_row).collect::<Result<Vec<_>, _>>()?;
        let next = match rows.last() {
            Some(Row::Record { table, key, .. }) if rows.len() == limit => among_records(*table, key),
            _ => Cursor(vec![AMONG_ANSWERS]),
        };
        Ok(Page { rows, next: Some(next) })
    }

    async fn answers(&self, after: &[u8], limit: usize) -> Result<Page, StoreError> {
        let count = count(limit);
        let statement = &self.statements.page_of_answers;
        let found = self.rows(READING, Nature::Read, statement, &[&after, &count]).await?;
        let rows = found.iter().map(answer_row).collect::<Result<Vec<_>, _>>()?;
        let next = match rows.last() {
            Some(Row::Answer { id, .. }) if rows.len() == limit => {
                let mut cursor = vec![AMONG_ANSWERS];
                cursor.extend_from_slice(id.as_str().as_bytes());
                Some(Cursor(cursor))
            }
            _ => None,
        };
        Ok(Page { rows, next })
    }
}

const CONNECTING: &str = "connecting to the database";
const WRITING: &str = "writing to the database";
const READING: &str = "reading from the database";

impl Store for PostgresStore {
    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        let key = key.to_vec();
        Box::pin(async move {
            StoreError::check("a key", key.len(), MAX_KEY_BYTES)?;
            let (kind, home) = (table.name(), Home::of_key(table, &key).number());
            let rows = self.rows(READING, Nature::Read, &self.statements.get, &[&kind, &key, &home]).await?;
            rows.first().map(|row| record(row, 0)).transpose()
        })
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: Order,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        Box::pin(async move {
            StoreError::check("the number of records of a scan", limit, MAX_SCAN_ROWS)?;
            let home = Home::of_range(table, &range).map(Home::number);
            let (kind, limit) = (table.name(), count(limit));
            let statement =
                self.statements.scan(range.end.is_some(), home.is_some(), order == Order::Ascending);
            let mut parameters: Vec<&(dyn ToSql + Sync)> = vec![&kind, &range.start, &limit];
            if let Some(end) = &range.end {
                parameters.push(end);
            }
            if let Some(home) = &home {
                parameters.push(home);
            }
            let rows = self.rows(READING, Nature::Read, &statement, &parameters).await?;
            rows.iter().map(|row| Ok((column(row, 0)?, record(row, 1)?))).collect()
        })
    }

    fn answer(&self, id: &EventId) -> StoreFuture<'_, Option<Vec<u8>>> {
        let (homes, id) = (homes(id), id.as_str().as_bytes().to_vec());
        Box::pin(async move {
            let rows = self.rows(READING, Nature::Read, &self.statements.answer, &[&id, &homes]).await?;
            rows.first().map(|row| column(row, 0)).transpose()
        })
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        Box::pin(self.commit_batch(batch))
    }

    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            StoreError::check("the number of answers to forget", limit, MAX_PAGE_ROWS)?;
            if self.is_restoring().await? {
                return Err(StoreError::ImportUnfinished);
            }
            let forgotten =
                self.changed(&self.statements.forget, &[&millis(before_millis), &count(limit)]).await?;
            Ok(usize::try_from(forgotten).unwrap_or(limit))
        })
    }

    fn page(&self, from: Option<Cursor>, limit: usize) -> StoreFuture<'_, Page> {
        Box::pin(async move {
            StoreError::check("the number of rows of a page", limit, MAX_PAGE_ROWS)?;
            let from = from.unwrap_or(Cursor(vec![AMONG_RECORDS, 0]));
            match from.0.split_first() {
                Some((&AMONG_ANSWERS, after)) => self.answers(after, limit).await,
                Some((_, place)) => {
                    let zero = place.iter().position(|byte| *byte == 0).unwrap_or_default();
                    let (kind, key) = place.split_at(zero);
                    let kind = std::str::from_utf8(kind).unwrap_or_default();
                    self.records((kind, key.get(1..).unwrap_or_default()), limit).await
                }
                None => Ok(Page { rows: Vec::new(), next: None }),
            }
        })
    }

    fn snapshot(&self) -> StoreFuture<'_, Box<dyn Snapshot>> {
        Box::pin(async {
            let client = self.link.connection(READING).await?;
            let snapshot = PostgresSnapshot::begin(client, Arc::clone(&self.statements)).await?;
            Ok(Box::new(snapshot) as Box<dyn Snapshot>)
        })
    }

    fn filling(&self) -> StoreFuture<'_, Option<Filling>> {
        Box::pin(self.noted_filling())
    }

    fn restore(&self, step: Restore) -> StoreFuture<'_, ()> {
        Box::pin(self.restore_step(step))
    }

    fn versions(&self, table: Table, keys: Vec<Vec<u8>>) -> StoreFuture<'_, Vec<Option<u64>>> {
        Box::pin(async move {
            StoreError::check("the number of versions", keys.len(), MAX_SCAN_ROWS)?;
            let homes: Vec<i32> = keys.iter().map(|key| Home::of_key(table, key).number()).collect();
            let statement = &self.statements.versions;
            let rows = self.rows(READING, Nature::Read, statement, &[&table.name(), &keys, &homes]).await?;
            let mut found = std::collections::HashMap::new();
            for row in &rows {
                found.insert(column::<Vec<u8>>(row, 0)?, version(row, 1)?);
            }
            Ok(keys.iter().map(|key| found.get(key).copied()).collect())
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn health(&self) -> watch::Receiver<Health> {
        self.link.health()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.link.close().await;
            Ok(())
        })
    }
}

fn among_records(table: Table, key: &[u8]) -> Cursor {
    let mut cursor = vec![AMONG_RECORDS];
    cursor.extend_from_slice(table.name().as_bytes());
    cursor.push(0);
    cursor.extend_from_slice(key);
    Cursor(cursor)
}

/// A row of the statement that pages records.
fn record_row(row: &Found) -> Result<Row, StoreError> {
    let name: String = column(row, 0)?;
    let table = Table::from_name(&name)
        .ok_or_else(|| StoreError::damaged(format!("there is no table of the name {name:?}")))?;
    Ok(Row::Record { table, key: column(row, 1)?, record: record(row, 2)? })
}

/// A row of the statement that pages answers.
fn answer_row(row: &Found) -> Result<Row, StoreError> {
    let (id, at): (Vec<u8>, i64) = (column(row, 0)?, column(row, 1)?);
    let id = String::from_utf8(id).map_err(|_| StoreError::damaged("an event id is not text"))?;
    let at_millis = u64::try_from(at).unwrap_or_default();
    Ok(Row::Answer { id: EventId::new(id)?, at_millis, answer: column(row, 2)? })
}

fn homes(id: &EventId) -> Vec<i32> {
    Home::of_event(id).map(Home::number).to_vec()
}

/// A number as the database keeps it: those that are larger than any that occurs are all the same.
fn millis(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn count(limit: usize) -> i64 {
    i64::try_from(limit).unwrap_or(i64::MAX)
}

fn record(row: &Found, first: usize) -> Result<Record, StoreError> {
    Ok(Record { version: version(row, first)?, value: column(row, first + 1)? })
}

fn version(row: &Found, place: usize) -> Result<u64, StoreError> {
    let number: i64 = column(row, place)?;
    u64::try_from(number).map_err(|_| StoreError::damaged("a version is below zero"))
}

fn column<'r, T: tokio_postgres::types::FromSql<'r>>(row: &'r Found, place: usize) -> Result<T, StoreError> {
    row.try_get(place).map_err(|error| StoreError::damaged(error.to_string()))
}
