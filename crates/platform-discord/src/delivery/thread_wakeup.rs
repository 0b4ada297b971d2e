//! Reopens archived threads with a running game, as people cannot use commands in an archived
//! thread.
//!
//! Discord does not say whether a person archived the thread, so the bot wakes it a few times a day
//! and then leaves it archived; every message in it wakes it, too. Not here: opening and closing
//! threads (`game_threads`).

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::{ChannelId, Clock};
use adoube_discord_client::{ChannelId as DiscordChannelId, DiscordApi, GuildId, RequestError, ThreadState};
use adoube_store::Store;

use crate::{
    delivery::{
        availability::{ChannelAvailability, block_from_error},
        request_retry::retry,
        thread_records,
    },
    ids::{bot_channel, channel_link},
    message::{
        nonce::nonce,
        platform_text::{DiscordSentence, DiscordText},
        render::render_sentence,
    },
    state::{
        channel_context::ChannelBlock, channel_repository::ChannelRepository, languages::ReaderLanguages,
        shared::SharedServices,
    },
};

/// Wake-ups of a thread within a day, at most.
const MAX_WAKEUPS: usize = 3;
const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Threads whose wake-ups are remembered.
const MAX_THREADS: usize = 10_000;

/// Times of each thread's wake-ups within the last day.
#[derive(Default)]
struct ThreadWakeups {
    woken: Mutex<HashMap<ChannelId, VecDeque<u64>>>,
    /// Serialises the wake-ups, so that a hundred at once do not delay the players.
    turn: tokio::sync::Mutex<()>,
}

/// What to do with a thread that was archived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SleepingThreadAction {
    /// Wake it.
    Wake,
    /// Leave it archived and announce that: it was woken too often.
    Tell,
    /// Leave it archived.
    Leave,
}

impl ThreadWakeups {
    /// Chooses the action for an archived thread; `now` in milliseconds since 1970.
    fn decide(&self, thread: &ChannelId, now: u64) -> SleepingThreadAction {
        // Each update is a single step, so the data is consistent after a panic elsewhere.
        let mut woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        if woken.len() >= MAX_THREADS && !woken.contains_key(thread) {
            woken.clear();
        }
        let times = woken.entry(thread.clone()).or_default();
        times.retain(|at| now.saturating_sub(*at) < DAY_MS);
        match times.len() {
            0..MAX_WAKEUPS => {
                times.push_back(now);
                SleepingThreadAction::Wake
            }
            MAX_WAKEUPS => {
                times.push_back(now);
                SleepingThreadAction::Tell
            }
            _ => SleepingThreadAction::Leave,
        }
    }
}

/// Handles changes of the games' threads.
pub(crate) struct ThreadMonitor {
    api: Arc<dyn DiscordApi>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    contexts: Arc<ChannelRepository>,
    languages: Arc<ReaderLanguages>,
    text: Arc<DiscordText>,
    availability: Arc<ChannelAvailability>,
    wakeups: ThreadWakeups,
}

impl ThreadMonitor {
    pub(crate) fn new(shared: &SharedServices, availability: Arc<ChannelAvailability>) -> Self {
        let SharedServices { api, store, clock, contexts, languages, text, .. } = shared.clone();
        let wakeups = ThreadWakeups::default();
        Self { api, store, clock, contexts, languages, text, availability, wakeups }
    }

    /// Checks the threads of running games in a server when a session begins: Discord does not
    /// report earlier changes.
    pub(crate) async fn check_threads(self: Arc<Self>, guild: GuildId, active: Vec<ThreadState>) {
        let active: HashMap<ChannelId, ThreadState> =
            active.into_iter().map(|thread| (bot_channel(thread.id), thread)).collect();
        let threads = match thread_records::open_threads(&*self.store, guild).await {
            Ok(threads) => threads,
            Err(error) => {
                tracing::error!(%error, guild = guild.get(), "the threads of a server cannot be looked at");
                return;
            }
        };
        for thread in threads {
            match active.get(&thread) {
                // The thread may have been locked or unlocked.
                Some(state) => Arc::clone(&self).thread_changed(*state).await,
                None if self.availability.is_played_in(&thread).await => self.handle_archived(thread).await,
                None => {}
            }
        }
    }

