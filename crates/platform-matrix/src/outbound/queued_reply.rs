//! Data type of a queued reply to one person, with its stored form. Not here: the queue
//! (`reply_queue`).

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
    /// A notice of the bot.
    Notice(Box<Notice>),
    /// A menu.
    Menu(Menu),
    /// A sentence about Matrix, and the room it names.
    Sentence(MatrixSentence, Option<String>),
}

/// A reply to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QueuedReply {
    /// The channel the reply is about.
    pub(crate) about: ChannelId,
    /// The recipient.
    pub(crate) person: PersonId,
    pub(crate) language: Language,
    pub(crate) what: ReplyContent,
    /// The event it replies to.
    pub(crate) reply_to: Option<String>,
    /// Root of the thread in which it is sent; the reply still waits in the queue of the room.
    pub(crate) thread: Option<String>,
    /// Whether it ends the person's selection in a menu.
    pub(crate) settles: bool,
    /// Whether a heading names the game it is about.
    pub(crate) introduced: bool,
    /// Whether only its recipient may read it.
    pub(crate) secret: bool,
    /// Text from which transaction ids are derived, so that a retry is recognised.
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

    /// The place where the reply is sent, given the place of its queue.
    pub(crate) fn said_in(&self, place: &ChannelAddress) -> ChannelAddress {
        let thread = self.thread.clone().map(MatrixEventId).or_else(|| place.thread.clone());
        ChannelAddress { thread, ..place.clone() }
    }

    /// Whether the reply mentions its reader, because it does not answer an action just done, or
    /// because the reader must act.
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
