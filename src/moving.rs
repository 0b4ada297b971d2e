//! Brings records to where they belong now: what an adapter kept among the records of others before it had a table of its
//! own. Not here: which records these are (each adapter says it, in its file `moved`), and when it is done (`start`).
//!
//! | table | key | value |
//! |---|---|---|
//! | setting | `moved`, adapter | a `StoredMove`: nothing of it lies elsewhere any more |
//! | setting | `moved`, what an adapter calls it | the same of what it moves within its table itself |

use adoube_service::stored::{self, Form, FormError};
use adoube_store::{Batch, CommitOutcome, Key, KeyRange, ScanOrder, Store, StoreError, Table};
use serde::{Deserialize, Serialize};

/// Rows moved at once.
const ROWS: usize = 256;
/// Bytes after which a batch is full enough; far below what a store takes.
const BATCH_BYTES: usize = 128 * 1024;

/// Records of one kind: the table they lay in, and what their keys began with; where they belong, and what their keys
/// begin with there. The rest of a key stays, and so does the value.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    from: (Table, &'static str),
    to: (Table, &'static str),
    /// Whether what the keys began with was a part of its own, which is replaced; else it was the beginning of one, which
    /// stays.
    is_part: bool,
}

/// Why records are not where they belong. What is left is moved at the next start.
#[derive(Debug, thiserror::Error)]
pub enum MovingError {
    /// The store failed.
    #[error("records cannot be brought to where they belong: {0}")]
    Store(#[from] StoreError),
    /// That it is done cannot be written.
    #[error(transparent)]
    Form(#[from] FormError),
}

/// That everything is where it belongs.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredMove {}

impl Form for StoredMove {
    const KIND: &'static str = "which records are where they belong";
    const VERSION: u64 = 1;
}

impl Moved {
    /// Those whose keys began with this text as a part of its own.
    pub const fn kind(from: (Table, &'static str), to: (Table, &'static str)) -> Self {
        Self { from, to, is_part: true }
    }

    /// Those whose first part began so: it stays, behind the new beginning.
    pub const fn beginning(from: (Table, &'static str), to: (Table, &'static str)) -> Self {
        Self { from, to, is_part: false }
    }

    fn old_prefix(&self) -> Vec<u8> {
        let (_, text) = self.from;
        if self.is_part { Key::new().text(text).into() } else { text.as_bytes().to_vec() }
    }

    fn new_key(&self, old: &[u8]) -> Vec<u8> {
        let (_, text) = self.to;
        let gone = if self.is_part { self.old_prefix().len() } else { 0 };
        let mut key: Vec<u8> = Key::new().text(text).into();
        key.extend_from_slice(old.get(gone..).unwrap_or_default());
        key
    }

    /// Moves all of them, so many in each batch that they lie in exactly one of the two places at any time.
    async fn bring(&self, store: &dyn Store) -> Result<u64, StoreError> {
        let ((from, _), (to, _)) = (self.from, self.to);
        let mut count = 0;
        loop {
            let range = KeyRange::prefix(self.old_prefix());
            let rows = store.scan(from, range, ScanOrder::Ascending, ROWS).await?;
            if rows.is_empty() {
                return Ok(count);
            }
            let mut batch = Batch::new();
            let mut taken = 0;
            for (old, record) in rows {
                if batch.bytes() >= BATCH_BYTES {
                    break;
                }
                let new = self.new_key(&old);
                batch = batch.expect_version(from, old.clone(), record.version).delete(from, old);
                // What is there already was written later, also by another program that serves already.
                if store.get(to, &new).await?.is_none() {
                    batch = batch.expect_absent(to, new.clone()).put(to, new, record.value);
                }
                taken += 1;
            }
            // After a conflict another program has moved some of them.
            if store.commit(batch).await? == CommitOutcome::Applied {
                count += taken;
            }
        }
    }
}

/// Brings everything of one adapter to where it belongs, unless that has been done; returns how many records. It may be cut
/// short at any time, and goes on at the next start.
///
/// # Errors
///
/// The store fails.
pub async fn bring_home(store: &dyn Store, adapter: &str, kinds: &[Moved]) -> Result<u64, MovingError> {
    if is_done(store, adapter).await? {
        return Ok(0);
    }
    let mut count = 0;
    for kind in kinds {
        let moved = kind.bring(store).await?;
        if moved > 0 {
            let ((from, old), (to, new)) = (kind.from, kind.to);
            tracing::info!(records = moved, %from, old, %to, new, "records are where they belong now");
        }
        count += moved;
    }
    note_done(store, adapter).await?;
    Ok(count)
}

/// Whether it was noted that something lies where it belongs: one look at each start.
///
/// # Errors
///
/// The store fails.
pub async fn is_done(store: &dyn Store, what: &str) -> Result<bool, MovingError> {
    Ok(store.get(Table::Setting, note(what).as_ref()).await?.is_some())
}

/// Notes that something lies where it belongs, for ever.
///
/// # Errors
///
/// The store fails.
pub async fn note_done(store: &dyn Store, what: &str) -> Result<(), MovingError> {
    store.commit(Batch::new().put(Table::Setting, note(what), stored::write(&StoredMove {})?)).await?;
    Ok(())
}

fn note(what: &str) -> Key {
    Key::new().text("moved").text(what)
}

#[cfg(test)]
pub(crate) mod tests;
