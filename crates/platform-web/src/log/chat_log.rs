//! What was said in each channel, in order, for ever (that is, as far as there is room for it, see [`LogRetention`]): one log of what everybody
//! may see, and for every person one of what only they may see. Each has its own numbers, so that nothing anybody gets
//! depends on what was said to another: no number, no page, not even being woken. Not here: both in one list (`feed`),
//! how an entry looks to its reader (`view`), who reads (`socket`, `pictures`), how it is kept (`records`).
//!
//! Numbers begin at 1 and have no gaps when they are given out. A writer takes the [`LogAppend`] at the end of a log, writes,
//! and publishes; so numbers become visible in their order, and a reader that knows a number has seen everything before.
//! Whatever memory says, a batch expects its number to be free, so that two processes never give out the same one.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use adoube_bot::{
    ChannelId, Notice, Person, PersonId, PublicText,
    forms::{self, FormError},
};
use adoube_store::{Batch, BatchWrite, Key, KeyRange, KeyReader, ScanOrder, Store, StoreError, VersionCheck};
use tokio::sync::{OwnedMutexGuard, OwnedRwLockReadGuard, OwnedRwLockWriteGuard};

use crate::log::{
    cache::LogCache,
    retention::{LogRetention, StoredLogEntry},
    tail::LogTail,
};
use crate::{
    channels::removal::leaving_key,
    limits::{KEPT_BYTES, KEPT_ENTRIES, KEPT_OWN_BYTES, KEPT_OWN_ENTRIES},
    records::{self, HEAD, LOG, OWN, StoredWebEntry, TABLE},
};

/// Entries for everybody that are kept in memory, because everybody who is connected is about to read them.
pub(crate) const RECENT: usize = 128;

/// Something said in a channel.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LogEntry {
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The sender's id of the event it came from.
    pub(crate) event: Option<String>,
    /// Of an entry for one person: the number of the last entry for everybody before it.
    pub(crate) after: Option<u64>,
    /// What.
    pub(crate) what: LogContent,
}

/// What was said, and by whom.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LogContent {
    /// Words to everybody.
    Said {
        /// Who.
        by: Person,
        /// The words, as the bot lets everybody read them.
        text: PublicText,
    },
    /// A command; only its giver sees it, because what comes of it is told to everybody anyway. So are words that the
    /// service does not let others read.
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
        /// The number, in the same log, of the first message in whose place this one stands.
        in_place_of: Option<u64>,
    },
}

/// One log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LogId {
    /// What everybody may see of a channel.
    Everybody(ChannelId),
    /// What one person alone may see of it.
    Own(ChannelId, PersonId),
}

impl LogId {
    pub(crate) fn key(&self) -> Key {
        match self {
            Self::Everybody(channel) => records::key(LOG).text(&channel.0),
            Self::Own(channel, person) => records::key(OWN).text(&channel.0).text(&person.0),
        }
    }

    pub(crate) fn entry_key(&self, number: u64) -> Key {
        self.key().number(number)
    }

    /// The number in the key of one of its entries.
    pub(crate) fn number_in(&self, key: &[u8]) -> Option<u64> {
        KeyReader::new(key.strip_prefix(self.key().as_ref())?).number()
    }

    /// Where its end is told, in a store that other processes write, too.
    pub(crate) fn head_key(&self) -> Key {
        match self {
            Self::Everybody(channel) => records::key(HEAD).text(&channel.0),
            Self::Own(channel, person) => records::key(HEAD).text(&channel.0).text(&person.0),
        }
    }

    pub(crate) fn channel(&self) -> &ChannelId {
        match self {
            Self::Everybody(channel) | Self::Own(channel, _) => channel,
        }
    }

    /// How much of it is kept.
    pub(crate) fn room(&self) -> LogRetention {
        match self {
            Self::Everybody(_) => LogRetention { entries: KEPT_ENTRIES, bytes: KEPT_BYTES, recent: RECENT },
            Self::Own(..) => LogRetention { entries: KEPT_OWN_ENTRIES, bytes: KEPT_OWN_BYTES, recent: 0 },
        }
    }
}

impl LogEntry {
    /// Something that happens now.
    pub(crate) fn new(at: u64, event: Option<String>, what: LogContent) -> Self {
        Self { at, event, after: None, what }
    }

    /// The person whom it is for, when it is not for everybody. The only place that decides this.
    fn addressee(&self) -> Option<&PersonId> {
        match &self.what {
            LogContent::Said { .. } | LogContent::Notice(_) => None,
            LogContent::Command { by, .. } => Some(&by.id),
            LogContent::Private { to, .. } => Some(to),
        }
    }

    /// The log it belongs to in this channel.
    pub(crate) fn log(&self, channel: &ChannelId) -> LogId {
        match self.addressee() {
            None => LogId::Everybody(channel.clone()),
            Some(person) => LogId::Own(channel.clone(), person.clone()),
        }
    }

