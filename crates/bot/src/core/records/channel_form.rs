//! Stored form (JSON) of a channel's record:
//! `{"format":4,"game":{"format":3,…},"challenges":[…],…}`. The game in it has a version of its
//! own. The form is here and not in `forms` because only the repository knows the rows of scheduled
//! jobs.
//!
//! Version 4 is the oldest that is read.

use serde::{Deserialize, Serialize};

use crate::core::{
    forms::{FormPart, StoredForm, fields, kept, part},
    game::{Challenge, GameId, GameRecord, SetupPanel},
    records::{ChannelRecord, JobKind, ScheduledJob},
};

impl StoredForm for ChannelRecord {
    const KIND: &'static str = "a channel";
    const VERSION: u64 = 4;
    const PARTS: &'static [FormPart] = &[FormPart::of::<GameRecord>("/game")];
}

fields! { ChannelRecord as ChannelForm }
kept! {
    ScheduledJob as JobForm,
    JobKind as JobKindForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ChannelRecord", deny_unknown_fields)]
struct ChannelForm {
    #[serde(with = "part::option")]
    game: Option<GameRecord>,
    challenges: Vec<Challenge>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    panels: Vec<SetupPanel>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    closes_with_game: bool,
    posts: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    due: Vec<ScheduledJob>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ScheduledJob", deny_unknown_fields)]
struct JobForm {
    at: u64,
    subject: GameId,
    revision: u64,
    kind: JobKind,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "JobKind", rename_all = "snake_case")]
enum JobKindForm {
    Challenge,
    Panel,
    Clock,
    Idle,
    Computer,
}
