//! A store hook that makes chosen calls fail, before or after they have an effect.

use std::{
    io,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use adoube_store::StoreError;

use super::{StoreCall, StoreCallResult, StoreHook};

/// The error of a store whose disk fails.
pub fn broken_disk() -> StoreError {
    StoreError::Io { doing: "testing".to_owned(), source: Arc::new(io::Error::other("a broken disk")) }
}

/// Fails some of the calls that it is about.
pub struct FailingHook {
    is_meant: fn(StoreCall<'_>) -> bool,
    plan: Mutex<FailurePlan>,
}

/// Which coming calls fail, and how many came.
#[derive(Default)]
struct FailurePlan {
    failing: Range<usize>,
    is_done: bool,
    count: usize,
}

impl FailingHook {
    /// A hook about the calls for which `is_meant` is true. None fails yet.
    pub fn at(is_meant: fn(StoreCall<'_>) -> bool) -> Self {
        Self { is_meant, plan: Mutex::default() }
    }

    /// A hook about commits. None fails yet.
    pub fn commits() -> Self {
        Self::at(|asked| matches!(asked, StoreCall::Commit(_)))
    }

    /// A hook about reads. None fails yet.
    pub fn reads() -> Self {
        Self::at(|asked| !matches!(asked, StoreCall::Commit(_) | StoreCall::Forget))
    }

    /// Lets coming calls fail, counted from 0, before they have an effect.
    pub fn fail(&self, failing: Range<usize>) {
        self.set(FailurePlan { failing, ..FailurePlan::default() });
    }

    /// Lets coming calls fail after they had their effect.
    pub fn fail_when_done(&self, failing: Range<usize>) {
        self.set(FailurePlan { failing, is_done: true, ..FailurePlan::default() });
    }

    /// The number of calls since `fail` was called.
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
