//! Connection pool with retries: a query that fails for a transient reason is repeated where that is safe, up to a deadline,
//! while one task probes whether the database is back. Not here: the queries (`mod.rs`).

use std::{
    future::Future,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, TimeoutType,
    Timeouts,
};
use tokio::{
    sync::{RwLock, RwLockReadGuard, Semaphore, watch},
    time::{Instant, sleep, timeout, timeout_at},
};
use tokio_postgres::{Error, Row};

use super::{
    connector::Connector,
    database_error::{self, DatabaseError},
    parameter::{Parameter, typed, values},
    session::{self, SessionPeer},
    settings::PostgresSettings,
    tls,
};
use crate::{error::StoreError, store::StoreHealth};

/// How long a query is retried before its caller gets the error.
const MAX_WAIT: Duration = Duration::from_secs(8);
/// How long a statement may take; the connection counts as broken then.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(8);
/// The limit of waiting queries (load shedding); each holds a batch in memory.
const MAX_WAITING: usize = 1024;
/// The first pause before a retry after a conflict; it doubles (exponential backoff with jitter).
const MIN_RETRY_PAUSE: Duration = Duration::from_millis(1);
/// The longest pause before a retry.
const MAX_RETRY_PAUSE: Duration = Duration::from_millis(100);
/// The first pause before an unreachable database is probed; it doubles.
const MIN_PROBE_INTERVAL: Duration = Duration::from_millis(50);
/// The longest pause between two probes.
const MAX_PROBE_INTERVAL: Duration = Duration::from_secs(1);
/// How long nothing is written before a probe checks that writing still works.
const IDLE_PROBE_INTERVAL: Duration = Duration::from_secs(3);

/// Actions, for error messages.
pub(super) const CONNECTING: &str = "connecting to the database";
pub(super) const WRITING: &str = "writing to the database";
pub(super) const READING: &str = "reading from the database";

/// A query with its parameters, and whether it may be repeated.
pub(super) struct DatabaseQuery<'q> {
    /// The action in words, for error messages.
    pub(super) doing: &'static str,
    pub(super) safety: RetrySafety,
    pub(super) statement: &'q str,
    /// The statement for a connection behind a pooler, where it differs.
    pub(super) pooled: Option<&'q str>,
    pub(super) parameters: &'q [&'q dyn Parameter],
}

/// The result of a query: by a prepared statement of the connection, or by an unnamed one.
pub(super) trait QueryAnswer: Sized + Send {
    fn of_prepared(
        client: &Object,
        question: &DatabaseQuery<'_>,
    ) -> impl Future<Output = Result<Self, Error>> + Send;

    fn of_unnamed(
        client: &Object,
        question: &DatabaseQuery<'_>,
    ) -> impl Future<Output = Result<Self, Error>> + Send;
}

impl QueryAnswer for Vec<Row> {
    async fn of_prepared(client: &Object, question: &DatabaseQuery<'_>) -> Result<Self, Error> {
        let statement = client.prepare_cached(question.statement).await?;
        client.query(&statement, &values(question.parameters)).await
    }

    async fn of_unnamed(client: &Object, question: &DatabaseQuery<'_>) -> Result<Self, Error> {
        client.query_typed(question.unnamed(), &typed(question.parameters)).await
    }
}

/// The number of rows changed.
impl QueryAnswer for u64 {
    async fn of_prepared(client: &Object, question: &DatabaseQuery<'_>) -> Result<Self, Error> {
        let statement = client.prepare_cached(question.statement).await?;
        client.execute(&statement, &values(question.parameters)).await
    }

    async fn of_unnamed(client: &Object, question: &DatabaseQuery<'_>) -> Result<Self, Error> {
        client.execute_typed(question.unnamed(), &typed(question.parameters)).await
    }
}

impl DatabaseQuery<'_> {
    fn unnamed(&self) -> &str {
        self.pooled.unwrap_or(self.statement)
    }
}

/// Whether a query whose outcome is unknown may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetrySafety {
    /// A read: repeating is safe.
    Read,
    /// An idempotent write: repeated, it is applied once.
    Idempotent,
    /// A write that may have been applied; a repetition could not tell.
    NotIdempotent,
}

/// Availability of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DatabaseState {
    Writable,
    /// It takes reads alone.
    ReadOnly,
    /// It can be reached but refuses, such as for missing privileges, until the operator changes that.
    Refusing,
    Unreachable,
}

