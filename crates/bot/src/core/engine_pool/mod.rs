//! Engine pool: worker threads that run engine searches, apart from those that handle events, and
//! the operator's settings of the computer opponent. The pool bounds the number of threads, takes
//! the next search from its queues (`priorities`, `task_queue`), and cancels a search whose caller
//! has gone. Not here: what is searched.

mod analysis_slots;
mod priorities;
mod result_cache;
mod task_queue;
#[cfg(test)]
mod tests;

use std::{
    future::Future,
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use adoube_engine::{Engine, StrengthLevel};
use tokio::sync::oneshot;

pub(crate) use self::{
    analysis_slots::{AnalysisSlot, AnalysisSlotError, AnalysisSlots},
    priorities::SearchDemand,
    result_cache::EngineResultCache,
};
use self::{priorities::WaitingSearches, task_queue::EngineTaskId};
use crate::ChannelId;

/// Size of an engine's transposition table in bytes; enough for the strongest level.
const ENGINE_BYTES: usize = 16 << 20;

/// Time limit of any single search.
pub(crate) const MOST: Duration = Duration::from_secs(1);

/// Settings of the computer opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerSettings {
    /// Whether the computer plays.
    pub enabled: bool,
    /// Upper limit of search threads; threads start when needed.
    pub threads: NonZero<usize>,
    /// The level of a challenge that names none.
    pub level: StrengthLevel,
}

impl Default for ComputerSettings {
    /// Enabled, at a level for players with some experience, on all cores but one.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            enabled: true,
            threads: NonZero::new(cores.saturating_sub(1)).unwrap_or(NonZero::<usize>::MIN),
            level: StrengthLevel::new(3).unwrap_or(StrengthLevel::BEST),
        }
    }
}

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EnginePoolError {
    /// Too many searches are waiting.
    #[error("too much waits to be thought about")]
    Crowded,
    /// The bot has stopped, or the system grants no thread.
    #[error("nothing is thought any more")]
    Stopped,
    /// The engine panicked.
    #[error("the engine broke")]
    Broken,
}

/// The thread pool. Dropping it ends the threads.
pub(crate) struct SearchThreadPool {
    shared: Arc<EnginePoolInner>,
}

struct EnginePoolInner {
    state: Mutex<EnginePoolState>,
    /// Notified when a search is added or the pool ends.
    changed: Condvar,
    most_threads: usize,
}

#[derive(Default)]
struct EnginePoolState {
    waiting: WaitingSearches<EngineThreadJob>,
    threads: usize,
    idle: usize,
    is_over: bool,
}

/// A search as a thread runs it.
struct EngineThreadJob {
    given_up: Arc<AtomicBool>,
    most: Duration,
    think: EngineTask,
}

/// Runs a search and sends its result. It asks now and then whether to go on.
type EngineTask = Box<dyn FnOnce(&mut Engine, &mut dyn FnMut() -> bool) + Send>;

impl SearchThreadPool {
    /// A pool with an upper limit of threads. Threads start when there is a search to run.
    pub(crate) fn new(threads: NonZero<usize>) -> Self {
        let (state, changed) = (Mutex::default(), Condvar::new());
        Self { shared: Arc::new(EnginePoolInner { state, changed, most_threads: threads.get() }) }
    }

    /// Runs `think` on a thread of the pool when its demand is next, and returns the result.
    /// `think` gets an engine with empty tables and a function to ask now and then whether to go
    /// on. If the answer is no, `think` ends with what it has. The answer is no once the future or
    /// the bot is dropped, or the search has run for `most`. A search whose result must be
    /// reproducible sets a limit of its own that it reaches before.
    ///
    /// # Errors
    ///
    /// [`EnginePoolError`].
    pub(crate) fn run<T, F>(
        &self,
        demand: SearchDemand,
        most: Duration,
        think: F,
    ) -> impl Future<Output = Result<T, EnginePoolError>> + Send + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce(&mut Engine, &mut dyn FnMut() -> bool) -> T + Send + 'static,
    {
        let (give, given) = oneshot::channel();
        let given_up = Arc::new(AtomicBool::new(false));
        let think: EngineTask = Box::new(move |engine, go_on| {
            // The receiver may be gone.
            let _ = give.send(think(engine, go_on));
        });
        let job = EngineThreadJob { given_up: Arc::clone(&given_up), most: most.min(MOST), think };
        let (waiting, shared) = (self.shared.add(&demand, job), Arc::clone(&self.shared));
        let asked = waiting.map(|number| EngineTaskWaiter { demand, number, given_up, shared });
        async move {
            let asked = asked?;
            match given.await {
                Ok(thought) => Ok(thought),
                Err(_) if asked.shared.state().is_over => Err(EnginePoolError::Stopped),
                Err(_) => Err(EnginePoolError::Broken),
            }
        }
    }
}