    /// Whether this person may see it.
    pub(crate) fn is_for(&self, person: &PersonId) -> bool {
        self.addressee().is_none_or(|addressee| addressee == person)
    }

    /// Somebody's words in it, and whose they are.
    pub(crate) fn words(&self) -> Option<(&Person, &str)> {
        match &self.what {
            LogContent::Said { by, text } => Some((by, text.text())),
            LogContent::Command { by, text } => Some((by, text)),
            LogContent::Notice(_) | LogContent::Private { .. } => None,
        }
    }

    /// The bot's words in it.
    pub(crate) fn notice(&self) -> Option<&Notice> {
        match &self.what {
            LogContent::Notice(notice) | LogContent::Private { notice, .. } => Some(notice),
            LogContent::Said { .. } | LogContent::Command { .. } => None,
        }
    }
}

/// An entry and its number in its log.
pub(crate) type NumberedEntry = (u64, Arc<LogEntry>);

/// Why an entry cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LogError {
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
        reason: FormError,
    },
}

/// The logs of all channels and persons. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ChatLog {
    pub(crate) store: Arc<dyn Store>,
    /// Whether other processes may write there, too.
    pub(crate) is_shared: bool,
    /// Those that somebody reads or writes.
    pub(crate) open: Arc<Mutex<HashMap<LogId, Weak<LogCache>>>>,
}

/// While it is held nobody is told what came of anything in the channel.
pub(crate) struct DecisionGuard {
    _guard: OwnedRwLockReadGuard<()>,
    _log: Arc<LogCache>,
}

/// While it is held nothing is decided in the channel.
pub(crate) struct TellingGuard {
    _guard: OwnedRwLockWriteGuard<()>,
    _log: Arc<LogCache>,
}

impl ChatLog {
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        let is_shared = store.is_shared();
        Self { store, is_shared, open: Arc::default() }
    }

    /// Begins to decide about an event of a channel, beside others; held until the words of the event are written down.
    pub(crate) async fn begin_decision(&self, channel: &ChannelId) -> DecisionGuard {
        let log = self.log(&LogId::Everybody(channel.clone()));
        DecisionGuard { _guard: Arc::clone(&log.order).read_owned().await, _log: log }
    }

    /// Waits until the words of every event that has been decided in the channel are written down, so that they stand
    /// before what came of it.
    pub(crate) async fn begin_telling(&self, channel: &ChannelId) -> TellingGuard {
        let log = self.log(&LogId::Everybody(channel.clone()));
        TellingGuard { _guard: Arc::clone(&log.order).write_owned().await, _log: log }
    }

    /// The place of this entry at the end of its log; others wait until it is published or given up.
    pub(crate) async fn reserve_end(
        &self,
        channel: &ChannelId,
        mut entry: LogEntry,
    ) -> Result<LogAppend, LogError> {
        let id = entry.log(channel);
        let log = self.log(&id);
        let mut last = Arc::clone(&log.last).lock_owned().await;
        let end = self.end(&id, &log, &mut last).await?;
        let number = end.number + 1;
        if matches!(id, LogId::Own(..)) {
            let everybody = LogId::Everybody(channel.clone());
            // What another process wrote there may have been read already.
            self.look(&everybody).await?;
            entry.after = Some(self.head(&everybody).await?.newest());
        }
        // Until it is published nobody can know what the store holds: the next one shall look.
        *last = None;
        let mut place = LogAppend {
            log,
            last,
            end: LogTail { number, version: self.version_after(end) },
            entry: Arc::new(entry),
            removed: Vec::new(),
            expect: Vec::new(),
            writes: Vec::new(),
            id,
        };
        let upto = self.upto(&place.id, number - 1).await?;
        let kept = StoredLogEntry::new(&place.entry, upto).map_err(|reason| LogError::Form {
            channel: channel.clone(),
            number,
            reason,
        })?;
        let surplus = self.entries_to_drop(&place.id, number, kept.upto).await?;
        let key = place.id.entry_key(number).into();
        place.writes.push(BatchWrite::Put { table: TABLE, key, value: kept.value });
        place.writes.extend(surplus.into_iter().map(|number| removal(&place.id, number)));
        let told = self.telling_end(&place.id, end, number).map_err(|reason| LogError::Form {
            channel: channel.clone(),
            number,
            reason,
        })?;
        place.expect.extend(told.version_checks);
        place.writes.extend(told.writes);
        Ok(place)
    }

    /// Up to `limit` entries after this number, oldest first.
    pub(crate) async fn after(
        &self,
        id: &LogId,
        number: u64,
        limit: usize,
    ) -> Result<Vec<NumberedEntry>, LogError> {
        if let Some(recent) = self.log(id).recent_after(number, limit) {
            return Ok(recent);
        }
        let range = KeyRange::prefix(id.key()).after(id.entry_key(number).as_ref());
        self.read(id, range, ScanOrder::Ascending, limit).await
    }

    /// Up to `limit` entries before this number, newest first.
    pub(crate) async fn before(
        &self,
        id: &LogId,
        number: u64,
        limit: usize,
    ) -> Result<Vec<NumberedEntry>, LogError> {
        let range = KeyRange::prefix(id.key()).before(id.entry_key(number).as_ref());
        self.read(id, range, ScanOrder::Descending, limit).await
    }

    /// One entry, if there is one.
    pub(crate) async fn entry(&self, id: &LogId, number: u64) -> Result<Option<Arc<LogEntry>>, LogError> {
        let record = self.store.get(TABLE, id.entry_key(number).as_ref()).await?;
        record.map(|record| parse(id.channel(), number, &record.value)).transpose()
    }

    pub(crate) async fn read(
        &self,
        id: &LogId,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> Result<Vec<NumberedEntry>, LogError> {
        let rows = self.store.scan(TABLE, range, order, limit).await?;
        let numbered = rows.into_iter().filter_map(|(key, record)| Some((id.number_in(&key)?, record)));
        Ok(numbered.filter_map(|(number, record)| readable(id.channel(), number, &record.value)).collect())
    }

    pub(crate) fn log(&self, id: &LogId) -> Arc<LogCache> {
        // Inserting into a map is a single step, so a panic elsewhere leaves nothing half done.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(log) = open.get(id).and_then(Weak::upgrade) {
            return log;
        }
        // Before the map grows it forgets what nobody has open any more.
        if open.len() == open.capacity() {
            open.retain(|_, log| log.strong_count() > 0);
        }
        let log = Arc::new(LogCache::new());
        open.insert(id.clone(), Arc::downgrade(&log));
        log
    }
}

