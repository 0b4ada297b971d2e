//! Shares the shards out among the processes over one store. Each process has a place, by a lease; what they agree on is
//! one record (`fleet`), which whoever changes it has read as it was. A process that dies loses its place when its lease is
//! over: whoever finds that takes it from the record. One that is asked to stop says so first, and gives its shards back
//! one after the other. Not here: how shards are run (`adoube-discord-client`).
//!
//! While the store cannot be reached shards stay connected: there is somebody to say so then. Only what would be begun or
//! gone on with waits until it is sure that nobody else has taken it.

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
    PLATFORM, records,
    shards::{
        fleet::{REQUESTS, ShardFleet},
        session_starts::SharedStarts,
        sessions,
        shared_backoff::SharedBackoffs,
    },
};

/// How often what was agreed is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How often what a process would like to ask is looked at, in looks.
const WANTS_EVERY: u32 = 5;
/// How often it is noted how far sessions have come.
const NOTED_EVERY: Duration = Duration::from_secs(4);
/// The most processes: each may make at least one request a second.
const PLACES: u32 = 48;
/// How often a change is tried again because somebody else made one.
const ATTEMPTS: usize = 16;
/// Sessions noted in one batch.
const NOTED_AT_ONCE: usize = 100;

/// What one process knows of all of them.
pub(crate) struct ShardCoordinator {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    timer: Arc<dyn Timer>,
    link: Arc<dyn DiscordApi>,
    starts: SharedStarts,
    /// The lease of each place, as this process knows it.
    leases: Vec<PlatformLease>,
    advised: watch::Sender<Option<GatewayAdvice>>,
    running: watch::Sender<RunningShards>,
    own: Mutex<OwnShards>,
    /// One change at a time is made here.
    turn: tokio::sync::Mutex<()>,
}

/// What this process has.
#[derive(Default)]
struct OwnShards {
    place: Option<(u32, LeaseTerm)>,
    /// The shard that is being given to another process.
    giving: Option<u32>,
    /// Shards, and of how many each is one, that are no more run here and could not be given back yet.
    stopped: BTreeMap<(u32, u32), Option<ResumableSession>>,
    leaving: bool,
    /// The number of shards with which Discord does not let the bot in.
    refused: Option<u32>,
    /// Requests made until the last look at what it would like, and when that was.
    asked: (u64, Duration),
    looks: u32,
}

/// What comes of a look.
struct FleetChange {
    batch: Batch,
    /// The shard that is given to another process next.
    giving: Option<u32>,
    /// Shards that were given back.
    released: Vec<(u32, u32)>,
}

/// What somebody does about the fleet.
enum FleetStep {
    /// Looks at it.
    Look,
    /// Says that it is about to leave.
    Leave,
    /// Leaves.
    Gone,
}

impl ShardCoordinator {
    pub(crate) fn new(
        service: &Bot,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        link: Arc<dyn DiscordApi>,
    ) -> Self {
        let timer = clock.timer();
        Self {
            leases: (0..PLACES).map(|place| service.lease(format!("{PLATFORM}/process-{place}"))).collect(),
            starts: SharedStarts {
                store: Arc::clone(&store),
                clock: Arc::clone(&clock),
                timer: Arc::clone(&timer),
            },
            store,
            clock,
            timer,
            link,
            advised: watch::Sender::new(None),
            running: watch::Sender::new(RunningShards::default()),
            own: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    fn own(&self) -> MutexGuard<'_, OwnShards> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lease(&self, place: u32) -> Option<&PlatformLease> {
        self.leases.get(place as usize)
    }

    /// Shares the shards, and the requests, for as long as this is polled.
    pub(crate) async fn share(&self) {
        // Until it is known how many there are, a process is careful.
        self.link.grant(1);
        let mut silences = SharedBackoffs::default();
        loop {
            if let Err(error) = self.take_turn(&FleetStep::Look).await {
                tracing::warn!(%error, "what the processes on Discord agree on cannot be read");
            }
            let now = (self.timer.now(), self.clock.now_millis());
            let silent = silences.agree(&*self.store, &*self.link, now).await;
            if let Err(error) = silent {
                tracing::warn!(%error, "whether Discord takes requests of other processes cannot be read");
            }
            // The lease is renewed by being asked for so often.
            self.timer.until(self.timer.now() + LOOK_EVERY).await;
        }
    }

    /// Everything is given back: others need not wait until the lease is over.
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

    /// The place of this process, which it has or takes; nothing when it has lost it, and everything with it.
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
        tracing::error!(places = PLACES, "there are too many processes on Discord");
        Ok(None)
    }

    async fn take_turn(&self, turn: &FleetStep) -> Result<(), RepositoryError> {
        let _turn = self.turn.lock().await;
        // Who leaves needs no place for that.
        if !matches!(turn, FleetStep::Look) && self.own().place.is_none() {
            return Ok(());
        }
        let advice = *self.advised.borrow();
        let Some((place, term)) = self.place().await? else { return Ok(()) };
        for _ in 0..ATTEMPTS {
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
            // A smaller part counts before anybody else knows of it.
            let part = |fleet: &ShardFleet| fleet.members.get(&place).map_or(1, |member| member.part);
            self.link.grant(part(&fleet).min(part(&before)));
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
        let key = records::fleet_key();
        let record = self.store.get(records::TABLE, key.as_ref()).await?;
        let version = record.as_ref().map(|record| record.version);
        let read = record.and_then(|record| forms::read_or_tell::<ShardFleet>(key.as_ref(), &record.value));
        Ok((read.unwrap_or_default(), version))
    }

    /// Members whose leases are over. They are this process's now.
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

    /// What this process makes of the fleet, with what is written besides; and which shard it is about to give away.
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
            // Who has not reached Discord could run none.
            member.aside = own.leaving || advice.is_none();
        }
        let released: Vec<(u32, u32)> = own.stopped.keys().copied().collect();
        // Where there are others by now, those before are nobody's already, and nobody goes on with their sessions.
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
            let (asked, now) = (self.link.asked(), self.timer.now());
            let seconds = now.saturating_sub(own.asked.1).as_secs().max(1);
            let rate = asked.saturating_sub(own.asked.0).div_ceil(seconds);
            let crowded = if self.link.is_crowded() { REQUESTS } else { 0 };
            fleet.set_wants(place, u32::try_from(rate).unwrap_or(REQUESTS).min(REQUESTS).max(crowded));
            own.asked = (asked, now);
        }
        fleet.set_part(place);
        let giving = own.giving.filter(|shard| fleet.runs.get(shard) == Some(&place));
        FleetChange { batch, giving: giving.or_else(|| fleet.to_give(place)), released }
    }

    /// So it is from now on.
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

    /// Resolves when nobody else has the place of this process.
    async fn sure(&self) {
        loop {
            let place = self.own().place.clone();
            if let Some((place, term)) = place
                && let Some(lease) = self.lease(place)
                && lease.hold().await.is_ok_and(|held| held == Some(term))
            {
                return;
            }
            self.timer.until(self.timer.now() + LOOK_EVERY).await;
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
        for sessions in sessions.chunks(NOTED_AT_ONCE) {
            let mut batch = Batch::new();
            batch.version_checks.push(term.expect());
            for (shard, session) in sessions {
                batch = sessions::note(batch, (*shard, total), session.clone(), now);
            }
            // Who has lost everything finds that when it looks.
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
            // Others may have learned it before, and agreed on more.
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
        self.timer.until(self.timer.now() + NOTED_EVERY)
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
