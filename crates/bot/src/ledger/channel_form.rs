//! The form in which a channel is kept: `{"format":4,"game":{"format":2,…},"challenges":[…],…}`. The game in it says its own
//! version. It is here and not with the others (`stored`) because only the ledger knows of the rows of what is due.
//!
//! Version 4 is the oldest that is read.

use serde::{Deserialize, Serialize};

use super::{ChannelRecord, Due, DueKind};
use crate::{
    game::{Challenge, GameId, GameRecord, Panel},
    stored::{Form, Part, fields, kept, part},
};

impl Form for ChannelRecord {
    const KIND: &'static str = "a channel";
    const VERSION: u64 = 4;
    const PARTS: &'static [Part] = &[Part::of::<GameRecord>("/game")];
}

fields! { ChannelRecord as ChannelForm }
kept! {
    Due as DueForm,
    DueKind as DueKindForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ChannelRecord", deny_unknown_fields)]
struct ChannelForm {
    #[serde(with = "part::option")]
    game: Option<GameRecord>,
    challenges: Vec<Challenge>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    panels: Vec<Panel>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    closes_with_game: bool,
    posts: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    due: Vec<Due>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Due", deny_unknown_fields)]
struct DueForm {
    at: u64,
    subject: GameId,
    revision: u64,
    kind: DueKind,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "DueKind", rename_all = "snake_case")]
enum DueKindForm {
    Challenge,
    Panel,
    Clock,
    Idle,
    Computer,
}
