//! What can be chosen about Discord. Not here: where the choices are read from (`config`).

use std::{net::SocketAddr, num::NonZeroU64, str::FromStr};

use adoube_service::Threads;
use serde::{Deserialize, Deserializer};

use crate::choice;

pub use crate::secret::Secret;

/// The `[discord]` part of the configuration. Without a token there is no Discord.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DiscordSettings {
    /// The bot's token.
    pub token: Option<Secret>,
    /// Servers in which the commands are registered; everywhere when there are none.
    pub guilds: Vec<NonZeroU64>,
    /// When a game gets a thread of its own, where the bot may open threads.
    #[serde(deserialize_with = "choice::threads")]
    pub threads: Threads,
    /// Which shards this process runs.
    pub shards: Shards,
    /// Which messages are read, where interactions come over the gateway.
    pub messages: Messages,
    /// Where Discord calls with interactions; over the gateway when nowhere.
    pub interactions: Option<SocketAddr>,
}

impl DiscordSettings {
    /// The token, if there is one; an empty one is none.
    pub fn token(&self) -> Option<&Secret> {
        self.token.as_ref().filter(|token| !token.expose().is_empty())
    }
}

/// Which of people's messages the bot reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Messages {
    /// None.
    None,
    /// Those that mention it, replies that call it, and direct messages.
    #[default]
    Mentions,
    /// All, which Discord has to allow: bare moves count.
    All,
}

impl<'de> Deserialize<'de> for Messages {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        choice::read(from, &[("mentions", Self::Mentions), ("all", Self::All), ("none", Self::None)])
    }
}

/// Which shards a process runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Shards {
    /// As many as Discord recommends, all of them.
    #[default]
    Auto,
    /// Some of a number that several processes share.
    Some {
        /// The first.
        first: u32,
        /// The last.
        last: u32,
        /// Of how many.
        total: u32,
    },
}

/// Words that name no shards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("shards are \"auto\", or a range of all such as \"0-3/16\", not {0:?}")]
pub struct ShardsError(String);

impl FromStr for Shards {
    type Err = ShardsError;

    fn from_str(text: &str) -> Result<Self, ShardsError> {
        let error = || ShardsError(text.to_owned());
        if text == "auto" {
            return Ok(Self::Auto);
        }
        let (range, total) = text.split_once('/').ok_or_else(error)?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| error());
        let (first, last, total) = (number(first)?, number(last)?, number(total)?);
        if first > last || last >= total {
            return Err(error());
        }
        Ok(Self::Some { first, last, total })
    }
}

impl TryFrom<String> for Shards {
    type Error = ShardsError;

    fn try_from(text: String) -> Result<Self, ShardsError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read() {
        let some = |first, last, total| Ok(Shards::Some { first, last, total });
        for (text, shards) in [
            ("auto", Ok(Shards::Auto)),
            ("0-3/16", some(0, 3, 16)),
            ("15/16", some(15, 15, 16)),
            ("0/1", some(0, 0, 1)),
        ] {
            assert_eq!(text.parse(), shards, "{text}");
        }
        for text in ["", "4", "3-0/16", "0-16/16", "1/1", "a-b/c", "-1/2"] {
            assert_eq!(text.parse::<Shards>(), Err(ShardsError(text.to_owned())));
        }
    }

    #[test]
    fn messages_are_chosen_by_name() {
        let read = |text: &str| serde_json::from_str::<DiscordSettings>(text).map(|read| read.messages);
        for (text, messages) in [
            ("{}", Messages::Mentions),
            (r#"{ "messages": "none" }"#, Messages::None),
            (r#"{ "messages": "mentions" }"#, Messages::Mentions),
            (r#"{ "messages": "all" }"#, Messages::All),
        ] {
            assert_eq!(read(text).ok(), Some(messages), "{text}");
        }
        assert!(read(r#"{ "messages": "some" }"#).is_err());
    }

    #[test]
    fn a_secret_is_not_printed() {
        let settings = DiscordSettings {
            token: Some("Tm90IGEgdG9rZW4".to_owned().into()),
            ..DiscordSettings::default()
        };
        assert!(!format!("{settings:?} {settings:#?}").contains("Tm90"));
    }
}
