//! Conformance suite: what every store must do, run for each local store. A new store joins by a line at the end of this file.
//!
//! Not here: what happens when the power goes (`power_cut`); stores in databases (`conformance_postgres`), whose tests start
//! other programs: between fork and exec a child inherits the open files of this process with their locks, so a folder that
//! has just been closed may still be locked.

#[macro_use]
mod suite;

mod batches;
mod closing;
mod compaction;
mod copies;
mod folder;
mod idempotency;
mod limits;
mod local;
mod model;
mod reading;
mod scans;
mod snapshots;
mod subject;
mod transfer;
mod writers;

conformance!(memory, crate::local::Memory);
conformance!(sled, crate::local::Sled);