/// The pool of connections, and the state of the database.
pub(super) struct ConnectionPool {
    pool: Pool,
    /// Whether statements are sent unnamed, as a pooler may route each one to another server process.
    is_unnamed: Arc<AtomicBool>,
    /// Whether the log says already that the server takes no more connections.
    has_logged_full: AtomicBool,
    /// Statements that succeed only where the database takes every kind of write and read, and that change nothing.
    probe: String,
    state: watch::Sender<DatabaseState>,
    health: watch::Sender<StoreHealth>,
    /// Whether a probe is under way because of a refusal.
    in_doubt: AtomicBool,
    /// The number of writes that succeeded.
    written: AtomicU64,
    waiting: Semaphore,
    /// Whether the store is open; each query holds a read lock.
    open: RwLock<bool>,
}

impl ConnectionPool {
    /// A pool that opens connections on demand.
    pub(super) fn new(settings: &PostgresSettings, probe: String) -> Result<Arc<Self>, StoreError> {
        let connector = Connector { tls: tls::connector(&settings.tls)?, attempts: settings.tls.attempts() };
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_connect(settings.config.clone(), connector, recycling);
        let isolation = settings.isolation;
        let is_unnamed = Arc::new(AtomicBool::new(!settings.prepares));
        let noticed = Arc::clone(&is_unnamed);
        let pool = Pool::builder(manager)
            .max_size(settings.connections)
            .timeouts(Timeouts {
                wait: Some(MAX_WAIT),
                create: Some(MAX_WAIT),
                recycle: Some(STATEMENT_TIMEOUT),
            })
            .runtime(Runtime::Tokio1)
            .post_create(Hook::async_fn(move |client, _| {
                let noticed = Arc::clone(&noticed);
                Box::pin(async move {
                    let peer = session::begin(client, isolation).await.map_err(HookError::Backend)?;
                    if peer == SessionPeer::Pooler && !noticed.swap(true, Ordering::Relaxed) {
                        tracing::info!(
                            "a connection pooler is before the database: statements are not prepared"
                        );
                    }
                    Ok(())
                })
            }))
            .build()
            .map_err(|error| StoreError::Address { detail: error.to_string() })?;
        Ok(Arc::new(Self {
            pool,
            is_unnamed,
            has_logged_full: AtomicBool::new(false),
            probe,
            state: watch::Sender::new(DatabaseState::Writable),
            health: watch::Sender::new(StoreHealth::Writable),
            in_doubt: AtomicBool::new(false),
            written: AtomicU64::new(0),
            waiting: Semaphore::new(MAX_WAITING),
            open: RwLock::new(true),
        }))
    }

    pub(super) fn health(&self) -> watch::Receiver<StoreHealth> {
        self.health.subscribe()
    }

    /// Runs a query, with retries as far as they are safe.
    pub(super) async fn query<A: QueryAnswer>(
        self: &Arc<Self>,
        question: &DatabaseQuery<'_>,
    ) -> Result<A, StoreError> {
        let &DatabaseQuery { doing, safety: nature, .. } = question;
        let _open = self.enter().await?;
        let busy = || StoreError::Unreachable { doing, detail: "too many wait for the database".to_owned() };
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let until = Instant::now() + MAX_WAIT;
        let mut step = MIN_RETRY_PAUSE;
        loop {
            self.wait_until_able(doing, nature, until).await?;
            let (kind, error) = match self.try_once(question).await {
                Ok(answer) => {
                    if nature != RetrySafety::Read {
                        self.written.fetch_add(1, Ordering::Relaxed);
                    }
                    return Ok(answer);
                }
                Err(QueryError { kind, error, was_sent: was_asked }) => {
                    self.record_failure(kind, &error);
                    let is_harmless = !was_asked
                        || nature != RetrySafety::NotIdempotent
                        || kind != DatabaseError::Unreachable;
                    if !is_harmless {
                        return Err(error);
                    }
                    (kind, error)
                }
            };
            if kind == DatabaseError::Permanent || Instant::now() >= until {
                return Err(error);
            }
            if kind == DatabaseError::Retry {
                sleep(step.mul_f64(rand::random_range(0.5..1.5))).await;
                step = (step * 2).min(MAX_RETRY_PAUSE);
            }
        }
    }

    /// The first connection of a program; a permanent error is returned at once.
    pub(super) async fn first_connection(&self, doing: &'static str) -> Result<Object, StoreError> {
        self.pool.get().await.map_err(|error| database_error::startup_error(doing, &error))
    }