    /// Handles a thread that was changed, or appeared again.
    pub(crate) async fn thread_changed(self: Arc<Self>, thread: ThreadState) {
        let channel = bot_channel(thread.id);
        if !self.availability.is_played_in(&channel).await {
            return;
        }
        if let Some(parent) = thread.parent
            && let Err(error) = self.contexts.set_parent(&channel, parent.get()).await
        {
            tracing::error!(%error, %channel, "where a thread belongs cannot be noted");
        }
        if thread.locked {
            self.availability.block(&channel, ChannelBlock::Locked).await;
            return;
        }
        self.availability.unblock(&channel).await;
        if thread.archived {
            self.handle_archived(channel).await;
        }
    }

    /// Handles a deleted channel or thread.
    pub(crate) async fn channel_deleted(self: Arc<Self>, id: DiscordChannelId) {
        let channel = bot_channel(id);
        if self.availability.is_played_in(&channel).await {
            self.availability.block(&channel, ChannelBlock::Gone).await;
        }
    }

    /// Handles an archived thread with a running game.
    async fn handle_archived(self: &Arc<Self>, thread: ChannelId) {
        match self.wakeups.decide(&thread, self.clock.now_millis()) {
            SleepingThreadAction::Leave => {}
            SleepingThreadAction::Tell => self.announce_left_archived(&thread).await,
            SleepingThreadAction::Wake => {
                let monitor = Arc::clone(self);
                // The wake-up may take long. The shutdown does not wait for it, because the next
                // start checks again.
                tokio::spawn(async move { monitor.wake_in_turn(&thread).await });
            }
        }
    }

    async fn wake_in_turn(&self, thread: &ChannelId) {
        let _turn = self.wakeups.turn.lock().await;
        // The game may have ended meanwhile.
        if !self.availability.is_played_in(thread).await {
            return;
        }
        match retry(|| self.availability.wake_thread(thread)).await {
            Ok(()) => {}
            Err(
                failure @ (RequestError::ThreadLocked(_)
                | RequestError::ThreadArchived(_)
                | RequestError::NotFound(_)),
            ) => {
                if let Some(reason) = block_from_error(&failure) {
                    self.availability.block(thread, reason).await;
                }
            }
            // A message in the thread still wakes it.
            Err(failure) => tracing::warn!(%failure, %thread, "a thread is not woken"),
        }
    }

    /// Announces in the parent channel that a thread is left archived.
    async fn announce_left_archived(&self, thread: &ChannelId) {
        let Ok(Some(context)) = self.contexts.get(thread).await else { return };
        let Some(parent) = context.parent.and_then(DiscordChannelId::new) else { return };
        let language = self.languages.of_channel(&context).await;
        let words = self.text.say(language, DiscordSentence::LeftAsleep, &channel_link(thread));
        let body = render_sentence(&words);
        let day = self.clock.now_millis() / DAY_MS;
        let nonce = nonce(format!("asleep {thread} {day}").as_bytes());
        if let Err(failure) = retry(|| self.api.post(parent, &body, &nonce)).await {
            tracing::warn!(%failure, %thread, "nobody is told that a thread is left asleep");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_woken_some_times_a_day_and_that_it_is_not_is_told_once() {
        let wakes = ThreadWakeups::default();
        let (one, other) = (ChannelId("discord:1".to_owned()), ChannelId("discord:2".to_owned()));
        let judged: Vec<SleepingThreadAction> =
            (0..6).map(|minute| wakes.decide(&one, minute * 60_000)).collect();
        let expected = [SleepingThreadAction::Wake; MAX_WAKEUPS].into_iter().chain([
            SleepingThreadAction::Tell,
            SleepingThreadAction::Leave,
            SleepingThreadAction::Leave,
        ]);
        assert_eq!(judged, expected.collect::<Vec<_>>());
        assert_eq!(wakes.decide(&other, 0), SleepingThreadAction::Wake);
        assert_eq!(wakes.decide(&one, DAY_MS + 60_000), SleepingThreadAction::Wake, "that was yesterday");
    }

    #[test]
    fn however_many_threads_there_are_not_all_are_remembered() {
        let wakes = ThreadWakeups::default();
        for thread in 0..=MAX_THREADS {
            assert_eq!(wakes.decide(&ChannelId(format!("discord:{thread}")), 0), SleepingThreadAction::Wake);
        }
        assert!(wakes.woken.lock().expect("a lock").len() <= MAX_THREADS);
    }
}
