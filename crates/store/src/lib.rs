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
mod error;
mod event_id;
mod filling;
mod findings;
mod home;
mod key;
mod layout;
mod limits;
mod memory;
mod plan;
mod postgres;
mod range;
mod record;
mod sealed;
mod sled_store;
mod snapshot;
mod store;
mod table;
mod transfer;

pub use batch::{Batch, Committed, Expect, Once, Write};
pub use error::StoreError;
pub use event_id::EventId;
pub use filling::Filling;
pub use findings::Findings;
pub use home::Home;
pub use key::{Key, KeyReader};
pub use limits::{
    MAX_BATCH_BYTES, MAX_EVENT_ID_BYTES, MAX_EXPECTS, MAX_KEY_BYTES, MAX_PAGE_ROWS, MAX_SCAN_ROWS,
    MAX_VALUE_BYTES, MAX_WRITES,
};
pub use memory::MemoryStore;
pub use postgres::{Isolation, PostgresSettings, PostgresStore};
pub use range::{KeyRange, Order};
pub use record::{Cursor, Page, Record, Row};
pub use sled_store::{CompactStep, Compacted, Health, SledStore};
pub use snapshot::Snapshot;
pub use store::{Restore, Store, StoreFuture};
pub use table::Table;
pub use transfer::{
    Copied, CopyError, CopyStep, Difference, ExportReader, ExportWriter, LineError, TransferError, copy,
    export, export_snapshot, import,
};
