//! Group commit: one thread takes the queued requests, plans them as a group, writes the changes durably with one sync, and
//! then answers all of them. Sharing a sync among many requests brings most of the throughput.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::Arc,
    thread::{self, JoinHandle},
    time::Duration,
};

use tokio::sync::{mpsc, oneshot};

use crate::{
    error::StoreError,
    group_plan::GroupPlan,
    sled_store::{committed_view::CommittedView, database::SledDatabase},
};

/// Length of the queue; further callers wait for a place in it.
const MAX_QUEUED_REQUESTS: usize = 256;
/// The most requests of a group.
const MAX_GROUP_REQUESTS: usize = 256;
/// The highest cost of a group. It keeps what sled writes between two syncs below a segment of its log: write amplification
/// is at most about seven (for a new row of 2 KB 7 KB were measured, of 64 KB 390 KB), plus a share for each write.
const MAX_GROUP_COST: usize = 512 * 1024;
/// The cost of a write beyond its bytes: its block is written whole (1.9 KB were measured for a row of 40 bytes that is changed,
/// 1.7 KB for one of 200; `benches/written.rs`). So the most writes of a batch, 1024, come to a quarter of a segment.
const WRITE_COST: usize = 256;
/// The cost of the requests between two checkpoints. It bounds the log that an opening replays.
const CHECKPOINT_COST: usize = 32 * 1024 * 1024;

/// The pause after a failed write before recovery is tried.
const RECOVERY_INTERVAL: Duration = Duration::from_secs(1);

/// Plans a request, and returns how to answer its sender once the group is durable.
type CommitWork = Box<dyn FnOnce(&mut GroupPlan<'_, CommittedView<'_>>) -> CommitReply + Send>;
/// Answers the sender of a request.
type CommitReply = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// Handle of the commit thread. Dropping it waits until queued requests are done.
#[derive(Debug)]
pub(super) struct CommitThread {
    engine: Arc<SledDatabase>,
    /// `None` only while being dropped.
    queue: Option<mpsc::Sender<CommitJob>>,
    thread: Option<JoinHandle<()>>,
}

enum CommitJob {
    Change {
        cost: usize,
        work: CommitWork,
    },
    /// Try to recover after a failed write.
    Recover,
    Close(oneshot::Sender<Result<(), StoreError>>),
}

/// Requests that are committed together, and what follows the commit.
#[derive(Default)]
struct CommitGroup {
    works: Vec<CommitWork>,
    cost: usize,
    /// The first request that did not fit; it opens the next group.
    overflow: Option<CommitJob>,
    close: Option<oneshot::Sender<Result<(), StoreError>>>,
    recover: bool,
}

impl CommitThread {
    /// Starts the thread.
    pub(super) fn start(engine: Arc<SledDatabase>) -> Result<Self, StoreError> {
        let (sender, queue) = mpsc::channel(MAX_QUEUED_REQUESTS);
        let thread = thread::Builder::new()
            .name("store-commit".to_owned())
            .spawn({
                let (engine, reminder) = (Arc::clone(&engine), sender.downgrade());
                move || run(&engine, queue, &reminder)
            })
            .map_err(|error| StoreError::io("starting a thread", error))?;
        Ok(Self { engine, queue: Some(sender), thread: Some(thread) })
    }

    /// Queues a change of `bytes` in `writes`, to be planned by `work`; returns when it is durable.
    pub(super) async fn change<T: Send + 'static>(
        &self,
        bytes: usize,
        writes: usize,
        work: impl FnOnce(&mut GroupPlan<'_, CommittedView<'_>>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, answer) = oneshot::channel();
        let work: CommitWork = Box::new(move |plan| {
            let outcome = work(plan);
            Box::new(move |durable| {
                // The caller may be gone; the change stays.
                let _ = sender.send(durable.and(outcome));
            })
        });
        self.send(CommitJob::Change { cost: bytes + writes * WRITE_COST, work }).await?;
        answer.await.unwrap_or_else(|_| Err(self.engine.refusal()))
    }

    /// Commits queued requests, then closes the database.
    pub(super) async fn close(&self) -> Result<(), StoreError> {
        let (sender, answer) = oneshot::channel();
        self.send(CommitJob::Close(sender)).await?;
        answer.await.unwrap_or_else(|_| Err(self.engine.refusal()))
    }

    async fn send(&self, job: CommitJob) -> Result<(), StoreError> {
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        queue.send(job).await.map_err(|_| self.engine.refusal())
    }
}

