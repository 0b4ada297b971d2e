//! What marks a store that a copy is filling: from where, and how far it is. Not here: the copy (`transfer`).

use serde::{Deserialize, Serialize};

use crate::StoreError;

/// Bytes of the name of where rows come from.
const MAX_SOURCE_NAME_BYTES: usize = 4096;

/// By which copy a store is being filled. As stored it is JSON; `null`s and unknown fields of newer programs are no matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyMark {
    /// Where the rows come from, in words for people, without a password. A copy from elsewhere does not go on with it.
    pub from: String,
    /// How many rows have come, some more perhaps.
    pub rows: u64,
}

impl CopyMark {
    /// As it is stored.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|error| StoreError::damaged(error.to_string()))
    }

    /// What is stored.
    pub(crate) fn decode(noted: &[u8]) -> Result<Self, StoreError> {
        serde_json::from_slice(noted)
            .map_err(|error| StoreError::damaged(format!("what is noted about a copy: {error}")))
    }

    pub(crate) fn check(&self) -> Result<(), StoreError> {
        StoreError::check_limit("the name of where rows come from", self.from.len(), MAX_SOURCE_NAME_BYTES)
    }

    /// What keeps everybody else from using the store.
    pub(crate) fn into_error(self) -> StoreError {
        StoreError::CopyUnfinished { from: self.from, rows: self.rows }
    }
}
