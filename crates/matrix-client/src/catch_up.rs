//! Tracks progress through the sync stream: which events were reported to the caller, which are
//! handled, and where to resume after a restart. No event is lost, and no handled event is reported
//! again. Rooms progress independently; each room has one event in progress, in timeline order. No
//! network or store access.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::{MatrixEvent, RoomId, last_reported::LastReportedEvents};

/// Most messages waiting for a key; the oldest are given up.
const MOST_WAITING: usize = 200;
/// Most event ids remembered as reported, so that overlapping responses repeat none; and most
/// handled events behind an unhandled one.
const MOST_TOLD: usize = 4096;
/// Most events waiting to be reported before the next sync.
const MOST_UNTOLD: usize = 1000;

/// Where to resume after a restart. A stored form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SyncMarker {
    /// Position in the sync stream before which everything is handled.
    pub(crate) token: Option<String>,
    /// Events handled behind that position.
    told: BTreeSet<String>,
    /// Messages waiting for their key.
    waiting: Vec<KeyWait>,
}

/// A message waiting for its key. A stored form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeyWait {
    pub(crate) room: String,
    pub(crate) event: String,
}

/// An event to report. Without an event id it may be reported again after a restart, which is
/// harmless for events that only call for a look at the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyncItem {
    pub(crate) event: Option<String>,
    pub(crate) happening: MatrixEvent,
}

impl SyncItem {
    fn key(&self) -> Option<String> {
        let event = self.event.as_ref()?;
        Some(match self.happening {
            MatrixEvent::Unreadable { .. } => unreadable(event),
            _ => event.clone(),
        })
    }
}

/// Key of a message that was reported without its text.
fn unreadable(event: &str) -> String {
    format!("unreadable {event}")
}

/// One sync response.
#[derive(Debug)]
struct SyncBatch {
    number: u64,
    token: String,
    untold: VecDeque<SyncItem>,
    /// Rooms with pending queries, whose events are added later.
    open: HashSet<RoomId>,
    /// Number of its events in progress.
    under_way: usize,
    /// Keys of its handled events.
    dealt: Vec<String>,
}

impl SyncBatch {
    fn is_over(&self) -> bool {
        self.untold.is_empty() && self.open.is_empty() && self.under_way == 0
    }
}

/// The event of a room that is in progress.
#[derive(Debug)]
struct InProgressItem {
    key: Option<String>,
    /// The response it belongs to; `None` for a late event.
    batch: Option<u64>,
    is_dealt: bool,
}

#[derive(Debug, Default)]
pub(crate) struct CatchUp {
    marker: SyncMarker,
    batches: VecDeque<SyncBatch>,
    pushed: u64,
    late: VecDeque<SyncItem>,
    under_way: HashMap<RoomId, InProgressItem>,
    /// Handled events of no response in memory; they count until the position advances.
    loose: Vec<String>,
    recent: HashSet<String>,
    recent_order: VecDeque<String>,
    heard: LastReportedEvents,
}

impl CatchUp {
    pub(crate) fn new(marker: SyncMarker) -> Self {
        let loose = marker.told.iter().cloned().collect();
        Self { marker, loose, ..Self::default() }
    }

    /// Whether so many events wait, or are handled behind an unhandled one, that no sync should
    /// run.
    pub(crate) fn is_full(&self) -> bool {
        let untold: usize = self.batches.iter().map(|batch| batch.untold.len()).sum();
        self.late.len() + untold > MOST_UNTOLD || self.marker.told.len() > MOST_TOLD
    }

    /// Adds a sync response that ends at `token`. Events of `open` rooms follow by its number,
    /// which is the result.
    pub(crate) fn push(&mut self, token: String, items: Vec<SyncItem>, open: HashSet<RoomId>) -> u64 {
        let untold: VecDeque<SyncItem> = items.into_iter().filter(|item| self.is_new(item)).collect();
        self.pushed += 1;
        let number = self.pushed;
        match self.batches.back_mut() {
            Some(last) if untold.is_empty() && open.is_empty() => last.token = token,
            None if untold.is_empty() && open.is_empty() => self.pass(token, &[]),
            _ => {
                let batch = SyncBatch { number, token, untold, open, under_way: 0, dealt: Vec::new() };
                self.batches.push_back(batch);
            }
        }
        number
    }

    /// Adds the events of a room that was open.
    pub(crate) fn fill(&mut self, number: u64, room: &RoomId, items: Vec<SyncItem>) {
        let items: Vec<SyncItem> = items.into_iter().filter(|item| self.is_new(item)).collect();
        if let Some(batch) = self.batches.iter_mut().find(|batch| batch.number == number)
            && batch.open.remove(room)
        {
            batch.untold.extend(items);
        }
        self.advance();
    }

    fn is_new(&self, item: &SyncItem) -> bool {
        let Some(key) = item.key() else { return true };
        // A late event may have been fetched before its response came again.
        let untold = self.batches.iter().flat_map(|batch| &batch.untold);
        let is_known = self.marker.told.contains(&key) || self.recent.contains(&key);
        !is_known && !self.late.iter().chain(untold).any(|other| other.key().as_ref() == Some(&key))
    }

    /// Whether an event was reported; `None` where nothing is remembered of its room.
    pub(crate) fn was_told(&self, room: &RoomId, event: &str) -> Option<bool> {
        let is_recent = self.recent.contains(event) || self.recent.contains(&unreadable(event));
        if is_recent { Some(true) } else { self.heard.has(room, event) }
    }

    /// Remembers an event that is or will be reported.
    pub(crate) fn hear(&mut self, room: &RoomId, event: &str) {
        self.heard.note(room, event);
    }

    /// The last reported events, which survive restarts.
    pub(crate) fn heard(&self) -> &LastReportedEvents {
        &self.heard
    }

