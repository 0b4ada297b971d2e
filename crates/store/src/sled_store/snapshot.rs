//! A snapshot of the store on disk: how its pages are asked for. Not here: what it is made of (`past`).

use std::sync::Arc;

use crate::{
    Row, Snapshot, StoreError, StoreFuture, layout,
    sled_store::{engine::Engine, past::Past, readers::Asking},
};

/// The store as it was. It keeps neither the database nor its folder open.
#[derive(Debug)]
pub(super) struct SledSnapshot {
    past: Arc<Past>,
    readers: Asking,
    /// Where the next page begins; `None` at the end.
    next: Option<Vec<u8>>,
}

impl SledSnapshot {
    pub(super) async fn begin(readers: Asking) -> Result<Self, StoreError> {
        let past = readers.ask(Engine::begin_past).await?;
        Ok(Self { past, readers, next: Some(Vec::new()) })
    }
}

impl Snapshot for SledSnapshot {
    fn rows(&self) -> Option<u64> {
        Some(self.past.rows)
    }

    fn page(&mut self, limit: usize) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(async move {
            let Some(from) = self.next.clone() else { return Ok(Vec::new()) };
            let past = Arc::clone(&self.past);
            let page = move |engine: &Engine| engine.read(|view| past.page(view, from, limit));
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
