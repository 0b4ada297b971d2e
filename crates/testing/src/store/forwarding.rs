//! Macro for stores that wrap another one: implements methods of `Store` by forwarding to a field.

/// Forwards methods of `Store` to a field: `forward_store!(inner: get scan)`.
#[macro_export]
macro_rules! forward_store {
    (@get $inner:tt) => {
        fn get(
            &self,
            table: ::adoube_store::Table,
            key: &[u8],
        ) -> ::adoube_store::StoreFuture<'_, Option<::adoube_store::Record>> {
            self.$inner.get(table, key)
        }
    };
    (@scan $inner:tt) => {
        fn scan(
            &self,
            table: ::adoube_store::Table,
            range: ::adoube_store::KeyRange,
            order: ::adoube_store::ScanOrder,
            limit: usize,
        ) -> ::adoube_store::StoreFuture<'_, Vec<(Vec<u8>, ::adoube_store::Record)>> {
            self.$inner.scan(table, range, order, limit)
        }
    };
    (@answer $inner:tt) => {
        fn answer(
            &self,
            id: &::adoube_store::IdempotencyKey,
        ) -> ::adoube_store::StoreFuture<'_, Option<Vec<u8>>> {
            self.$inner.answer(id)
        }
    };
    (@forget_answers $inner:tt) => {
        fn forget_answers(
            &self,
            before_millis: u64,
            limit: usize,
        ) -> ::adoube_store::StoreFuture<'_, usize> {
            self.$inner.forget_answers(before_millis, limit)
        }
    };
    (@page $inner:tt) => {
        fn page(
            &self,
            from: Option<::adoube_store::WalkCursor>,
            limit: usize,
        ) -> ::adoube_store::StoreFuture<'_, ::adoube_store::WalkPage> {
            self.$inner.page(from, limit)
        }

        fn snapshot(&self) -> ::adoube_store::StoreFuture<'_, Box<dyn ::adoube_store::Snapshot>> {
            self.$inner.snapshot()
        }

        fn now_millis(&self) -> ::adoube_store::StoreFuture<'_, Option<u64>> {
            self.$inner.now_millis()
        }
    };
    (@restore $inner:tt) => {
        fn restore(&self, step: ::adoube_store::RestoreStep) -> ::adoube_store::StoreFuture<'_, ()> {
            self.$inner.restore(step)
        }
    };
    (@close $inner:tt) => {
        fn close(&self) -> ::adoube_store::StoreFuture<'_, ()> {
            self.$inner.close()
        }
    };
    (@commit $inner:tt) => {
        fn commit(
            &self,
            batch: ::adoube_store::Batch,
        ) -> ::adoube_store::StoreFuture<'_, ::adoube_store::CommitOutcome> {
            self.$inner.commit(batch)
        }
    };
    ($inner:tt: $($method:ident)+) => {
        $($crate::forward_store!(@$method $inner);)+
    };
}
