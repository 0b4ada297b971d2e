//! Limits of the rules protocol: the size of a line, and how long an answer may take.

/// Bytes of a line. A longer one is answered with an error and skipped.
pub(super) const MAX_LINE_BYTES: u64 = 1 << 20;
/// How long an answer may take where the request does not say it, in milliseconds.
pub(super) const DEFAULT_LIMIT_MS: u64 = 60_000;
/// The longest time a request may allow, in milliseconds.
pub(super) const MAX_LIMIT_MS: u64 = 600_000;
