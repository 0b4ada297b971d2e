//! Coordinates processes that share the shards (gateway connections) over one store: each has a
//! place, held by a lease, and takes or gives back shards.
//!
//! The fleet record holds the agreed distribution. A process that dies loses its place when its
//! lease expires; the process that detects the expiry removes it from the record. A process that
//! stops announces that first and gives its shards back one after the other. While the store is
//! unreachable, connected shards stay connected; only new sessions wait until the lease is
//! confirmed. Not here: running shards (`adoube-discord-client`).

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adoube_bot::{Bot, Clock, LeaseTerm, PlatformLease, RepositoryError, Timer, forms};
use adoube_discord_client::{
    BoxFuture, DiscordApi, GatewayAdvice, ResumableSession, RunningShards, ShardAssignment,
};
use adoube_store::{Batch, CommitOutcome, Store};
use tokio::sync::watch;

use crate::{
    ids::PLATFORM,
    records,
    shards::{
        fleet::{MAX_REQUESTS, ShardFleet},
        session_starts::SharedStarts,
        sessions,
        shared_backoff::SharedBackoffs,
    },
};

/// How often the fleet record is read.
const STEP_INTERVAL: Duration = Duration::from_secs(1);
/// Steps between two counts of the wanted requests.
const WANTS_EVERY: u32 = 5;
/// How often sessions are stored.
const STORE_INTERVAL: Duration = Duration::from_secs(4);
/// The most processes: each may make at least one request a second.
const MAX_PLACES: u32 = 48;
/// Attempts to change the fleet while other processes change it.
const MAX_ATTEMPTS: usize = 16;
/// Sessions stored in one batch.
const MAX_BATCH: usize = 100;

/// One process's view of the fleet.
pub(crate) struct ShardCoordinator {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    timer: Arc<dyn Timer>,
    api: Arc<dyn DiscordApi>,
    starts: SharedStarts,
    /// The lease of each place, as seen by this process.
    leases: Vec<PlatformLease>,
    advised: watch::Sender<Option<GatewayAdvice>>,
    running: watch::Sender<RunningShards>,
    own: Mutex<OwnShards>,
    /// Serialises the changes of this process.
    turn: tokio::sync::Mutex<()>,
}

/// The place and the shards of this process.
#[derive(Default)]
struct OwnShards {
    place: Option<(u32, LeaseTerm)>,
    /// The shard that is being handed to another process.
    giving: Option<u32>,
    /// Shards that stopped here and are not given back yet, each with its total number of shards.
    stopped: BTreeMap<(u32, u32), Option<ResumableSession>>,
    leaving: bool,
    /// A total number of shards that Discord refuses.
    refused: Option<u32>,
    /// The request count at the last count, and the time of that.
    asked: (u64, Duration),
    looks: u32,
}

/// The changes of one step.
struct FleetChange {
    batch: Batch,
    /// The next shard to hand to another process.
    giving: Option<u32>,
    /// Shards that are given back.
    released: Vec<(u32, u32)>,
}

/// A step of a process in the fleet.
enum FleetStep {
    /// Reads the fleet and takes the process's share.
    Look,
    /// Announces that the process will leave.
    Leave,
    /// Leaves.
    Gone,
}