impl Drop for SearchThreadPool {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        state.is_over = true;
        // Dropping the waiting searches notifies their receivers.
        state.waiting = WaitingSearches::default();
        drop(state);
        self.shared.changed.notify_all();
    }
}

/// The receiver's side of a search; dropping it cancels the search.
struct EngineTaskWaiter {
    demand: SearchDemand,
    number: EngineTaskId,
    given_up: Arc<AtomicBool>,
    shared: Arc<EnginePoolInner>,
}

impl Drop for EngineTaskWaiter {
    fn drop(&mut self) {
        self.given_up.store(true, Ordering::Relaxed);
        self.shared.state().waiting.forget(&self.demand, self.number);
    }
}

impl EnginePoolInner {
    /// Every change is a single step, so a panic elsewhere leaves nothing half done.
    fn state(&self) -> MutexGuard<'_, EnginePoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(
        self: &Arc<Self>,
        demand: &SearchDemand,
        job: EngineThreadJob,
    ) -> Result<EngineTaskId, EnginePoolError> {
        let mut state = self.state();
        if state.is_over {
            return Err(EnginePoolError::Stopped);
        }
        let number = state.waiting.add(demand, job).ok_or(EnginePoolError::Crowded)?;
        if state.idle == 0 && state.threads < self.most_threads {
            match self.begin_thread(state.threads + 1) {
                Ok(()) => state.threads += 1,
                Err(error) if state.threads == 0 => {
                    tracing::error!(%error, "the system gives no thread to think on");
                    state.waiting.forget(demand, number);
                    return Err(EnginePoolError::Stopped);
                }
                Err(error) => tracing::warn!(%error, "the system gives no further thread to think on"),
            }
        }
        drop(state);
        self.changed.notify_one();
        Ok(number)
    }

    fn begin_thread(self: &Arc<Self>, number: usize) -> std::io::Result<()> {
        let shared = Arc::clone(self);
        thread::Builder::new().name(format!("thinking-{number}")).spawn(move || shared.think()).map(drop)
    }

    /// The main loop of a thread.
    fn think(&self) {
        let mut engine = None;
        while let Some((channel, job)) = self.next() {
            let known = engine.get_or_insert_with(|| Engine::new(ENGINE_BYTES));
            // The result of a search must not depend on earlier searches.
            known.clear();
            if catch_unwind(AssertUnwindSafe(|| self.do_one(job, known))).is_err() {
                tracing::error!(channel = channel.as_ref().map(ToString::to_string), "the engine broke");
                engine = None;
            }
            if let Some(channel) = channel {
                self.state().waiting.done(&channel);
                // Another thread may wait for the channel's next search.
                self.changed.notify_one();
            }
        }
    }

    fn next(&self) -> Option<(Option<ChannelId>, EngineThreadJob)> {
        let mut state = self.state();
        loop {
            if state.is_over {
                return None;
            }
            if let Some(next) = state.waiting.take() {
                return Some(next);
            }
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    fn do_one(&self, job: EngineThreadJob, engine: &mut Engine) {
        let EngineThreadJob { given_up, most, think } = job;
        let began = Instant::now();
        let mut go_on = || {
            let is_wanted = !given_up.load(Ordering::Relaxed) && began.elapsed() < most;
            is_wanted && !self.state().is_over
        };
        think(engine, &mut go_on);
    }
}
