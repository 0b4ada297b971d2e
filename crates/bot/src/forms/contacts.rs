//! Stored form of a person's contacts: `{"format":1,"blocked":[{"id":"web:5f0c","name":"Bob"}]}`.
//!
//! Versions: 1 is the first; nothing else has been written.

use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::{
    ChannelId, Person, PersonId,
    game::{Contacts, GameId, OpenDirectChallenge, RecentChallenges},
};

impl StoredForm for Contacts {
    const KIND: &'static str = "a person's contacts";
    const VERSION: u64 = 1;
}

fields! { Contacts as ContactsForm }
kept! {
    RecentChallenges as RecentChallengesForm,
    OpenDirectChallenge as OpenDirectChallengeForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Contacts", deny_unknown_fields)]
struct ContactsForm {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<Person>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    approached: Vec<RecentChallenges>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RecentChallenges", deny_unknown_fields)]
struct RecentChallengesForm {
    person: PersonId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<OpenDirectChallenge>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    closed: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OpenDirectChallenge", deny_unknown_fields)]
struct OpenDirectChallengeForm {
    channel: ChannelId,
    challenge: GameId,
    made_at: u64,
}