    /// Restores the last reported events of before the start.
    pub(crate) fn recall(&mut self, before: LastReportedEvents) {
        self.heard.follow(before);
    }

    /// The next event of a room with none in progress, in the room's order.
    pub(crate) fn next(&mut self) -> Option<MatrixEvent> {
        let late = self.late.iter().position(|item| !self.under_way.contains_key(item.happening.room()));
        if let Some(item) = late.and_then(|at| self.late.remove(at)) {
            return Some(self.tell(item, None));
        }
        let mut held: HashSet<&RoomId> = self.under_way.keys().collect();
        let (mut found, mut passed) = (None, 0);
        for batch in &self.batches {
            held.extend(&batch.open);
            if let Some(at) = batch.untold.iter().position(|item| !held.contains(item.happening.room())) {
                found = Some(at);
                break;
            }
            passed += 1;
        }
        let batch = self.batches.get_mut(passed)?;
        let item = batch.untold.remove(found?)?;
        batch.under_way += 1;
        let number = batch.number;
        Some(self.tell(item, Some(number)))
    }

    fn tell(&mut self, item: SyncItem, batch: Option<u64>) -> MatrixEvent {
        let key = item.key();
        if let Some(key) = &key {
            self.remember(key.clone());
        }
        let under_way = InProgressItem { key, batch, is_dealt: false };
        self.under_way.insert(item.happening.room().clone(), under_way);
        item.happening
    }

    fn remember(&mut self, key: String) {
        if self.recent.insert(key.clone()) {
            self.recent_order.push_back(key);
        }
        if self.recent_order.len() > MOST_TOLD
            && let Some(oldest) = self.recent_order.pop_front()
        {
            self.recent.remove(&oldest);
        }
    }

    /// Marks the reported event of a room as handled, in the marker. The room reports nothing more
    /// until [`CatchUp::mark_saved`].
    pub(crate) fn mark_handled(&mut self, room: &RoomId) {
        let Some(under_way) = self.under_way.get_mut(room).filter(|under_way| !under_way.is_dealt) else {
            return;
        };
        under_way.is_dealt = true;
        let (key, of) = (under_way.key.take(), under_way.batch);
        let batch = if of.is_some() {
            self.batches.iter_mut().find(|batch| Some(batch.number) == of)
        } else {
            self.marker.waiting.retain(|waiting| Some(&waiting.event) != key.as_ref());
            self.batches.back_mut()
        };
        let dealt = match batch {
            Some(batch) => {
                batch.under_way -= usize::from(of.is_some());
                &mut batch.dealt
            }
            None => &mut self.loose,
        };
        if let Some(key) = key {
            self.marker.told.insert(key.clone());
            dealt.push(key);
        }
        self.advance();
    }

    /// The marker is saved: the room may report its next event.
    pub(crate) fn mark_saved(&mut self, room: &RoomId) {
        self.under_way.remove(room);
    }

    fn advance(&mut self) {
        while let Some(batch) = self.batches.pop_front() {
            if !batch.is_over() {
                self.batches.push_front(batch);
                return;
            }
            self.pass(batch.token, &batch.dealt);
        }
    }

    /// Advances the position: events before it need no entry.
    fn pass(&mut self, token: String, dealt: &[String]) {
        self.marker.token = Some(token);
        for key in std::mem::take(&mut self.loose).iter().chain(dealt) {
            self.marker.told.remove(key);
        }
    }

    pub(crate) fn marker(&self) -> &SyncMarker {
        &self.marker
    }

    pub(crate) fn waiting(&self) -> &[KeyWait] {
        &self.marker.waiting
    }

    /// Adds a message that waits for its key.
    pub(crate) fn wait_for(&mut self, waiting: KeyWait) {
        if !self.marker.waiting.contains(&waiting) {
            self.marker.waiting.push(waiting);
        }
        let surplus = self.marker.waiting.len().saturating_sub(MOST_WAITING);
        self.marker.waiting.drain(..surplus);
    }

    /// A message that waited for its key can be read, or never will be: then nothing is reported in
    /// its place.
    pub(crate) fn resolve(&mut self, event: &str, happening: Option<MatrixEvent>) {
        let item = happening.map(|happening| SyncItem { event: Some(event.to_owned()), happening });
        for batch in &mut self.batches {
            if let Some(place) = batch.untold.iter().position(|item| item.event.as_deref() == Some(event)) {
                batch.untold.remove(place);
                if let Some(item) = item {
                    batch.untold.insert(place, item);
                }
                self.marker.waiting.retain(|waiting| waiting.event != event);
                return;
            }
        }
        let is_late = |item: &SyncItem| item.event.as_deref() == Some(event);
        let is_under_way =
            |under_way: &InProgressItem| under_way.batch.is_none() && under_way.key.as_deref() == Some(event);
        if self.late.iter().any(is_late) || self.under_way.values().any(is_under_way) {
            return;
        }
        match item {
            Some(item) if !self.recent.contains(event) => self.late.push_back(item),
            _ => self.marker.waiting.retain(|waiting| waiting.event != event),
        }
    }

    /// A message was redacted: it is not reported if that has not happened yet.
    pub(crate) fn redact(&mut self, event: &str) {
        let is_other = |item: &SyncItem| item.event.as_deref() != Some(event);
        self.late.retain(is_other);
        for batch in &mut self.batches {
            batch.untold.retain(is_other);
        }
        self.marker.waiting.retain(|waiting| waiting.event != event);
    }

    /// The bot left a room: its messages are not waited for.
    pub(crate) fn leave(&mut self, room: &RoomId) {
        self.marker.waiting.retain(|waiting| waiting.room != room.0);
    }
}

#[cfg(test)]
mod tests;
