//! A snapshot of the store on disk: how its pages are asked for. Not here: what it is made of (`past`).

use std::sync::Arc;

use crate::{
    Snapshot, StoreError, StoreFuture, StoreRow, layout,
    sled_store::{database::SledDatabase, reader_threads::ReaderHandle, snapshot_images::SnapshotPreImages},
};

/// The store as it was. It keeps neither the database nor its folder open.
#[derive(Debug)]
pub(super) struct SledSnapshot {
    pre_images: Arc<SnapshotPreImages>,
    readers: ReaderHandle,
    /// Where the next page begins; `None` at the end.
    next: Option<Vec<u8>>,
}

impl SledSnapshot {
    pub(super) async fn begin(readers: ReaderHandle) -> Result<Self, StoreError> {
        let past = readers.ask(SledDatabase::begin_snapshot).await?;
        Ok(Self { pre_images: past, readers, next: Some(Vec::new()) })
    }
}

impl Snapshot for SledSnapshot {
    fn rows(&self) -> Option<u64> {
        Some(self.pre_images.rows)
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<StoreRow>> {
        Box::pin(async move {
            let Some(from) = self.next.clone() else { return Ok(Vec::new()) };
            let past = Arc::clone(&self.pre_images);
            let page = move |engine: &SledDatabase| engine.read(|view| past.page(view, from, limit));
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
