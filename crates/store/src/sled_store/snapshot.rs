//! Snapshot of a sled store: all rows as they were at one moment, for an export while the program writes on. Pages are read by
//! the reader threads. Not here: the values that later writes replaced (`snapshot_images`).

use std::sync::Arc;

use crate::{
    error::StoreError,
    layout,
    record::StoreRow,
    sled_store::{database::SledDatabase, reader_threads::ReaderHandle, snapshot_images::SnapshotPreImages},
    snapshot::Snapshot,
    store::StoreFuture,
};

/// A snapshot. It keeps neither the database nor its folder open.
#[derive(Debug)]
pub(super) struct SledSnapshot {
    pre_images: Arc<SnapshotPreImages>,
    readers: ReaderHandle,
    /// The key at which the next page begins; `None` at the end.
    next: Option<Vec<u8>>,
}

impl SledSnapshot {
    pub(super) async fn begin(readers: ReaderHandle) -> Result<Self, StoreError> {
        let pre_images = readers.ask(SledDatabase::begin_snapshot).await?;
        Ok(Self { pre_images, readers, next: Some(Vec::new()) })
    }
}

impl Snapshot for SledSnapshot {
    fn rows(&self) -> Option<u64> {
        Some(self.pre_images.rows)
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>> {
        Box::pin(async move {
            let Some(from) = self.next.clone() else { return Ok(Vec::new()) };
            let pre_images = Arc::clone(&self.pre_images);
            let page = move |engine: &SledDatabase| engine.read(|view| pre_images.page(view, from, limit));
            let (pairs, next) = self.readers.ask(page).await?;
            let rows = pairs.iter().map(|(key, value)| layout::row(key, value)).collect::<Result<_, _>>()?;
            self.next = next;
            Ok(rows)
        })
    }

    fn rewind(&mut self) -> StoreFuture<'_, ()> {
        self.next = Some(Vec::new());
        Box::pin(async { Ok(()) })
    }
}
