//! What is kept of Matrix: where it lies, and in which forms. Not here: what is done with it.
//!
//! | key | value |
//! |---|---|
//! | `reply`, place, number | [`StoredQueuedReply`] |
//! | `picture`, place, number | [`StoredAttachment`] |
//! | `words`, place | [`StoredSentText`](crate::outbound::send_text::StoredSentText) of the message said last there |
//! | `aside`, the key of a reply | what stood there and cannot be read |
//! | `list`, room, event | [`StoredList`] |
//! | `newest`, place, person or nothing | [`StoredNewest`] |
//! | `meant`, place, person | [`StoredNumberMeanings`] |
//! | `edits`, place, person | [`StoredEdits`](crate::inbound::edits::StoredEdits) |
//! | `unreadable`, event | [`StoredUndecryptable`] |
//! | `unreadable-told`, room, user | [`StoredMark`]: they were told that they cannot be read there |
//! | `unreadable-since`, whether its sender was told, time, event | [`StoredMark`]: the key says it |
//! | `person`, person | [`StoredMatrixProfile`] |
//! | `language`, channel | [`StoredLanguage`] in which most is done there |
//! | `arriving`, room, the one in whose place it is or nothing | [`StoredPendingJoin`](crate::rooms::pending_joins::StoredPendingJoin) |
//! | `replaced`, channel | [`StoredReplacement`](crate::state::forwarding::StoredReplacement) |
//! | `plain`, person | [`StoredConsent`](crate::outbound::unencrypted_consent::StoredConsent) |
//! | `plain-revoked`, person | [`StoredConsentRevocation`](crate::outbound::unencrypted_consent::StoredConsentRevocation) |
//! | `answer-threads`, room | [`StoredAnswerThreads`](crate::inbound::answer_threads::StoredAnswerThreads) |
//! | `absent`, room, person | [`StoredAbsence`](crate::outbound::unjoined_rooms::StoredAbsence) |
//! | `screened`, room | [`StoredMark`]: it was told that pictures are not let through there |
//! | `progress` | over a shared store: how far the account has come ([`AccountProgress`](super::AccountProgress)) |

use adoube_bot::{
    ChannelId, Language, Menu, MenuOption, MessageSeries, Notice, PersonId,
    forms::{FormPart, StoredForm, part},
};
use adoube_platform::numbered_list::NumberedControl;
use adoube_store::{Key, Table};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::{Deserialize, Serialize};

use crate::{
    inbound::undecryptable::UndecryptableMessage,
    message::platform_text::MatrixSentence,
    outbound::attachments::{self, PendingAttachment},
    outbound::reply_queue::{QueuedReply, ReplyContent},
    state::numbered_lists::{NewestLists, NumberMeanings, NumberedList},
    state::people::MatrixProfile,
};

/// Where all of it lies.
pub(crate) const TABLE: Table = Table::Matrix;

pub(crate) const REPLY: &str = "reply";
pub(crate) const PICTURE: &str = "picture";
pub(crate) const WORDS: &str = "words";
pub(crate) const ASIDE: &str = "aside";
pub(crate) const LIST: &str = "list";
pub(crate) const NEWEST: &str = "newest";
pub(crate) const MEANT: &str = "meant";
pub(crate) const EDITS: &str = "edits";
pub(crate) const UNREADABLE: &str = "unreadable";
pub(crate) const TOLD: &str = "unreadable-told";
pub(crate) const SINCE: &str = "unreadable-since";
pub(crate) const PERSON: &str = "person";
pub(crate) const LANGUAGE: &str = "language";
pub(crate) const ARRIVING: &str = "arriving";
pub(crate) const REPLACED: &str = "replaced";
pub(crate) const PLAIN: &str = "plain";
pub(crate) const REVOKED: &str = "plain-revoked";
pub(crate) const ABSENT: &str = "absent";
pub(crate) const SCREENED: &str = "screened";
pub(crate) const ANSWER_THREADS: &str = "answer-threads";
pub(crate) const PROGRESS: &str = "progress";

/// Something that is to be said to one person.
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