    /// A connection for long work of one caller, such as a snapshot.
    pub(super) async fn connection(self: &Arc<Self>, doing: &'static str) -> Result<Object, StoreError> {
        let _open = self.enter().await?;
        self.pool.get().await.map_err(|error| {
            let (kind, store_error) = self.not_connected(doing, &error);
            self.record_failure(kind, &store_error);
            store_error
        })
    }

    /// Whether a pooler is in front of the database, as far as connections have shown.
    pub(super) fn is_pooled(&self) -> bool {
        self.is_unnamed.load(Ordering::Relaxed)
    }

    /// Refuses new queries, and waits for running ones.
    pub(super) async fn close(&self) {
        *self.open.write().await = false;
        self.pool.close();
    }

    async fn enter(&self) -> Result<RwLockReadGuard<'_, bool>, StoreError> {
        let open = self.open.read().await;
        if *open { Ok(open) } else { Err(StoreError::Closed) }
    }

    async fn try_once<A: QueryAnswer>(&self, question: &DatabaseQuery<'_>) -> Result<A, QueryError> {
        let doing = question.doing;
        let client = self.pool.get().await.map_err(|error| {
            let (kind, error) = self.not_connected(doing, &error);
            QueryError { kind, error, was_sent: false }
        })?;
        match timeout(STATEMENT_TIMEOUT, self.answered(&client, question)).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                let kind = DatabaseError::of(&error);
                if kind == DatabaseError::Unreachable {
                    drop(Object::take(client));
                }
                Err(QueryError {
                    kind,
                    error: database_error::to_store_error(doing, kind, &error),
                    was_sent: true,
                })
            }
            Err(_) => {
                // The connection may still deliver the late answer.
                drop(Object::take(client));
                Err(QueryError { kind: DatabaseError::Unreachable, error: unanswered(doing), was_sent: true })
            }
        }
    }

    async fn answered<A: QueryAnswer>(
        &self,
        client: &Object,
        question: &DatabaseQuery<'_>,
    ) -> Result<A, Error> {
        if self.is_unnamed.load(Ordering::Relaxed) {
            A::of_unnamed(client, question).await
        } else {
            A::of_prepared(client, question).await
        }
    }

    /// The error for a missing connection. Where the server takes no more while the pool has some, a query waits for these.
    fn not_connected(&self, doing: &'static str, error: &PoolError) -> (DatabaseError, StoreError) {
        let (kind, store_error) = database_error::pool_error(doing, error);
        let size = self.pool.status().size;
        if size == 0 || !database_error::is_full(error) {
            return (kind, store_error);
        }
        if !self.has_logged_full.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                connections = size,
                error = %store_error,
                "the database takes no more connections; the program goes on with those it has. Lower store.connections, or \
                 raise max_connections of the server"
            );
        }
        (DatabaseError::Retry, store_error)
    }

    /// Waits until the known state of the database allows the query.
    async fn wait_until_able(
        &self,
        doing: &'static str,
        nature: RetrySafety,
        until: Instant,
    ) -> Result<(), StoreError> {
        let is_able = |state: &DatabaseState| match state {
            // A refusal is returned at once: the operator may take hours.
            DatabaseState::Writable | DatabaseState::Refusing => true,
            DatabaseState::ReadOnly => nature == RetrySafety::Read,
            DatabaseState::Unreachable => false,
        };
        let mut state = self.state.subscribe();
        if timeout_at(until, state.wait_for(is_able)).await.is_ok() {
            return Ok(());
        }
        let detail = match *self.state.borrow() {
            DatabaseState::ReadOnly => "the database takes no writes",
            DatabaseState::Writable | DatabaseState::Refusing | DatabaseState::Unreachable => {
                "the database cannot be reached"
            }
        };
        Err(StoreError::Unreachable { doing, detail: detail.to_owned() })
    }

    /// Derives the state of the database from an error, and starts probing.
    fn record_failure(self: &Arc<Self>, kind: DatabaseError, error: &StoreError) {
        let state = match kind {
            DatabaseError::Unreachable => DatabaseState::Unreachable,
            DatabaseError::ReadOnly => DatabaseState::ReadOnly,
            DatabaseError::Retry => return,
            // The error may concern this one statement alone.
            DatabaseError::Permanent => return self.probe_on_doubt(),
        };
        // Other idle connections may be as dead as the one that failed.
        self.pool.retain(|_, _| false);
        self.set_state(state, error);
    }

    /// Probes whether the database refuses everything, unless that is known or being probed.
    fn probe_on_doubt(self: &Arc<Self>) {
        if *self.state.borrow() != DatabaseState::Writable || self.in_doubt.swap(true, Ordering::Relaxed) {
            return;
        }
        let link = Arc::clone(self);
        tokio::spawn(async move {
            link.probe_once().await;
            link.in_doubt.store(false, Ordering::Relaxed);
        });
    }

    /// Sets a state in which the database takes no writes; the first one starts the probing task.
    fn set_state(self: &Arc<Self>, state: DatabaseState, error: &StoreError) {
        let before = self.state.send_replace(state);
        if before != state && state == DatabaseState::Refusing {
            tracing::error!(%error, "the database refuses to read or write; it is looked at again and again");
        } else if before == DatabaseState::Writable {
            tracing::error!(%error, "the database takes no writes now; it is looked for again and again");
        }
        if before == DatabaseState::Writable {
            self.health.send_replace(StoreHealth::ReadOnly);
            tokio::spawn(wait_for_database(Arc::downgrade(self)));
        }
    }

    /// Probes once whether the database takes reads and writes.
    async fn probe_once(self: &Arc<Self>) -> bool {
        let client = match self.pool.get().await {
            Ok(client) => client,
            Err(PoolError::Closed) => return true,
            // All connections are in use; the state stays unknown.
            Err(PoolError::Timeout(TimeoutType::Wait)) => {
                return *self.state.borrow() == DatabaseState::Writable;
            }
            Err(error) => {
                let (kind, store_error) = self.not_connected(PROBING, &error);
                self.record_failure(kind, &store_error);
                return kind == DatabaseError::Retry && *self.state.borrow() == DatabaseState::Writable;
            }
        };
        let (kind, error) = match timeout(STATEMENT_TIMEOUT, client.batch_execute(&self.probe)).await {
            Ok(Ok(())) => return self.set_writable(),
            Ok(Err(error)) => (
                DatabaseError::of(&error),
                database_error::to_store_error(PROBING, DatabaseError::of(&error), &error),
            ),
            Err(_) => (DatabaseError::Unreachable, unanswered(PROBING)),
        };
        // After a failover this may be the wrong server; and a transaction may be open on the connection.
        drop(Object::take(client));
        let state = match kind {
            // A conflict says nothing about the state.
            DatabaseError::Retry => return *self.state.borrow() == DatabaseState::Writable,
            DatabaseError::ReadOnly => DatabaseState::ReadOnly,
            DatabaseError::Permanent => DatabaseState::Refusing,
            DatabaseError::Unreachable => DatabaseState::Unreachable,
        };
        self.set_state(state, &error);
        false
    }

    fn set_writable(&self) -> bool {
        if self.state.send_replace(DatabaseState::Writable) != DatabaseState::Writable {
            tracing::info!("the database takes writes again");
            self.health.send_replace(StoreHealth::Writable);
        }
        true
    }
}

