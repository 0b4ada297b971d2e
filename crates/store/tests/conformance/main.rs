//! What every store must do, once for each store there is. A new store joins by a line at the end of this file.
//!
//! Not here: what happens when the power goes (`power_cut`); stores in databases (`conformance_postgres`), whose tests start
//! other programs: until such a program has begun it has whatever files this process has open, locks and all, in which way
//! a folder that has just been closed may not be free yet.

#[macro_use]
mod suite;

mod batches;
mod closing;
mod compaction;
mod copies;
mod folder;
mod limits;
mod local;
mod model;
mod idempotency;
mod reading;
mod scans;
mod snapshots;
mod subject;
mod transfer;
mod writers;

conformance!(memory, crate::local::Memory);
conformance!(sled, crate::local::Sled);
