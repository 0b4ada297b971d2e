//! What may be asked at the door, with the names of the protocol. Not here: how a line becomes one (`line`), what is done
//! about it (`answering`).

use adoube_bot::{Audience, FindingStatus, MessageAccess, ThreadPolicy};
use adoube_platform::secret::Secret;
use adoube_render::ThemeKey;
use serde::Deserialize;

use super::{
    names::{Channel, Event, Named, Part, Platform, Prefix, Said, Somebody, Text},
    pieces::Most,
};

/// A request.
#[derive(Debug)]
pub(super) enum Request {
    Hello(Hello),
    Event(Box<Happened>),
    Complete(Complete),
    Commands(Commands),
    People(Told),
    Outbox(Look),
    Again(Again),
    Done(Done),
    Later(Later),
    Never(Never),
    /// The platform cannot be reached, and can be again.
    Gone(Reached),
    Back(Reached),
    /// Nothing can be shown in a channel, and can be again.
    Shut(Place),
    Open(Place),
    Clock(ClockRequest),
}

impl Request {
    /// Whether it is answered only when something else happens.
    pub(super) fn is_waiting(&self) -> bool {
        matches!(self, Self::Outbox(look) if look.wait)
    }
}

/// Which version of the protocol the other side speaks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hello {
    pub(super) version: u64,
    /// The platform the bridge serves, where it connects to the running program.
    pub(super) platform: Option<Platform>,
    /// What it has to bring there.
    pub(super) token: Option<Secret>,
}

/// Something a person did.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Happened {
    pub(super) event: Event,
    pub(super) channel: Channel,
    /// What the channel belongs to and has its settings in common with.
    pub(super) place: Option<Channel>,
    pub(super) person: Named,
    #[serde(default)]
    pub(super) moderator: bool,
    #[serde(default = "no_threads")]
    pub(super) threads: ThreadPolicy,
    #[serde(default)]
    pub(super) others_read: OthersRead,
    pub(super) said: Option<Said>,
    pub(super) command: Option<Text>,
    pub(super) press: Option<Press>,
    pub(super) pick: Option<Pick>,
    pub(super) about: Option<About>,
    /// What the bridge has found out by itself, for a self-test.
    #[serde(default)]
    pub(super) findings: Vec<Finding>,
    #[serde(default)]
    pub(super) show: Reading,
}

/// Which game channel a conversation with the bot alone is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `channel`")]
pub(super) struct About {
    pub(super) channel: Channel,
    pub(super) place: Option<Channel>,
    #[serde(default)]
    pub(super) moderator: bool,
    #[serde(default = "no_threads")]
    pub(super) threads: ThreadPolicy,
}

/// A button that was used.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id`")]
pub(super) struct Press {
    pub(super) id: Part,
}

/// A menu from which something was picked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id` and `value`")]
pub(super) struct Pick {
    pub(super) id: Part,
    pub(super) value: Part,
}

/// One thing a bridge has found out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `is` and `says`")]
pub(super) struct Finding {
    pub(super) is: Is,
    pub(super) says: Text,
}

/// How it is.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Is {
    Fine,
    Note,
    Missing,
    Broken,
}

impl From<Is> for FindingStatus {
    fn from(is: Is) -> Self {
        match is {
            Is::Fine => Self::Fine,
            Is::Note => Self::Note,
            Is::Missing => Self::Missing,
            Is::Broken => Self::Broken,
        }
    }
}

/// What others in the channel read of words and of the answer to them.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OthersRead {
    #[default]
    Nothing,
    Words,
    Everything,
}

impl From<OthersRead> for Audience {
    fn from(others: OthersRead) -> Self {
        match others {
            OthersRead::Nothing => Self::SenderOnly,
            OthersRead::Words => Self::TextVisible,
            OthersRead::Everything => Self::Public,
        }
    }
}

const fn no_threads() -> ThreadPolicy {
    ThreadPolicy::Never
}

