//! Constants of the size limits of keys, values and batches. The same for every store, so that an
//! export of one can be imported into another.
//!
//! The value limit has a reason beyond memory: sled keeps up to 20 neighbouring blocks of records in one page, each of which may
//! hold one record of this size, and writes a page of more than a quarter of a log segment to a file of its own, which it never
//! syncs. With the segment size the sled store chooses, they stay far below that.

/// Bytes of a key.
pub const MAX_KEY_BYTES: usize = 512;
/// Bytes of a value, or of an answer.
pub const MAX_VALUE_BYTES: usize = 64 * 1024;
/// Bytes of an idempotency key.
pub const MAX_IDEMPOTENCY_KEY_BYTES: usize = 256;
/// Writes in one batch.
pub const MAX_WRITES: usize = 1024;
/// Version checks in one batch.
pub const MAX_VERSION_CHECKS: usize = 1024;
/// Bytes of all keys, values and the answer of one batch together, or of the rows restored at once.
pub const MAX_BATCH_BYTES: usize = 512 * 1024;
/// Records one scan may ask for.
pub const MAX_SCAN_ROWS: usize = 1024;
/// Rows one page of a walk over the whole store may ask for; as many may be restored or forgotten at once.
pub const MAX_PAGE_ROWS: usize = 256;
