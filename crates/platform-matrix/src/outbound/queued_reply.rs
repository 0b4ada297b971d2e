//! A reply to one person while it waits to be sent: its content, and its stored form. Not here: the
//! queue (`reply_queue`).

use adoube_bot::{
    ChannelId, Language, Menu, Notice, PersonId,
    forms::{FormPart, StoredForm, part},
};
use adoube_matrix_client::MatrixEventId;
use serde::{Deserialize, Serialize};

use crate::{ids::ChannelAddress, message::platform_text::MatrixSentence, state::stored_menu::StoredMenu};

/// Content of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReplyContent {
    /// What the bot says.
    Notice(Box<Notice>),
    /// A menu by itself.
    Menu(Menu),
    /// A sentence about Matrix, and the room it names.
    Sentence(MatrixSentence, Option<String>),
}

/// A reply to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QueuedReply {
    /// The channel it is about.
    pub(crate) about: ChannelId,
    /// To whom.
    pub(crate) person: PersonId,
    pub(crate) language: Language,
    pub(crate) what: ReplyContent,
    /// The event it answers.
    pub(crate) reply_to: Option<String>,
    /// The root of the thread of its room to say it in, while it waits in the room's line.
    pub(crate) thread: Option<String>,
    /// Whether it ends what the person was picking.
    pub(crate) settles: bool,
    /// Whether it says first what it is about.
    pub(crate) introduced: bool,
    /// Whether it is for that person's eyes alone.
    pub(crate) secret: bool,
    /// What tells a repetition.
    pub(crate) transaction: String,
}

impl QueuedReply {
    pub(crate) fn new(
        about: ChannelId,
        (person, language): (PersonId, Language),
        what: ReplyContent,
        transaction: String,
    ) -> Self {
        Self {
            about,
            person,
            language,
            what,
            reply_to: None,
            thread: None,
            settles: false,
            introduced: false,
            secret: false,
            transaction,
        }
    }

    /// Where it is said, of a place in whose line it waits.
    pub(crate) fn said_in(&self, place: &ChannelAddress) -> ChannelAddress {
        let thread = self.thread.clone().map(MatrixEventId).or_else(|| place.thread.clone());
        ChannelAddress { thread, ..place.clone() }
    }

    /// Whether the reply mentions its reader: it answers nothing they have just done, or they must
    /// act.
    pub(crate) fn calls(&self) -> bool {
        match &self.what {
            ReplyContent::Notice(notice) => matches!(**notice, Notice::Reminder(_)),
            ReplyContent::Menu(_) => false,
            ReplyContent::Sentence(sentence, _) => sentence.calls(),
        }
    }
}

/// Stored form of a reply.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredQueuedReply {
    about: ChannelId,
    person: PersonId,
    language: Language,
    what: StoredReplyContent,
    reply_to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thread: Option<String>,
    settles: bool,
    introduced: bool,
    #[serde(default)]
    secret: bool,
    transaction: String,
}

impl StoredForm for StoredQueuedReply {
    const KIND: &'static str = "an answer that waits on Matrix";
    const VERSION: u64 = 1;
    const PARTS: &'static [FormPart] = &[FormPart::of::<Notice>("/what/notice")];
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StoredReplyContent {
    Notice(#[serde(with = "part::boxed")] Box<Notice>),
    Menu(StoredMenu),
    Sentence(MatrixSentence, Option<String>),
}

impl From<&QueuedReply> for StoredQueuedReply {
    fn from(waiting: &QueuedReply) -> Self {
        let QueuedReply {
            about,
            person,
            language,
            what,
            reply_to,
            thread,
            settles,
            introduced,
            secret,
            transaction,
        } = waiting;
        Self {
            about: about.clone(),
            person: person.clone(),
            language: *language,
            what: what.into(),
            reply_to: reply_to.clone(),
            thread: thread.clone(),
            settles: *settles,
            introduced: *introduced,
            secret: *secret,
            transaction: transaction.clone(),
        }
    }
}

impl From<StoredQueuedReply> for QueuedReply {
    fn from(stored: StoredQueuedReply) -> Self {
        let StoredQueuedReply {
            about,
            person,
            language,
            what,
            reply_to,
            thread,
            settles,
            introduced,
            secret,
            transaction,
        } = stored;
        let what = what.into();
        Self { about, person, language, what, reply_to, thread, settles, introduced, secret, transaction }
    }
}

impl From<&ReplyContent> for StoredReplyContent {
    fn from(what: &ReplyContent) -> Self {
        match what {
            ReplyContent::Notice(notice) => Self::Notice(notice.clone()),
            ReplyContent::Menu(menu) => Self::Menu(menu.into()),
            ReplyContent::Sentence(sentence, room) => Self::Sentence(*sentence, room.clone()),
        }
    }
}

impl From<StoredReplyContent> for ReplyContent {
    fn from(stored: StoredReplyContent) -> Self {
        match stored {
            StoredReplyContent::Notice(notice) => Self::Notice(notice),
            StoredReplyContent::Menu(menu) => Self::Menu(menu.into()),
            StoredReplyContent::Sentence(sentence, room) => Self::Sentence(sentence, room),
        }
    }
}
