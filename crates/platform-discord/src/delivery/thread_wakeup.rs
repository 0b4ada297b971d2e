//! Threads in which a game is played stay awake: Discord puts those to sleep in which nobody writes, and in one that
//! sleeps nobody can use a command. It does not say whether a person did it, so a thread is woken some times a day and
//! then left to those who play there: whatever is written wakes it, reminders too. Not here: threads that are opened and
//! closed with a game (`threads`), and those in which nobody may write (`places`).

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use adoube_bot::{ChannelId, forms};
use adoube_discord_client::{GuildId, RequestError, ThreadState};
use adoube_store::{BatchWrite, Key, KeyReader, ScanOrder, Store, StoreError};

use crate::{
    DiscordPlatform, PLATFORM, channel_id,
    delivery::transport::nonce,
    interactions::respond::retry,
    message::platform_text::DiscordSentence,
    records::{self, StoredThread},
};

/// How often a thread is woken within a day.
const WAKES: usize = 3;
const DAY: u64 = 24 * 60 * 60 * 1000;
/// Threads of which that is remembered.
const REMEMBERED: usize = 10_000;
/// Threads looked at in one step.
const PAGE: usize = 256;

/// When threads were woken.
#[derive(Default)]
pub(crate) struct ThreadWakeups {
    woken: Mutex<HashMap<ChannelId, VecDeque<u64>>>,
    /// One is woken after the other, so that a hundred at once keep nobody waiting who plays.
    turn: tokio::sync::Mutex<()>,
}

/// What is to be done about a thread that was put to sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SleepingThreadAction {
    /// It is woken.
    Wake,
    /// It was woken too often: that is told, and it is left asleep.
    Tell,
    /// It is left asleep.
    Leave,
}

impl ThreadWakeups {
    /// What to do about a thread that sleeps; `now` in milliseconds since 1970.
    fn judge(&self, thread: &ChannelId, now: u64) -> SleepingThreadAction {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        let mut woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        if woken.len() >= REMEMBERED && !woken.contains_key(thread) {
            woken.clear();
        }
        let times = woken.entry(thread.clone()).or_default();
        times.retain(|at| now.saturating_sub(*at) < DAY);
        match times.len() {
            0..WAKES => {
                times.push_back(now);
                SleepingThreadAction::Wake
            }
            WAKES => {
                times.push_back(now);
                SleepingThreadAction::Tell
            }
            _ => SleepingThreadAction::Leave,
        }
    }
}

impl DiscordPlatform {
    /// A session has begun, and of what happened before it nobody was told: the threads of games that run are looked at.
    pub(crate) async fn check_threads(self: Arc<Self>, guild: GuildId, awake: Vec<ThreadState>) {
        let awake: HashMap<ChannelId, ThreadState> = awake
            .into_iter()
            .map(|thread| (ChannelId(format!("{PLATFORM}:{}", thread.id)), thread))
            .collect();
        let threads = match self.threads_of(guild).await {
            Ok(threads) => threads,
            Err(error) => {
                tracing::error!(%error, guild = guild.get(), "the threads of a server cannot be looked at");
                return;
            }
        };
        for thread in threads {
            match awake.get(&thread) {
                // It may have been locked or unlocked.
                Some(state) => Arc::clone(&self).thread_changed(*state).await,
                None if self.is_played_in(&thread).await => self.handle_archived(thread).await,
                None => {}
            }
        }
    }

    /// The threads of a server that were opened for games which run, as far as is known.
    async fn threads_of(&self, guild: GuildId) -> Result<Vec<ChannelId>, StoreError> {
        let mut range = adoube_store::KeyRange::prefix(records::threads_key(guild.get()));
        let mut threads = Vec::new();
        loop {
            let page = self.store.scan(records::TABLE, range.clone(), ScanOrder::Ascending, PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(threads) };
            range = range.after(last);
            threads.extend(page.iter().filter_map(|(key, _)| thread_of(key)));
        }
    }

    pub(crate) async fn is_played_in(&self, channel: &ChannelId) -> bool {
        let played = self.service.is_played_in(channel).await;
        played
            .inspect_err(|error| tracing::error!(%error, %channel, "what goes on in a thread cannot be read"))
            .unwrap_or(false)
    }

    /// A thread in which a game is played was put to sleep.
    pub(crate) async fn handle_archived(self: &Arc<Self>, thread: ChannelId) {
        match self.wakes.judge(&thread, self.clock.now_millis()) {
            SleepingThreadAction::Leave => {}
            SleepingThreadAction::Tell => self.tell_of_sleep(&thread).await,
            SleepingThreadAction::Wake => {
                let discord = Arc::clone(self);
                // It may take long, and the program does not wait for it when it stops: at the next start it is looked at.
                tokio::spawn(async move { discord.wake_in_turn(&thread).await });
            }
        }
    }

