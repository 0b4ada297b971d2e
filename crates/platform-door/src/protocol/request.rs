//! What may be asked at the door, with the names of the protocol. Not here: how a line becomes one (`line`), what is done
//! about it (`answering`).

use adoube_bot::{Audience, FindingStatus, MessageAccess, ThreadPolicy};
use adoube_platform::secret::Secret;
use adoube_render::ThemeKey;
use serde::Deserialize;

use crate::{
    protocol::message_limit::MessageLimit,
    protocol::names::{
        CommandPrefix, ControlValue, DoorChannel, DoorEventId, DoorPerson, DoorPersonId, DoorText,
        PlatformName, SaidText,
    },
};

/// A request.
#[derive(Debug)]
pub(crate) enum DoorRequest {
    Hello(HelloRequest),
    Event(Box<EventRequest>),
    Complete(CompleteRequest),
    Commands(CommandsRequest),
    People(PeopleRequest),
    Outbox(OutboxRequest),
    Again(ShowAgainRequest),
    Done(DeliveredRequest),
    Later(PostponeRequest),
    Never(DropRequest),
    /// The platform cannot be reached.
    Gone(PlatformStateRequest),
    /// The platform can be reached again.
    Back(PlatformStateRequest),
    /// Nothing can be shown in a channel.
    Shut(ChannelStateRequest),
    /// Messages can be shown in a channel again.
    Open(ChannelStateRequest),
    Clock(ClockRequest),
}

impl DoorRequest {
    /// Whether it is answered only when something else happens.
    pub(crate) fn is_waiting(&self) -> bool {
        matches!(self, Self::Outbox(look) if look.wait)
    }
}

/// Which version of the protocol the other side speaks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HelloRequest {
    pub(crate) version: u64,
    /// The platform the bridge serves, where it connects to the running program.
    pub(crate) platform: Option<PlatformName>,
    /// What it has to bring there.
    pub(crate) token: Option<Secret>,
}

/// Something a person did.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventRequest {
    pub(crate) event: DoorEventId,
    pub(crate) channel: DoorChannel,
    /// What the channel belongs to and has its settings in common with.
    pub(crate) place: Option<DoorChannel>,
    pub(crate) person: DoorPerson,
    #[serde(default)]
    pub(crate) moderator: bool,
    #[serde(default = "no_threads")]
    pub(crate) threads: ThreadPolicy,
    #[serde(default)]
    pub(crate) others_read: AudienceField,
    pub(crate) said: Option<SaidText>,
    pub(crate) command: Option<DoorText>,
    pub(crate) press: Option<PressField>,
    pub(crate) pick: Option<PickField>,
    pub(crate) about: Option<ActiveChannelField>,
    /// What the bridge has found out by itself, for a self-test.
    #[serde(default)]
    pub(crate) findings: Vec<FindingField>,
    #[serde(default)]
    pub(crate) show: ReaderField,
}

/// Which game channel a conversation with the bot alone is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `channel`")]
pub(crate) struct ActiveChannelField {
    pub(crate) channel: DoorChannel,
    pub(crate) place: Option<DoorChannel>,
    #[serde(default)]
    pub(crate) moderator: bool,
    #[serde(default = "no_threads")]
    pub(crate) threads: ThreadPolicy,
}

/// A button that was used.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id`")]
pub(crate) struct PressField {
    pub(crate) id: ControlValue,
}

/// A menu from which something was picked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id` and `value`")]
pub(crate) struct PickField {
    pub(crate) id: ControlValue,
    pub(crate) value: ControlValue,
}

/// One thing a bridge has found out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `is` and `says`")]
pub(crate) struct FindingField {
    pub(crate) is: FindingStatusField,
    pub(crate) says: DoorText,
}

/// How it is.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FindingStatusField {
    Fine,
    Note,
    Missing,
    Broken,
}

impl From<FindingStatusField> for FindingStatus {
    fn from(is: FindingStatusField) -> Self {
        match is {
            FindingStatusField::Fine => Self::Fine,
            FindingStatusField::Note => Self::Note,
            FindingStatusField::Missing => Self::Missing,
            FindingStatusField::Broken => Self::Broken,
        }
    }
}

/// What others in the channel read of words and of the answer to them.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AudienceField {
    #[default]
    Nothing,
    Words,
    Everything,
}

impl From<AudienceField> for Audience {
    fn from(others: AudienceField) -> Self {
        match others {
            AudienceField::Nothing => Self::SenderOnly,
            AudienceField::Words => Self::TextVisible,
            AudienceField::Everything => Self::Public,
        }
    }
}

const fn no_threads() -> ThreadPolicy {
    ThreadPolicy::Never
}

