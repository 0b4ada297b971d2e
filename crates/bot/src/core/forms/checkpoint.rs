//! Stored form (JSON) of a checkpoint: a game as it stood after some of its plies.
//!
//! Version 1 is the first and only one.

use adoube_rules::GameSnapshot;
use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::core::game::{CapturedPieces, Checkpoint};

impl StoredForm for Checkpoint {
    const KIND: &'static str = "a game as it stood earlier";
    const VERSION: u64 = 1;
}

fields! { Checkpoint as CheckpointForm }

#[derive(Serialize, Deserialize)]
#[serde(remote = "Checkpoint", deny_unknown_fields)]
struct CheckpointForm {
    plies: u32,
    #[serde(rename = "turn")]
    revision: u64,
    state: GameSnapshot,
    taken: CapturedPieces,
}
