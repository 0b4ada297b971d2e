//! A store in memory that says it is shared, for tests in which several processes use it.

use std::sync::Arc;

use adoube_store::{MemoryStore, Store};

/// A handle to the shared store. It reports that other processes write as well.
#[derive(Clone, Default)]
pub struct SharedTestStore(pub Arc<MemoryStore>);

impl Store for SharedTestStore {
    crate::forward_store!(0: get scan answer commit forget_answers page restore close);

    fn is_shared(&self) -> bool {
        true
    }
}
