//! A store that several programs of a test share, as those that deliver to many people do. Not here: a store that fails.

use std::sync::Arc;

use adoube_store::{Batch, Committed, MemoryStore, Store, StoreFuture};

/// Everybody's way to the same store, who know that others write to it, too.
#[derive(Clone)]
pub struct Shared(pub Arc<MemoryStore>);

impl Store for Shared {
    fn commit(&self, batch: Batch) -> StoreFuture<'_, Committed> {
        self.0.commit(batch)
    }

    fn is_shared(&self) -> bool {
        true
    }

    passed_on!(0: get scan answer forget_answers page restore close);
}
