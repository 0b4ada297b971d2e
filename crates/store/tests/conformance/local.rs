//! Makes the stores under test that need no server: one in memory, and one in a temporary folder.

use std::sync::Arc;

use adoube_store::{MemoryStore, SledStore, Store};
use tempfile::TempDir;

use crate::subject::Subject;

pub(crate) struct Memory;

impl Subject for Memory {
    const KEEPS: bool = false;

    async fn new() -> Option<Self> {
        Some(Self)
    }

    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(MemoryStore::new())
    }
}

pub(crate) struct Sled(TempDir);

impl Subject for Sled {
    const KEEPS: bool = true;

    async fn new() -> Option<Self> {
        Some(Self(tempfile::tempdir().expect("a folder")))
    }

    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(SledStore::open(self.0.path()).expect("the store opens"))
    }
}
