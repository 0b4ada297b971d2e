//! Removes channels: a channel leaves the list first, then its log is deleted.
//!
//! A marker row blocks writes in between. A channel in which a write happened meanwhile stays,
//! since the removal expects the versions it has read. Not here: which channels are removed
//! (`chat/channel_cleanup.rs`, `chat/channel_displacement.rs`).

use adoube_bot::{Bot, ChannelId, PersonId, forms};
use adoube_store::{Batch, CommitOutcome, KeyReader, Record, VersionCheck};

use crate::{
    channels::{
        channel::{ChannelDetails, ChannelError, name_of},
        directory::{ALL, ChannelDirectory, list_key},
        stored::{StoredChannelInfo, StoredChannelRemoval},
    },
    records::{self, HIDDEN, LEAVING, TABLE, leaving_key},
};

/// The instant `age` milliseconds ago; `None` while nothing is deleted by age.
pub(crate) async fn deletion_cutoff(service: &Bot, age: u64) -> Option<u64> {
    service.deletion_cutoff(age).await.unwrap_or_else(|error| {
        tracing::error!(%error, "what is old cannot be told");
        None
    })
}

impl ChannelDirectory {
    /// Takes a channel off the list if the version checks hold and it is still as listed; returns
    /// whether it did. The members of a private channel are kept, since games played there stay
    /// theirs. `now` in milliseconds since 1970.
    pub(crate) async fn remove(
        &self,
        channel: &ChannelId,
        as_long_as: Vec<VersionCheck>,
        now: u64,
    ) -> Result<bool, ChannelError> {
        let leaving = forms::write(&StoredChannelRemoval { at: now })?;
        let mut batch =
            Batch { version_checks: as_long_as, ..Batch::new() }.put(TABLE, leaving_key(channel), leaving);
        let (name, list) = (name_of(channel), self.list());
        let is_hidden = !list.lets_in(name, &PersonId(String::new()));
        let founded = list.find(name).and_then(|channel| channel.founded.as_ref());
        if let Some(founded) = founded.filter(|_| is_hidden) {
            let value = forms::write(&StoredChannelInfo::from(founded))?;
            batch = batch.put(TABLE, records::key(HIDDEN).text(name), value);
        }
        self.take_off(name, founded, batch).await
    }

    /// Takes a channel in which nothing ever happened off the list, if the version check holds.
    pub(crate) async fn forget(&self, name: &str, as_long_as: VersionCheck) -> Result<bool, ChannelError> {
        let batch = Batch { version_checks: vec![as_long_as], ..Batch::new() };
        let list = self.list();
        self.take_off(name, list.find(name).and_then(|channel| channel.founded.as_ref()), batch).await
    }

    async fn take_off(
        &self,
        name: &str,
        founded: Option<&ChannelDetails>,
        batch: Batch,
    ) -> Result<bool, ChannelError> {
        let _making = self.making.lock().await;
        let key = list_key().text(name);
        let Some(record) = self.store.get(TABLE, key.as_ref()).await? else { return Ok(false) };
        // A record that cannot be read counts as unchanged.
        let is_other = |kept: ChannelDetails| founded != Some(&kept);
        if forms::read::<StoredChannelInfo>(&record.value).is_ok_and(|kept| is_other(kept.into())) {
            return Ok(false);
        }
        let batch = batch.expect_version(TABLE, key.clone(), record.version).delete(TABLE, key);
        if matches!(self.store.commit(self.telling(batch)?).await?, CommitOutcome::Conflict { .. }) {
            return Ok(false);
        }
        self.list
            .send_modify(|list| std::sync::Arc::make_mut(&mut list.0).retain(|other| other.name != name));
        Ok(true)
    }

    /// Channels in removal, and since when, in milliseconds since 1970.
    pub(crate) async fn leaving(&self) -> Result<Vec<(ChannelId, u64)>, ChannelError> {
        let rows = records::all(&*self.store, LEAVING, ALL).await?;
        let read = |(key, record): (Vec<u8>, Record)| {
            let mut reader = KeyReader::new(&key);
            let channel = reader.text().and_then(|_| reader.text())?;
            let at = forms::read_or_tell(&key, &record.value).map_or(0, |StoredChannelRemoval { at }| at);
            Some((ChannelId(channel), at))
        };
        Ok(rows.into_iter().filter_map(read).collect())
    }

    /// Whether a channel is in removal.
    pub(crate) async fn is_leaving(&self, channel: &ChannelId) -> Result<bool, ChannelError> {
        Ok(self.store.get(TABLE, leaving_key(channel).as_ref()).await?.is_some())
    }

    /// Deletes the marker row of a channel whose removal is complete.
    pub(crate) async fn is_gone(&self, channel: &ChannelId) -> Result<(), ChannelError> {
        self.store.commit(Batch::new().delete(TABLE, leaving_key(channel))).await?;
        Ok(())
    }
}
