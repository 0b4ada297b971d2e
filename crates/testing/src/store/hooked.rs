//! A store with something done before and after whatever is asked of it. Not here: what is done.

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

/// What is asked of a store.
#[derive(Clone, Copy, Debug)]
pub enum StoreCall<'a> {
    /// One record.
    Get(Table, &'a [u8]),
    /// Several of them.
    Scan(Table, &'a KeyRange),
    /// The versions of records.
    Versions(Table, &'a [Vec<u8>]),
    /// What an event was answered.
    Answer(&'a IdempotencyKey),
    /// Writing.
    Commit(&'a Batch),
    /// Old answers out of the way.
    Forget,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreCallResult {
    /// So many rows were found.
    Rows(usize),
    /// All of it was written.
    Written,
    /// Something else, or it failed.
    Other,
}

/// What is done about what is asked of a store; an error is what the answer is instead.
pub trait StoreHook: Send + Sync + 'static {
    /// What is done before and after alike.
    fn around(&self) -> impl Future<Output = Result<(), StoreError>> + Send {
        ready(Ok(()))
    }

    /// Before the store is asked, which it is not after an error.
    fn before(&self, _: StoreCall<'_>) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.around()
    }

    /// After the store has done it, before anybody hears of it.
    fn after(
        &self,
        _: StoreCall<'_>,
        _: StoreCallResult,
    ) -> impl Future<Output = Result<(), StoreError>> + Send {
        self.around()
    }

    /// How the store is, if that is not for the store itself to say.
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

/// The store; it stands for its hook, too.
pub struct HookedStore<H> {
    /// The store behind it, about which nothing is done.
    pub inner: Arc<dyn Store>,
    hook: H,
    most_rows: usize,
}

impl<H: StoreHook> HookedStore<H> {
    /// A way to this store.
    pub fn over(inner: Arc<dyn Store>, hook: H) -> Self {
        Self { inner, hook, most_rows: usize::MAX }
    }

    /// It gives so few rows at once that there are many steps.
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
