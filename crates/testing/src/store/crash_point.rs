//! A store hook that crashes a process at a chosen step, before or after a call has its effect.

use std::{
    future::{Future, pending},
    sync::atomic::{AtomicI64, Ordering},
};

use adoube_store::StoreError;

use super::StoreHook;

/// Counts steps down to the crash. Each call has a step before and one after it. After the last step no call resolves.
pub struct CrashPoint(AtomicI64);

impl Default for CrashPoint {
    fn default() -> Self {
        Self(AtomicI64::new(i64::MAX))
    }
}

impl CrashPoint {
    /// Crashes after `steps` further steps.
    pub fn limit(&self, steps: i64) {
        self.0.store(steps, Ordering::SeqCst);
    }

    /// Crashes now.
    pub fn end(&self) {
        self.limit(0);
    }

    /// Whether the crash has happened.
    pub fn is_over(&self) -> bool {
        self.0.load(Ordering::SeqCst) <= 0
    }

    async fn step(&self) {
        if self.0.fetch_sub(1, Ordering::SeqCst) <= 0 {
            pending::<()>().await;
        }
    }

    /// What comes of a deed, if it is still lived.
    pub async fn lived<T>(&self, deed: impl Future<Output = T>) -> T {
        self.step().await;
        let done = deed.await;
        self.step().await;
        done
    }
}

impl StoreHook for CrashPoint {
    async fn around(&self) -> Result<(), StoreError> {
        self.step().await;
        Ok(())
    }
}
