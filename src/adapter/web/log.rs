//! What was said in each channel, in order, for ever (that is, for the last [`KEPT_ENTRIES`]). Every way to an entry
//! leads through [`Entry::is_for`]: what is said to one person is never shown to another. Not here: how an entry looks
//! to its reader (`view`), who reads (`socket`, `pictures`).
//!
//! | table | key | value |
//! |---|---|---|
//! | message | channel, number | [`Entry`] |
//!
//! Numbers begin at 1 and have no gaps when they are given out. A writer takes the channel's [`Place`], writes, and
//! publishes; so numbers become visible in their order, and a reader that knows a number has seen everything before.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_service::{ChannelId, Notice, Person, PersonId};
use adoube_store::{Batch, Key, KeyRange, KeyReader, Order, Store, StoreError, Table, Write};
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedMutexGuard, watch};

use super::limits::KEPT_ENTRIES;

/// Entries per channel that are kept in memory, because everybody who is connected is about to read them.
const RECENT: usize = 128;

/// Something said in a channel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// When, in milliseconds since 1970.
    pub(super) at: u64,
    /// The sender's id of the event it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<String>,
    /// What.
    pub(super) what: What,
}

/// What was said, and by whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum What {
    /// Words to everybody.
    Said {
        /// Who.
        by: Person,
        /// The words.
        text: String,
    },
    /// A command; only its giver sees it, because what comes of it is told to everybody anyway. So are words that are
    /// part of a hidden turn.
    Command {
        /// Who.
        by: Person,
        /// The line, with its slash if it has one.
        text: String,
    },
    /// The bot to everybody.
    Notice(Box<Notice>),
    /// The bot to one person.
    Private {
        /// To whom.
        to: PersonId,
        /// What.
        notice: Box<Notice>,
        /// The number of the first message in whose place this one stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_place_of: Option<u64>,
    },
}

impl Entry {
    /// Whether this person may see it. The only place that decides this.
    pub(super) fn is_for(&self, person: &PersonId) -> bool {
        match &self.what {
            What::Said { .. } | What::Notice(_) => true,
            What::Command { by, .. } => by.id == *person,
            What::Private { to, .. } => to == person,
        }
    }

    /// The bot's words in it.
    pub(super) fn notice(&self) -> Option<&Notice> {
        match &self.what {
            What::Notice(notice) | What::Private { notice, .. } => Some(notice),
            What::Said { .. } | What::Command { .. } => None,
        }
    }
}

/// An entry and its number.
pub(super) type Numbered = (u64, Arc<Entry>);

/// Why an entry cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum LogError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An entry cannot be read or written.
    #[error("entry {number} of {channel}: {reason}")]
    Form {
        /// Where.
        channel: ChannelId,
        /// Which.
        number: u64,
        /// What is wrong.
        reason: serde_json::Error,
    },
}

/// The logs of all channels. Cheap to clone.
#[derive(Clone)]
pub(super) struct Log {
    store: Arc<dyn Store>,
    channels: Arc<Mutex<HashMap<ChannelId, Arc<ChannelLog>>>>,
}

struct ChannelLog {
    /// The number given out last; `None` when only the store knows.
    last: Arc<tokio::sync::Mutex<Option<u64>>>,
    head: watch::Sender<u64>,
    recent: Mutex<VecDeque<Numbered>>,
}

