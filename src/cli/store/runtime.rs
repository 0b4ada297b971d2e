//! Starts the asynchronous runtime in which the store commands run.

use std::io;

use tokio::runtime::{Builder, Runtime};

/// A runtime with two threads: one reads while the other writes.
pub(super) fn start() -> io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(2).enable_all().build()
}
