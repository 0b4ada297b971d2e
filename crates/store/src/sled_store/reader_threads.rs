//! Runs reads on threads of their own, outside the async runtime, so that one that waits for the
//! disk blocks no other task.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use tokio::sync::{mpsc, oneshot};

use crate::{
    error::StoreError,
    sled_store::{committed_view::CommittedView, database::SledDatabase},
};

/// Length of the queue; further callers wait for a place in it.
const MAX_QUEUED_READS: usize = 1024;
/// Number of reader threads.
const READER_THREADS: usize = 2;

type ReadJob = Box<dyn FnOnce(&SledDatabase) + Send>;

/// Handle of the reader threads. Dropping it waits until queued reads are done.
#[derive(Debug)]
pub(super) struct ReaderThreads {
    engine: Arc<SledDatabase>,
    /// `None` only while being dropped.
    queue: Option<mpsc::Sender<ReadJob>>,
    threads: Vec<JoinHandle<()>>,
}

impl ReaderThreads {
    /// Starts the threads.
    pub(super) fn start(engine: Arc<SledDatabase>) -> Result<Self, StoreError> {
        let (sender, queue) = mpsc::channel(MAX_QUEUED_READS);
        let queue = Arc::new(Mutex::new(queue));
        let mut readers = Self { engine, queue: Some(sender), threads: Vec::new() };
        for _ in 0..READER_THREADS {
            let (engine, queue) = (Arc::clone(&readers.engine), Arc::clone(&queue));
            let thread = thread::Builder::new()
                .name("store-read".to_owned())
                .spawn(move || run(&engine, &queue))
                .map_err(|error| StoreError::io("starting a thread", error))?;
            readers.threads.push(thread);
        }
        Ok(readers)
    }

    /// Reads committed data on a reader thread.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&CommittedView<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, answer) = oneshot::channel();
        let job: ReadJob = Box::new(move |engine| {
            // The caller may be gone.
            let _ = sender.send(engine.read(read));
        });
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        queue.send(job).await.map_err(|_| self.engine.refusal())?;
        answer.await.unwrap_or_else(|_| Err(self.engine.refusal()))
    }

    /// A weak handle, which does not keep the threads alive.
    pub(super) fn handle(&self) -> Result<ReaderHandle, StoreError> {
        self.queue.as_ref().map(|queue| ReaderHandle(queue.downgrade())).ok_or(StoreError::Closed)
    }
}

/// A weak handle of the reader threads, for snapshots that may outlive the store.
#[derive(Debug)]
pub(super) struct ReaderHandle(mpsc::WeakSender<ReadJob>);

impl ReaderHandle {
    /// Runs work with the database on a reader thread.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&SledDatabase) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, answer) = oneshot::channel();
        let job: ReadJob = Box::new(move |engine| {
            // The caller may be gone.
            let _ = sender.send(work(engine));
        });
        let queue = self.0.upgrade().ok_or(StoreError::Closed)?;
        queue.send(job).await.map_err(|_| StoreError::Closed)?;
        drop(queue);
        answer
            .await
            .unwrap_or_else(|_| Err(StoreError::damaged("sled panicked; the log of the program says where")))
    }
}

impl Drop for ReaderThreads {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a reading thread panicked");
            }
        }
    }
}

fn run(engine: &SledDatabase, queue: &Mutex<mpsc::Receiver<ReadJob>>) {
    loop {
        // The lock is held while waiting for a request; the other threads wait for the lock.
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(job) = job else { return };
        // sled panics on some damage, which must not end the thread.
        if panic::catch_unwind(AssertUnwindSafe(|| job(engine))).is_err() {
            tracing::error!("sled panicked while reading");
        }
    }
}
