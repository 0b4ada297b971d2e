//! A store in memory that several processes of a test share.

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
