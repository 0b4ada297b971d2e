//! Type aliases of the crate's interface: a boxed future, and the clock and the sleep that the caller provides.

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

/// A boxed future, so that callers are not compiled against serenity.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The time, in milliseconds since 1970.
pub type CalendarSource = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Sleeps on the caller's clock.
pub type SleepFn = Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>;
