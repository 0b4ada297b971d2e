//! Reads and changes the stored lists of people barred from a community, one row for each; several
//! moderators can change one at once without loss. Not here: the refusals (`features::bars`).

use adoube_store::{Batch, Key, Table};

use super::{
    codec::write,
    error::RepositoryError,
    repository::{Repository, VersionedRecord},
    side_changes::by_record,
    unit_of_work::UnitOfWork,
};
use crate::{
    CommunityId,
    core::game::{BarEvent, BarList},
};

impl Repository {
    /// The bar list of a community; empty at first.
    pub(crate) async fn bars(&self, id: &CommunityId) -> Result<VersionedRecord<BarList>, RepositoryError> {
        self.load_or_default(Table::Meta, &key(id)).await
    }

    /// Copies the list of one community to another one whose list is empty.
    pub(crate) async fn copy_bars(
        &self,
        from: &CommunityId,
        to: &CommunityId,
    ) -> Result<(), RepositoryError> {
        let (there, here) = (self.bars(from).await?.value, self.bars(to).await?);
        if there.bars.is_empty() || !here.value.bars.is_empty() {
            return Ok(());
        }
        let (key, value) = (key(to), write(&there)?);
        let batch = Batch::new().expect(Table::Meta, key.clone(), here.version).put(Table::Meta, key, value);
        self.store.commit(batch).await?;
        Ok(())
    }

    /// Adds changes of bar lists to a batch. An unreadable list is not overwritten.
    pub(super) async fn add_bars(
        &self,
        mut batch: Batch,
        changes: &[(CommunityId, BarEvent)],
    ) -> Result<Batch, RepositoryError> {
        for (place, events) in by_record(changes) {
            let VersionedRecord { mut value, version } = self.bars(place).await?;
            for event in events {
                value.note(event);
            }
            let key = key(place);
            batch = batch.expect(Table::Meta, key.clone(), version);
            batch = if value.bars.is_empty() {
                batch.delete(Table::Meta, key)
            } else {
                let value = write(&value)?;
                batch.put(Table::Meta, key, value)
            };
        }
        Ok(batch)
    }
}

impl UnitOfWork {
    /// Bars a person from a community, or ends a bar.
    pub(crate) fn change_bars(&mut self, place: &CommunityId, event: BarEvent) {
        self.side.bars.push((place.clone(), event));
    }
}

fn key(id: &CommunityId) -> Key {
    Key::new().text("barred").text(&id.0)
}
