//! The threads that read, so that a read that has to wait for the disk holds up nobody else.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use tokio::sync::{mpsc, oneshot};

use crate::{
    StoreError,
    sled_store::{committed_view::CommittedView, database::SledDatabase},
};

/// Reads that may wait; more wait before the queue.
const MAX_QUEUED_READS: usize = 1024;
/// Threads that read.
const READER_THREADS: usize = 2;

type ReadJob = Box<dyn FnOnce(&SledDatabase) + Send>;

/// The way to the reading threads. Dropping it waits until they have done what was asked of them.
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

    /// Reads the database as it is on disk.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&CommittedView<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, answer) = oneshot::channel();
        let job: ReadJob = Box::new(move |engine| {
            // Whoever asked may have gone.
            let _ = sender.send(engine.read(read));
        });
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        queue.send(job).await.map_err(|_| self.engine.refusal())?;
        answer.await.unwrap_or_else(|_| Err(self.engine.refusal()))
    }

    /// A way to the threads that does not keep them.
    pub(super) fn handle(&self) -> Result<ReaderHandle, StoreError> {
        self.queue.as_ref().map(|queue| ReaderHandle(queue.downgrade())).ok_or(StoreError::Closed)
    }
}

/// A way to the reading threads for whoever may outlive the store.
#[derive(Debug)]
pub(super) struct ReaderHandle(mpsc::WeakSender<ReadJob>);

impl ReaderHandle {
    /// Has a thread do something with the database.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&SledDatabase) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, answer) = oneshot::channel();
        let job: ReadJob = Box::new(move |engine| {
            // Whoever asked may have gone.
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
        // The lock is held while waiting: the next request goes to the thread that waits, and the other one waits here.
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(job) = job else { return };
        // sled checks some of what it reads by assertions; a failed one must not end the thread.
        if panic::catch_unwind(AssertUnwindSafe(|| job(engine))).is_err() {
            tracing::error!("sled panicked while reading");
        }
    }
}
