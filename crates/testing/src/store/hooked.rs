//! A store that wraps another one and calls a hook before and after each call; with the trait of
//! such hooks.

use std::{
    future::{Future, ready},
    ops::Deref,
    sync::Arc,
};

use adoube_store::{
    Batch, CommitOutcome, IdempotencyKey, KeyRange, Record, ScanOrder, Store, StoreError, StoreFuture,
    StoreHealth, Table,
};
use tokio::sync::watch;

/// A call of a store.
#[derive(Clone, Copy, Debug)]
pub enum StoreCall<'a> {
    /// One record.
    Get(Table, &'a [u8]),
    /// A scan.
    Scan(Table, &'a KeyRange),
    /// The versions of records.
    Versions(Table, &'a [Vec<u8>]),
    /// A stored answer.
    Answer(&'a IdempotencyKey),
    /// A commit.
    Commit(&'a Batch),
    /// Deletion of old answers.
    Forget,
}

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreCallResult {
    /// The number of rows a scan returned.
    Rows(usize),
    /// The commit was applied.
    Written,
    /// Another result, or an error.
    Other,
}

/// Called around each call of a store. An error replaces the result.
pub trait StoreHook: Send + Sync + 'static {
    /// Called before and after each call.
    fn around(&self) -> impl Future<Output = Result<(), StoreError>> + Send {
        ready(Ok(()))
    }

    /// Called before the store. After an error the store is not called.
    fn before(&self, _: StoreCall<'_>) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.around()
    }

    /// Called after the store, before the caller has the result.
    fn after(
        &self,
        _: StoreCall<'_>,
        _: StoreCallResult,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.around()
    }

    /// The health of the store, if the hook decides it.
    fn health(&self) -> Option<watch::Receiver<StoreHealth>> {
        None
    }
}

impl<H: StoreHook> StoreHook for Arc<H> {
    fn before(&self, asked: StoreCall<'_>) -> impl Future<Output = Result<(), StoreError>> + Send {
        H::before(self, asked)
    }

    fn after(
        &self,
        asked: StoreCall<'_>,
        told: StoreCallResult,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        H::after(self, asked, told)
    }

    fn health(&self) -> Option<watch::Receiver<StoreHealth>> {
        H::health(self)
    }
}

/// A store with a hook. Dereferences to the hook.
pub struct HookedStore<H> {
    /// The store without the hook.
    pub inner: Arc<dyn Store>,
    hook: H,
    most_rows: usize,
}

impl<H: StoreHook> HookedStore<H> {
    /// A store with a hook around `inner`.
    pub fn over(inner: Arc<dyn Store>, hook: H) -> Self {
        Self { inner, hook, most_rows: usize::MAX }
    }

    /// The same store with small pages, so that there are many calls.
    #[must_use]
    pub fn with_few_rows(mut self) -> Self {
        self.most_rows = 3;
        self
    }

    async fn ask<T>(
        &self,
        asked: StoreCall<'_>,
        asking: impl Future<Output = Result<T, StoreError>> + Send,
        told: impl Fn(&T) -> StoreCallResult + Send,
    ) -> Result<T, StoreError> {
        self.hook.before(asked).await?;
        let answer = asking.await;
        self.hook.after(asked, answer.as_ref().map_or(StoreCallResult::Other, told)).await?;
        answer
    }
}

impl<H> Deref for HookedStore<H> {
    type Target = H;

    fn deref(&self) -> &H {
        &self.hook
    }
}

impl<H: StoreHook> Store for HookedStore<H> {
    crate::forward_store!(inner: page restore close);

    fn get(&self, table: Table, key: &[u8]) -> StoreFuture<'_, Option<Record>> {
        let key = key.to_vec();
        Box::pin(async move {
            let asking = async { self.inner.get(table, &key).await };
            self.ask(StoreCall::Get(table, &key), asking, |_| StoreCallResult::Other).await
        })
    }

    fn scan(
        &self,
        table: Table,
        range: KeyRange,
        order: ScanOrder,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Vec<u8>, Record)>> {
        Box::pin(async move {
            let (passed, limit) = (range.clone(), limit.min(self.most_rows));
            let asking = async { self.inner.scan(table, passed, order, limit).await };
            self.ask(StoreCall::Scan(table, &range), asking, |rows| StoreCallResult::Rows(rows.len())).await
        })
    }

    fn answer(&self, id: &IdempotencyKey) -> StoreFuture<'_, Option<Vec<u8>>> {
        let id = id.clone();
        Box::pin(async move {
            let asking = async { self.inner.answer(&id).await };
            self.ask(StoreCall::Answer(&id), asking, |_| StoreCallResult::Other).await
        })
    }

    fn commit(&self, batch: Batch) -> StoreFuture<'_, CommitOutcome> {
        Box::pin(async move {
            let passed = batch.clone();
            let asking = async { self.inner.commit(passed).await };
            let told = |done: &CommitOutcome| {
                if *done == CommitOutcome::Applied {
                    StoreCallResult::Written
                } else {
                    StoreCallResult::Other
                }
            };
            self.ask(StoreCall::Commit(&batch), asking, told).await
        })
    }

    fn forget_answers(&self, before_millis: u64, limit: usize) -> StoreFuture<'_, usize> {
        Box::pin(async move {
            let asking = async { self.inner.forget_answers(before_millis, limit).await };
            self.ask(StoreCall::Forget, asking, |_| StoreCallResult::Other).await
        })
    }

    fn versions(&self, table: Table, keys: Vec<Vec<u8>>) -> StoreFuture<'_, Vec<Option<u64>>> {
        Box::pin(async move {
            let passed = keys.clone();
            let asking = async { self.inner.versions(table, passed).await };
            self.ask(StoreCall::Versions(table, &keys), asking, |_| StoreCallResult::Other).await
        })
    }

    fn is_shared(&self) -> bool {
        self.inner.is_shared()
    }

    fn health(&self) -> watch::Receiver<StoreHealth> {
        self.hook.health().unwrap_or_else(|| self.inner.health())
    }
}
