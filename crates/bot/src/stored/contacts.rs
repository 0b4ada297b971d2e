//! How a person and others approach one another, as it is kept: `{"format":1,"blocked":[{"id":"web:5f0c","name":"Bob"}]}`.
//!
//! Versions: 1 is the first; nothing else has been written.

use serde::{Deserialize, Serialize};

use super::Form;
use crate::{
    ChannelId, Person, PersonId,
    game::{Approached, Contacts, GameId, OpenApproach},
};

impl Form for Contacts {
    const KIND: &'static str = "a person's contacts";
    const VERSION: u64 = 1;
}

fields! { Contacts as ContactsForm }
kept! {
    Approached as ApproachedForm,
    OpenApproach as OpenApproachForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Contacts", deny_unknown_fields)]
struct ContactsForm {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<Person>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    approached: Vec<Approached>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Approached", deny_unknown_fields)]
struct ApproachedForm {
    person: PersonId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<OpenApproach>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    closed: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OpenApproach", deny_unknown_fields)]
struct OpenApproachForm {
    channel: ChannelId,
    challenge: GameId,
    made_at: u64,
}