impl ShardCoordinator {
    pub(crate) fn new(
        service: &Bot,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        api: Arc<dyn DiscordApi>,
    ) -> Self {
        let timer = clock.timer();
        Self {
            leases: (0..MAX_PLACES)
                .map(|place| service.lease(format!("{PLATFORM}/process-{place}")))
                .collect(),
            starts: SharedStarts::new(Arc::clone(&store), Arc::clone(&clock)),
            store,
            clock,
            timer,
            api,
            advised: watch::Sender::new(None),
            running: watch::Sender::new(RunningShards::default()),
            own: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    fn own(&self) -> MutexGuard<'_, OwnShards> {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lease(&self, place: u32) -> Option<&PlatformLease> {
        self.leases.get(place as usize)
    }

    /// Shares the shards and the requests while the future is polled.
    pub(crate) async fn share(&self) {
        // One request a second until the number of processes is known.
        self.api.grant(1);
        let mut silences = SharedBackoffs::default();
        loop {
            if let Err(error) = self.take_turn(&FleetStep::Look).await {
                tracing::warn!(%error, "what the processes on Discord agree on cannot be read");
            }
            let now = (self.timer.now(), self.clock.now_millis());
            let silent = silences.agree(&*self.store, &*self.api, now).await;
            if let Err(error) = silent {
                tracing::warn!(%error, "whether Discord takes requests of other processes cannot be read");
            }
            // Each step also renews the lease.
            self.timer.until(self.timer.now() + STEP_INTERVAL).await;
        }
    }

    /// Gives everything back, so that other processes need not wait until the lease expires.
    pub(crate) async fn end(&self) {
        if let Err(error) = self.take_turn(&FleetStep::Gone).await {
            tracing::warn!(%error, "what this process had on Discord is taken over later");
        }
        let place = self.own().place.take();
        if let Some(lease) = place.and_then(|(place, _)| self.lease(place))
            && let Err(error) = lease.give_back().await
        {
            tracing::warn!(%error, "the place of this process on Discord is free later");
        }
    }

    /// The place of this process: the one it holds, or a free one. `None` if it has just lost its
    /// place, and its shards.
    async fn place(&self) -> Result<Option<(u32, LeaseTerm)>, RepositoryError> {
        let own = self.own().place.clone();
        if let Some((place, term)) = own {
            let Some(lease) = self.lease(place) else { return Ok(None) };
            let still = lease.hold().await?;
            if still.as_ref() == Some(&term) {
                return Ok(Some((place, term)));
            }
            tracing::warn!(place, "another process has taken over from this one");
            let mut own = self.own();
            (own.place, own.giving) = (None, None);
            own.stopped.clear();
            drop(own);
            self.running.send_modify(|running| running.shards.clear());
            return Ok(None);
        }
        for (place, lease) in (0..).zip(&self.leases) {
            if let Some(term) = lease.hold().await? {
                self.own().place = Some((place, term.clone()));
                return Ok(Some((place, term)));
            }
        }
        tracing::error!(places = MAX_PLACES, "there are too many processes on Discord");
        Ok(None)
    }

    async fn take_turn(&self, turn: &FleetStep) -> Result<(), RepositoryError> {
        let _turn = self.turn.lock().await;
        // A process without a place has nothing to leave.
        if !matches!(turn, FleetStep::Look) && self.own().place.is_none() {
            return Ok(());
        }
        let advice = *self.advised.borrow();
        let Some((place, term)) = self.place().await? else { return Ok(()) };
        for _ in 0..MAX_ATTEMPTS {
            let (before, version) = self.read().await?;
            let mut fleet = before.clone();
            let mut batch = Batch::new();
            batch.version_checks.push(term.expect());
            let dead = self.dead(&before, place).await?;
            for (other, term) in &dead {
                fleet.remove(*other);
                batch.version_checks.push(term.expect());
            }
            let FleetChange { batch, giving, released } =
                self.changed(&mut fleet, turn, (place, &term), advice, batch);
            // A smaller share takes effect before it is stored, a larger one after.
            let part = |fleet: &ShardFleet| fleet.members.get(&place).map_or(1, |member| member.part);
            self.api.grant(part(&fleet).min(part(&before)));
            if fleet != before || !dead.is_empty() {
                let Ok(value) = forms::write(&fleet) else { return Ok(()) };
                let key = records::fleet_key();
                let batch =
                    batch.expect(records::TABLE, key.clone(), version).put(records::TABLE, key, value);
                match self.store.commit(batch).await? {
                    CommitOutcome::Applied => {}
                    CommitOutcome::Conflict { table, key } if term.is_at(table, &key) => {
                        if let Some(lease) = self.lease(place) {
                            lease.lost(&term);
                        }
                        continue;
                    }
                    _ => continue,
                }
            }
            if fleet.total != before.total && before.total != 0 {
                let (before, now) = (before.total, fleet.total);
                tracing::warn!(
                    before,
                    now,
                    "there are more shards from now on; every session with Discord begins anew"
                );
            }
            for (other, _) in &dead {
                tracing::info!(place = other, "a process on Discord is gone; the others take over");
                if let Some(lease) = self.lease(*other) {
                    lease.give_back().await?;
                }
            }
            self.agreed(&fleet, place, giving, &released);
            return Ok(());
        }
        Ok(())
    }

    async fn read(&self) -> Result<(ShardFleet, Option<u64>), RepositoryError> {
        let (fleet, version) = records::read::<ShardFleet>(&*self.store, &records::fleet_key()).await?;
        Ok((fleet.unwrap_or_default(), version))
    }

    /// Members whose leases have expired; this process now holds those leases.
    async fn dead(&self, fleet: &ShardFleet, own: u32) -> Result<Vec<(u32, LeaseTerm)>, RepositoryError> {
        let mut dead = Vec::new();
        for place in fleet.members.keys().filter(|place| **place != own) {
            let Some(lease) = self.lease(*place) else { continue };
            if let Some(term) = lease.hold().await? {
                dead.push((*place, term));
            }
        }
        Ok(dead)
    }

    /// Changes the fleet for one step of this process; the batch also gets the sessions to store.
    fn changed(
        &self,
        fleet: &mut ShardFleet,
        turn: &FleetStep,
        (place, term): (u32, &LeaseTerm),
        advice: Option<GatewayAdvice>,
        mut batch: Batch,
    ) -> FleetChange {
        let mut own = self.own();
        fleet.join(place, term.number());
        if let Some(advice) = advice {
            fleet.be_advised(advice.shards, own.refused == Some(fleet.total));
        }
        own.leaving |= !matches!(turn, FleetStep::Look);
        if let Some(member) = fleet.members.get_mut(&place) {
            // A process that has not reached Discord cannot run shards.
            member.takes_none = own.leaving || advice.is_none();
        }
        let released: Vec<(u32, u32)> = own.stopped.keys().copied().collect();
        // After a change of the total the old shards are free already, and their sessions cannot be
        // resumed.
        let total = fleet.total;
        for ((shard, _), session) in own.stopped.iter().filter(|((_, of), _)| *of == total) {
            fleet.release(place, *shard);
            if let Some(session) = session.clone() {
                batch = sessions::note(batch, (*shard, total), session, self.clock.now_millis());
            }
        }
        if matches!(turn, FleetStep::Gone) {
            fleet.remove(place);
            return FleetChange { batch, giving: None, released };
        }
        fleet.take(place);
        own.looks += 1;
        if own.looks.is_multiple_of(WANTS_EVERY) {
            let (asked, now) = (self.api.asked(), self.timer.now());
            let seconds = now.saturating_sub(own.asked.1).as_secs().max(1);
            let rate = asked.saturating_sub(own.asked.0).div_ceil(seconds);
            let crowded = if self.api.is_crowded() { MAX_REQUESTS } else { 0 };
            fleet
                .set_wants(place, u32::try_from(rate).unwrap_or(MAX_REQUESTS).min(MAX_REQUESTS).max(crowded));
            own.asked = (asked, now);
        }
        fleet.set_part(place);
        let giving = own.giving.filter(|shard| fleet.runs.get(shard) == Some(&place));
        FleetChange { batch, giving: giving.or_else(|| fleet.to_give(place)), released }
    }

    /// Applies the committed distribution to this process.
    fn agreed(&self, fleet: &ShardFleet, place: u32, giving: Option<u32>, released: &[(u32, u32)]) {
        let mut own = self.own();
        own.giving = giving;
        own.stopped.retain(|shard, _| !released.contains(shard));
        let mut shards = fleet.shards_of(place);
        if let Some(giving) = giving {
            shards.remove(&giving);
        }
        shards.retain(|shard| !own.stopped.contains_key(&(*shard, fleet.total)));
        let running = RunningShards { total: fleet.total, shards };
        self.running.send_if_modified(|before| {
            let changed = *before != running;
            *before = running;
            changed
        });
    }

    /// Resolves when the lease of this process is confirmed.
    async fn sure(&self) {
        loop {
            let place = self.own().place.clone();
            if let Some((place, term)) = place
                && let Some(lease) = self.lease(place)
                && lease.hold().await.is_ok_and(|held| held == Some(term))
            {
                return;
            }
            self.timer.until(self.timer.now() + STEP_INTERVAL).await;
        }
    }

    async fn note_all(
        &self,
        total: u32,
        sessions: Vec<(u32, ResumableSession)>,
    ) -> Result<(), RepositoryError> {
        let Some((_, term)) = self.own().place.clone() else { return Ok(()) };
        let (own, now): (RunningShards, _) = (self.running.borrow().clone(), self.clock.now_millis());
        let is_own = |shard: u32| own.total == total && own.shards.contains(&shard);
        let sessions: Vec<_> = sessions.into_iter().filter(|(shard, _)| is_own(*shard)).collect();
        for sessions in sessions.chunks(MAX_BATCH) {
            let mut batch = Batch::new();
            batch.version_checks.push(term.expect());
            for (shard, session) in sessions {
                batch = sessions::note(batch, (*shard, total), session.clone(), now);
            }
            // A process that has lost its place detects that in its next step.
            self.store.commit(batch).await?;
        }
        Ok(())
    }
}

impl ShardAssignment for ShardCoordinator {
    fn begin(
        &self,
        advice: GatewayAdvice,
        refused: Option<u32>,
    ) -> BoxFuture<'_, Option<watch::Receiver<RunningShards>>> {
        Box::pin(async move {
            // Another process may have been refused before, and the fleet may have a larger total
            // already.
            if let Some(refused) = refused.filter(|refused| *refused == self.running.borrow().total) {
                if advice.shards <= refused {
                    return None;
                }
                self.own().refused = Some(refused);
            }
            self.starts.correct(advice).await;
            self.advised.send_replace(Some(advice));
            let mut running = self.running.subscribe();
            let others = |running: &RunningShards| running.total != 0 && Some(running.total) != refused;
            let agreed = running.wait_for(others).await.is_ok();
            agreed.then(|| self.running.subscribe())
        })
    }

