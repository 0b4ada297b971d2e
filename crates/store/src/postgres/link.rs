//! The connections to the database, and what is done when they break or somebody else is in the way: the same is asked again where
//! that does no harm, for as long as people have patience, while one task looks whether the database is back. Not here:
//! what is asked (`mod.rs`).

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
    fault::{self, Fault},
    parameter::{Parameter, typed, values},
    session::{self, Peer},
    settings::PostgresSettings,
    tls,
};
use crate::{Health, StoreError};

/// How long something is tried again before whoever asked is told that it does not work.
const PATIENCE: Duration = Duration::from_secs(8);
/// How long the database may take for one thing; the connection counts as broken then.
const SLOWEST: Duration = Duration::from_secs(8);
/// How many may wait at once; each has a batch in memory.
const MOST_WAITING: usize = 1024;
/// How long it takes at first until the same is asked again because somebody else was in the way; it doubles.
const SHORTEST_STEP: Duration = Duration::from_millis(1);
/// The longest of these.
const LONGEST_STEP: Duration = Duration::from_millis(100);
/// How soon it is looked whether the database is back, at first; it doubles.
const FIRST_LOOK: Duration = Duration::from_millis(50);
/// The longest time between two such looks.
const SLOWEST_LOOK: Duration = Duration::from_secs(1);
/// How long nothing is written until a look makes sure that writing still works.
const IDLE_LOOK: Duration = Duration::from_secs(3);

/// Something to ask the database.
pub(super) struct Question<'q> {
    /// In words, for whoever reads an error.
    pub(super) doing: &'static str,
    pub(super) nature: Nature,
    pub(super) statement: &'q str,
    /// The same for a connection behind a pooler, where it says more there.
    pub(super) pooled: Option<&'q str>,
    pub(super) parameters: &'q [&'q dyn Parameter],
}

/// What a question is answered with: by a statement that the connection prepares by name once, or by one without a name.
pub(super) trait Answer: Sized + Send {
    fn of_prepared(
        client: &Object,
        question: &Question<'_>,
    ) -> impl Future<Output = Result<Self, Error>> + Send;

    fn of_unnamed(
        client: &Object,
        question: &Question<'_>,
    ) -> impl Future<Output = Result<Self, Error>> + Send;
}

impl Answer for Vec<Row> {
    async fn of_prepared(client: &Object, question: &Question<'_>) -> Result<Self, Error> {
        let statement = client.prepare_cached(question.statement).await?;
        client.query(&statement, &values(question.parameters)).await
    }

    async fn of_unnamed(client: &Object, question: &Question<'_>) -> Result<Self, Error> {
        client.query_typed(question.unnamed(), &typed(question.parameters)).await
    }
}

/// How many rows it changed.
impl Answer for u64 {
    async fn of_prepared(client: &Object, question: &Question<'_>) -> Result<Self, Error> {
        let statement = client.prepare_cached(question.statement).await?;
        client.execute(&statement, &values(question.parameters)).await
    }

    async fn of_unnamed(client: &Object, question: &Question<'_>) -> Result<Self, Error> {
        client.execute_typed(question.unnamed(), &typed(question.parameters)).await
    }
}

impl Question<'_> {
    fn unnamed(&self) -> &str {
        self.pooled.unwrap_or(self.statement)
    }
}

/// What may be done about something that was asked and not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    /// It changes nothing.
    Read,
    /// Asked twice, it is done once.
    Write,
    /// It may have been done, and asking again would not tell.
    WriteOnce,
}

/// How the database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Well,
    /// It reads.
    ReadOnly,
    /// It can be reached but refuses, such as for want of rights, until an operator changes that.
    Refusing,
    Away,
}

/// The connections.
pub(super) struct Link {
    pool: Pool,
    /// Whether statements have no names, as a pooler may hand each one to another server process.
    is_unnamed: Arc<AtomicBool>,
    /// Whether it was said that the server takes no more connections.
    has_told_full: AtomicBool,
    /// Statements that succeed only where the database takes every kind of write and read, and that change nothing.
    probe: String,
    state: watch::Sender<State>,
    health: watch::Sender<Health>,
    /// Whether a look is under way because of a refusal.
    in_doubt: AtomicBool,
    /// How many statements that write succeeded.
    written: AtomicU64,
    waiting: Semaphore,
    /// Whether it is open; held by everybody who asks something.
    open: RwLock<bool>,
}