impl Log {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, channels: Arc::default() }
    }

    /// The number of the newest entry, 0 for none; changes when there is a newer one.
    pub(super) async fn head(&self, channel: &ChannelId) -> Result<watch::Receiver<u64>, LogError> {
        let log = self.channel(channel);
        // Taking the place once makes sure that the store has been asked.
        let mut last = Arc::clone(&log.last).lock_owned().await;
        self.last(channel, &log, &mut last).await?;
        Ok(log.head.subscribe())
    }

    /// The place at the end of a channel; others wait until it is published or given up.
    pub(super) async fn place(&self, channel: &ChannelId) -> Result<Place, LogError> {
        let log = self.channel(channel);
        let mut last = Arc::clone(&log.last).lock_owned().await;
        let first = self.last(channel, &log, &mut last).await? + 1;
        // Until it is published nobody can know what the store holds: the next one shall look.
        *last = None;
        Ok(Place {
            channel: channel.clone(),
            log,
            last,
            next: first,
            added: Vec::new(),
            removed: Vec::new(),
            writes: Vec::new(),
        })
    }

    async fn last(
        &self,
        channel: &ChannelId,
        log: &ChannelLog,
        last: &mut Option<u64>,
    ) -> Result<u64, LogError> {
        if let Some(last) = *last {
            return Ok(last);
        }
        let rows =
            self.store.scan(Table::Message, KeyRange::prefix(log_key(channel)), Order::Descending, 1).await?;
        let found = rows.first().and_then(|(key, _)| number_of(key)).unwrap_or(0);
        let known = *log.head.borrow();
        if found > known {
            // An entry may have become durable although its writer never heard so; readers shall get it.
            log.recent().clear();
            log.head.send_replace(found);
        }
        let newest = found.max(known);
        *last = Some(newest);
        Ok(newest)
    }

    /// Up to `limit` entries after this number, oldest first, whoever they are for.
    pub(super) async fn after(
        &self,
        channel: &ChannelId,
        number: u64,
        limit: usize,
    ) -> Result<Vec<Numbered>, LogError> {
        if let Some(recent) = self.channel(channel).recent_after(number, limit) {
            return Ok(recent);
        }
        let range = KeyRange::prefix(log_key(channel)).after(entry_key(channel, number).as_ref());
        self.read(channel, range, Order::Ascending, limit).await
    }

    /// Up to `limit` entries before this number, newest first, whoever they are for.
    pub(super) async fn before(
        &self,
        channel: &ChannelId,
        number: u64,
        limit: usize,
    ) -> Result<Vec<Numbered>, LogError> {
        let range = KeyRange::prefix(log_key(channel)).before(entry_key(channel, number).as_ref());
        self.read(channel, range, Order::Descending, limit).await
    }

    /// One entry, if there is one and this person may see it.
    pub(super) async fn entry(
        &self,
        channel: &ChannelId,
        number: u64,
        person: &PersonId,
    ) -> Result<Option<Arc<Entry>>, LogError> {
        let Some(record) = self.store.get(Table::Message, entry_key(channel, number).as_ref()).await? else {
            return Ok(None);
        };
        let entry = parse(channel, number, &record.value)?;
        Ok(entry.is_for(person).then_some(entry))
    }

    async fn read(
        &self,
        channel: &ChannelId,
        range: KeyRange,
        order: Order,
        limit: usize,
    ) -> Result<Vec<Numbered>, LogError> {
        let rows = self.store.scan(Table::Message, range, order, limit).await?;
        let numbered = rows.into_iter().filter_map(|(key, record)| Some((number_of(&key)?, record)));
        Ok(numbered.filter_map(|(number, record)| readable(channel, number, &record.value)).collect())
    }

    fn channel(&self, id: &ChannelId) -> Arc<ChannelLog> {
        // Inserting into a map is a single step, so a panic elsewhere leaves nothing half done.
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(channels.entry(id.clone()).or_insert_with(|| Arc::new(ChannelLog::new())))
    }
}

impl ChannelLog {
    fn new() -> Self {
        Self { last: Arc::default(), head: watch::Sender::new(0), recent: Mutex::default() }
    }

    fn recent(&self) -> MutexGuard<'_, VecDeque<Numbered>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entries after this number, when memory has every one of them.
    fn recent_after(&self, number: u64, limit: usize) -> Option<Vec<Numbered>> {
        let recent = self.recent();
        let (first, _) = recent.front()?;
        (*first <= number + 1)
            .then(|| recent.iter().filter(|(n, _)| *n > number).take(limit).cloned().collect())
    }

