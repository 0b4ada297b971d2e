//! Records of communities: the settings of a server or room, changed by several moderators at once
//! without loss. Not here: the settings (`game`).

use adoube_store::{Batch, Key, Table};

use super::{
    Repository, RepositoryError, UnitOfWork, VersionedRecord,
    side_changes::{self, SettingChanges},
    write,
};
use crate::{
    CommunityId,
    game::{CommunitySetting, CommunitySettings},
};

impl Repository {
    /// What is chosen for a place; nothing at first.
    pub(crate) async fn place(
        &self,
        id: &CommunityId,
    ) -> Result<VersionedRecord<CommunitySettings>, RepositoryError> {
        self.load_or_default(Table::Meta, &key(id)).await
    }

    /// Keeps all that is chosen for a place, unless somebody has chosen something since `version`.
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

    /// Adds what is chosen for a place to a batch. Settings that cannot be read are not written over.
    pub(super) async fn add_settings(
        &self,
        batch: Batch,
        settings: &SettingChanges,
    ) -> Result<Batch, RepositoryError> {
        let (id, chosen) = settings;
        let VersionedRecord { mut value, version } = self.place(id).await?;
        for setting in chosen {
            value.choose(setting);
        }
        let (key, value) = (key(id), write(&value)?);
        Ok(batch.expect(Table::Meta, key.clone(), version).put(Table::Meta, key, value))
    }
}

/// Whether a conflict is about the settings of that place.
pub(super) fn is_about(settings: &SettingChanges, table: Table, found: &[u8]) -> bool {
    table == Table::Meta && key(&settings.0).as_ref() == found
}

impl UnitOfWork {
    /// Chooses something for a place.
    pub(crate) fn set(&mut self, place: &CommunityId, setting: CommunitySetting) {
        side_changes::add(&mut self.side.settings, place, setting);
    }
}

fn key(id: &CommunityId) -> Key {
    Key::new().text("place").text(&id.0)
}