    fn confirm(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.sure())
    }

    fn admit(&self, shard: u32) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let advice = *self.advised.borrow();
            if let Some(advice) = advice {
                self.starts.admit(shard, advice).await;
            }
        })
    }

    fn session(&self, shard: u32) -> BoxFuture<'_, Option<ResumableSession>> {
        Box::pin(async move {
            let total = self.running.borrow().total;
            let kept = sessions::read(&*self.store, (shard, total), self.clock.now_millis()).await;
            kept.inspect_err(|error| tracing::warn!(%error, "a session with Discord cannot be read")).ok()?
        })
    }

    fn hands_over(&self) -> bool {
        true
    }

    fn time_to_note(&self) -> BoxFuture<'_, ()> {
        self.timer.until(self.timer.now() + STORE_INTERVAL)
    }

    fn note(&self, total: u32, sessions: Vec<(u32, ResumableSession)>) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if let Err(error) = self.note_all(total, sessions).await {
                tracing::warn!(%error, "how far sessions with Discord have come is noted later");
            }
        })
    }

    fn left(&self, shard: (u32, u32), session: Option<ResumableSession>) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if self.own().place.is_none() {
                return;
            }
            self.own().stopped.insert(shard, session);
            if let Err(error) = self.take_turn(&FleetStep::Look).await {
                tracing::warn!(%error, shard = shard.0, "a shard is given back later");
            }
        })
    }

    fn leave(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if let Err(error) = self.take_turn(&FleetStep::Leave).await {
                tracing::warn!(%error, "that this process leaves Discord cannot be said");
            }
        })
    }
}
