//! Types of the names and texts in requests (platforms, channels, people, events, commands), each
//! checked during parsing.

use adoube_bot::{ChannelId, IdempotencyKey, Person, PersonId};
use adoube_store::StoreError;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::limits::{
    MAX_CONTROL_VALUE_CHARS, MAX_NAME_BYTES, MAX_PERSON_CHARS, MAX_PLATFORM_BYTES, MAX_PREFIX_CHARS,
    MAX_TEXT_CHARS,
};

/// The platforms that this program serves itself, whether or not they are built in or set up.
const OWN_PLATFORMS: [&str; 3] = ["discord", "matrix", "web"];

/// A platform: `irc`, `xmpp-school`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct PlatformName(pub(crate) String);

/// A channel of a platform: `irc:#chess`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct DoorChannel(pub(crate) ChannelId);

/// A person of a platform: `irc:ada`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct DoorPersonId(pub(crate) PersonId);

/// A person and their name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `id` and `name`")]
pub(crate) struct DoorPerson {
    id: DoorPersonId,
    name: DoorPersonName,
}

impl DoorPersonId {
    pub(crate) fn platform(&self) -> &str {
        self.0.0.split_once(':').map_or("", |(platform, _)| platform)
    }
}

impl DoorPerson {
    pub(crate) fn platform(&self) -> &str {
        self.id.platform()
    }
}

impl From<DoorPerson> for Person {
    fn from(named: DoorPerson) -> Self {
        Self { id: named.id.0, name: named.name.0 }
    }
}

/// The name of a person, as other people see it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
struct DoorPersonName(String);

/// The platform's id of an event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct DoorEventId(String);

impl DoorEventId {
    /// The bridge's id.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The bot's idempotency key, distinct for each person and channel. A bridge that restarts its
    /// count repeats ids, and a repeated answer may show cards, so it must reach only the person
    /// who acted.
    pub(crate) fn idempotency_key(
        &self,
        channel: &DoorChannel,
        person: &PersonId,
    ) -> Result<IdempotencyKey, StoreError> {
        // An id contains no line break, so the parts stay distinct.
        let hash = Sha256::digest(format!("{}\n{person}", channel.0));
        let whose = URL_SAFE_NO_PAD.encode(hash.first_chunk::<16>().unwrap_or(&[0; 16]));
        IdempotencyKey::new(format!("door:{whose}:{}", self.0))
    }
}

/// A command, or another short text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct DoorText(pub(crate) String);

/// Words of a person, bounded only by the line. Texts too long for a move are conversation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(crate) struct SaidText(pub(crate) String);

/// The prefix of commands on a platform.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct CommandPrefix(pub(crate) String);

/// The id of a button or menu, or the value picked from a menu.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct ControlValue(pub(crate) String);

impl TryFrom<String> for PlatformName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_good = |text: &str| {
            text.len() <= MAX_PLATFORM_BYTES
                && text.starts_with(|c: char| c.is_ascii_lowercase())
                && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        };
        if !is_good(&text) {
            return Err(format!(
                "a platform is at most {MAX_PLATFORM_BYTES} letters a to z, digits and hyphens, and begins with a letter"
            ));
        }
        if OWN_PLATFORMS.contains(&text.as_str()) {
            return Err(format!("the platform {text} is served by the program itself"));
        }
        Ok(Self(text))
    }
}

impl TryFrom<String> for DoorChannel {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        platform_id(text).map(|text| Self(ChannelId(text)))
    }
}

impl TryFrom<String> for DoorPersonId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        platform_id(text).map(|text| Self(PersonId(text)))
    }
}

/// Checks an id with its platform in front.
fn platform_id(text: String) -> Result<String, String> {
    let Some((platform, rest)) = text.split_once(':') else {
        return Err("an id begins with its platform and a colon, such as irc:".to_owned());
    };
    PlatformName::try_from(platform.to_owned())?;
    check_id(rest)?;
    Ok(text)
}

fn check_id(text: &str) -> Result<(), String> {
    if text.is_empty() || text.len() > MAX_NAME_BYTES || text.chars().any(char::is_control) {
        return Err(format!("an id has 1 to {MAX_NAME_BYTES} bytes and no control characters"));
    }
    Ok(())
}

impl TryFrom<String> for DoorEventId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        check_id(&text).map(|()| Self(text))
    }
}

impl TryFrom<String> for DoorPersonName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let text = text.trim().to_owned();
        if text.is_empty() || text.chars().count() > MAX_PERSON_CHARS || text.chars().any(char::is_control) {
            return Err(format!(
                "a name has 1 to {MAX_PERSON_CHARS} characters, none of them a control character"
            ));
        }
        Ok(Self(text))
    }
}

impl TryFrom<String> for DoorText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        at_most(MAX_TEXT_CHARS, text).map(Self)
    }
}

impl TryFrom<String> for CommandPrefix {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        at_most(MAX_PREFIX_CHARS, text).map(Self)
    }
}

impl TryFrom<String> for ControlValue {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        at_most(MAX_CONTROL_VALUE_CHARS, text).map(Self)
    }
}

fn at_most(most: usize, text: String) -> Result<String, String> {
    if text.chars().nth(most).is_some() {
        return Err(format!("at most {most} characters are taken"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_name_a_platform_that_is_not_the_programs_own() {
        let channel = |text: &str| DoorChannel::try_from(text.to_owned());
        for good in ["irc:#chess", "x:a:b", "xmpp-2:room@host/ä"] {
            assert_eq!(channel(good).map(|channel| channel.0.0), Ok(good.to_owned()));
        }
        let long = format!("irc:{}", "x".repeat(MAX_NAME_BYTES + 1));
        for bad in [
            "",
            "irc",
            "irc:",
            ":x",
            "IRC:x",
            "1rc:x",
            "ir c:x",
            "web:lobby",
            "discord:1",
            "matrix:!x",
            "irc:a\nb",
            &long,
        ] {
            assert!(channel(bad).is_err(), "{bad}");
        }
    }
}
