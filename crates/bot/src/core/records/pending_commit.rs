//! Commits a decision: its batch together with changes of side records (people, contacts,
//! communities), which are read again at each attempt, so that no change of another event is lost.
//! Not here: how the batch comes about (`unit_of_work`), and how each kind of side record is
//! changed (its own file).

use adoube_store::{Batch, BatchWrite, CommitOutcome, Table};

use super::{
    error::RepositoryError, job::ScheduledJob, job_rows, outbox::OutboxEntry, repository::Repository,
    side_changes::SideChanges,
};
use crate::{ChannelId, PersonId, core::game::PersonEvent};

/// All writes of a decision: a batch, and changes of side records, which it does not contain yet.
#[derive(Clone)]
pub(crate) struct PendingCommit {
    pub(crate) batch: Batch,
    pub(super) side: SideChanges,
}

impl From<Batch> for PendingCommit {
    fn from(batch: Batch) -> Self {
        Self { batch, side: SideChanges::default() }
    }
}

impl PendingCommit {
    /// Changes of records of people alone.
    pub(crate) fn of_persons(persons: Vec<(PersonId, PersonEvent)>) -> Self {
        Self { batch: Batch::new(), side: SideChanges { persons, ..SideChanges::default() } }
    }

    /// The batch without the changes of side records.
    pub(crate) fn batch(&self) -> &Batch {
        &self.batch
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
        let PendingCommit { batch, side } = decided;
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
