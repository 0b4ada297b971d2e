//! Finds messages that a killed program may have sent without saving so: at the start they are
//! still in the queues, and are sent again under the same transaction ids. Answers to them wait
//! until that is done (`state/unsaved_lists`).

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use adoube_bot::{ChannelId, Outbox, PersonId, RepositoryError};
use adoube_store::StoreError;

use super::reply_queue::ReplyQueue;
use crate::{
    ids::{self, ChannelAddress},
    records::REPLY,
    state::unsaved_lists::UnsavedLists,
};

/// Most lanes examined at the start. Messages in further lanes are treated as not sent.
const MOST: usize = 16_384;

/// Keys of the first notice and the first reply that waited in each lane at the start; no later
/// entry of a lane can have been sent.
pub(crate) struct UnconfirmedSends {
    lanes: Mutex<HashMap<ChannelId, Vec<Vec<u8>>>>,
    outbox: Outbox,
    queue: Arc<ReplyQueue>,
    unsaved: Arc<UnsavedLists>,
}

impl UnconfirmedSends {
    pub(crate) fn new(outbox: Outbox, queue: Arc<ReplyQueue>, unsaved: Arc<UnsavedLists>) -> Self {
        Self { lanes: Mutex::default(), outbox, queue, unsaved }
    }

    fn lanes(&self) -> MutexGuard<'_, HashMap<ChannelId, Vec<Vec<u8>>>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads the first waiting entries of all lanes, before any is sent again.
    pub(crate) async fn load_unconfirmed(&self) -> Result<(), RepositoryError> {
        let (notices, answers) = (self.outbox.waiting(None, MOST).await?, self.queue.places(REPLY).await?);
        for lane in notices.into_iter().chain(answers.into_iter().take(MOST)) {
            let first = self.first_waiting(&lane).await?;
            self.lanes().insert(lane, first);
        }
        Ok(())
    }

    /// Whether a list that is not saved may be visible in a place: a message is in flight, or an
    /// entry was first in the lane at the start. `alone` adds the lane of that person's direct
    /// room.
    pub(crate) async fn may_be_unsaved(
        &self,
        place: &ChannelAddress,
        alone: Option<&PersonId>,
    ) -> Result<bool, StoreError> {
        for lane in [Some(place.channel()), alone.map(ids::direct)].into_iter().flatten() {
            let Some(left) = self.lanes().remove(&lane) else { continue };
            for key in &left {
                self.unsaved.begin(key, &place.room);
            }
            let waiting = self.first_waiting(&lane).await?;
            // An entry sent meanwhile is saved; its mark ends here, because no delivery ends it.
            left.iter().filter(|key| !waiting.contains(key)).for_each(|key| self.unsaved.end(key));
        }
        Ok(self.unsaved.has(&place.room))
    }

    /// Keys of the first notice and the first reply that wait in a lane.
    async fn first_waiting(&self, lane: &ChannelId) -> Result<Vec<Vec<u8>>, StoreError> {
        let notice = match self.outbox.first_in(lane).await {
            Ok(first) => first.map(|delivery| delivery.key().to_vec()),
            Err(RepositoryError::Store(error)) => return Err(error),
            // The record needs a newer program.
            Err(_) => None,
        };
        let answer = self.queue.of(lane, 1).await?.pop().and_then(|entry| entry.waiting.ok());
        Ok(notice.into_iter().chain(answer.map(|waiting| waiting.transaction.into_bytes())).collect())
    }
}
