//! Writes and reads wake-up rows, one for each person: they tell the process that serves a person's
//! pages that another process has news for them.
//!
//! A wake-up concerns its person alone, and tells only what this process would tell them too. A
//! store of one process has no such rows. Not here: the polling (`store_poller.rs`).

use std::{collections::BTreeMap, sync::Arc};

use adoube_bot::{Bot, ChannelId, PersonId, forms};
use adoube_store::{Batch, CommitOutcome, Key, Store};

use crate::{
    identity::people::WebPeople,
    log::{
        chat_log::ChatLog,
        entry::{LogContent, LogError},
        log_id::LogId,
    },
    presence::{board::PresenceBoard, update::PersonUpdate},
    records::{self, BELL, TABLE},
    sync::stored::{StoredWakeup, StoredWakeupReason},
};

/// Wake-ups in a row; a process that is further behind misses the oldest.
const REMEMBERED: usize = 8;
/// Attempts to write wake-up rows; an attempt fails if another process writes one first.
const ATTEMPTS: usize = 8;

/// The key of a person's wake-up row.
pub(crate) fn key(person: &PersonId) -> Key {
    records::key(BELL).text(&person.0)
}

/// A person to wake, and the channel and number of the entry for which.
pub(crate) type PersonWakeup = (PersonId, Option<(ChannelId, u64)>);

/// Wakes the pages of people that other processes serve, and handles wake-ups by others.
pub(crate) struct PersonWakeups {
    service: Bot,
    store: Arc<dyn Store>,
    /// The random name of this process in wake-up rows.
    process: String,
    presence: PresenceBoard,
    people: WebPeople,
    log: ChatLog,
}

impl PersonWakeups {
    pub(crate) fn new(
        service: Bot,
        store: Arc<dyn Store>,
        presence: PresenceBoard,
        people: WebPeople,
        log: ChatLog,
    ) -> Self {
        let process = format!("{:016x}", rand::random::<u64>());
        Self { service, store, process, presence, people, log }
    }

    /// The writes that wake people, each for a new entry of a channel's log or, without one, for a
    /// changed profile.
    pub(crate) async fn wakeup_writes(&self, wakeups: &[PersonWakeup]) -> Result<Batch, LogError> {
        let mut batch = Batch::new();
        if !self.store.is_shared() {
            return Ok(batch);
        }
        // One write for each person's row, even with several wake-ups.
        let mut by_person: BTreeMap<&PersonId, Vec<_>> = BTreeMap::new();
        for (person, said) in wakeups {
            by_person.entry(person).or_default().push(said.clone());
        }
        for (person, news) in by_person {
            let record = self.store.get(TABLE, key(person).as_ref()).await?;
            let version = record.as_ref().map(|record| record.version);
            let kept = record.and_then(|record| forms::read_or_tell(key(person).as_ref(), &record.value));
            let StoredWakeup { mut rings } = kept.unwrap_or_default();
            let last = rings.last().map_or(0, |last: &StoredWakeupReason| last.number);
            for (number, said) in (last + 1..).zip(news) {
                rings.push(StoredWakeupReason { number, by: self.process.clone(), said });
            }
            rings.drain(..rings.len().saturating_sub(REMEMBERED));
            let form = |reason| {
                let channel = ChannelId(person.0.clone());
                LogError::Form { channel, number: last, reason }
            };
            let value = forms::write(&StoredWakeup { rings }).map_err(form)?;
            batch = batch.expect(TABLE, key(person), version).put(TABLE, key(person), value);
        }
        Ok(batch)
    }

    /// Wakes a person. Errors are only logged.
    pub(crate) async fn wake_person(&self, person: &PersonId, said: Option<(ChannelId, u64)>) {
        let wakeups = [(person.clone(), said)];
        for _ in 0..ATTEMPTS {
            let rung = match self.wakeup_writes(&wakeups).await {
                Ok(batch) if batch.writes.is_empty() => return,
                Ok(batch) => self.store.commit(batch).await.map_err(LogError::from),
                Err(error) => Err(error),
            };
            match rung {
                Ok(CommitOutcome::Conflict { .. }) => {}
                Ok(CommitOutcome::Applied | CommitOutcome::Duplicate { .. }) => return,
                Err(error) => {
                    tracing::error!(%error, "somebody's pages at other processes are told later");
                    return;
                }
            }
        }
    }

    /// Sends a person's pages the wake-ups of other processes since the last read.
    pub(crate) async fn handle_wakeup(&self, person: &PersonId, is_first: bool) -> Result<(), LogError> {
        let Some(record) = self.store.get(TABLE, key(person).as_ref()).await? else {
            self.presence.heard(person, None, 0);
            return Ok(());
        };
        let bell = forms::read_or_tell::<StoredWakeup>(key(person).as_ref(), &record.value);
        let rings = bell.unwrap_or_default().rings;
        let last = rings.last().map_or(0, |last| last.number);
        let Some(before) = self.presence.heard(person, Some(record.version), last) else { return Ok(()) };
        if is_first {
            // These wake-ups are from the time of connecting; the profile may have changed before.
            self.look_at(person).await;
            self.presence.tell(person, &PersonUpdate::Look);
            return Ok(());
        }
        for ring in rings.into_iter().filter(|ring| ring.number > before && ring.by != self.process) {
            let told = if let Some((channel, number)) = ring.said {
                let entry = self.log.entry(&LogId::Everybody(channel.clone()), number).await?;
                entry.and_then(|entry| match &entry.what {
                    LogContent::Notice(notice) => Some(PersonUpdate::Notice(channel, notice.clone().into())),
                    LogContent::Said { by, text } => {
                        let (by, text) = (by.name.clone(), text.text().to_owned());
                        Some(PersonUpdate::Named { channel, by, text })
                    }
                    LogContent::Command { .. } | LogContent::Private { .. } => None,
                })
            } else {
                self.look_at(person).await;
                None
            };
            self.presence.tell(person, &told.unwrap_or(PersonUpdate::Look));
        }
        Ok(())
    }

    /// Updates a person's pages with their present profile.
    async fn look_at(&self, person: &PersonId) {
        match self.people.profile(person).await {
            Ok(Some(profile)) => {
                let profile = profile.with_preferences(&self.service, person).await;
                self.presence.change(person, &profile);
            }
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "somebody's pages show them as they were"),
        }
    }
}
