//! Runs a future; a panic becomes `None`, so one failing task does not stop the others. Not here:
//! what follows from the panic.

use std::{
    future::Future,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
};

/// The output of a future; none if it panics.
pub(crate) async fn catch_panic<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    std::future::poll_fn(|context| {
        // State that the panic left inconsistent is dropped with the future.
        match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
            Ok(Poll::Ready(given)) => Poll::Ready(Some(given)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(_) => Poll::Ready(None),
        }
    })
    .await
}
