//! A store that several programs of a test share, as those that deliver to many people do. Not here: a store that fails.

use std::sync::Arc;

use adoube_store::{MemoryStore, Store};

/// Everybody's way to the same store, who know that others write to it, too.
#[derive(Clone, Default)]
pub struct SharedTestStore(pub Arc<MemoryStore>);

impl Store for SharedTestStore {
    crate::forward_store!(0: get scan answer commit forget_answers page restore close);

    fn is_shared(&self) -> bool {
        true
    }
}
