//! Durable, versioned records behind one trait, [`Store`].
//!
//! Here: what a record, a key, a batch and an answer are; the limits on each; the stores ([`SledStore`] on disk,
//! [`MemoryStore`] for tests); snapshots of them; export and import between any two stores. Not here: what a game or a
//! channel is, what the values mean, any clock. Callers hand over bytes and the time.
//!
//! What every store promises, checked by one conformance suite:
//!
//! * [`Store::commit`] returns [`Committed::Applied`] only when the whole batch is durable; a batch is applied whole or
//!   not at all.
//! * Writing compares the versions it read ([`Expect`]); the loser of a race learns which key it lost.
//! * An incoming event acts once ([`Once`]): its id and answer are stored with what it caused; a repeated event gets
//!   the stored answer and writes nothing.
//! * A read shows what is durable, never a batch on its way, and always whole batches.

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
pub use postgres::{PostgresSettings, PostgresStore, TransactionIsolation};
pub use range::{KeyRange, ScanOrder};
pub use record::{Record, StoreRow, WalkCursor, WalkPage};
pub use shard_key::ShardKey;
pub use sled_store::{CompactReport, CompactStep, SledStore, StoreHealth};
pub use snapshot::Snapshot;
pub use store::{RestoreStep, Store, StoreFuture};
pub use table::Table;
pub use transfer::{
    CopyError, CopyReport, CopyStep, ExportReader, ExportWriter, LineError, RowDifference, TransferError,
    copy, export, export_snapshot, import,
};
