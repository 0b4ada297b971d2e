//! Words that somebody said in a channel, and whether everybody may read them. Only a decision of the service makes
//! words [`Speech`], so that an adapter has nothing to show of what may tell of hidden cards. Not here: what does tell
//! of them (`wording`), and who has any (`flow`).

use serde::{Deserialize, Serialize};

use crate::{
    Notice, Reply,
    notice::{Refusal, SetupRefusal},
};

/// Words that everybody in the channel may read. There is no other way to one than [`Heard::speech`], or reading what
/// was stored of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Speech(String);

impl Speech {
    /// The words.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// What came of an event: the answer, and what of it was talk, decided at one look at the channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heard {
    /// The direct answer.
    pub reply: Reply,
    /// The words, if they were just said and everybody may read them. Others are their speaker's alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speech: Option<Speech>,
}

impl From<Reply> for Heard {
    /// An answer to words that are kept.
    fn from(reply: Reply) -> Self {
        Self { reply, speech: None }
    }
}

/// What is known about words before they are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words<'a> {
    /// None were just said, or they may tell of hidden cards.
    Kept,
    /// Cards of the speaker are hidden, and nothing in the words tells of any.
    Harmless(&'a str),
    /// Nothing is hidden that the speaker knows of.
    Open(&'a str),
}

impl Words<'_> {
    /// The answer, and with it the words if they may be read.
    pub(crate) fn answered(self, reply: Reply) -> Heard {
        let speech = match self {
            Self::Harmless(text) if reply == Reply::NotForMe => Some(text),
            Self::Open(text) if !is_about_the_turn(&reply) => Some(text),
            _ => None,
        };
        Heard { speech: speech.map(|text| Speech(text.to_owned())), reply }
    }
}

/// Whether somebody is told that they are not the one to move: a move that cannot be made yet is their own business.
fn is_about_the_turn(reply: &Reply) -> bool {
    let Reply::Private(notice) = reply else { return false };
    matches!(
        **notice,
        Notice::Refused(Refusal::NotYourTurn { .. } | Refusal::Setup(SetupRefusal::StillChoosing { .. }))
    )
}