/// How a message is shown.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "an object that says how")]
pub(super) struct Reading {
    /// The tag of the language; English when it is not said.
    pub(super) language: Option<Text>,
    pub(super) hears: Hears,
    /// What stands before commands where this is read; a slash when it is not said.
    pub(super) prefix: Option<Prefix>,
    pub(super) picture: PictureForm,
    pub(super) theme: ThemeKey,
    /// Pixels a picture should be wide at most.
    pub(super) width: Option<u16>,
    /// How much text goes into one message where this is read.
    pub(super) most: Option<Most>,
}

/// Which words the bot hears where a message is read.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Hears {
    #[default]
    Called,
    Everything,
}

impl From<Hears> for MessageAccess {
    fn from(hears: Hears) -> Self {
        match hears {
            Hears::Called => Self::Called,
            Hears::Everything => Self::Everything,
        }
    }
}

/// How pictures come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PictureForm {
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
pub(super) struct Complete {
    pub(super) channel: Channel,
    pub(super) person: Named,
    pub(super) language: Option<Text>,
    pub(super) line: Text,
    /// What stands before commands in labels; a slash when it is not said.
    pub(super) prefix: Option<Prefix>,
    /// With these the line is the value of one option of one command.
    pub(super) command: Option<Text>,
    pub(super) option: Option<Text>,
}

/// All commands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Commands {
    pub(super) language: Option<Text>,
}

/// Who can be addressed in a channel.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Told {
    pub(super) channel: Channel,
    pub(super) all: Option<Vec<Named>>,
    #[serde(default)]
    pub(super) add: Vec<Named>,
    #[serde(default)]
    pub(super) remove: Vec<Somebody>,
}

/// What waits for a platform: the first thing in each of its channels.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Look {
    pub(super) platform: Platform,
    /// Only channels behind this one.
    pub(super) after: Option<Channel>,
    #[serde(default = "usual_limit")]
    pub(super) limit: usize,
    /// Whether to answer only when something waits.
    #[serde(default)]
    pub(super) wait: bool,
    #[serde(default)]
    pub(super) show: Reading,
}

const fn usual_limit() -> usize {
    20
}

/// What waits, as somebody else reads it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Again {
    pub(super) key: Text,
    pub(super) person: Option<Somebody>,
    #[serde(default)]
    pub(super) show: Reading,
}

/// It was taken to where it is read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Done {
    pub(super) key: Text,
    /// The thread that was opened where the message asked for one.
    pub(super) thread: Option<Channel>,
    #[serde(default)]
    pub(super) show: Reading,
}

/// It cannot be taken there now.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Later {
    pub(super) key: Text,
    pub(super) why: Text,
    /// Milliseconds.
    #[serde(default = "usual_pause")]
    pub(super) after: u64,
}

const fn usual_pause() -> u64 {
    1000
}

/// It will never be taken there.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Never {
    pub(super) key: Text,
    pub(super) why: Text,
}

/// Which platform it is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reached {
    pub(super) platform: Platform,
}

/// Which channel it is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Place {
    pub(super) channel: Channel,
}

/// What time it is, or shall be.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClockRequest {
    pub(super) to: Option<Moment>,
}

/// A moment: milliseconds since 1970, or a span from now as `{"hours": 1}`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "it is milliseconds since 1970, or {\"days\": 1, \"hours\": 2, \"minutes\": 3, \"seconds\": 4} from now"
)]
pub(super) enum Moment {
    At(u64),
    From(Span),
}

/// How much later.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Span {
    #[serde(default)]
    days: u32,
    #[serde(default)]
    hours: u32,
    #[serde(default)]
    minutes: u32,
    #[serde(default)]
    seconds: u32,
}

impl Moment {
    /// In milliseconds since 1970.
    pub(super) fn millis(self, now: u64) -> u64 {
        match self {
            Self::At(millis) => millis,
            Self::From(Span { days, hours, minutes, seconds }) => {
                let hours = u64::from(days) * 24 + u64::from(hours);
                let seconds = (hours * 60 + u64::from(minutes)) * 60 + u64::from(seconds);
                now.saturating_add(seconds * 1000)
            }
        }
    }
}
