//! Stores for tests: hooks that count calls, fail, interleave or crash, around a store in memory;
//! shared and dated stores; and helpers for their contents.

mod counting;
mod crash_point;
mod dated;
mod exported;
mod failing;
mod forwarding;
mod hooked;
mod interleaved;
mod prolonged;
mod shared;

pub use counting::{CountingHook, StoreCallCounts};
pub use crash_point::CrashPoint;
pub use dated::DatedStore;
pub use exported::exported;
pub use failing::{FailingHook, broken_disk};
pub use hooked::{HookedStore, StoreCall, StoreCallResult, StoreHook};
pub use interleaved::InterleavingHook;
pub use prolonged::prolong;
pub use shared::SharedTestStore;
