//! What an event was answered, so that it is answered the same again: `{"format":2,"reply":{"private":{…}},…}`. A notice in
//! it says its own version.
//!
//! Version 2 is the oldest that is read.

use serde::{Deserialize, Serialize};

use super::{Form, Part, part};
use crate::{
    ChannelId, CheckNotice, Notice, PersonId, Question, Reply, game::GameId, incoming::Topic, speech::Answer,
};

impl Form for Answer {
    const KIND: &'static str = "an answer";
    const VERSION: u64 = 2;
    const PARTS: &'static [Part] =
        &[Part::of::<Notice>("/reply/private"), Part::of::<Notice>("/reply/update")];
}

kept! {
    Reply as ReplyForm,
    Question as QuestionForm,
    Topic as TopicForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Reply", rename_all = "snake_case")]
enum ReplyForm {
    Private(#[serde(with = "part::boxed")] Box<Notice>),
    Update(#[serde(with = "part::boxed")] Box<Notice>),
    Check(Box<CheckNotice>),
    Think(Box<Question>),
    Posted,
    NotForMe,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Question", deny_unknown_fields)]
struct QuestionForm {
    channel: ChannelId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<PersonId>,
    game: GameId,
    about: Topic,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Topic", rename_all = "snake_case", deny_unknown_fields)]
enum TopicForm {
    Analysis,
    Hint { board_revision: u64 },
}
