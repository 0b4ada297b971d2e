//! Limits the rate of the bot's account: wraps the client, and makes each counted request wait for
//! its turn, in order, at the rate the server accepts, as a homeserver counts an account's requests
//! in all rooms together. While the server refuses all requests of the account (HTTP 429),
//! everything waits, and one request at a time is tried. Not here: the buckets (`token_bucket`), and the order in
//! which private rooms are created (`room_creation_queue`).

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use adoube_bot::Timer;
use adoube_matrix_client::{
    AccountBlock, BoxFuture, MatrixApi, MatrixError, MatrixEvent, MatrixEventId, MatrixMessage,
    MessageOrigin, RoomId, RoomMessage, RoomRoute, RoomState, TransactionId, UserId,
};
use tokio::sync::{Mutex as Queue, MutexGuard as Turn, watch};

use super::{room_creation_queue::RoomCreationQueue, token_bucket::TokenBucket};
use crate::{ids::ChannelAddress, message::render::RoomWaitNotice, settings::MatrixSettings};

/// First and longest pause between trials while the server refuses all requests.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);
/// Messages that must be left in the bucket before an optional request is sent.
const SPARE: u32 = 5;
/// Longest retry-after of a server that is respected.
const LONGEST_WISH: Duration = Duration::from_secs(24 * 60 * 60);

/// The account, with a queue for counted requests.
pub(crate) struct RateLimitedAccount {
    link: Arc<dyn MatrixApi>,
    timer: Arc<dyn Timer>,
    /// The holder of this lock sends next.
    queue: Queue<()>,
    joining: Queue<()>,
    /// Number of waiting requests.
    waiting: AtomicU32,
    state: Mutex<AccountState>,
    /// Whether the server refuses all requests.
    stands_still: watch::Sender<bool>,
    /// Wakes waiting requests when a limit changes.
    changed: watch::Sender<()>,
}

struct AccountState {
    messages: TokenBucket,
    rooms: TokenBucket,
    joins: TokenBucket,
    /// People who wait for a private room.
    waiting: RoomCreationQueue,
    standing: Option<AccountStandstill>,
    is_leaving: bool,
}

/// A period in which the server refuses all requests.
#[derive(Clone, Debug)]
struct AccountStandstill {
    cause: AccountBlock,
    since: Duration,
    until: Duration,
    pause: Duration,
}

/// Reason why messages wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendDelay {
    /// The server refuses all requests of the account.
    StandsStill(AccountBlock),
    /// The rate limit of the server is reached.
    Pace {
        /// Number of waiting messages.
        waiting: u32,
        /// Wait of the last of them.
        lasts: Duration,
    },
}

impl RateLimitedAccount {
    /// Starts with full buckets. `stands_still` publishes whether the server refuses all requests.
    pub(crate) fn new(
        link: Arc<dyn MatrixApi>,
        timer: Arc<dyn Timer>,
        settings: &MatrixSettings,
        stands_still: watch::Sender<bool>,
    ) -> Self {
        stands_still.send_replace(false);
        let state = AccountState {
            messages: TokenBucket::new(settings.messages()),
            rooms: TokenBucket::new(settings.rooms()),
            joins: TokenBucket::new(settings.joins()),
            waiting: RoomCreationQueue::default(),
            standing: None,
            is_leaving: false,
        };
        Self {
            link,
            timer,
            queue: Queue::new(()),
            joining: Queue::new(()),
            waiting: AtomicU32::new(0),
            state: Mutex::new(state),
            stands_still,
            changed: watch::Sender::new(()),
        }
    }

    fn state(&self) -> MutexGuard<'_, AccountState> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all waits: requests that are not sent yet are sent after the next start.
    pub(crate) fn leave(&self) {
        self.state().is_leaving = true;
        self.changed.send_replace(());
    }

    /// Reason why messages wait now.
    pub(crate) fn delay(&self) -> Option<SendDelay> {
        let waiting = self.waiting.load(Ordering::Relaxed);
        let (state, now) = (self.state(), self.timer.now());
        if let Some(standing) = &state.standing {
            return Some(SendDelay::StandsStill(standing.cause));
        }
        let lasts = state.messages.wait_for(waiting, now);
        (waiting > 0).then_some(SendDelay::Pace { waiting, lasts })
    }

    /// Estimated wait of a message that is queued now.
    pub(crate) fn wait(&self) -> Duration {
        let waiting = self.waiting.load(Ordering::Relaxed);
        let (state, now) = (self.state(), self.timer.now());
        // How long a standstill lasts is unknown.
        if state.standing.is_some() { Duration::ZERO } else { state.messages.wait_for(waiting + 1, now) }
    }

