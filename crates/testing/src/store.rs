//! Stores that wrap another one: they count, fail, stand still or end with whoever asks. Not here: stores that keep anything.

mod counting;
mod dated;
mod exported;
mod failing;
mod hooked;
mod mortal;
mod passed_on;
mod prolonged;
mod shared;
mod turns;

pub use counting::{Counting, StoreCallCounts};
pub use dated::Dated;
pub use exported::exported;
pub use failing::{FailingHook, broken_disk};
pub use hooked::{Hook, Hooked, StoreCall, StoreCallResult};
pub use mortal::Life;
pub use prolonged::prolong;
pub use shared::SharedTestStore;
pub use turns::InterleavingHook;
