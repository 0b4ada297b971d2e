//! Engine pool: the program's own threads for searches, apart from the threads that answer people;
//! how many there are, which search runs next (`task_queue`), and how a search is requested and
//! cancelled. Not here: what is searched.

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

/// What an engine keeps of positions, in bytes: enough for what the strongest level looks at.
const ENGINE_BYTES: usize = 16 << 20;

/// The most a single thought takes of a thread, whatever it is about.
pub(crate) const MOST: Duration = Duration::from_secs(1);

/// How the computer plays here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComputerSettings {
    /// Whether it plays at all.
    pub enabled: bool,
    /// How many threads think; they begin when they are needed.
    pub threads: NonZero<usize>,
    /// How strong it plays where nobody says it.
    pub level: StrengthLevel,
}

impl Default for ComputerSettings {
    /// It plays, as somebody who has played for a while, on all cores but one.
    fn default() -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            enabled: true,
            threads: NonZero::new(cores.saturating_sub(1)).unwrap_or(NonZero::<usize>::MIN),
            level: StrengthLevel::new(3).unwrap_or(StrengthLevel::BEST),
        }
    }
}

/// Why there is no thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EnginePoolError {
    /// Too much waits for its turn already.
    #[error("too much waits to be thought about")]
    Crowded,
    /// The bot is gone, or the system gives it no thread.
    #[error("nothing is thought any more")]
    Stopped,
    /// The engine has a mistake, and panicked.
    #[error("the engine broke")]
    Broken,
}

/// The threads. They end with this.
pub(crate) struct SearchThreadPool {
    shared: Arc<EnginePoolInner>,
}

struct EnginePoolInner {
    state: Mutex<EnginePoolState>,
    /// Told when there is something to think about, or when it is over.
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

/// What one thread does at a time.
struct EngineThreadJob {
    given_up: Arc<AtomicBool>,
    most: Duration,
    think: EngineTask,
}

/// Thinks and hands over what came of it. It asks every now and then whether it is to go on.
type EngineTask = Box<dyn FnOnce(&mut Engine, &mut dyn FnMut() -> bool) + Send>;

impl SearchThreadPool {
    /// So many threads at most. None begins before there is something to think about.
    pub(crate) fn new(threads: NonZero<usize>) -> Self {
        let (state, changed) = (Mutex::default(), Condvar::new());
        Self { shared: Arc::new(EnginePoolInner { state, changed, most_threads: threads.get() }) }
    }

    /// What comes of thinking on one of the threads, when it is the turn of what is demanded. `think` gets an engine that remembers nothing and a question to ask now and then: when
    /// the answer is no it ends with what it has. That is so as soon as the future is dropped, the bot is, or the thought
    /// has taken `most` of a thread; whoever wants the same answer always ends sooner by itself.
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
            // Whoever asked may have gone.
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
        // Whoever waits for something there is told.
        state.waiting = WaitingSearches::default();
        drop(state);
        self.shared.changed.notify_all();
    }
}

/// Somebody who waits for a thought, and gives it up by going.
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
    /// Nothing in it is ever half done, so that it is as good after a panic.
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

    /// What a thread does until it is over.
    fn think(&self) {
        let mut engine = None;
        while let Some((channel, job)) = self.next() {
            let known = engine.get_or_insert_with(|| Engine::new(ENGINE_BYTES));
            // What comes of a thought hangs on nothing that was thought before.
            known.clear();
            if catch_unwind(AssertUnwindSafe(|| self.do_one(job, known))).is_err() {
                tracing::error!(channel = channel.as_ref().map(ToString::to_string), "the engine broke");
                engine = None;
            }
            if let Some(channel) = channel {
                self.state().waiting.done(&channel);
                // The channel's next one may be what another thread waits for.
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
