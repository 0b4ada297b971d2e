//! Data types of events from platforms (a command, a text, a pressed button), of who else reads
//! them, and of the replies to them. Not here: what the text of an event means (`text::parser`).

use std::{borrow::Cow, fmt};

use adoube_store::BatchWrite;
pub use adoube_store::IdempotencyKey;
use serde::{Deserialize, Serialize};

use crate::{
    ChannelId, CommunityId, Language, Notice, Person, PersonId, SelfTestNotice, ThreadPolicy,
    core::{
        command::ButtonId,
        game::GameId,
        timestamp_marks::{is_mark, without_marks},
        versioned_form::part,
    },
};

/// An action of a person in a channel, with its idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatEvent {
    /// The platform's id of the event: the event acts once, however often it arrives.
    pub event: IdempotencyKey,
    /// The channel.
    pub channel: ChannelId,
    /// The community whose settings apply; `None` in a private conversation.
    pub place: Option<CommunityId>,
    /// The sender.
    pub person: Person,
    /// The language that the sender reads, as far as the platform knows; their own choice goes
    /// before it.
    pub language: Language,
    /// Whether the platform says that the sender moderates the channel.
    pub moderator: bool,
    /// When a game that begins here gets a thread of its own.
    pub threads: ThreadPolicy,
    /// What others read of the event and of its reply.
    pub audience: Audience,
    /// The action.
    pub action: UserAction,
    /// Platform writes, committed in the same batch as the event's changes; dropped if it changes
    /// nothing.
    pub also: Vec<BatchWrite>,
    /// The channel the event is about instead, while a game or an offer is open there for the
    /// sender.
    pub ongoing: Option<Box<ActiveChannel>>,
}

/// The channel that a person last talked about in a private conversation with the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveChannel {
    /// The channel.
    pub channel: ChannelId,
    /// Its community.
    pub place: Option<CommunityId>,
    /// Whether the person moderates it.
    pub moderator: bool,
    /// When a game that begins there gets a thread of its own.
    pub threads: ThreadPolicy,
    /// Platform writes for an event about this channel.
    pub also: Vec<BatchWrite>,
}

impl ChatEvent {
    /// An action of a person who reads English, in a channel outside communities and without
    /// threads, where the platform keeps text and reply to the sender.
    pub fn new(event: IdempotencyKey, channel: ChannelId, person: Person, action: UserAction) -> Self {
        Self {
            event,
            channel,
            place: None,
            person,
            language: Language::EN,
            moderator: false,
            threads: ThreadPolicy::Never,
            audience: Audience::SenderOnly,
            action,
            also: Vec::new(),
            ongoing: None,
        }
    }

    /// The event without timestamp marks in anything that people wrote.
    pub(crate) fn cleaned(&self) -> Cow<'_, Self> {
        let is_marked = |text: &str| text.contains(is_mark);
        let written = match &self.action {
            UserAction::Invoke { command, values } => {
                is_marked(command) || values.iter().any(|(_, value)| value.text().is_some_and(is_marked))
            }
            UserAction::Line(text) | UserAction::Text(text) => is_marked(text),
            UserAction::Press { id, value } => is_marked(id) || value.as_deref().is_some_and(is_marked),
        };
        if !written && !is_marked(&self.person.name) {
            return Cow::Borrowed(self);
        }
        let mut cleaned = self.clone();
        cleaned.person.name = without_marks(&cleaned.person.name);
        match &mut cleaned.action {
            UserAction::Invoke { command, values } => {
                *command = without_marks(command);
                for (_, value) in values {
                    *value = value.without_marks();
                }
            }
            UserAction::Line(text) | UserAction::Text(text) => *text = without_marks(text),
            UserAction::Press { id, value } => {
                *id = without_marks(id);
                *value = value.as_deref().map(without_marks);
            }
        }
        Cow::Owned(cleaned)
    }

    /// The event, about another channel.
    pub(crate) fn moved_to(&self, ongoing: &ActiveChannel) -> Self {
        let ActiveChannel { channel, place, moderator, threads, also } = ongoing.clone();
        Self { channel, place, moderator, threads, also, ongoing: None, ..self.clone() }
    }
}

