//! Runs the gateway, Discord's event connection: starts the assigned shards, keeps them connected,
//! saves their sessions and reports their status. Not here: one shard (`shard`), what follows from
//! events (the adapter).

use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serenity::all::ApplicationFlags;
use tokio::{
    sync::{oneshot, watch},
    task::{Id, JoinSet},
};

use crate::{
    BoxFuture, EventListener, GatewayAdvice, GatewayExit, GatewayState, MessageScope, RequestError,
    ResumableSession, RunningShards, ShardAssignment, SleepFn,
    bot_identity::BotIdentity,
    intents::Intents,
    reason::LastReason,
    rest_client::{GatewayInfo, RestClient},
    shard::{Shard, ShardContext, ShardEnd, ShardStatus},
    shard_monitor::ShardMonitor,
    unreadable::UnreadableReasons,
};

/// Backoff of `GET /gateway/bot`, at first and at most.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// The gateway and the shards of this process.
pub(crate) struct Gateway {
    token: String,
    rest: Arc<RestClient>,
    own: Arc<BotIdentity>,
    watch: Arc<ShardMonitor>,
    reasons: Arc<UnreadableReasons>,
    intents: Arc<Intents>,
    is_used: AtomicBool,
    stands: Mutex<ShardStatuses>,
}

/// The assigned shards and the status of each.
#[derive(Default)]
struct ShardStatuses {
    running: RunningShards,
    shards: BTreeMap<u32, Arc<ShardStatus>>,
}

/// What the gateway is run with.
#[derive(Clone)]
pub(crate) struct GatewayOptions {
    pub(crate) allotment: Arc<dyn ShardAssignment>,
    pub(crate) messages: MessageScope,
    pub(crate) pause: SleepFn,
    pub(crate) listener: EventListener,
}

/// Running shard tasks.
#[derive(Default)]
struct ShardRunner {
    tasks: JoinSet<ShardEnd>,
    ids: BTreeMap<Id, u32>,
    stops: BTreeMap<u32, oneshot::Sender<()>>,
}

/// How a run with one number of shards ended.
enum ShardRunOutcome {
    Stopped,
    /// Discord rejected this number of shards.
    ShardCountRejected(u32),
}

impl Gateway {
    pub(crate) fn new(token: &str, rest: Arc<RestClient>) -> Self {
        Self {
            token: token.to_owned(),
            own: Arc::new(BotIdentity::new(Arc::clone(&rest))),
            rest,
            watch: Arc::default(),
            reasons: Arc::default(),
            intents: Arc::default(),
            is_used: AtomicBool::new(false),
            stands: Mutex::default(),
        }
    }

