//! Commits a decision: its batch together with changes of side records (people, contacts,
//! communities), which are read again at each attempt, so that no change of another event is lost.
//! Not here: how the batch comes about (`unit_of_work`), and how each kind of side record is
//! changed (its own file).

use adoube_store::{Batch, BatchWrite, CommitOutcome, IdempotencyKey, Table, VersionCheck};

use super::{
    codec::write,
    error::RepositoryError,
    job::ScheduledJob,
    job_rows,
    outbox::{LanePosts, OutboxEntry},
    repository::Repository,
    side_changes::SideChanges,
};
use crate::{
    ChannelId, PersonId,
    core::{forms::StoredForm, game::PersonEvent},
};

/// All writes of a decision: a batch, and changes of side records, which it does not contain yet.
#[derive(Clone, Default)]
pub(crate) struct PendingCommit {
    pub(super) batch: Batch,
    pub(super) side: SideChanges,
    /// Notices for the channel, which the batch does not contain yet either.
    pub(super) posts: Option<LanePosts>,
}

impl From<Batch> for PendingCommit {
    fn from(batch: Batch) -> Self {
        Self { batch, ..Self::default() }
    }
}

impl PendingCommit {
    /// Changes of records of people alone.
    pub(crate) fn of_persons(persons: Vec<(PersonId, PersonEvent)>) -> Self {
        Self { side: SideChanges { persons, ..SideChanges::default() }, ..Self::default() }
    }

    /// The batch without the changes of side records.
    pub(crate) fn batch(&self) -> &Batch {
        &self.batch
    }

    /// The notices that are not in the outbox yet.
    pub(crate) fn posts(&self) -> Option<&LanePosts> {
        self.posts.as_ref()
    }

    /// The same with its notices in the outbox.
    pub(crate) fn queued(mut self) -> Result<Self, RepositoryError> {
        if let Some(posts) = self.posts.take() {
            self.batch.writes.extend(posts.writes()?);
        }
        Ok(self)
    }

    /// The same with writes of a platform that deliver its notices.
    pub(crate) fn delivered(&self, expect: Vec<VersionCheck>, writes: Vec<BatchWrite>) -> Self {
        let (mut batch, side) = (self.batch.clone(), self.side.clone());
        batch.extend(expect, writes);
        Self { batch, side, posts: None }
    }

    /// The same as the answer to an event in a channel, which acts once.
    pub(crate) fn answering(
        self,
        (channel, event): (&ChannelId, &IdempotencyKey),
        answer: &impl StoredForm,
        at: u64,
    ) -> Result<Self, RepositoryError> {
        let key = event.clone().in_shard(&channel.0);
        Ok(Self { batch: self.batch.idempotent(key, write(answer)?, at), ..self })
    }

    /// Whether there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.batch.writes.is_empty() && self.side.is_empty() && self.posts.is_none()
    }

    /// Whether a vacation begins or ends with these changes.
    pub(crate) fn moves_absence(&self) -> bool {
        let is_about =
            |event: &PersonEvent| matches!(event, PersonEvent::Left { .. } | PersonEvent::CameBack { .. });
        self.side.persons.iter().any(|(_, event)| is_about(event))
    }

    /// The lane to which the batch posts.
    pub(crate) fn posts_in(&self) -> Option<ChannelId> {
        self.batch.writes.iter().find_map(|write| match write {
            BatchWrite::Put { table: Table::Outbox, key, .. } => OutboxEntry::channel_of(key),
            _ => None,
        })
    }

    /// The earliest due time of the jobs that the batch adds, in milliseconds since 1970.
    pub(crate) fn soonest(&self) -> Option<u64> {
        job_rows::soonest(&self.batch)
    }

    /// The computer's jobs that the batch adds.
    pub(crate) fn of_computer(&self) -> Vec<(ChannelId, ScheduledJob)> {
        job_rows::of_computer(&self.batch)
    }
}

impl Repository {
    /// Commits a decision with its changes of side records: people, their contacts, and
    /// communities. Without such changes, as with every move that ends no game, nothing is read.
    /// After a version conflict on a side record only the side records are read again.
    pub(crate) async fn commit(&self, decided: PendingCommit) -> Result<CommitOutcome, RepositoryError> {
        let PendingCommit { batch, side, posts: _ } = decided.queued()?;
        if side.is_empty() {
            return Ok(self.store.commit(batch).await?);
        }
        loop {
            let mut whole = self.add_persons(batch.clone(), &side.persons).await?;
            whole = self.add_contacts(whole, &side.contacts).await?;
            whole = self.add_settings(whole, &side.settings).await?;
            whole = self.add_bars(whole, &side.bars).await?;
            match self.store.commit(whole).await? {
                // A side record has changed: another commit succeeded, so the loop ends some time.
                // A conflict on a record that the decision itself has read goes to the caller,
                // which decides again.
                CommitOutcome::Conflict { table, key } if !batch.checks(table, &key) => {}
                committed => return Ok(committed),
            }
        }
    }
}
