//! Durable queue of replies to single persons. The replies of a channel are sent in order, also
//! after a restart. Not here: notices for everybody, which wait in the bot's outbox, and sending
//! (`reply_delivery`).

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use adoube_bot::{
    ChannelId, Clock, DeliveryReceipt,
    forms::{self, FormError},
    quarantine,
};
use adoube_store::{Batch, BatchWrite, Key, KeyRange, KeyReader, Record, ScanOrder, Store, StoreError};

use super::queued_reply::{QueuedReply, StoredQueuedReply};
use crate::records::{self, ASIDE, REPLY, TABLE};

/// Most replies that wait in a channel; no sensible use needs more.
const WAITING: usize = 48;

/// A queued reply with its key.
#[derive(Clone, Debug)]
pub(crate) struct QueuedReplyEntry {
    pub(crate) key: Vec<u8>,
    /// The reply, or why its record cannot be read.
    pub(crate) waiting: Result<QueuedReply, FormError>,
}

/// Place for a new reply in a queue.
enum QueueRoom {
    At(Key),
    /// The reply is in the queue already.
    Taken,
    None,
}

/// Queues of replies in the store.
pub(crate) struct ReplyQueue {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    last: AtomicU64,
}

impl ReplyQueue {
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, last: AtomicU64::new(0) }
    }

    /// An increasing number: the time in milliseconds since 1970, or slightly more.
    pub(crate) fn stamp(&self) -> u64 {
        self.stamp_after(0)
    }

    /// An increasing number that is also greater than `other`.
    fn stamp_after(&self, other: u64) -> u64 {
        let now = self.clock.now_millis().max(other + 1);
        let next = |last: u64| Some(now.max(last + 1));
        let last = self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).unwrap_or_default();
        now.max(last + 1)
    }

    /// Adds a reply to the queue of a channel, in one batch with other writes. A reply that is in
    /// the queue already stays unchanged.
    pub(crate) async fn add(
        &self,
        place: &ChannelId,
        waiting: &QueuedReply,
        also: Vec<BatchWrite>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch { writes: also, ..Batch::new() };
        match self.room_for(place, waiting).await? {
            QueueRoom::Taken => tracing::debug!(%place, "an answer waits already"),
            QueueRoom::None => tracing::warn!(%place, "an answer is left out because too many wait"),
            QueueRoom::At(key) => batch.writes.extend(put(key, waiting)),
        }
        if !batch.writes.is_empty() {
            self.store.commit(batch).await?;
        }
        Ok(())
    }

    /// Moves the replies of one channel to another. Returns whether all were moved; replies for
    /// which the other queue has no room stay. A moved reply no longer replies to a message.
    pub(crate) async fn relocate(&self, from: &ChannelId, to: &ChannelId) -> Result<bool, StoreError> {
        for entry in self.of(from, WAITING).await? {
            let Ok(waiting) = &entry.waiting else { continue };
            let there = QueuedReply { reply_to: None, thread: None, ..waiting.clone() };
            let mut batch = Batch::new().delete(TABLE, entry.key.clone());
            match self.room_for(to, &there).await? {
                QueueRoom::Taken => {}
                QueueRoom::None => return Ok(false),
                QueueRoom::At(key) => {
                    let Some(put) = put(key, &there) else { continue };
                    batch.writes.push(put);
                }
            }
            self.store.commit(batch).await?;
        }
        Ok(true)
    }

    /// The place of a new reply in the queue of a channel.
    async fn room_for(&self, place: &ChannelId, waiting: &QueuedReply) -> Result<QueueRoom, StoreError> {
        let before = self.of(place, WAITING).await?;
        let is_same = |other: &QueuedReply| other.transaction == waiting.transaction;
        if before.iter().any(|entry| entry.waiting.as_ref().is_ok_and(is_same)) {
            return Ok(QueueRoom::Taken);
        }
        if before.len() >= WAITING {
            return Ok(QueueRoom::None);
        }
        // The clock may have gone back.
        let last = before.last().and_then(|entry| number(&entry.key)).unwrap_or_default();
        Ok(QueueRoom::At(line(place).number(self.stamp_after(last))))
    }

    /// Replies that wait in a channel, oldest first.
    pub(crate) async fn of(
        &self,
        place: &ChannelId,
        limit: usize,
    ) -> Result<Vec<QueuedReplyEntry>, StoreError> {
        let range = KeyRange::prefix(line(place));
        let rows = self.store.scan(TABLE, range, ScanOrder::Ascending, limit).await?;
        let entry = |(key, record): (Vec<u8>, Record)| {
            let waiting = forms::read::<StoredQueuedReply>(&record.value).map(QueuedReply::from);
            QueuedReplyEntry { key, waiting }
        };
        Ok(rows.into_iter().map(entry).collect())
    }

    /// Channels with waiting records of a kind whose keys end in a number.
    pub(crate) async fn places(&self, kind: &str) -> Result<Vec<ChannelId>, StoreError> {
        let mut rest = KeyRange::prefix(records::key(kind));
        let mut places = Vec::new();
        loop {
            let first = self.store.scan(TABLE, rest.clone(), ScanOrder::Ascending, 1).await?;
            let Some((key, _)) = first.first() else { return Ok(places) };
            let mut reader = KeyReader::new(key);
            let place = reader.text().and_then(|_| reader.text()).map(ChannelId);
            let Some(place) = place else {
                rest = rest.after(key);
                continue;
            };
            let last: Vec<u8> = records::key(kind).text(&place.0).number(u64::MAX).into();
            rest = rest.after(&last);
            places.push(place);
        }
    }

    /// The receipt of a sent reply: its deletion, with other writes.
    pub(crate) fn said(entry: &QueuedReplyEntry, also: Vec<BatchWrite>) -> DeliveryReceipt {
        let taken_out = records::delete(entry.key.clone());
        DeliveryReceipt::writing([taken_out].into_iter().chain(also).collect())
    }

    /// Moves an unreadable reply to quarantine, where it blocks nothing.
    pub(crate) async fn put_aside(
        &self,
        entry: &QueuedReplyEntry,
        error: &FormError,
    ) -> Result<(), StoreError> {
        let Some(record) = self.store.get(TABLE, &entry.key).await? else { return Ok(()) };
        if quarantine(&*self.store, ASIDE, (TABLE, entry.key.clone(), record)).await? {
            let key = entry.key.escape_ascii();
            tracing::error!(%error, %key, "an answer is put aside: nobody is shown it, and those after it go on");
        }
        Ok(())
    }
}

