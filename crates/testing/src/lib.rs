//! What tests of several crates have in common. Not here: what is tested, what one test alone needs, and PostgreSQL
//! (`adoube-postgres-cluster`).

#[cfg(feature = "clock")]
pub mod clock;
#[cfg(feature = "crowded")]
mod crowded;
#[cfg(feature = "logged")]
pub mod logged;
pub mod program;
pub mod seeds;
#[cfg(feature = "store")]
pub mod store;

#[cfg(feature = "crowded")]
pub use crowded::crowded;
