//! Mark of an unfinished copy, stored in its target: encodes and decodes the source, and how many
//! rows have come. Not here: the copy (`transfer`).

use serde::{Deserialize, Serialize};

use crate::error::StoreError;

/// Bytes of the name of a source.
const MAX_SOURCE_NAME_BYTES: usize = 4096;

/// The copy by which a store is being filled. Stored as JSON; unknown fields of newer programs are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyMark {
    /// The source, in words for the operator and without a password. Only a copy from the same source may resume.
    pub from: String,
    /// A lower bound of the rows that have come.
    pub rows: u64,
}

impl CopyMark {
    /// The stored form.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|error| StoreError::damaged(error.to_string()))
    }

    /// The mark in a stored form.
    pub(crate) fn decode(noted: &[u8]) -> Result<Self, StoreError> {
        serde_json::from_slice(noted)
            .map_err(|error| StoreError::damaged(format!("what is noted about a copy: {error}")))
    }

    pub(crate) fn check(&self) -> Result<(), StoreError> {
        StoreError::check_limit("the name of where rows come from", self.from.len(), MAX_SOURCE_NAME_BYTES)
    }

    /// The error with which every other use of the store is refused.
    pub(crate) fn into_error(self) -> StoreError {
        StoreError::CopyUnfinished { from: self.from, rows: self.rows }
    }
}