impl Link {
    /// Connections that are made when they are needed.
    pub(super) fn new(settings: &PostgresSettings, probe: String) -> Result<Arc<Self>, StoreError> {
        let connector = Connector { tls: tls::connector(&settings.tls)?, attempts: settings.tls.attempts() };
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_connect(settings.config.clone(), connector, recycling);
        let isolation = settings.isolation;
        let is_unnamed = Arc::new(AtomicBool::new(!settings.prepares));
        let noticed = Arc::clone(&is_unnamed);
        let pool = Pool::builder(manager)
            .max_size(settings.connections)
            .timeouts(Timeouts { wait: Some(PATIENCE), create: Some(PATIENCE), recycle: Some(SLOWEST) })
            .runtime(Runtime::Tokio1)
            .post_create(Hook::async_fn(move |client, _| {
                let noticed = Arc::clone(&noticed);
                Box::pin(async move {
                    let peer = session::begin(client, isolation).await.map_err(HookError::Backend)?;
                    if peer == Peer::Pooler && !noticed.swap(true, Ordering::Relaxed) {
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
            has_told_full: AtomicBool::new(false),
            probe,
            state: watch::Sender::new(State::Well),
            health: watch::Sender::new(Health::Writable),
            in_doubt: AtomicBool::new(false),
            written: AtomicU64::new(0),
            waiting: Semaphore::new(MOST_WAITING),
            open: RwLock::new(true),
        }))
    }

    pub(super) fn health(&self) -> watch::Receiver<Health> {
        self.health.subscribe()
    }

    /// Asks the database something, as often as it takes and does no harm.
    pub(super) async fn ask<A: Answer>(self: &Arc<Self>, question: &Question<'_>) -> Result<A, StoreError> {
        let &Question { doing, nature, .. } = question;
        let _open = self.enter().await?;
        let busy = || StoreError::Unreachable { doing, detail: "too many wait for the database".to_owned() };
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let until = Instant::now() + PATIENCE;
        let mut step = SHORTEST_STEP;
        loop {
            self.wait_until_able(doing, nature, until).await?;
            let (fault, error) = match self.try_once(question).await {
                Ok(answer) => {
                    if nature != Nature::Read {
                        self.written.fetch_add(1, Ordering::Relaxed);
                    }
                    return Ok(answer);
                }
                Err(Failed { fault, error, was_asked }) => {
                    self.follow(fault, &error);
                    let is_harmless = !was_asked || nature != Nature::WriteOnce || fault != Fault::Away;
                    if !is_harmless {
                        return Err(error);
                    }
                    (fault, error)
                }
            };
            if fault == Fault::Lasting || Instant::now() >= until {
                return Err(error);
            }
            if fault == Fault::Again {
                sleep(step.mul_f64(rand::random_range(0.5..1.5))).await;
                step = (step * 2).min(LONGEST_STEP);
            }
        }
    }

    /// The first connection of a program that starts: what would be the same again fails for good.
    pub(super) async fn first_connection(&self, doing: &'static str) -> Result<Object, StoreError> {
        self.pool.get().await.map_err(|error| fault::at_the_start(doing, &error))
    }

    /// A connection for longer work of one caller, as is a walk over everything.
    pub(super) async fn connection(self: &Arc<Self>, doing: &'static str) -> Result<Object, StoreError> {
        let _open = self.enter().await?;
        self.pool.get().await.map_err(|error| {
            let (fault, told) = self.not_connected(doing, &error);
            self.follow(fault, &told);
            told
        })
    }

    /// Whether a pooler is before the database, as far as connections were made.
    pub(super) fn is_pooled(&self) -> bool {
        self.is_unnamed.load(Ordering::Relaxed)
    }

    /// Lets nobody in any more, and waits for those who are.
    pub(super) async fn close(&self) {
        *self.open.write().await = false;
        self.pool.close();
    }

    async fn enter(&self) -> Result<RwLockReadGuard<'_, bool>, StoreError> {
        let open = self.open.read().await;
        if *open { Ok(open) } else { Err(StoreError::Closed) }
    }

    async fn try_once<A: Answer>(&self, question: &Question<'_>) -> Result<A, Failed> {
        let doing = question.doing;
        let client = self.pool.get().await.map_err(|error| {
            let (fault, error) = self.not_connected(doing, &error);
            Failed { fault, error, was_asked: false }
        })?;
        match timeout(SLOWEST, self.answered(&client, question)).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                let fault = Fault::of(&error);
                if fault == Fault::Away {
                    drop(Object::take(client));
                }
                Err(Failed { fault, error: fault::told(doing, fault, &error), was_asked: true })
            }
            Err(_) => {
                // Nobody knows what still comes on it.
                drop(Object::take(client));
                Err(Failed { fault: Fault::Away, error: unanswered(doing), was_asked: true })
            }
        }
    }

    async fn answered<A: Answer>(&self, client: &Object, question: &Question<'_>) -> Result<A, Error> {
        if self.is_unnamed.load(Ordering::Relaxed) {
            A::of_unnamed(client, question).await
        } else {
            A::of_prepared(client, question).await
        }
    }

