//! Keeps the channel list up to date where several processes share the store: each change writes a
//! version row, and a process reads the list again when that version differs. A store of one
//! process has no such row. Not here: the polling itself (`sync/store_poller.rs`).

use std::sync::{Arc, atomic::Ordering};

use adoube_bot::{
    PersonId,
    forms::{self, FormError},
};
use adoube_store::{Batch, CommitOutcome, Key, Record, Store, StoreError};
use tokio::sync::{Mutex, watch};

use crate::{
    channels::{
        channel::{ChannelDetails, ChannelError, ChannelList, PrivateAccess, WebChannel},
        directory::{ALL, ChannelDirectory, named},
        stored::{StoredChannelInfo, StoredListVersion},
    },
    identity::name::LOBBY,
    records::{self, CHANNEL, LISTED, TABLE},
};

impl ChannelDirectory {
    /// Opens the directory and reads the list.
    pub(crate) async fn open(store: Arc<dyn Store>) -> Result<Self, StoreError> {
        let (list, version) = read(&*store).await?;
        let is_shared = store.is_shared();
        let making = Arc::new(Mutex::new(version));
        let asking = Arc::default();
        Ok(Self { store, is_shared, list: watch::Sender::new(list), making, asking })
    }

    /// The key of the version row of the list.
    pub(crate) fn changes_key() -> Key {
        records::key(LISTED)
    }

    /// The channel list as it is in the store now, for callers that must not use an outdated one.
    pub(crate) async fn list_now(&self) -> ChannelList {
        if let Err(error) = self.refresh().await {
            tracing::error!(%error, "the list of channels may be out of date");
        }
        self.list()
    }

    /// Whether a channel lets a person in now. A private channel is checked against the store, so
    /// that a member whom another process removed reads nothing written after the removal.
    pub(crate) async fn lets_in_now(&self, name: &str, person: &PersonId) -> bool {
        let list = self.list();
        if !self.is_shared || list.is_for_everybody(name) || !list.lets_in(name, person) {
            return list.lets_in(name, person);
        }
        self.list_now().await.lets_in(name, person)
    }

    /// Reads the list again if another process has changed it.
    pub(crate) async fn refresh(&self) -> Result<(), StoreError> {
        if !self.is_shared {
            return Ok(());
        }
        let asked = self.asking.asked.fetch_add(1, Ordering::SeqCst);
        let mut making = self.making.lock().await;
        // A request that waited before this one may have read the list already.
        if self.asking.answered.load(Ordering::SeqCst) > asked {
            return Ok(());
        }
        let answers = self.asking.asked.load(Ordering::SeqCst);
        self.look(&mut making).await?;
        self.asking.answered.store(answers, Ordering::SeqCst);
        Ok(())
    }

    async fn look(&self, making: &mut Option<u64>) -> Result<(), StoreError> {
        let told = self.store.get(TABLE, Self::changes_key().as_ref()).await?;
        if told.map(|told| told.version) != *making {
            self.read_anew(making).await?;
        }
        Ok(())
    }

    /// Reads the list again if the version row is at another version than the list.
    pub(crate) async fn saw(&self, version: Option<u64>) -> Result<(), StoreError> {
        let is_known = *self.making.lock().await == version;
        if is_known { Ok(()) } else { self.refresh().await }
    }

    async fn read_anew(&self, making: &mut Option<u64>) -> Result<(), StoreError> {
        let (list, version) = read(&*self.store).await?;
        *making = version;
        self.list.send_if_modified(|known| {
            let is_other = *known != list;
            *known = list;
            is_other
        });
        Ok(())
    }

    /// Adds a channel, if the list is still the one on which the decision is based. Otherwise reads
    /// the list again and returns `false`.
    pub(crate) async fn found(
        &self,
        name: &str,
        founded: &ChannelDetails,
        making: &mut Option<u64>,
    ) -> Result<bool, ChannelError> {
        let mut batch = self.opening(name, founded)?;
        if self.is_shared {
            batch = batch.expect(TABLE, Self::changes_key(), *making);
        }
        match self.store.commit(batch).await? {
            CommitOutcome::Conflict { key, .. } if key == Vec::from(Self::changes_key()) => {
                self.read_anew(making).await?;
                Ok(false)
            }
            CommitOutcome::Conflict { .. } => Err(ChannelError::Taken),
            CommitOutcome::Applied | CommitOutcome::Duplicate { .. } => {
                self.note(name, founded.clone());
                if self.is_shared {
                    *making = Some(making.map_or(1, |version| version + 1));
                }
                Ok(true)
            }
        }
    }

    /// Adds the write of the version row to a batch that changes channels.
    pub(crate) fn telling(&self, batch: Batch) -> Result<Batch, FormError> {
        if !self.is_shared {
            return Ok(batch);
        }
        Ok(batch.put(TABLE, Self::changes_key(), forms::write(&StoredListVersion {})?))
    }
}

/// The list and its version. The version is read first, so that no later change is missed.
async fn read(store: &dyn Store) -> Result<(ChannelList, Option<u64>), StoreError> {
    let version = if store.is_shared() {
        store.get(TABLE, ChannelDirectory::changes_key().as_ref()).await?.map(|told| told.version)
    } else {
        None
    };
    let rows = records::all(store, CHANNEL, ALL).await?;
    let read = |(key, record): &(Vec<u8>, Record)| {
        let founded = forms::read_or_tell::<StoredChannelInfo>(key, &record.value).map(ChannelDetails::from);
        // A record that cannot be read lets nobody in.
        let founded = founded.unwrap_or_else(|| ChannelDetails {
            by: PersonId(String::new()),
            from: None,
            at: u64::MAX,
            room: None,
            private: Some(PrivateAccess::default()),
        });
        named(key).map(|name| WebChannel { name, founded: Some(founded) })
    };
    let lobby = WebChannel { name: LOBBY.to_owned(), founded: None };
    let all = std::iter::once(lobby).chain(rows.iter().filter_map(read)).collect();
    Ok((ChannelList(Arc::new(all)), version))
}
