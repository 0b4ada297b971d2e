//! Opens a snapshot of records for a store command: from an unused folder, from the program that
//! runs on a folder, or from a database.

#[cfg(feature = "postgres")]
use adoube_store::PostgresStore;
use adoube_store::{SledStore, Snapshot, Store, StoreError, StoreFuture, StoreRow};

use super::error::TransferCommandError;
use crate::live_export::LiveSnapshot;
use crate::storage::Storage;

/// A snapshot of a store.
pub(super) struct SnapshotSource {
    pub(super) snapshot: Box<dyn Snapshot>,
    /// Whether other processes may be writing meanwhile; what they write is not in the snapshot.
    pub(super) is_in_use: bool,
}

impl SnapshotSource {
    /// Opens a snapshot. Creates no store where there is none.
    pub(super) async fn open(storage: &Storage) -> Result<Self, TransferCommandError> {
        match storage {
            Storage::Folder(data) => match SledStore::open_existing(data) {
                Ok(store) => Self::of(store, false).await,
                Err(StoreError::AlreadyOpen { path }) => match LiveSnapshot::ask(data)? {
                    Some(snapshot) => Ok(Self { snapshot: Box::new(snapshot), is_in_use: true }),
                    None => Err(TransferCommandError::Busy { path }),
                },
                Err(error) => Err(error.into()),
            },
            #[cfg(feature = "postgres")]
            Storage::Database(settings) => {
                Self::of(PostgresStore::open_existing(settings).await?, true).await
            }
        }
    }

    async fn of(store: impl Store, is_in_use: bool) -> Result<Self, TransferCommandError> {
        let snapshot = store.snapshot().await?;
        Ok(Self { snapshot: Box::new(OpenSnapshot { snapshot, _store: store }), is_in_use })
    }
}

/// A snapshot together with its store, which stays open as long.
struct OpenSnapshot<S> {
    snapshot: Box<dyn Snapshot>,
    _store: S,
}

impl<S: Store> Snapshot for OpenSnapshot<S> {
    fn rows(&self) -> Option<u64> {
        self.snapshot.rows()
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>> {
        self.snapshot.page(limit)
    }

    fn rewind(&mut self) -> StoreFuture<'_, ()> {
        self.snapshot.rewind()
    }
}
