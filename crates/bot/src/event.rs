//! Events from platforms, and the replies to them. Not here: what the words mean (`command`).

use std::borrow::Cow;

use adoube_store::BatchWrite;
pub use adoube_store::IdempotencyKey;
use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, CommunityId, Language, Notice, Person, PersonId, SelfTestNotice, ThreadPolicy,
    command::ButtonId,
    forms::part,
    game::GameId,
    timestamp_marks::{is_mark, without_marks},
};

/// Something a person did in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatEvent {
    /// The platform's own id of this event: handled once, however often it arrives.
    pub event: IdempotencyKey,
    /// Where.
    pub channel: ChannelId,
    /// What that belongs to and has its settings in common with; nothing where two talk alone.
    pub place: Option<CommunityId>,
    /// Who.
    pub person: Person,
    /// The language they read, as far as the platform knows; what they have chosen themselves goes before it.
    pub language: Language,
    /// Whether the platform says they moderate this channel.
    pub moderator: bool,
    /// When a game that begins here gets a thread of its own.
    pub threads: ThreadPolicy,
    /// What others read of it, and of the answer.
    pub audience: Audience,
    /// What they did.
    pub action: UserAction,
    /// What the adapter keeps with what comes of it, in the same transaction; nothing if nothing comes of it.
    pub also: Vec<BatchWrite>,
    /// Where it is about instead, as long as anything goes on there for this person.
    pub ongoing: Option<Box<ActiveChannel>>,
}

/// The channel that somebody last talked about, in a conversation with the bot alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveChannel {
    /// Which.
    pub channel: ChannelId,
    /// What that belongs to.
    pub place: Option<CommunityId>,
    /// Whether they moderate it.
    pub moderator: bool,
    /// When a game that begins there gets a thread of its own.
    pub threads: ThreadPolicy,
    /// What the adapter keeps with what comes of it there.
    pub also: Vec<BatchWrite>,
}

impl ChatEvent {
    /// The same event without the characters that mark moments in anything somebody wrote.
    pub(crate) fn cleaned(&self) -> Cow<'_, Self> {
        let is_marked = |text: &str| text.contains(is_mark);
        let written = match &self.action {
            UserAction::Line(text) | UserAction::Text(text) => is_marked(text),
            UserAction::Press { id, value } => is_marked(id) || value.as_deref().is_some_and(is_marked),
        };
        if !written && !is_marked(&self.person.name) {
            return Cow::Borrowed(self);
        }
        let mut cleaned = self.clone();
        cleaned.person.name = without_marks(&cleaned.person.name);
        match &mut cleaned.action {
            UserAction::Line(text) | UserAction::Text(text) => *text = without_marks(text),
            UserAction::Press { id, value } => {
                *id = without_marks(id);
                *value = value.as_deref().map(without_marks);
            }
        }
        Cow::Owned(cleaned)
    }

    /// The same event, about another channel.
    pub(crate) fn moved_to(&self, ongoing: &ActiveChannel) -> Self {
        let ActiveChannel { channel, place, moderator, threads, also } = ongoing.clone();
        Self { channel, place, moderator, threads, also, ongoing: None, ..self.clone() }
    }
}

/// What others in the channel read of somebody's words and of the answer to them. What is for one person's eyes is not
/// answered in front of others, nor is it done when others read along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Nothing: the adapter keeps both to that person.
    #[default]
    SenderOnly,
    /// The words alone: the adapter gives the answer where nobody else reads it.
    TextVisible,
    /// Both, while the platform has commands that the bot alone sees.
    TextAndReplyVisible,
    /// Both, and commands as well: what is for one person's eyes has to be written to the bot alone.
    Public,
}

impl Audience {
    /// Whether others read the answer.
    pub fn reads_answers(self) -> bool {
        matches!(self, Self::TextAndReplyVisible | Self::Public)
    }
}

/// What a person did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserAction {
    /// Gave a command: `play bob grand`, without the platform's prefix.
    Line(String),
    /// Said something in the channel, which counts as a move when it reads as one and it is their turn.
    Text(String),
    /// Used a button or picked from a menu.
    Press {
        /// The component's id as the bot gave it out.
        id: String,
        /// What was picked, for a menu.
        value: Option<String>,
    },
}

impl UserAction {
    /// Whether it is a button or a menu with which a game may begin, or a challenge to one.
    pub fn is_press_to_begin(&self) -> bool {
        let Self::Press { id, .. } = self else { return false };
        ButtonId::parse(id).is_some_and(|component| component.begins_a_game())
    }

    /// Whether it is a button that says yes or no to a question, and which; nothing for anything else.
    pub fn answer(&self) -> Option<bool> {
        let Self::Press { id, value: None } = self else { return None };
        ButtonId::parse(id)?.answer()
    }
}

/// The direct answer to an event. What everybody shall see is not in it: that waits in the outbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// For the person who acted, and nobody else.
    Private(#[serde(with = "part::boxed")] Box<Notice>),
    /// The same, in place of the private message whose button or menu was used.
    #[serde(rename = "update")]
    Replace(#[serde(with = "part::boxed")] Box<Notice>),
    /// A self-test, as far as the bot knows: the adapter adds what it alone can find out, and shows it to the person who
    /// asked as [`Notice::Check`].
    #[serde(rename = "check")]
    SelfTest(Box<SelfTestNotice>),
    /// Something that takes thought: the adapter asks for it ([`Bot::run_question`](crate::Bot::run_question)) when nothing else
    /// waits for this event any more, and shows it to the person who acted, and nobody else.
    #[serde(rename = "think")]
    EngineQuestion(Box<EngineQuestion>),
    /// Everything there is to say is said in the channel; nothing in private.
    #[serde(rename = "posted")]
    Public,
    /// The words were not meant for the bot.
    #[serde(rename = "not_for_me")]
    Ignored,
}

/// What is to be thought about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineQuestion {
    /// Where it was asked.
    pub(crate) channel: ChannelId,
    /// By whom, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<PersonId>,
    /// About which game.
    pub(crate) game: GameId,
    /// What.
    pub(crate) about: EngineQuestionKind,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum EngineQuestionKind {
    /// What happened in a game that is over.
    Analysis,
    /// A good move, on the board that there has been since this revision.
    Hint {
        /// Which.
        board_revision: u64,
    },
}

/// One completion of what is being typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputCompletion {
    /// The whole command line with the completion in it, without the platform's prefix.
    pub line: String,
    /// What to show in the list.
    pub label: String,
}
