//! A life that ends at any step: whatever is asked may be gone before or after it has taken effect. Not here: when that is.

use std::{
    future::{Future, pending},
    sync::atomic::{AtomicI64, Ordering},
};

use adoube_store::StoreError;

use super::StoreHook;

/// How many steps are left; each thing asked for has one before it and one behind it. After the last one nothing is done or
/// answered any more.
pub struct CrashPoint(AtomicI64);

impl Default for CrashPoint {
    fn default() -> Self {
        Self(AtomicI64::new(i64::MAX))
    }
}

impl CrashPoint {
    /// It ends after so many steps.
    pub fn limit(&self, steps: i64) {
        self.0.store(steps, Ordering::SeqCst);
    }

    /// It ends now.
    pub fn end(&self) {
        self.limit(0);
    }

    /// Whether it has ended.
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