/// The write of a reply; a reply that cannot be serialised is logged and dropped.
fn put(key: Key, waiting: &QueuedReply) -> Option<BatchWrite> {
    let value = forms::write(&StoredQueuedReply::from(waiting));
    let value = value.inspect_err(|error| tracing::error!(%error, "an answer cannot be kept")).ok()?;
    Some(records::put(key, value))
}

fn line(place: &ChannelId) -> Key {
    records::key(REPLY).text(&place.0)
}

fn number(key: &[u8]) -> Option<u64> {
    let mut reader = KeyReader::new(key);
    reader.text()?;
    reader.text()?;
    reader.number()
}

#[cfg(test)]
mod tests {
    use adoube_bot::{Language, PersonId};
    use adoube_store::MemoryStore;
    use adoube_testing::clock::TestClock;

    use super::*;
    use crate::{message::platform_text::MatrixSentence, outbound::queued_reply::ReplyContent};

    #[tokio::test]
    async fn what_cannot_be_read_is_kept_and_nothing_waits_for_it() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let place = ChannelId("matrix:!r".to_owned());
        let damaged = Batch::new().put(TABLE, line(&place).number(1), "{\"format\":1");
        store.commit(damaged).await.expect("a store");
        let queue = ReplyQueue::new(Arc::clone(&store), Arc::new(TestClock::stopped()));
        let entries = queue.of(&place, 9).await.expect("a store");
        let [entry] = entries.as_slice() else { panic!("{entries:?}") };
        let error = entry.waiting.as_ref().expect_err("nothing to say");
        assert!(matches!(error, FormError::Unreadable { .. }), "{error}");
        queue.put_aside(entry, error).await.expect("a store");
        assert!(queue.of(&place, 9).await.expect("a store").is_empty());
        assert!(queue.places(REPLY).await.expect("a store").is_empty());
        let range = KeyRange::prefix(records::key(ASIDE));
        let aside = store.scan(TABLE, range, ScanOrder::Ascending, 9).await.expect("a store");
        assert_eq!(aside.len(), 1);
        assert_eq!(aside[0].1.value, b"{\"format\":1");
    }

    #[tokio::test]
    async fn what_a_newer_program_has_to_say_is_known_for_that() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let place = ChannelId("matrix:!r".to_owned());
        let newer = Batch::new().put(TABLE, line(&place).number(1), "{\"format\":99}");
        store.commit(newer).await.expect("a store");
        let entries =
            ReplyQueue::new(store, Arc::new(TestClock::stopped())).of(&place, 9).await.expect("a store");
        let [QueuedReplyEntry { waiting: Err(FormError::Newer { found: 99, .. }), .. }] = entries.as_slice()
        else {
            panic!("{entries:?}")
        };
    }

    #[tokio::test]
    async fn what_finds_no_room_elsewhere_waits_where_it_is() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let queue = ReplyQueue::new(Arc::clone(&store), Arc::new(TestClock::stopped()));
        let [full, left] = ["matrix:!full", "matrix:!left"].map(|id| ChannelId(id.to_owned()));
        for (place, count) in [(&full, WAITING), (&left, 3)] {
            for number in 0..count {
                let person = (PersonId("matrix:@ada:x".to_owned()), Language::EN);
                let what = ReplyContent::Sentence(MatrixSentence::Speaking, None);
                let waiting = QueuedReply::new(place.clone(), person, what, format!("{place} {number}"));
                queue.add(place, &waiting, Vec::new()).await.expect("a store");
            }
        }
        let count = async |place: &ChannelId| queue.of(place, 100).await.expect("a store").len();
        assert!(!queue.relocate(&left, &full).await.expect("a store"));
        assert_eq!((count(&left).await, count(&full).await), (3, WAITING));
        let said = queue.of(&full, 3).await.expect("a store").into_iter();
        let writes = said.map(|entry| records::delete(entry.key)).collect();
        store.commit(Batch { writes, ..Batch::new() }).await.expect("a store");
        assert!(queue.relocate(&left, &full).await.expect("a store"));
        assert_eq!((count(&left).await, count(&full).await), (0, WAITING));
    }

    #[tokio::test]
    async fn nothing_in_line_is_lost_or_doubled_when_the_clock_stands_still() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let place = ChannelId("matrix:!r".to_owned());
        let said = ["b", "a", "c", "a"];
        for transaction in said {
            let person = (PersonId("matrix:@ada:x".to_owned()), Language::EN);
            let what = ReplyContent::Sentence(MatrixSentence::Speaking, None);
            let waiting = QueuedReply::new(place.clone(), person, what, transaction.to_owned());
            // A new queue does not know the last stamp.
            let queue = ReplyQueue::new(Arc::clone(&store), Arc::new(TestClock::stopped()));
            queue.add(&place, &waiting, Vec::new()).await.expect("a store");
        }
        let queue = ReplyQueue::new(store, Arc::new(TestClock::stopped()));
        let entries = queue.of(&place, 9).await.expect("a store");
        let line =
            entries.into_iter().filter_map(|entry| entry.waiting.ok()).map(|waiting| waiting.transaction);
        assert_eq!(line.collect::<Vec<_>>(), said[..3]);
    }
}
