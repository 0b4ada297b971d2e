//! What is known of a person across all their games, as it is kept: `{"format":1,"begun":2,"ended":1}`.
//!
//! Versions: 1 is the first; nothing else has been written.

use serde::{Deserialize, Serialize};

use super::Form;
use crate::game::PersonRecord;

impl Form for PersonRecord {
    const KIND: &'static str = "a person's record";
    const VERSION: u64 = 1;
}

fields! { PersonRecord as PersonForm }

#[derive(Serialize, Deserialize)]
#[serde(remote = "PersonRecord", deny_unknown_fields)]
struct PersonForm {
    begun: u64,
    ended: u64,
}