    fn stands(&self) -> MutexGuard<'_, ShardStatuses> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.stands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the gateway is in use.
    pub(crate) fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Relaxed)
    }

    /// Takes the application's flags: sessions ask for no intent they do not grant.
    pub(crate) fn is_granted(&self, flags: ApplicationFlags) {
        let all =
            ApplicationFlags::GATEWAY_MESSAGE_CONTENT | ApplicationFlags::GATEWAY_MESSAGE_CONTENT_LIMITED;
        if !flags.intersects(all) {
            self.intents.deny();
        }
    }

    /// Whether Discord denies the message content intent.
    pub(crate) fn reads_less(&self) -> bool {
        self.intents.are_denied()
    }

    /// Status of the shards; `None` without a gateway.
    pub(crate) fn state(&self) -> Option<GatewayState> {
        if !self.is_used() {
            return None;
        }
        let stands = self.stands();
        let up = stands.shards.values().filter(|shard| shard.is_up()).count();
        let latency = stands.shards.values().filter_map(|shard| shard.latency()).max();
        Some(GatewayState { up, all: stands.running.shards.len(), latency })
    }

    /// Keeps the shards connected until `shutdown` resolves.
    pub(crate) async fn stay(
        &self,
        wanted: GatewayOptions,
        shutdown: BoxFuture<'static, ()>,
    ) -> Result<(), GatewayExit> {
        tokio::select! {
            left = self.connect(&wanted, shutdown) => left,
            never = self.tell_how_it_stands(&wanted) => match never {},
            never = self.note_sessions(&wanted) => match never {},
        }
    }

    async fn tell_how_it_stands(&self, wanted: &GatewayOptions) -> Infallible {
        loop {
            self.watch.next().await;
            let stands = {
                let stands = self.stands();
                let up = stands.shards.iter().filter(|(_, shard)| shard.is_up());
                self.watch.report_status(&stands.running, up.map(|(id, _)| *id).collect())
            };
            (wanted.listener)(stands).await;
        }
    }

    async fn note_sessions(&self, wanted: &GatewayOptions) -> Infallible {
        let (mut noted, mut last) = (BTreeMap::new(), BTreeMap::new());
        loop {
            wanted.allotment.time_to_note().await;
            let (total, sessions): (u32, BTreeMap<u32, ResumableSession>) = {
                let stands = self.stands();
                let session = |(id, shard): (&u32, &Arc<ShardStatus>)| Some((*id, shard.session()?));
                (stands.running.total, stands.shards.iter().filter_map(session).collect())
            };
            // The latest events may still be in progress, so the previous state is saved. A new
            // session is saved as it is.
            let as_it_was = |(id, now): (u32, &ResumableSession)| {
                let before: Option<&ResumableSession> =
                    last.get(&id).filter(|before: &&ResumableSession| before.id == now.id);
                (id, before.unwrap_or(now).clone())
            };
            let told: BTreeMap<u32, ResumableSession> =
                sessions.iter().map(|(id, now)| as_it_was((*id, now))).collect();
            let is_new = |(id, session): &(&u32, &ResumableSession)| noted.get(*id) != Some(*session);
            let news: Vec<_> = told.iter().filter(is_new).map(|(id, new)| (*id, new.clone())).collect();
            if !news.is_empty() {
                wanted.allotment.note(total, news).await;
            }
            (noted, last) = (told, sessions);
        }
    }

    async fn connect(
        &self,
        wanted: &GatewayOptions,
        mut shutdown: BoxFuture<'static, ()>,
    ) -> Result<(), GatewayExit> {
        let mut refused = None;
        loop {
            let (url, advice) = tokio::select! {
                advised = self.advised(&wanted.pause) => advised?,
                () = &mut shutdown => {
                    wanted.allotment.leave().await;
                    return Ok(());
                }
            };
            self.is_used.store(true, Ordering::Relaxed);
            let mut running = tokio::select! {
                running = wanted.allotment.begin(advice, refused) => running.ok_or(GatewayExit::InvalidShards)?,
                () = &mut shutdown => {
                    wanted.allotment.leave().await;
                    return Ok(());
                }
            };
            let common = Arc::new(ShardContext {
                token: self.token.clone(),
                gateway: url,
                messages: wanted.messages,
                pause: Arc::clone(&wanted.pause),
                intents: Arc::clone(&self.intents),
                allotment: Arc::clone(&wanted.allotment),
                listener: Arc::clone(&wanted.listener),
                own: Arc::clone(&self.own),
                watch: Arc::clone(&self.watch),
                reasons: Arc::clone(&self.reasons),
            });
            match self.run(&common, &mut running, &mut shutdown).await? {
                ShardRunOutcome::Stopped => return Ok(()),
                ShardRunOutcome::ShardCountRejected(total) => refused = Some(total),
            }
        }
    }

    /// The gateway's URL and Discord's advice; retried until there is an answer.
    async fn advised(&self, pauses: &SleepFn) -> Result<(String, GatewayAdvice), GatewayExit> {
        let (mut pause, mut last) = (FIRST_PAUSE, LastReason::default());
        loop {
            match self.rest.gateway().await {
                Ok(GatewayInfo { url, shards, session_start_limit: limit }) => {
                    let advice = GatewayAdvice {
                        shards: shards.unwrap_or(1).max(1),
                        at_once: limit.max_concurrency.max(1),
                        starts: limit.total,
                        starts_left: limit.remaining,
                        starts_again: Duration::from_millis(limit.reset_after),
                    };
                    return Ok((url, advice));
                }
                Err(RequestError::InvalidToken) => return Err(GatewayExit::InvalidToken),
                Err(failure) => {
                    if last.is_new(&failure.to_string()) {
                        tracing::warn!(%failure, "the gateway cannot be reached; it is tried again and again");
                    }
                    if let RequestError::RateLimited(wait) = failure {
                        pause = pause.max(wait);
                    }
                }
            }
            pauses(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn run(
        &self,
        common: &Arc<ShardContext>,
        running: &mut watch::Receiver<RunningShards>,
        shutdown: &mut BoxFuture<'static, ()>,
    ) -> Result<ShardRunOutcome, GatewayExit> {
        let mut fleet = ShardRunner::default();
        let mut present = RunningShards::default();
        loop {
            let wished = running.borrow_and_update().clone();
            if wished.total != present.total {
                self.stop(common, &mut fleet, &present, &present.shards).await;
                present = RunningShards { total: wished.total, ..RunningShards::default() };
            }
            let superfluous: BTreeSet<u32> = present.shards.difference(&wished.shards).copied().collect();
            self.stop(common, &mut fleet, &present, &superfluous).await;
            present = wished;
            self.stands().running = present.clone();
            for id in &present.shards {
                if !fleet.stops.contains_key(id) {
                    self.start(common, &mut fleet, (*id, present.total));
                }
            }
            self.watch.change();
            let ended = tokio::select! {
                changed = running.changed() => match changed {
                    Ok(()) => continue,
                    // The assignment has ended, so the shards stay.
                    Err(_) => fleet.next().await,
                },
                ended = fleet.next() => ended,
                () = &mut *shutdown => {
                    self.watch.leave();
                    common.allotment.leave().await;
                    self.stop(common, &mut fleet, &present, &present.shards).await;
                    return Ok(ShardRunOutcome::Stopped);
                }
            };
            match ended {
                // It was not stopped, so it is started again.
                (id, ShardEnd::Stopped) => {
                    self.stands().shards.remove(&id);
                }
                (_, ShardEnd::Fatal(left)) => {
                    self.watch.leave();
                    self.stop(common, &mut fleet, &present, &present.shards).await;
                    if left == GatewayExit::InvalidShards && common.allotment.hands_over() {
                        return Ok(ShardRunOutcome::ShardCountRejected(present.total));
                    }
                    return Err(left);
                }
            }
        }
    }

    fn start(&self, common: &Arc<ShardContext>, fleet: &mut ShardRunner, (id, total): (u32, u32)) {
        let condition = Arc::new(ShardStatus::default());
        self.stands().shards.insert(id, Arc::clone(&condition));
        let (stop, stopped) = oneshot::channel();
        let shard = Shard { common: Arc::clone(common), id, total, condition };
        let task = fleet.tasks.spawn(shard.run(stopped));
        fleet.ids.insert(task.id(), id);
        fleet.stops.insert(id, stop);
    }

    /// Stops running shards one by one, and releases each before the next one stops.
    async fn stop(
        &self,
        common: &Arc<ShardContext>,
        fleet: &mut ShardRunner,
        present: &RunningShards,
        shards: &BTreeSet<u32>,
    ) {
        for id in shards {
            let Some(stop) = fleet.stops.remove(id) else { continue };
            // The shard may have ended by itself.
            let _ = stop.send(());
            while fleet.ids.values().any(|running| running == id) {
                fleet.next().await;
            }
            let session = self.stands().shards.remove(id).and_then(|shard| shard.session());
            common.allotment.left((*id, present.total), session).await;
        }
    }
}

impl ShardRunner {
    /// The next shard that ends, and how.
    async fn next(&mut self) -> (u32, ShardEnd) {
        loop {
            let Some(ended) = self.tasks.join_next_with_id().await else { std::future::pending().await };
            let (task, ended) = match ended {
                Ok((task, ended)) => (task, ended),
                Err(error) => {
                    tracing::error!(%error, "the program broke while it ran a shard");
                    (error.id(), ShardEnd::Stopped)
                }
            };
            if let Some(id) = self.ids.remove(&task) {
                self.stops.remove(&id);
                return (id, ended);
            }
        }
    }
}