/// A picture or a file that follows its words.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredAttachment {
    event: Option<String>,
    part: usize,
    key: String,
    of: StoredMessage,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StoredMessage {
    #[serde(with = "part::boxed")]
    Answer(Box<StoredQueuedReply>),
    Notice {
        channel: ChannelId,
        #[serde(with = "part::boxed")]
        notice: Box<Notice>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StoredReplyContent {
    Notice(#[serde(with = "part::boxed")] Box<Notice>),
    Menu(StoredMenu),
    Sentence(MatrixSentence, Option<String>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredMenu {
    id: String,
    label: String,
    options: Vec<StoredOption>,
    is_of_people: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredOption {
    value: String,
    label: String,
}

/// What each number of a message means.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredList {
    place: ChannelId,
    about: ChannelId,
    to: Option<PersonId>,
    called: Option<PersonId>,
    #[serde(default)]
    secret: bool,
    choices: Vec<StoredChoice>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum StoredChoice {
    Press { label: String, id: String, value: Option<String> },
    Open(StoredMenu),
}

/// The lists shown last.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredNewest {
    events: Vec<String>,
    stamp: u64,
    series: Option<MessageSeries>,
    current: Option<String>,
}

/// Which lists bare numbers have meant.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredNumberMeanings {
    numbers: Vec<(String, String)>,
}

/// A message that waits for its key.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredUndecryptable {
    room: String,
    event: String,
    sender: String,
    since: u64,
    told: bool,
}

/// Something whose key says everything; at first nothing stood there.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredMark {}

/// What is known of a person.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredMatrixProfile {
    name: String,
    language: Option<Language>,
    about: Option<ChannelId>,
}

/// A language.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredLanguage {
    pub(crate) language: Language,
    /// How far it leads; not at all where it is that of who did something last.
    #[serde(default, skip_serializing_if = "is_none_at_all")]
    pub(crate) lead: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none_at_all(lead: &u8) -> bool {
    *lead == 0
}

impl StoredForm for StoredQueuedReply {
    const KIND: &'static str = "an answer that waits on Matrix";
    const VERSION: u64 = 1;
    const PARTS: &'static [FormPart] = &[FormPart::of::<Notice>("/what/notice")];
}

impl StoredForm for StoredAttachment {
    const KIND: &'static str = "a picture that follows its words on Matrix";
    const VERSION: u64 = 1;
    const PARTS: &'static [FormPart] = &[
        FormPart::of::<StoredQueuedReply>("/of/answer"),
        FormPart::of::<Notice>("/of/answer/what/notice"),
        FormPart::of::<Notice>("/of/notice/notice"),
    ];
}

impl StoredForm for StoredList {
    const KIND: &'static str = "a numbered list on Matrix";
    const VERSION: u64 = 2;
}

impl StoredForm for StoredNewest {
    const KIND: &'static str = "the newest lists of a place on Matrix";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredNumberMeanings {
    const KIND: &'static str = "what numbers meant on Matrix";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredUndecryptable {
    const KIND: &'static str = "a message on Matrix without its key";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredMark {
    const KIND: &'static str = "a mark on Matrix";
    const VERSION: u64 = 2;
}

impl StoredForm for StoredMatrixProfile {
    const KIND: &'static str = "what is known of a person on Matrix";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredLanguage {
    const KIND: &'static str = "the language of a channel on Matrix";
    const VERSION: u64 = 2;
}

/// The key of one kind of record.
pub(crate) fn key(kind: &str) -> Key {
    Key::new().text(kind)
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

impl From<&Menu> for StoredMenu {
    fn from(menu: &Menu) -> Self {
        let Menu { id, label, options, is_of_people } = menu;
        let option = |MenuOption { value, label }: &MenuOption| StoredOption {
            value: value.clone(),
            label: label.clone(),
        };
        let options = options.iter().map(option).collect();
        Self { id: id.clone(), label: label.clone(), options, is_of_people: *is_of_people }
    }
}

impl From<StoredMenu> for Menu {
    fn from(stored: StoredMenu) -> Self {
        let StoredMenu { id, label, options, is_of_people } = stored;
        let option = |StoredOption { value, label }| MenuOption { value, label };
        Self { id, label, options: options.into_iter().map(option).collect(), is_of_people }
    }
}

impl From<&PendingAttachment> for StoredAttachment {
    fn from(following: &PendingAttachment) -> Self {
        let PendingAttachment { event, part, key, of } = following;
        let of = match of {
            attachments::AttachmentOwner::Answer(waiting) => StoredMessage::Answer(Box::new(waiting.into())),
            attachments::AttachmentOwner::Notice(channel, notice) => {
                StoredMessage::Notice { channel: channel.clone(), notice: notice.clone() }
            }
        };
        Self { event: event.clone(), part: *part, key: BASE64_STANDARD.encode(key), of }
    }
}

impl From<StoredAttachment> for PendingAttachment {
    fn from(stored: StoredAttachment) -> Self {
        let StoredAttachment { event, part, key, of } = stored;
        let of = match of {
            StoredMessage::Answer(waiting) => attachments::AttachmentOwner::Answer((*waiting).into()),
            StoredMessage::Notice { channel, notice } => {
                attachments::AttachmentOwner::Notice(channel, notice)
            }
        };
        // Of a key that is none, a repetition is not known for one.
        Self { event, part, key: BASE64_STANDARD.decode(key).unwrap_or_default(), of }
    }
}

impl From<&NumberedList> for StoredList {
    fn from(list: &NumberedList) -> Self {
        let NumberedList { place, about, to, called, secret, choices } = list;
        Self {
            place: place.clone(),
            about: about.clone(),
            to: to.clone(),
            called: called.clone(),
            secret: *secret,
            choices: choices.iter().map(StoredChoice::from).collect(),
        }
    }
}

impl From<StoredList> for NumberedList {
    fn from(stored: StoredList) -> Self {
        let StoredList { place, about, to, called, secret, choices } = stored;
        let choices = choices.into_iter().map(NumberedControl::from).collect();
        Self { place, about, to, called, secret, choices }
    }
}

impl From<&NumberedControl> for StoredChoice {
    fn from(choice: &NumberedControl) -> Self {
        match choice {
            NumberedControl::Press { label, id, value } => {
                Self::Press { label: label.clone(), id: id.clone(), value: value.clone() }
            }
            NumberedControl::Open(menu) => Self::Open(menu.into()),
        }
    }
}

impl From<StoredChoice> for NumberedControl {
    fn from(stored: StoredChoice) -> Self {
        match stored {
            StoredChoice::Press { label, id, value } => Self::Press { label, id, value },
            StoredChoice::Open(menu) => Self::Open(menu.into()),
        }
    }
}

impl From<&NewestLists> for StoredNewest {
    fn from(newest: &NewestLists) -> Self {
        let NewestLists { events, stamp, series, current } = newest;
        let (events, series, current) = (events.clone(), series.clone(), current.clone());
        Self { events, stamp: *stamp, series, current }
    }
}

impl From<StoredNewest> for NewestLists {
    fn from(stored: StoredNewest) -> Self {
        let StoredNewest { events, stamp, series, current } = stored;
        Self { events, stamp, series, current }
    }
}

impl From<&NumberMeanings> for StoredNumberMeanings {
    fn from(meant: &NumberMeanings) -> Self {
        let NumberMeanings { numbers } = meant;
        Self { numbers: numbers.clone() }
    }
}

impl From<StoredNumberMeanings> for NumberMeanings {
    fn from(stored: StoredNumberMeanings) -> Self {
        let StoredNumberMeanings { numbers } = stored;
        Self { numbers }
    }
}

impl From<&UndecryptableMessage> for StoredUndecryptable {
    fn from(missing: &UndecryptableMessage) -> Self {
        let UndecryptableMessage { room, event, sender, since, told } = missing;
        let (room, event, sender) = (room.clone(), event.clone(), sender.clone());
        Self { room, event, sender, since: *since, told: *told }
    }
}

impl From<StoredUndecryptable> for UndecryptableMessage {
    fn from(stored: StoredUndecryptable) -> Self {
        let StoredUndecryptable { room, event, sender, since, told } = stored;
        Self { room, event, sender, since, told }
    }
}

impl From<&MatrixProfile> for StoredMatrixProfile {
    fn from(profile: &MatrixProfile) -> Self {
        let MatrixProfile { name, language, about } = profile;
        Self { name: name.clone(), language: *language, about: about.clone() }
    }
}

impl From<StoredMatrixProfile> for MatrixProfile {
    fn from(stored: StoredMatrixProfile) -> Self {
        let StoredMatrixProfile { name, language, about } = stored;
        Self { name, language, about }
    }
}

#[cfg(test)]
mod tests;
