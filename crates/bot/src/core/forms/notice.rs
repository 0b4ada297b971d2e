//! Version number of the JSON of notices (messages as data), as they are stored in the outbox and
//! in the logs of platforms: `{"format":4,"notice":"board",…}`. Not here: their fields (`notice`).
//!
//! Version 4 is the oldest that is read.

use super::{FormPart, StoredForm};
use crate::{
    Notice,
    core::game::{GameAnalysis, GameRecord},
};

impl StoredForm for Notice {
    const KIND: &'static str = "a notice";
    const VERSION: u64 = 4;
    const PARTS: &'static [FormPart] =
        &[FormPart::of::<GameRecord>("/game"), FormPart::of::<GameAnalysis>("/analysis")];
}