impl Drop for CommitThread {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the committing thread panicked");
        }
    }
}

fn run(engine: &SledDatabase, mut queue: mpsc::Receiver<CommitJob>, reminder: &mpsc::WeakSender<CommitJob>) {
    let mut held = None;
    let mut is_reminded = false;
    let mut cost_since_checkpoint = 0;
    while let Some(first) = held.take().or_else(|| queue.blocking_recv()) {
        let group = CommitGroup::collect(first, &mut queue);
        if group.recover {
            is_reminded = false;
            catch_panics(engine, || engine.reread_after_failure());
        }
        catch_panics(engine, || commit(engine, group.works));
        held = group.overflow;
        cost_since_checkpoint += group.cost;
        if cost_since_checkpoint > CHECKPOINT_COST {
            cost_since_checkpoint = 0;
            catch_panics(engine, || engine.checkpoint());
        }
        if engine.is_paused() && !is_reminded {
            is_reminded = schedule_recovery(reminder.clone());
        }
        if let Some(closed) = group.close {
            // The caller may be gone; the database is closed all the same.
            let _ = closed.send(engine.close());
            return;
        }
    }
}

/// Queues a recovery after a pause, from a thread of its own, as the commit thread blocks on its queue.
fn schedule_recovery(reminder: mpsc::WeakSender<CommitJob>) -> bool {
    let thread = thread::Builder::new().name("store-remind".to_owned()).spawn(move || {
        thread::sleep(RECOVERY_INTERVAL);
        // The store may be closed by then.
        if let Some(queue) = reminder.upgrade() {
            let _ = queue.blocking_send(CommitJob::Recover);
        }
    });
    thread.is_ok()
}

impl CommitGroup {
    /// Takes queued requests up to the limits of a group.
    fn collect(first: CommitJob, queue: &mut mpsc::Receiver<CommitJob>) -> Self {
        let mut group = Self::default();
        let mut next = Some(first);
        while let Some(job) = next {
            next = if group.accept(job) { queue.try_recv().ok() } else { None };
        }
        group
    }

    /// Adds a request; false when the group is full.
    fn accept(&mut self, job: CommitJob) -> bool {
        match job {
            CommitJob::Recover => self.recover = true,
            CommitJob::Close(sender) => self.close = Some(sender),
            CommitJob::Change { cost, .. } if !self.works.is_empty() && self.cost + cost > MAX_GROUP_COST => {
                self.overflow = Some(job);
            }
            CommitJob::Change { cost, work } => {
                self.cost += cost;
                self.works.push(work);
            }
        }
        self.close.is_none() && self.overflow.is_none() && self.works.len() < MAX_GROUP_REQUESTS
    }
}

/// Closes the write gate when sled panics, as it checks some of its state by assertions; callers must get an answer.
fn catch_panics(engine: &SledDatabase, work: impl FnOnce()) {
    if panic::catch_unwind(AssertUnwindSafe(work)).is_err() {
        engine.stop_writes("sled panicked while writing");
    }
}

fn commit(engine: &SledDatabase, works: Vec<CommitWork>) {
    let planned = engine.read(|view| {
        let mut plan = GroupPlan::new(view);
        let replies: Vec<CommitReply> = works.into_iter().map(|work| work(&mut plan)).collect();
        Ok((replies, plan.writes(), plan.into_changes()))
    });
    // Dropped replies make their senders ask for the refusal.
    let Ok((replies, writes, changes)) = planned else { return };
    let durable = engine.commit(writes, changes);
    for reply in replies {
        reply(durable.clone());
    }
}
