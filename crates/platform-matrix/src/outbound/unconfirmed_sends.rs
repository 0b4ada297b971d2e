//! What a program that was killed may have said without noting it: it waits at the start and is said again, but whoever reads it
//! may answer before that. Not here: how that is waited for (`unnoted`), and how it is said again (`delivery`).

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use adoube_bot::{ChannelId, PersonId, RepositoryError};
use adoube_store::StoreError;

use crate::{
    MatrixPlatform,
    ids::{self, ChannelAddress},
    records::REPLY,
};

/// More lanes than in a bad night wait for the start; what is behind them is answered as if nothing had been said there.
const MOST: usize = 16_384;

/// What tells the first notice and the first answer that waited in each lane at the start: nothing behind them was begun.
#[derive(Default)]
pub(crate) struct UnconfirmedSends(Mutex<HashMap<ChannelId, Vec<Vec<u8>>>>);

impl UnconfirmedSends {
    fn lanes(&self) -> MutexGuard<'_, HashMap<ChannelId, Vec<Vec<u8>>>> {
        // Every change is a single step, so a panic elsewhere leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MatrixPlatform {
    /// Looks what waits, before anything of it is said again.
    pub(crate) async fn load_unconfirmed(&self) -> Result<(), RepositoryError> {
        let (notices, answers) = (self.outbox.waiting(None, MOST).await?, self.queue.places(REPLY).await?);
        for lane in notices.into_iter().chain(answers.into_iter().take(MOST)) {
            let first = self.first_waiting(&lane).await?;
            self.left_over.lanes().insert(lane, first);
        }
        Ok(())
    }

    /// Whether anything may be read in a place that is not noted: what is on its way, and whatever waited there first at the
    /// start; with what waited for somebody alone where nobody else may be.
    pub(crate) async fn may_be_unsaved(
        &self,
        place: &ChannelAddress,
        alone: Option<&PersonId>,
    ) -> Result<bool, StoreError> {
        for lane in [Some(place.channel()), alone.map(ids::direct)].into_iter().flatten() {
            let Some(left) = self.left_over.lanes().remove(&lane) else { continue };
            for key in &left {
                self.unnoted.begin(key, &place.room);
            }
            let waiting = self.first_waiting(&lane).await?;
            // What has been said meanwhile is noted, and nobody ends it any more.
            left.iter().filter(|key| !waiting.contains(key)).for_each(|key| self.unnoted.end(key));
        }
        Ok(self.unnoted.has(&place.room))
    }

    /// What tells the first notice and the first answer that wait in a lane.
    async fn first_waiting(&self, lane: &ChannelId) -> Result<Vec<Vec<u8>>, StoreError> {
        let notice = match self.outbox.first_in(lane).await {
            Ok(first) => first.map(|delivery| delivery.key().to_vec()),
            Err(RepositoryError::Store(error)) => return Err(error),
            // It is for a newer program.
            Err(_) => None,
        };
        let answer = self.queue.of(lane, 1).await?.pop().and_then(|entry| entry.waiting.ok());
        Ok(notice.into_iter().chain(answer.map(|waiting| waiting.transaction.into_bytes())).collect())
    }
}
