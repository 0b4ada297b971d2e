//! A store that fails where it is told to. Not here: failing by chance.

use std::{
    io,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_store::StoreError;

use super::{StoreCall, StoreCallResult, StoreHook};

/// What a store says whose disk does not do what it is asked to.
pub fn broken_disk() -> StoreError {
    StoreError::Io { doing: "testing".to_owned(), source: Arc::new(io::Error::other("a broken disk")) }
}

/// Lets some of what it is about fail.
pub struct FailingHook {
    is_meant: fn(StoreCall<'_>) -> bool,
    plan: Mutex<FailurePlan>,
}

/// Which of those to come fail, and how many came.
#[derive(Default)]
struct FailurePlan {
    failing: Range<usize>,
    is_done: bool,
    count: usize,
}

impl FailingHook {
    /// Nothing fails yet; then it is what this is true of.
    pub fn at(is_meant: fn(StoreCall<'_>) -> bool) -> Self {
        Self { is_meant, plan: Mutex::default() }
    }

    /// Nothing fails yet; then it is commits.
    pub fn commits() -> Self {
        Self::at(|asked| matches!(asked, StoreCall::Commit(_)))
    }

    /// Nothing fails yet; then it is whatever reads.
    pub fn reads() -> Self {
        Self::at(|asked| !matches!(asked, StoreCall::Commit(_) | StoreCall::Forget))
    }

    /// These of those to come fail, counted from 0, before anything is done.
    pub fn fail(&self, failing: Range<usize>) {
        self.set(FailurePlan { failing, ..FailurePlan::default() });
    }

    /// These are done, but nobody hears of it.
    pub fn fail_when_done(&self, failing: Range<usize>) {
        self.set(FailurePlan { failing, is_done: true, ..FailurePlan::default() });
    }

    /// How many came since it was said which of them fail.
    pub fn count(&self) -> usize {
        self.with(|plan| plan.count)
    }

    fn set(&self, plan: FailurePlan) {
        self.with(|current| *current = plan);
    }

    fn with<T>(&self, deed: impl FnOnce(&mut FailurePlan) -> T) -> T {
        deed(&mut self.plan.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl StoreHook for FailingHook {
    async fn before(&self, asked: StoreCall<'_>) -> Result<(), StoreError> {
        let fails = (self.is_meant)(asked)
            && self.with(|plan| {
                plan.count += 1;
                !plan.is_done && plan.failing.contains(&(plan.count - 1))
            });
        if fails { Err(broken_disk()) } else { Ok(()) }
    }

    async fn after(&self, asked: StoreCall<'_>, _: StoreCallResult) -> Result<(), StoreError> {
        // Where one is asked at a time, as it is by whoever fails after the deed.
        let is_last = |plan: &mut FailurePlan| plan.is_done && plan.failing.contains(&(plan.count - 1));
        if (self.is_meant)(asked) && self.with(is_last) { Err(broken_disk()) } else { Ok(()) }
    }
}
