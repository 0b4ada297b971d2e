//! What is known of a person across all their games, as it is kept: `{"format":2,"begun":2,"ended":1,…}`.
//!
//! Versions: 1 is the first, which counts games alone. 2 is all of 1, and when somebody was away and was reminded.

use serde::{Deserialize, Serialize};

use super::Form;
use crate::{
    ChannelId,
    game::{Absence, PersonRecord, RemindedIn, Stretch},
};

impl Form for PersonRecord {
    const KIND: &'static str = "a person's record";
    const VERSION: u64 = 2;
    const OLDEST: u64 = 1;
}

fields! { PersonRecord as PersonForm }
kept! {
    Absence as AbsenceForm,
    RemindedIn as RemindedInForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PersonRecord", deny_unknown_fields)]
struct PersonForm {
    begun: u64,
    ended: u64,
    #[serde(default, skip_serializing_if = "is_never_away")]
    absence: Absence,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reminded: Vec<(RemindedIn, u64)>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Absence", deny_unknown_fields)]
struct AbsenceForm {
    vacations: Vec<Stretch>,
    protections: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RemindedIn", rename_all = "snake_case")]
enum RemindedInForm {
    Channel(ChannelId),
    Private,
}

fn is_never_away(absence: &Absence) -> bool {
    *absence == Absence::default()
}
