//! Holds the writes of a platform in the batch of an event, and decides whether the event must
//! write the channel's record: one that changes only records of people and communities, or rows of
//! the platform, does not, and so causes no version conflict with the players there. Not here: the
//! content of those records (`person`, `community`).

use adoube_store::{Batch, BatchWrite};

use super::{pending_commit::PendingCommit, unit_of_work::UnitOfWork};

impl UnitOfWork {
    /// Adds a write of the platform to the batch.
    pub(crate) fn add_platform_writes(&mut self, writes: &[BatchWrite]) {
        self.also.extend_from_slice(writes);
    }

    /// Whether there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.leaves_channel() && self.side.is_empty()
    }

    /// Whether all changes are outside the channel's record.
    pub(super) fn changes_side_records_only(&self) -> bool {
        self.leaves_channel() && !self.tells_overdue && !self.is_empty()
    }

    /// Whether the channel's record stays as it is.
    fn leaves_channel(&self) -> bool {
        !self.is_changed && self.posts.is_empty() && self.batch.writes.is_empty()
    }

    /// The commit without the channel's record.
    pub(super) fn beside_channel(self) -> PendingCommit {
        let Self { also: writes, side, .. } = self;
        PendingCommit { batch: Batch { writes, ..Batch::new() }, side, posts: None }
    }
}
