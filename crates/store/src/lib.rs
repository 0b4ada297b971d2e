//! Durable, versioned records behind one trait, [`Store`].
//!
//! Here: records, keys, batches and answers with their limits; the stores ([`SledStore`] on disk, [`PostgresStore`] in a
//! database, [`MemoryStore`] for tests); snapshots; export, import and copies between any two stores. Not here: what a game
//! or a channel is, what values mean, any clock. Callers pass bytes and the time.
//!
//! Guarantees of every store, checked by one conformance suite:
//!
//! * Durability and atomicity: [`Store::commit`] returns [`CommitOutcome::Applied`] only when the whole batch is durable; a
//!   batch is applied whole or not at all.
//! * Optimistic concurrency: a batch compares the versions it read ([`VersionCheck`], compare-and-swap); the loser of a race
//!   gets a version conflict with the key.
//! * Idempotency: the answer to an event is stored under its idempotency key ([`IdempotentAnswer`]) in the batch of what it
//!   caused; a duplicate event gets the stored answer and writes nothing.
//! * Read committed: a read sees durable data alone, never a batch in flight, and always whole batches.

mod batch;
mod checksum;
mod copy_mark;
mod error;
mod group_plan;
mod idempotency_key;
mod inspection_report;
mod key;
mod layout;
mod limits;
mod memory;
#[cfg(feature = "postgres")]
mod postgres;
mod range;
mod record;
mod shard_key;
mod sled_store;
mod snapshot;
mod store;
mod table;
mod transfer;

pub use batch::{Batch, BatchWrite, CommitOutcome, IdempotentAnswer, VersionCheck};
pub use copy_mark::CopyMark;
pub use error::StoreError;
pub use idempotency_key::IdempotencyKey;
pub use inspection_report::InspectionReport;
pub use key::{Key, KeyReader};
pub use limits::{
    MAX_BATCH_BYTES, MAX_IDEMPOTENCY_KEY_BYTES, MAX_KEY_BYTES, MAX_PAGE_ROWS, MAX_SCAN_ROWS, MAX_VALUE_BYTES,
    MAX_VERSION_CHECKS, MAX_WRITES,
};
pub use memory::MemoryStore;
#[cfg(feature = "postgres")]
pub use postgres::{PostgresSettings, PostgresStore, TransactionIsolation};
pub use range::{KeyRange, ScanOrder};
pub use record::{Record, StoreRow, WalkCursor, WalkPage};
pub use shard_key::ShardKey;
pub use sled_store::{CompactReport, CompactStep, SledStore};
pub use snapshot::Snapshot;
pub use store::{RestoreStep, Store, StoreFuture, StoreHealth};
pub use table::Table;
pub use transfer::{
    CopyError, CopyReport, CopyStep, ExportReader, ExportWriter, LineError, RowDifference, TransferError,
    copy, export, export_snapshot, import,
};