    /// Waits for a turn. Other requests wait as long as the guard lives.
    async fn turn<'a>(
        &self,
        queue: &'a Queue<()>,
        allowance: impl Fn(&mut AccountState) -> &mut TokenBucket,
    ) -> Result<Turn<'a, ()>, MatrixError> {
        let mut changed = self.changed.subscribe();
        let turn = queue.lock().await;
        loop {
            changed.mark_unchanged();
            let until = {
                let (mut state, now) = (self.state(), self.timer.now());
                if state.is_leaving {
                    return Err(later("the program is about to stop"));
                }
                let standing = state.standing.as_ref().map_or(now, |standing| standing.until);
                let until = standing.max(now + allowance(&mut state).wait(now));
                if until <= now {
                    allowance(&mut state).take(now);
                    return Ok(turn);
                }
                until
            };
            tokio::select! {
                () = self.timer.until(until) => {}
                // `self` owns the sender, so the channel is not closed.
                _ = changed.changed() => {}
            }
        }
    }

    /// Sends a request in its turn; it counts as a message and against the bucket `counted`. During
    /// a standstill one request at a time is tried.
    async fn in_turn<T>(
        &self,
        request: impl Future<Output = Result<T, MatrixError>>,
        counted: impl Fn(&mut AccountState) -> &mut TokenBucket,
    ) -> Result<T, MatrixError> {
        let waits = WaiterCount::begin(&self.waiting);
        let turn = self.turn(&self.queue, |state| &mut state.messages).await?;
        drop(waits);
        let is_trial = self.state().standing.is_some();
        let turn = is_trial.then_some(turn);
        let outcome = request.await;
        self.learn(&outcome, is_trial, counted);
        drop(turn);
        outcome
    }

    /// Sends a message in its turn, if `may_go` then permits it. The guard that `may_go` returns is
    /// held until the server has answered.
    pub(crate) async fn send_when_allowed<T>(
        &self,
        may_go: impl Future<Output = Result<T, MatrixError>>,
        room: &RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> Result<MatrixEventId, MatrixError> {
        let sending = async {
            let _held = may_go.await?;
            self.link.send(room, message, transaction).await
        };
        self.in_turn(sending, |state| &mut state.messages).await
    }

    /// Sends an optional request that counts as a message, only if no message waits and tokens are
    /// left.
    async fn if_free<T>(
        &self,
        request: impl Future<Output = Result<T, MatrixError>>,
    ) -> Result<T, MatrixError> {
        {
            let (mut state, now) = (self.state(), self.timer.now());
            let is_free = !state.is_leaving
                && state.standing.is_none()
                && self.waiting.load(Ordering::Relaxed) == 0
                && state.messages.wait_for(SPARE, now).is_zero();
            if !is_free {
                let reason = "messages that people wait for go first".to_owned();
                return Err(MatrixError::Transient { reason, after: Some(Duration::ZERO) });
            }
            state.messages.take(now);
        }
        let outcome = request.await;
        self.learn(&outcome, false, |state| &mut state.messages);
        outcome
    }

    /// Updates buckets and standstill by the server's answer.
    fn learn<T>(
        &self,
        outcome: &Result<T, MatrixError>,
        is_trial: bool,
        allowance: impl Fn(&mut AccountState) -> &mut TokenBucket,
    ) {
        let (mut state, now) = (self.state(), self.timer.now());
        match outcome {
            Ok(_) => {
                if let Some(AccountStandstill { cause, since, .. }) = state.standing.take() {
                    let seconds = now.saturating_sub(since).as_secs();
                    tracing::info!(?cause, seconds, "the homeserver takes what the account sends again");
                }
            }
            Err(MatrixError::Transient { reason, after: Some(after) }) => {
                tracing::warn!(reason, seconds = after.as_secs_f64(), "the homeserver takes no more for now");
                allowance(&mut state).stop(now + (*after).min(LONGEST_WISH));
            }
            Err(MatrixError::AccountBlocked { cause, reason }) if is_trial || state.standing.is_none() => {
                let before = state.standing.as_ref();
                let pause = before.map_or(FIRST_PAUSE, |before| (before.pause * 2).min(LONGEST_PAUSE));
                let since = before.map_or(now, |before| before.since);
                tracing::error!(
                    reason,
                    seconds = pause.as_secs(),
                    "{cause}. Nothing is lost: what the bot has to say waits, and is tried again and again"
                );
                state.standing = Some(AccountStandstill { cause: *cause, since, until: now + pause, pause });
            }
            Err(_) => {}
        }
        self.stands_still.send_replace(state.standing.is_some());
        drop(state);
        self.changed.send_replace(());
    }

    /// Joins a room in its turn; a join also counts as a message.
    async fn enter<'a>(
        &self,
        ask: impl Fn() -> BoxFuture<'a, Result<(), MatrixError>>,
    ) -> Result<(), MatrixError> {
        loop {
            drop(self.turn(&self.joining, |state| &mut state.joins).await?);
            // The error may come from another server, or concern only that room.
            let asked = async { ask().await.map_err(of_one_thing) };
            match self.in_turn(asked, |state| &mut state.joins).await {
                Err(MatrixError::Transient { after: Some(_), .. }) => {}
                outcome => return outcome,
            }
        }
    }

    /// Remembers where a person asked for a private reply: they are told there if the creation of
    /// their room has to wait.
    pub(crate) fn note_room_request(&self, user: &UserId, place: &ChannelAddress, event: &MatrixEventId) {
        let now = self.timer.now();
        self.state().waiting.add_request(user, (place, event), now);
    }

    /// The place where a person is told, once, that their room takes long, and whether the server's
    /// limit on room creation is the reason.
    pub(crate) fn take_room_request(&self, user: &UserId) -> Option<(ChannelAddress, MatrixEventId, bool)> {
        let now = self.timer.now();
        self.state().waiting.take_request(user, now)
    }

    /// Wait of a person for their private room, if they wait.
    pub(crate) fn room_wait(&self, user: &UserId) -> Option<RoomWaitNotice> {
        self.state().waiting.wait_of(user, self.timer.now())
    }

    async fn existing_room_for(&self, user: &UserId, encrypted: bool) -> Result<Option<RoomId>, MatrixError> {
        let existing = if encrypted {
            self.link.existing_direct_room(user)
        } else {
            self.link.existing_plain_room(user)
        };
        existing.await.map_err(of_one_thing)
    }

    async fn room_for(&self, user: &UserId, encrypted: bool) -> Result<RoomId, MatrixError> {
        if let Some(room) = self.existing_room_for(user, encrypted).await? {
            self.state().waiting.remove(user);
            return Ok(room);
        }
        let now = self.timer.now();
        let at = {
            let mut state = self.state();
            let AccountState { waiting, rooms, .. } = &mut *state;
            waiting.promise(user, rooms, now)
        };
        if let Some(after) = at.checked_sub(now).filter(|after| !after.is_zero()) {
            let reason = format!("{} waits for a room of their own", user.0);
            return Err(MatrixError::Transient { reason, after: Some(after) });
        }
        // Room creation also counts as a message.
        let making = if encrypted { self.link.direct_room(user) } else { self.link.plain_room(user) };
        let made = self.in_turn(making, |state| &mut state.rooms).await;
        match &made {
            Err(MatrixError::Transient { after: Some(after), .. }) => self.put_off_rooms(*after),
            Err(
                MatrixError::Transient { .. } | MatrixError::AccountBlocked { .. } | MatrixError::LoggedOut,
            ) => {}
            // If the server refuses, the next private message tries again.
            Ok(_) | Err(_) => self.state().waiting.remove(user),
        }
        made
    }

    /// Postpones all room creation by the server's retry-after.
    fn put_off_rooms(&self, after: Duration) {
        let (mut state, now) = (self.state(), self.timer.now());
        let until = now + after.min(LONGEST_WISH);
        state.waiting.put_off(until, now);
        state.rooms.stop(until);
    }

    async fn is_reached(&self, known: bool) -> bool {
        let mut stands_still = self.stands_still.subscribe();
        loop {
            let stands = *stands_still.borrow_and_update();
            if known && stands {
                return false;
            }
            tokio::select! {
                answers = self.link.answers(known), if !stands => return answers,
                // `self` owns the sender, so the channel is not closed.
                _ = stands_still.changed() => {}
            }
        }
    }
}

