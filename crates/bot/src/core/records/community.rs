//! Reads and changes the stored settings of communities (servers or rooms); several moderators can
//! change them at once without loss. Not here: the settings (`game`).

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
    core::game::{CommunitySetting, CommunitySettings},
};

impl Repository {
    /// The settings of a community; the defaults at first.
    pub(crate) async fn place(
        &self,
        id: &CommunityId,
    ) -> Result<VersionedRecord<CommunitySettings>, RepositoryError> {
        self.load_or_default(Table::Meta, &key(id)).await
    }

    /// Stores all settings of a community, unless they have changed since `version`.
    pub(crate) async fn keep_place(
        &self,
        id: &CommunityId,
        settings: &CommunitySettings,
        version: Option<u64>,
    ) -> Result<(), RepositoryError> {
        let (key, value) = (key(id), write(settings)?);
        let batch = Batch::new().expect(Table::Meta, key.clone(), version).put(Table::Meta, key, value);
        self.store.commit(batch).await?;
        Ok(())
    }

    /// Adds changes of settings to a batch. Unreadable settings are not overwritten.
    pub(super) async fn add_settings(
        &self,
        mut batch: Batch,
        changes: &[(CommunityId, CommunitySetting)],
    ) -> Result<Batch, RepositoryError> {
        for (id, settings) in by_record(changes) {
            let VersionedRecord { mut value, version } = self.place(id).await?;
            for setting in settings {
                value.choose(setting);
            }
            let (key, value) = (key(id), write(&value)?);
            batch = batch.expect(Table::Meta, key.clone(), version).put(Table::Meta, key, value);
        }
        Ok(batch)
    }
}

impl UnitOfWork {
    /// Changes a setting of a community.
    pub(crate) fn set(&mut self, place: &CommunityId, setting: CommunitySetting) {
        self.side.settings.push((place.clone(), setting));
    }
}

fn key(id: &CommunityId) -> Key {
    Key::new().text("place").text(&id.0)
}
