//! Takes reports of platforms about reachability: the program starts, a platform or channel becomes
//! unavailable or available again, a person accepts no direct messages. No player loses a game by
//! any of them. Not here: the effect on clocks (`core::uptime`, `core::game`), and how a platform
//! notices (its own code).

use std::future::Future;

use adoube_store::CommitOutcome;

use crate::{
    Bot, ChannelId, ChatEvent, IdempotencyKey, Reply, RepositoryError,
    core::{
        decision::StoredAnswer,
        notice::ReminderNotice,
        records::{PlayerGame, UnitOfWork},
    },
    gameplay::{GameProgress, HandlerError},
    scheduler,
};

/// Retries after version conflicts.
const ATTEMPTS: usize = 16;

impl Bot {
    /// Records the outage since the last heartbeat, before any event is handled: no clock ran in
    /// it. No game record is written.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn begin(&self) -> Result<(), RepositoryError> {
        self.inner.uptime.begin(&self.inner.ledger, &*self.inner.clock).await
    }

    /// Writes a heartbeat at intervals until `stop` resolves. Every process runs it.
    pub async fn keep_alive(&self, stop: impl Future<Output = ()>) {
        self.inner.uptime.keep(&self.inner.ledger, &*self.inner.clock, stop).await;
    }

    /// A platform, or a part of it, is unreachable: `discord`, or `discord/3-16`. No clock runs on
    /// it until it is [reachable](Self::platform_reachable) again. May be repeated.
    ///
    /// # Errors
    ///
    /// A store error. The outage is remembered all the same, and written with the next heartbeat.
    pub async fn platform_unreachable(&self, source: &str) -> Result<(), RepositoryError> {
        self.inner.uptime.gone(&self.inner.ledger, &*self.inner.clock, source).await
    }

    /// A platform is reachable again. Outages shorter than two minutes do not count.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn platform_reachable(&self, source: &str) -> Result<(), RepositoryError> {
        self.inner.uptime.back(&self.inner.ledger, &*self.inner.clock, source).await
    }

    /// The board of a channel's game cannot be shown, so its clock stops; returns whether that is
    /// new.
    ///
    /// # Errors
    ///
    /// A store error.
    #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    pub async fn channel_unavailable(&self, channel: &ChannelId) -> Result<bool, RepositoryError> {
        self.change_game(channel, None, |course| course.mark_channel_unavailable()).await
    }

    /// The bot was removed from a channel's community: the clock of the game stops, and both
    /// players are notified, also in games without a clock. Returns whether there is a game. The
    /// caller calls this once for each removal.
    ///
    /// # Errors
    ///
    /// A store error.
    #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    pub async fn place_removed(&self, channel: &ChannelId) -> Result<bool, RepositoryError> {
        self.change_game(channel, None, |course| course.remove_place()).await
    }

    /// The board can be shown again; returns whether that is new.
    ///
    /// # Errors
    ///
    /// A store error.
    #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    pub async fn channel_available(&self, channel: &ChannelId) -> Result<bool, RepositoryError> {
        self.change_game(channel, None, |course| course.mark_channel_available()).await
    }

    /// A channel was deleted, and with it the place of a game against the computer: the game ends
    /// without a result. Returns whether one did.
    ///
    /// # Errors
    ///
    /// A store error.
    #[allow(clippy::redundant_closure_for_method_calls, reason = "the method is not general enough")]
    pub async fn abandon_with_computer(&self, channel: &ChannelId) -> Result<bool, RepositoryError> {
        self.change_game(channel, None, |course| course.abandon_with_computer()).await
    }

    /// Whether a game with a clock runs in a channel.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn is_timed_in(&self, channel: &ChannelId) -> Result<bool, RepositoryError> {
        let game = self.inner.ledger.channel(channel).await?.value.game;
        Ok(game.is_some_and(|game| game.clock.is_some()))
    }

    /// The platform does not accept a private reminder to a player who chose those: the player is
    /// reminded in the channel, now and in future. Acts once for each reminder.
    ///
    /// # Errors
    ///
    /// A store error.
    pub async fn direct_message_refused(
        &self,
        channel: &ChannelId,
        reminder: &ReminderNotice,
    ) -> Result<(), RepositoryError> {
        let Some(game) = reminder.games.first() else { return Ok(()) };
        let event = IdempotencyKey::new(format!("private-refused:{}:{}", game.game, reminder.said_at))?;
        self.change_game(channel, Some(event), |course| {
            course.remind_here(reminder);
            Ok(true)
        })
        .await?;
        Ok(())
    }

    /// Notifies the opponents of a person whose vacation this event began or ended, in each running
    /// game whose clock it stops or starts: those in which the person is to move, with a time
    /// control in days. The vacation itself is a record of the person and changes no game; if a
    /// notice fails, the next board shows the vacation.
    pub(crate) async fn tell_absence(&self, event: &ChatEvent) {
        if let Err(error) = self.tell_absence_in_games(event).await {
            tracing::error!(%error, person = %event.person.id, "opponents are not told of a vacation");
        }
    }

    async fn tell_absence_in_games(&self, event: &ChatEvent) -> Result<(), RepositoryError> {
        let (person, ledger) = (&event.person.id, &self.inner.ledger);
        let games = ledger.running_games_of(person).await?;
        for PlayerGame { record, side, .. } in games.iter().filter(|game| game.is_stopped_by_vacation()) {
            let id = format!("absence:{}:{:016x}", record.id, digest(&event.event.to_string()));
            self.change_game(&record.channel, Some(IdempotencyKey::new(id)?), |course| {
                Ok(course.tell_absence(&record.id, *side))
            })
            .await?;
        }
        Ok(())
    }

    /// Changes a channel's game without an event of a person; returns whether it was changed.
    async fn change_game(
        &self,
        channel: &ChannelId,
        event: Option<IdempotencyKey>,
        change: impl Fn(&mut GameProgress<'_>) -> Result<bool, HandlerError>,
    ) -> Result<bool, RepositoryError> {
        let inner = &self.inner;
        inner.check_clock_jump().await?;
        let mut is_settled = false;
        for _ in 0..ATTEMPTS {
            let kept = inner.ledger.channel(channel).await?;
            let still = inner.ledger.pause_times(&kept.value).await?;
            let now = inner.clock.now_millis();
            if !is_settled
                && kept.value.game.as_ref().is_some_and(|game| GameProgress::is_overdue(game, &still, now))
            {
                is_settled = scheduler::run_overdue_clock(inner, channel, kept).await?;
                continue;
            }
            let mut draft = UnitOfWork::new(channel.clone(), kept, still, inner.clock.now_millis());
            if !change(&mut GameProgress::new(inner, &mut draft)).map_err(HandlerError::into_fault)? {
                return Ok(false);
            }
            let batch = match &event {
                Some(event) => draft.into_commit(event, &StoredAnswer::from(Reply::Public))?,
                None => draft.written()?,
            };
            match inner.commit(batch).await? {
                CommitOutcome::Applied => return Ok(true),
                CommitOutcome::Duplicate { .. } => return Ok(false),
                CommitOutcome::Conflict { .. } => {}
            }
        }
        Err(RepositoryError::Panicked("a channel that changes all the time".to_owned()))
    }
}

/// FNV-1a of an idempotency key, whose own length may already be the limit.
fn digest(id: &str) -> u64 {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