/// Probes every few seconds while nothing else is written, so that a refusing database is detected before it is needed.
pub(super) async fn probe_while_idle(link: Weak<ConnectionPool>) {
    let mut written = 0;
    loop {
        sleep(IDLE_PROBE_INTERVAL).await;
        let Some(link) = link.upgrade() else { return };
        let before = std::mem::replace(&mut written, link.written.load(Ordering::Relaxed));
        if before == written && *link.state.borrow() == DatabaseState::Writable && !link.pool.is_closed() {
            link.probe_once().await;
        }
    }
}

const PROBING: &str = "looking at the database";

fn unanswered(doing: &'static str) -> StoreError {
    let detail = format!("the database has not answered for {} seconds", STATEMENT_TIMEOUT.as_secs());
    StoreError::Unreachable { doing, detail }
}

/// A failed attempt of a query.
struct QueryError {
    kind: DatabaseError,
    error: StoreError,
    /// Whether the statement may have reached the database.
    was_sent: bool,
}

async fn wait_for_database(link: Weak<ConnectionPool>) {
    let mut pause = MIN_PROBE_INTERVAL;
    loop {
        sleep(pause).await;
        pause = (pause * 2).min(MAX_PROBE_INTERVAL);
        let Some(link) = link.upgrade() else { return };
        if link.probe_once().await {
            return;
        }
    }
}
