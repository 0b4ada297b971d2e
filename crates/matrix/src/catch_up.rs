//! What has been told, what has been dealt with, and from where to begin after a restart: nothing is lost, and what was
//! dealt with is not told again. Knows neither network nor store.

use std::collections::{BTreeSet, HashSet, VecDeque};

use serde::{Deserialize, Serialize};

use crate::{Happening, RoomId};

/// How many messages without a key are waited for; the oldest are given up.
const MOST_WAITING: usize = 200;
/// How many events are remembered as told, so that an answer that overlaps another tells none twice.
const MOST_TOLD: usize = 4096;

/// Where to begin after a restart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Marker {
    /// The place in the server's stream before which everything is dealt with.
    pub(crate) token: Option<String>,
    /// What is dealt with although it lies behind that place.
    told: BTreeSet<String>,
    /// Messages whose key has not come.
    waiting: Vec<Waiting>,
}

/// A message whose key has not come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub(crate) room: String,
    pub(crate) event: String,
}

/// Something to tell. Without an event's id it may be told once more after a restart, which is harmless for what only
/// says that something is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) event: Option<String>,
    pub(crate) happening: Happening,
}

impl Item {
    fn key(&self) -> Option<String> {
        let event = self.event.as_ref()?;
        Some(match self.happening {
            Happening::Unreadable { .. } => format!("unreadable {event}"),
            _ => event.clone(),
        })
    }
}

/// One answer of the server.
#[derive(Debug)]
struct Batch {
    token: String,
    untold: VecDeque<Item>,
    told: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct CatchUp {
    marker: Marker,
    batches: VecDeque<Batch>,
    late: VecDeque<Item>,
    late_told: Vec<String>,
    recent: HashSet<String>,
    recent_order: VecDeque<String>,
}

impl CatchUp {
    pub(crate) fn new(marker: Marker) -> Self {
        Self { marker, ..Self::default() }
    }

    /// How many things wait to be told.
    pub(crate) fn len(&self) -> usize {
        self.late.len() + self.batches.iter().map(|batch| batch.untold.len()).sum::<usize>()
    }

    /// One answer of the server, which ends at `token`.
    pub(crate) fn push(&mut self, token: String, items: Vec<Item>) {
        let untold: VecDeque<Item> = items.into_iter().filter(|item| self.is_new(item)).collect();
        match self.batches.back_mut() {
            Some(last) if untold.is_empty() => last.token = token,
            None if untold.is_empty() => {
                self.marker.token = Some(token);
                self.marker.told.clear();
            }
            _ => self.batches.push_back(Batch { token, untold, told: Vec::new() }),
        }
    }

    fn is_new(&self, item: &Item) -> bool {
        // Something late may have been fetched before the answer that holds it came again.
        let is_late = |key: &String| self.late.iter().any(|late| late.key().as_ref() == Some(key));
        let is_told = |key: &String| self.marker.told.contains(key) || self.recent.contains(key);
        item.key().is_none_or(|key| !is_told(&key) && !is_late(&key))
    }

    pub(crate) fn next(&mut self) -> Option<Happening> {
        if let Some(item) = self.late.pop_front() {
            if let Some(key) = item.key() {
                self.remember(key.clone());
                self.late_told.push(key);
            }
            return Some(item.happening);
        }
        let batch = self.batches.iter_mut().find(|batch| !batch.untold.is_empty())?;
        let item = batch.untold.pop_front()?;
        if let Some(key) = item.key() {
            batch.told.push(key.clone());
            self.remember(key);
        }
        Some(item.happening)
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

    /// Everything told so far is dealt with. The marker that says so.
    pub(crate) fn done(&mut self) -> &Marker {
        for key in self.late_told.drain(..) {
            self.marker.waiting.retain(|waiting| waiting.event != key);
            self.marker.told.insert(key);
        }
        while let Some(batch) = self.batches.front_mut() {
            if !batch.untold.is_empty() {
                self.marker.told.extend(batch.told.drain(..));
                break;
            }
            self.marker.token = Some(std::mem::take(&mut batch.token));
            self.marker.told.clear();
            self.batches.pop_front();
        }
        &self.marker
    }

    /// The marker without anything more being dealt with.
    pub(crate) fn marker(&self) -> &Marker {
        &self.marker
    }

    pub(crate) fn waiting(&self) -> &[Waiting] {
        &self.marker.waiting
    }

    /// A message is to be waited for.
    pub(crate) fn wait_for(&mut self, waiting: Waiting) {
        if !self.marker.waiting.contains(&waiting) {
            self.marker.waiting.push(waiting);
        }
        let surplus = self.marker.waiting.len().saturating_sub(MOST_WAITING);
        self.marker.waiting.drain(..surplus);
    }

    /// A message that was waited for can be read, or never will be: then there is nothing to say in its place.
    pub(crate) fn resolve(&mut self, event: &str, happening: Option<Happening>) {
        let item = happening.map(|happening| Item { event: Some(event.to_owned()), happening });
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
        let is_late = |item: &Item| item.event.as_deref() == Some(event);
        if self.late.iter().any(is_late) || self.late_told.iter().any(|told| told == event) {
            return;
        }
        match item {
            Some(item) if !self.recent.contains(event) => self.late.push_back(item),
            _ => self.marker.waiting.retain(|waiting| waiting.event != event),
        }
    }

    /// A message was taken back: what has not been told is not.
    pub(crate) fn take_back(&mut self, event: &str) {
        let is_other = |item: &Item| item.event.as_deref() != Some(event);
        self.late.retain(is_other);
        for batch in &mut self.batches {
            batch.untold.retain(is_other);
        }
        self.marker.waiting.retain(|waiting| waiting.event != event);
    }

    /// The bot is no longer in a room: messages there are not waited for.
    pub(crate) fn leave(&mut self, room: &RoomId) {
        self.marker.waiting.retain(|waiting| waiting.room != room.0);
    }
}

#[cfg(test)]
mod tests;