/// How a message is shown.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object that says how")]
pub(crate) struct ReaderField {
    /// The tag of the language; English when it is not said.
    pub(crate) language: Option<DoorText>,
    pub(crate) hears: MessageAccessField,
    /// What stands before commands where this is read; a slash when it is not said.
    pub(crate) prefix: Option<CommandPrefix>,
    pub(crate) picture: PictureDelivery,
    pub(crate) theme: ThemeKey,
    /// Pixels a picture should be wide at most.
    pub(crate) width: Option<u16>,
    /// How much text goes into one message where this is read.
    pub(crate) most: Option<MessageLimit>,
}

/// Which words the bot hears where a message is read.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MessageAccessField {
    #[default]
    Called,
    Everything,
}

impl From<MessageAccessField> for MessageAccess {
    fn from(hears: MessageAccessField) -> Self {
        match hears {
            MessageAccessField::Called => Self::Called,
            MessageAccessField::Everything => Self::Everything,
        }
    }
}

/// How pictures come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PictureDelivery {
    /// Not at all: the words and the board in letters say everything.
    #[default]
    None,
    /// In the answer, as base64.
    Inline,
    /// As files in the folder for pictures.
    File,
}

/// Completions of a line that is being typed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompleteRequest {
    pub(crate) channel: DoorChannel,
    pub(crate) person: DoorPerson,
    pub(crate) language: Option<DoorText>,
    pub(crate) line: DoorText,
    /// What stands before commands in labels; a slash when it is not said.
    pub(crate) prefix: Option<CommandPrefix>,
    /// With these the line is the value of one option of one command.
    pub(crate) command: Option<DoorText>,
    pub(crate) option: Option<DoorText>,
}

/// All commands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandsRequest {
    pub(crate) language: Option<DoorText>,
}

/// Who can be addressed in a channel.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PeopleRequest {
    pub(crate) channel: DoorChannel,
    pub(crate) all: Option<Vec<DoorPerson>>,
    #[serde(default)]
    pub(crate) add: Vec<DoorPerson>,
    #[serde(default)]
    pub(crate) remove: Vec<DoorPersonId>,
}

/// What waits for a platform: the first thing in each of its channels.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutboxRequest {
    pub(crate) platform: PlatformName,
    /// Only channels behind this one.
    pub(crate) after: Option<DoorChannel>,
    #[serde(default = "usual_limit")]
    pub(crate) limit: usize,
    /// Whether to answer only when something waits.
    #[serde(default)]
    pub(crate) wait: bool,
    #[serde(default)]
    pub(crate) show: ReaderField,
}

const fn usual_limit() -> usize {
    20
}

/// What waits, as somebody else reads it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShowAgainRequest {
    pub(crate) key: DoorText,
    pub(crate) person: Option<DoorPersonId>,
    #[serde(default)]
    pub(crate) show: ReaderField,
}

/// It was taken to where it is read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeliveredRequest {
    pub(crate) key: DoorText,
    /// The thread that was opened where the message asked for one.
    pub(crate) thread: Option<DoorChannel>,
    #[serde(default)]
    pub(crate) show: ReaderField,
}

/// It cannot be taken there now.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PostponeRequest {
    pub(crate) key: DoorText,
    pub(crate) why: DoorText,
    /// Milliseconds.
    #[serde(default = "usual_pause")]
    pub(crate) after: u64,
}

const fn usual_pause() -> u64 {
    1000
}

/// It will never be taken there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DropRequest {
    pub(crate) key: DoorText,
    pub(crate) why: DoorText,
}

/// Which platform it is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlatformStateRequest {
    pub(crate) platform: PlatformName,
}

/// Which channel it is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChannelStateRequest {
    pub(crate) channel: DoorChannel,
}

/// What time it is, or shall be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockRequest {
    pub(crate) to: Option<MomentField>,
}

/// A moment: milliseconds since 1970, or a span from now as `{"hours": 1}`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "it is milliseconds since 1970, or {\"days\": 1, \"hours\": 2, \"minutes\": 3, \"seconds\": 4} from now"
)]
pub(crate) enum MomentField {
    At(u64),
    From(SpanField),
}

/// How much later.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpanField {
    #[serde(default)]
    days: u32,
    #[serde(default)]
    hours: u32,
    #[serde(default)]
    minutes: u32,
    #[serde(default)]
    seconds: u32,
}

impl MomentField {
    /// In milliseconds since 1970.
    pub(crate) fn millis(self, now: u64) -> u64 {
        match self {
            Self::At(millis) => millis,
            Self::From(SpanField { days, hours, minutes, seconds }) => {
                let hours = u64::from(days) * 24 + u64::from(hours);
                let seconds = (hours * 60 + u64::from(minutes)) * 60 + u64::from(seconds);
                now.saturating_add(seconds * 1000)
            }
        }
    }
}