/// The end of a log with the entry that shall be there, held by whoever writes it.
pub(crate) struct LogAppend {
    id: LogId,
    log: Arc<LogCache>,
    last: OwnedMutexGuard<Option<LogTail>>,
    end: LogTail,
    entry: Arc<LogEntry>,
    removed: Vec<u64>,
    expect: Vec<VersionCheck>,
    writes: Vec<BatchWrite>,
}

impl LogAppend {
    /// Takes another entry out of the log; its number stays unused.
    pub(crate) fn remove(&mut self, number: u64) {
        self.writes.push(removal(&self.id, number));
        self.removed.push(number);
    }

    /// Its number.
    pub(crate) fn number(&self) -> u64 {
        self.end.number
    }

    /// Bytes of the entry as it is kept.
    pub(crate) fn bytes(&self) -> u32 {
        let put = self.writes.iter().find_map(|write| match write {
            BatchWrite::Put { value, .. } => Some(value.len()),
            BatchWrite::Delete { .. } => None,
        });
        put.unwrap_or_default() as u32
    }

    /// What has to be written so that all this is so. It conflicts where another process was faster; whoever takes the
    /// next place then finds what that one wrote.
    pub(crate) fn batch(&self) -> Batch {
        let (expect, writes) = (self.expect.clone(), self.writes.clone());
        let batch = Batch { version_checks: expect, writes, ..Batch::new() };
        // Nor is anything said in a channel that goes.
        let batch = batch.expect_absent(TABLE, leaving_key(self.id.channel()));
        batch.expect_absent(TABLE, self.id.entry_key(self.end.number))
    }

    /// Lets readers see what was added: it is durable now.
    pub(crate) fn publish(mut self) {
        for number in std::mem::take(&mut self.removed) {
            self.log.forget(number);
        }
        let room = self.id.room();
        self.log.remember(self.end.number, Arc::clone(&self.entry), room.recent);
        *self.last = Some(self.end);
        self.log.note_version(self.end.version);
        self.log.head.send_replace(self.end.number);
    }
}

fn removal(id: &LogId, number: u64) -> BatchWrite {
    BatchWrite::Delete { table: TABLE, key: id.entry_key(number).into() }
}

/// One entry that cannot be read must not hide all the others.
fn readable(channel: &ChannelId, number: u64, bytes: &[u8]) -> Option<NumberedEntry> {
    match parse(channel, number, bytes) {
        Ok(entry) => Some((number, entry)),
        Err(error) => {
            tracing::warn!(%error, "an entry of a channel's log is passed over");
            None
        }
    }
}

fn parse(channel: &ChannelId, number: u64, bytes: &[u8]) -> Result<Arc<LogEntry>, LogError> {
    let entry = forms::read::<StoredWebEntry>(bytes);
    let unreadable = |reason| LogError::Form { channel: channel.clone(), number, reason };
    entry.map(|entry| Arc::new(LogEntry::from(entry))).map_err(unreadable)
}

#[cfg(test)]
mod tests;
