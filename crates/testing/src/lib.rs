//! Test helpers that several crates share: clocks, stores with hooks, people, captured logs,
//! recordings. Not here: PostgreSQL servers (`adoube-postgres-cluster`).

#[cfg(feature = "clock")]
pub mod clock;
#[cfg(feature = "people")]
pub mod limits;
#[cfg(feature = "log_capture")]
pub mod log_capture;
#[cfg(feature = "overloaded")]
mod overloaded;
#[cfg(feature = "people")]
pub mod people;
pub mod ports;
pub mod program;
pub mod recording;
pub mod seeds;
#[cfg(feature = "store")]
pub mod store;
#[cfg(feature = "forms")]
pub mod stored_forms;
mod timeout;

#[cfg(feature = "overloaded")]
pub use overloaded::overload;
pub use timeout::TEST_TIMEOUT;