    /// Why there is no further connection. Where the server takes no more of them while there are some, those are waited for.
    fn not_connected(&self, doing: &'static str, error: &PoolError) -> (Fault, StoreError) {
        let (fault, told) = fault::no_connection(doing, error);
        let size = self.pool.status().size;
        if size == 0 || !fault::is_full(error) {
            return (fault, told);
        }
        if !self.has_told_full.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                connections = size,
                error = %told,
                "the database takes no more connections; the program goes on with those it has. Lower store.connections, or \
                 raise max_connections of the server"
            );
        }
        (Fault::Again, told)
    }

    /// Waits until what is asked can be done, as far as is known.
    async fn wait_until_able(
        &self,
        doing: &'static str,
        nature: Nature,
        until: Instant,
    ) -> Result<(), StoreError> {
        let is_able = |state: &State| match state {
            // A refusal is told at once: an operator may take hours.
            State::Well | State::Refusing => true,
            State::ReadOnly => nature == Nature::Read,
            State::Away => false,
        };
        let mut state = self.state.subscribe();
        if timeout_at(until, state.wait_for(is_able)).await.is_ok() {
            return Ok(());
        }
        let detail = match *self.state.borrow() {
            State::ReadOnly => "the database takes no writes",
            State::Well | State::Refusing | State::Away => "the database cannot be reached",
        };
        Err(StoreError::Unreachable { doing, detail: detail.to_owned() })
    }

    /// Makes known how the database is, as an error shows it, and sees to it that its return is noticed.
    fn follow(self: &Arc<Self>, fault: Fault, error: &StoreError) {
        let state = match fault {
            Fault::Away => State::Away,
            Fault::ReadOnly => State::ReadOnly,
            Fault::Again => return,
            // It may concern this one statement alone.
            Fault::Lasting => return self.doubt(),
        };
        // What is open may be as dead as the one that failed.
        self.pool.retain(|_, _| false);
        self.becomes(state, error);
    }

    /// Looks whether the database refuses everything, unless that is known or being looked at.
    fn doubt(self: &Arc<Self>) {
        if *self.state.borrow() != State::Well || self.in_doubt.swap(true, Ordering::Relaxed) {
            return;
        }
        let link = Arc::clone(self);
        tokio::spawn(async move {
            link.look().await;
            link.in_doubt.store(false, Ordering::Relaxed);
        });
    }

    /// Notes a state in which the database does not take writes; the first one starts the looks for its return.
    fn becomes(self: &Arc<Self>, state: State, error: &StoreError) {
        let before = self.state.send_replace(state);
        if before != state && state == State::Refusing {
            tracing::error!(%error, "the database refuses to read or write; it is looked at again and again");
        } else if before == State::Well {
            tracing::error!(%error, "the database takes no writes now; it is looked for again and again");
        }
        if before == State::Well {
            self.health.send_replace(Health::ReadOnly);
            tokio::spawn(look_for(Arc::downgrade(self)));
        }
    }

    /// Looks once whether the database takes reads and writes; whether it does.
    async fn look(self: &Arc<Self>) -> bool {
        let client = match self.pool.get().await {
            Ok(client) => client,
            Err(PoolError::Closed) => return true,
            // All connections are in use, which says nothing about the database.
            Err(PoolError::Timeout(TimeoutType::Wait)) => return *self.state.borrow() == State::Well,
            Err(error) => {
                let (fault, told) = self.not_connected(LOOKING, &error);
                self.follow(fault, &told);
                return fault == Fault::Again && *self.state.borrow() == State::Well;
            }
        };
        let (fault, error) = match timeout(SLOWEST, client.batch_execute(&self.probe)).await {
            Ok(Ok(())) => return self.is_well(),
            Ok(Err(error)) => (Fault::of(&error), fault::told(LOOKING, Fault::of(&error), &error)),
            Err(_) => (Fault::Away, unanswered(LOOKING)),
        };
        // After a fail-over another server may be the one; and a transaction may be open on this one.
        drop(Object::take(client));
        let state = match fault {
            // Nothing is known by that.
            Fault::Again => return *self.state.borrow() == State::Well,
            Fault::ReadOnly => State::ReadOnly,
            Fault::Lasting => State::Refusing,
            Fault::Away => State::Away,
        };
        self.becomes(state, &error);
        false
    }

    fn is_well(&self) -> bool {
        if self.state.send_replace(State::Well) != State::Well {
            tracing::info!("the database takes writes again");
            self.health.send_replace(Health::Writable);
        }
        true
    }
}

/// Makes sure every few seconds that the database takes writes, while nothing else is written: a database that refuses
/// is noticed before people come.
pub(super) async fn look_while_idle(link: Weak<Link>) {
    let mut written = 0;
    loop {
        sleep(IDLE_LOOK).await;
        let Some(link) = link.upgrade() else { return };
        let before = std::mem::replace(&mut written, link.written.load(Ordering::Relaxed));
        if before == written && *link.state.borrow() == State::Well && !link.pool.is_closed() {
            link.look().await;
        }
    }
}

const LOOKING: &str = "looking at the database";

fn unanswered(doing: &'static str) -> StoreError {
    let detail = format!("the database has not answered for {} seconds", SLOWEST.as_secs());
    StoreError::Unreachable { doing, detail }
}

/// Something did not work.
struct Failed {
    fault: Fault,
    error: StoreError,
    /// Whether the database may have heard of it.
    was_asked: bool,
}

async fn look_for(link: Weak<Link>) {
    let mut pause = FIRST_LOOK;
    loop {
        sleep(pause).await;
        pause = (pause * 2).min(SLOWEST_LOOK);
        let Some(link) = link.upgrade() else { return };
        if link.look().await {
            return;
        }
    }
}
