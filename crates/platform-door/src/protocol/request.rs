//! Types of the requests of the chat door's protocol, with the names of their JSON fields.

use adoube_bot::{Audience, FindingStatus, MessageAccess, ThreadPolicy};
use adoube_platform::secret::Secret;
use adoube_render::ThemeKey;
use serde::Deserialize;

use super::{
    message_limit::MessageLimit,
    names::{
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
    /// The platform is unreachable.
    Gone(PlatformStateRequest),
    /// The platform is reachable again.
    Back(PlatformStateRequest),
    /// A channel cannot show messages.
    Shut(ChannelStateRequest),
    /// A channel can show messages again.
    Open(ChannelStateRequest),
    Clock(ClockRequest),
}

impl DoorRequest {
    /// Whether the answer waits for a delivery.
    pub(crate) fn is_waiting(&self) -> bool {
        matches!(self, Self::Outbox(look) if look.wait)
    }
}

/// `hello`: the version of the protocol that the bridge uses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HelloRequest {
    pub(crate) version: u64,
    /// The platform that the bridge serves; for connections to the running program.
    pub(crate) platform: Option<PlatformName>,
    /// The configured token.
    pub(crate) token: Option<Secret>,
}

/// `event`: an action of a person.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EventRequest {
    pub(crate) event: DoorEventId,
    pub(crate) channel: DoorChannel,
    /// The server or room whose settings apply in the channel.
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
    /// Findings of the bridge for a self-test.
    #[serde(default)]
    pub(crate) findings: Vec<FindingField>,
    #[serde(default)]
    pub(crate) show: ReaderField,
}

/// The game channel that a private conversation with the bot is about.
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

/// A pressed button.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id`")]
pub(crate) struct PressField {
    pub(crate) id: ControlValue,
}

/// A menu with the picked value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id` and `value`")]
pub(crate) struct PickField {
    pub(crate) id: ControlValue,
    pub(crate) value: ControlValue,
}

/// A finding of the bridge for a self-test.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `is` and `says`")]
pub(crate) struct FindingField {
    pub(crate) is: FindingStatusField,
    pub(crate) says: DoorText,
}

/// The status of a finding.
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

/// What others in the channel read: nothing, the words, or the reply as well.
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

/// How to present a message.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object that says how")]
pub(crate) struct ReaderField {
    /// The tag of the language; the default is English.
    pub(crate) language: Option<DoorText>,
    pub(crate) hears: MessageAccessField,
    /// The prefix of commands; the default is a slash.
    pub(crate) prefix: Option<CommandPrefix>,
    pub(crate) picture: PictureDelivery,
    pub(crate) theme: ThemeKey,
    /// The greatest width of a picture, in pixels.
    pub(crate) width: Option<u16>,
    /// The platform's message limit.
    pub(crate) most: Option<MessageLimit>,
}

/// The messages of the platform that reach the bot.
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

/// How pictures are delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PictureDelivery {
    /// No picture: the words and the board in letters say the same.
    #[default]
    None,
    /// In the answer, as base64.
    Inline,
    /// As files in the folder for pictures.
    File,
}

/// `complete`: completions of a line that is being typed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompleteRequest {
    pub(crate) channel: DoorChannel,
    pub(crate) person: DoorPerson,
    pub(crate) language: Option<DoorText>,
    pub(crate) line: DoorText,
    /// The prefix of commands in labels; the default is a slash.
    pub(crate) prefix: Option<CommandPrefix>,
    /// With `command` and `option`, the line is the value of that option.
    pub(crate) command: Option<DoorText>,
    pub(crate) option: Option<DoorText>,
}

/// `commands`: all commands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandsRequest {
    pub(crate) language: Option<DoorText>,
}

/// `people`: the people who can be addressed in a channel.
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

/// `outbox`: the first delivery of each channel of a platform.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OutboxRequest {
    pub(crate) platform: PlatformName,
    /// Only channels after this one.
    pub(crate) after: Option<DoorChannel>,
    #[serde(default = "usual_limit")]
    pub(crate) limit: usize,
    /// Whether the answer waits for a delivery.
    #[serde(default)]
    pub(crate) wait: bool,
    #[serde(default)]
    pub(crate) show: ReaderField,
}

const fn usual_limit() -> usize {
    20
}

/// `show`: a delivery as another person reads it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShowAgainRequest {
    pub(crate) key: DoorText,
    pub(crate) person: Option<DoorPersonId>,
    #[serde(default)]
    pub(crate) show: ReaderField,
}

/// `done`: a delivery has reached its channel.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeliveredRequest {
    pub(crate) key: DoorText,
    /// The opened thread, if the message asked for one.
    pub(crate) thread: Option<DoorChannel>,
    #[serde(default)]
    pub(crate) show: ReaderField,
}

/// `later`: a failed delivery is postponed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PostponeRequest {
    pub(crate) key: DoorText,
    pub(crate) why: DoorText,
    /// The pause in milliseconds.
    #[serde(default = "usual_pause")]
    pub(crate) after: u64,
}

const fn usual_pause() -> u64 {
    1000
}

/// `never`: a delivery is given up.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DropRequest {
    pub(crate) key: DoorText,
    pub(crate) why: DoorText,
}

/// `gone` and `back`: the platform that is unreachable, or reachable again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlatformStateRequest {
    pub(crate) platform: PlatformName,
}

/// `shut` and `open`: the channel that cannot show messages, or can again.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChannelStateRequest {
    pub(crate) channel: DoorChannel,
}

/// `clock`: reads the time, or moves it.
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

/// A span of time.
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
    /// The moment in milliseconds since 1970; `now` is the base of a span.
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