/// Counts a waiting request until it is dropped.
struct WaiterCount<'a>(&'a AtomicU32);

impl<'a> WaiterCount<'a> {
    fn begin(waiting: &'a AtomicU32) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for WaiterCount<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Turns an account error of an unqueued request into a transient one: it may come from another
/// server that keeps the file or the room.
fn of_one_thing(failure: MatrixError) -> MatrixError {
    match failure {
        MatrixError::AccountBlocked { reason, .. } => MatrixError::Transient { reason, after: None },
        failure => failure,
    }
}

fn later(reason: &str) -> MatrixError {
    MatrixError::Transient { reason: reason.to_owned(), after: None }
}

impl MatrixApi for RateLimitedAccount {
    fn user(&self) -> UserId {
        self.link.user()
    }

    fn next(&self) -> BoxFuture<'_, Option<MatrixEvent>> {
        self.link.next()
    }

    fn done<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.link.done(room)
    }

    fn company(&self, room: &RoomId) -> Option<u64> {
        self.link.company(room)
    }

    fn is_own(&self, event: &MatrixEventId) -> Option<bool> {
        self.link.is_own(event)
    }

    fn thread_of(&self, event: &MatrixEventId) -> Option<MatrixEventId> {
        self.link.thread_of(event)
    }

    fn join<'a>(&'a self, room: &'a RoomId, direct: bool) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.enter(move || self.link.join(room, direct)))
    }

    fn mark_direct<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.link.mark_direct(room)
    }

    fn follow<'a>(&'a self, room: &'a RoomId, to: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.enter(move || self.link.follow(room, to)))
    }

    fn stands_behind<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
        other: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<bool, MatrixError>> {
        self.link.stands_behind(room, event, other)
    }

    fn decline<'a>(
        &'a self,
        request: &'a MatrixEventId,
        by: &'a UserId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.link.decline(request, by)
    }

    fn resolve<'a>(&'a self, alias: &'a str) -> BoxFuture<'a, Result<RoomRoute, MatrixError>> {
        Box::pin(async move { self.link.resolve(alias).await.map_err(of_one_thing) })
    }

    fn visit<'a>(&'a self, route: &'a RoomRoute) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.enter(move || self.link.visit(route)))
    }

    fn leave<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.link.leave(room)
    }

    fn turn_down<'a>(&'a self, room: &'a RoomId, reason: &'a str) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.link.turn_down(room, reason)
    }

    fn room<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<RoomState, MatrixError>> {
        Box::pin(async move { self.link.room(room).await.map_err(of_one_thing) })
    }

    fn member<'a>(
        &'a self,
        room: &'a RoomId,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<String>, MatrixError>> {
        Box::pin(async move { self.link.member(room, user).await.map_err(of_one_thing) })
    }

    fn is_encrypted<'a>(&'a self, room: &'a RoomId) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(async move { self.link.is_encrypted(room).await.map_err(of_one_thing) })
    }

    fn moderates<'a>(&'a self, room: &'a RoomId, user: &'a UserId) -> BoxFuture<'a, bool> {
        self.link.moderates(room, user)
    }

    fn upload<'a>(
        &'a self,
        room: &'a RoomId,
        message: &'a MatrixMessage,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(async move { self.link.upload(room, message, transaction).await.map_err(of_one_thing) })
    }

    fn origin<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<MessageOrigin, MatrixError>> {
        self.link.origin(room, event)
    }

    fn said<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<Option<RoomMessage>, MatrixError>> {
        self.link.said(room, event)
    }

    fn send<'a>(
        &'a self,
        room: &'a RoomId,
        message: MatrixMessage,
        transaction: TransactionId,
    ) -> BoxFuture<'a, Result<MatrixEventId, MatrixError>> {
        Box::pin(self.in_turn(self.link.send(room, message, transaction), |state| &mut state.messages))
    }

    fn react<'a>(
        &'a self,
        room: &'a RoomId,
        to: &'a MatrixEventId,
        key: &'a str,
        transaction: &'a TransactionId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        Box::pin(self.if_free(self.link.react(room, to, key, transaction)))
    }

    fn mark_read<'a>(
        &'a self,
        room: &'a RoomId,
        event: &'a MatrixEventId,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.link.mark_read(room, event)
    }

    fn show_typing<'a>(
        &'a self,
        room: &'a RoomId,
        time: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), MatrixError>> {
        self.link.show_typing(room, time)
    }

    fn encrypts<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<bool, MatrixError>> {
        Box::pin(async move { self.link.encrypts(user).await.map_err(of_one_thing) })
    }

    fn existing_direct_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>> {
        Box::pin(self.existing_room_for(user, true))
    }

    fn direct_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>> {
        Box::pin(self.room_for(user, true))
    }

    fn existing_plain_room<'a>(
        &'a self,
        user: &'a UserId,
    ) -> BoxFuture<'a, Result<Option<RoomId>, MatrixError>> {
        Box::pin(self.existing_room_for(user, false))
    }

    fn plain_room<'a>(&'a self, user: &'a UserId) -> BoxFuture<'a, Result<RoomId, MatrixError>> {
        Box::pin(self.room_for(user, false))
    }

    fn answers(&self, known: bool) -> BoxFuture<'_, bool> {
        Box::pin(self.is_reached(known))
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.link.close()
    }
}