    async fn wake_in_turn(self: &Arc<Self>, thread: &ChannelId) {
        let _turn = self.wakes.turn.lock().await;
        // It may have ended until now.
        if !self.is_played_in(thread).await {
            return;
        }
        match retry(|| self.wake(thread)).await {
            Ok(()) => {}
            Err(
                failure @ (RequestError::ThreadLocked(_)
                | RequestError::ThreadArchived(_)
                | RequestError::NotFound(_)),
            ) => {
                if let Some(why) = Self::block_from_error(&failure) {
                    self.lose_place(thread, why).await;
                }
            }
            // What is written there may wake it all the same.
            Err(failure) => tracing::warn!(%failure, %thread, "a thread is not woken"),
        }
    }

    /// Wakes a thread. Who began it may do that although it is locked, which helps nobody.
    pub(crate) async fn wake(&self, thread: &ChannelId) -> Result<(), RequestError> {
        let id = channel_id(thread).ok_or_else(|| RequestError::NotFound(thread.to_string()))?;
        match self.link.wake_thread(id).await? {
            Some(ThreadState { locked: true, .. }) => Err(RequestError::ThreadLocked(thread.to_string())),
            _ => Ok(()),
        }
    }

    /// Says in the channel it belongs to that a thread is left asleep.
    async fn tell_of_sleep(&self, thread: &ChannelId) {
        let Ok(Some(place)) = self.known_channels.get(thread).await else { return };
        let Some(parent) = place.parent.and_then(adoube_discord_client::ChannelId::new) else { return };
        let link = channel_id(thread).map(|id| format!("<#{id}>")).unwrap_or_default();
        let language = self.language_in(&place).await;
        let body = crate::message::render::of_sentence(&self.words.say(
            language,
            DiscordSentence::LeftAsleep,
            &link,
        ));
        let day = self.clock.now_millis() / DAY;
        let nonce = nonce(format!("asleep {thread} {day}").as_bytes());
        if let Err(failure) = retry(|| self.link.post(parent, &body, &nonce)).await {
            tracing::warn!(%failure, %thread, "nobody is told that a thread is left asleep");
        }
    }
}

/// What is written when a thread was opened for a game in a server.
pub(crate) fn opened(guild: u64, thread: &ChannelId) -> Option<BatchWrite> {
    let value = forms::write(&StoredThread {}).ok()?;
    Some(BatchWrite::Put { table: records::TABLE, key: key(guild, thread).into(), value })
}

/// Whether that is written.
pub(crate) async fn is_open(store: &dyn Store, guild: u64, thread: &ChannelId) -> Result<bool, StoreError> {
    Ok(store.get(records::TABLE, key(guild, thread).as_ref()).await?.is_some())
}

/// What is written when it was closed.
pub(crate) fn closed(guild: u64, thread: &ChannelId) -> BatchWrite {
    BatchWrite::Delete { table: records::TABLE, key: key(guild, thread).into() }
}

fn key(guild: u64, thread: &ChannelId) -> Key {
    records::threads_key(guild).text(&thread.0)
}

/// The thread a row is about.
fn thread_of(key: &[u8]) -> Option<ChannelId> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.number()?;
    Some(ChannelId(reader.text()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_woken_some_times_a_day_and_that_it_is_not_is_told_once() {
        let wakes = ThreadWakeups::default();
        let (one, other) = (ChannelId("discord:1".to_owned()), ChannelId("discord:2".to_owned()));
        let judged: Vec<SleepingThreadAction> =
            (0..6).map(|minute| wakes.judge(&one, minute * 60_000)).collect();
        let expected = [SleepingThreadAction::Wake; WAKES].into_iter().chain([
            SleepingThreadAction::Tell,
            SleepingThreadAction::Leave,
            SleepingThreadAction::Leave,
        ]);
        assert_eq!(judged, expected.collect::<Vec<_>>());
        assert_eq!(wakes.judge(&other, 0), SleepingThreadAction::Wake);
        assert_eq!(wakes.judge(&one, DAY + 60_000), SleepingThreadAction::Wake, "that was yesterday");
    }

    #[test]
    fn however_many_threads_there_are_not_all_are_remembered() {
        let wakes = ThreadWakeups::default();
        for thread in 0..=REMEMBERED {
            assert_eq!(wakes.judge(&ChannelId(format!("discord:{thread}")), 0), SleepingThreadAction::Wake);
        }
        assert!(wakes.woken.lock().expect("a lock").len() <= REMEMBERED);
    }
}
