//! Stored form of an answer, so that a repeated event is answered the same:
//! `{"format":2,"reply":{"private":{…}},…}`. A notice in it says its own version.
//!
//! Version 2 is the oldest that is read.

use serde::{Deserialize, Serialize};

use super::{FormPart, StoredForm, part};
use crate::{
    ChannelId, EngineQuestion, Notice, PersonId, Reply, SelfTestNotice, decision::StoredAnswer,
    event::EngineQuestionKind, game::GameId,
};

impl StoredForm for StoredAnswer {
    const KIND: &'static str = "an answer";
    const VERSION: u64 = 2;
    const PARTS: &'static [FormPart] =
        &[FormPart::of::<Notice>("/reply/private"), FormPart::of::<Notice>("/reply/update")];
}

kept! {
    Reply as ReplyForm,
    EngineQuestion as EngineQuestionForm,
    EngineQuestionKind as EngineQuestionKindForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Reply", rename_all = "snake_case")]
enum ReplyForm {
    Private(#[serde(with = "part::boxed")] Box<Notice>),
    #[serde(rename = "update")]
    Replace(#[serde(with = "part::boxed")] Box<Notice>),
    #[serde(rename = "check")]
    SelfTest(Box<SelfTestNotice>),
    #[serde(rename = "think")]
    EngineQuestion(Box<EngineQuestion>),
    #[serde(rename = "posted")]
    Public,
    #[serde(rename = "not_for_me")]
    Ignored,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "EngineQuestion", deny_unknown_fields)]
struct EngineQuestionForm {
    channel: ChannelId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<PersonId>,
    game: GameId,
    about: EngineQuestionKind,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "EngineQuestionKind", rename_all = "snake_case", deny_unknown_fields)]
enum EngineQuestionKindForm {
    Analysis,
    Hint { board_revision: u64 },
}