    fn remember(&self, entries: Vec<Numbered>) {
        let mut recent = self.recent();
        for (number, entry) in entries {
            // What is remembered must have no gaps, or a reader would miss what was never remembered.
            if recent.back().is_some_and(|(last, _)| *last + 1 != number) {
                recent.clear();
            }
            recent.push_back((number, entry));
            if recent.len() > RECENT {
                recent.pop_front();
            }
        }
    }

    fn forget(&self, number: u64) {
        let mut recent = self.recent();
        // Only what is newer is without gaps then.
        if let Some(at) = recent.iter().position(|(n, _)| *n == number) {
            recent.drain(..=at);
        }
    }
}

/// The end of a channel's log, held by whoever writes there next.
pub(super) struct Place {
    channel: ChannelId,
    log: Arc<ChannelLog>,
    last: OwnedMutexGuard<Option<u64>>,
    next: u64,
    added: Vec<Numbered>,
    removed: Vec<u64>,
    writes: Vec<Write>,
}

impl Place {
    /// Puts an entry next in the log, and lets the oldest one make room.
    pub(super) fn add(&mut self, entry: Entry) -> Result<(), LogError> {
        let number = self.next;
        let value = serde_json::to_vec(&entry).map_err(|reason| self.form(number, reason))?;
        self.writes.push(Write::Put {
            table: Table::Message,
            key: entry_key(&self.channel, number).into(),
            value,
        });
        if let Some(oldest) = number.checked_sub(KEPT_ENTRIES).filter(|oldest| *oldest > 0) {
            self.writes.push(removal(&self.channel, oldest));
        }
        self.added.push((number, Arc::new(entry)));
        self.next += 1;
        Ok(())
    }

    /// Takes an entry out of the log; its number stays unused.
    pub(super) fn remove(&mut self, number: u64) {
        self.writes.push(removal(&self.channel, number));
        self.removed.push(number);
    }

    /// What has to be written so that all this is so.
    pub(super) fn writes(&self) -> Vec<Write> {
        self.writes.clone()
    }

    /// The same as a batch that fails where another process was faster.
    pub(super) fn batch(&self) -> Batch {
        let mut batch = Batch { writes: self.writes(), ..Batch::new() };
        for (number, _) in &self.added {
            batch = batch.expect_absent(Table::Message, entry_key(&self.channel, *number));
        }
        batch
    }

    /// Lets everybody see what was added: it is durable now.
    pub(super) fn publish(mut self) {
        let last = self.next - 1;
        for number in std::mem::take(&mut self.removed) {
            self.log.forget(number);
        }
        self.log.remember(std::mem::take(&mut self.added));
        *self.last = Some(last);
        self.log.head.send_replace(last);
    }

    fn form(&self, number: u64, reason: serde_json::Error) -> LogError {
        LogError::Form { channel: self.channel.clone(), number, reason }
    }
}

fn removal(channel: &ChannelId, number: u64) -> Write {
    Write::Delete { table: Table::Message, key: entry_key(channel, number).into() }
}

/// One entry that cannot be read must not hide all the others.
fn readable(channel: &ChannelId, number: u64, bytes: &[u8]) -> Option<Numbered> {
    match parse(channel, number, bytes) {
        Ok(entry) => Some((number, entry)),
        Err(error) => {
            tracing::warn!(%error, "an entry of a channel's log is passed over");
            None
        }
    }
}

fn parse(channel: &ChannelId, number: u64, bytes: &[u8]) -> Result<Arc<Entry>, LogError> {
    serde_json::from_slice(bytes).map(Arc::new).map_err(|reason| LogError::Form {
        channel: channel.clone(),
        number,
        reason,
    })
}

fn log_key(channel: &ChannelId) -> Key {
    Key::new().text(&channel.0)
}

fn entry_key(channel: &ChannelId, number: u64) -> Key {
    log_key(channel).number(number)
}

fn number_of(key: &[u8]) -> Option<u64> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.number()
}

#[cfg(test)]
mod tests;