/// What others in the channel read of a person's text and of the reply. Information for one person
/// is never given, and a private action never done, where others read along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// Nothing: the adapter keeps text and reply to the sender.
    #[default]
    SenderOnly,
    /// The text alone: the adapter replies where only the sender reads.
    TextVisible,
    /// Both, on a platform that has commands that only the bot sees.
    TextAndReplyVisible,
    /// Both, and commands as well: the sender has to write private text to the bot alone.
    Public,
}

impl Audience {
    /// Whether others read the reply.
    pub fn reads_answers(self) -> bool {
        matches!(self, Self::TextAndReplyVisible | Self::Public)
    }
}

/// An action of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UserAction {
    /// A command whose options come as values, from a platform with a field for each.
    Invoke {
        /// The command's key.
        command: String,
        /// The given options, by their keys.
        values: Vec<(String, InputValue)>,
    },
    /// A command: `play bob grand`, without the platform's prefix.
    Line(String),
    /// Text in the channel; it counts as a move if it reads as one and the sender is to move.
    Text(String),
    /// A button, or a choice from a menu.
    Press {
        /// The button id as the bot gave it out.
        id: String,
        /// The chosen value of a menu.
        value: Option<String>,
    },
}

/// The value of a command's option as a platform's field gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputValue {
    /// The key of one of the option's words, or text as a person typed it into the field.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A person, by what the platform's directory finds them by.
    Person(String),
}

impl InputValue {
    /// The text that a person may have typed.
    fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Person(text) => Some(text),
            Self::Number(_) => None,
        }
    }

    fn without_marks(&self) -> Self {
        match self {
            Self::Text(text) => Self::Text(without_marks(text)),
            Self::Person(text) => Self::Person(without_marks(text)),
            Self::Number(number) => Self::Number(*number),
        }
    }

    /// Whether it has no word, as an empty field.
    pub(crate) fn is_empty(&self) -> bool {
        self.text().is_some_and(|text| text.trim().is_empty())
    }
}

impl fmt::Display for InputValue {
    /// The value in words, with single spaces between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Person(text) => {
                f.write_str(&text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

impl UserAction {
    /// Whether the action is a button or menu that may begin a game, or make a challenge.
    pub fn is_press_to_begin(&self) -> bool {
        let Self::Press { id, .. } = self else { return false };
        ButtonId::parse(id).is_some_and(|component| component.begins_a_game())
    }

    /// Whether the action is a button that says yes or no to a question; `None` for anything else.
    pub fn answer(&self) -> Option<bool> {
        let Self::Press { id, value: None } = self else { return None };
        ButtonId::parse(id)?.answer()
    }
}

/// The direct reply to an event. Public notices are not in it: they wait in the outbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// A notice for the sender alone.
    Private(#[serde(with = "part::boxed")] Box<Notice>),
    /// A notice for the sender alone that replaces the private message whose button or menu was
    /// used.
    #[serde(rename = "update")]
    Replace(#[serde(with = "part::boxed")] Box<Notice>),
    /// A self-test with the bot's results: the adapter adds its own and shows it to the sender as
    /// [`Notice::Check`].
    #[serde(rename = "check")]
    SelfTest(Box<SelfTestNotice>),
    /// A question for the engine: the adapter runs it
    /// ([`Bot::run_question`](crate::Bot::run_question)) when nothing else waits for this event,
    /// and shows the result to the sender alone.
    #[serde(rename = "think")]
    EngineQuestion(Box<EngineQuestion>),
    /// All notices are public; there is no private reply.
    #[serde(rename = "posted")]
    Public,
    /// The text was not meant for the bot.
    #[serde(rename = "not_for_me")]
    Ignored,
}

/// A question for the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineQuestion {
    /// The channel in which it was asked.
    pub(crate) channel: ChannelId,
    /// The sender, where the answer depends on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) by: Option<PersonId>,
    /// The game.
    pub(crate) game: GameId,
    /// The kind of question.
    pub(crate) about: EngineQuestionKind,
}

/// Kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum EngineQuestionKind {
    /// An analysis of a finished game.
    Analysis,
    /// A good move in the position that has been on the board since this revision.
    Hint {
        /// The revision.
        board_revision: u64,
    },
}

/// One completion of a command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputCompletion {
    /// The whole command line with the completion, without the platform's prefix.
    pub line: String,
    /// The label in the list.
    pub label: String,
}
