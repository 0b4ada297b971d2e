//! What can be chosen about Discord. Not here: where the choices are read from (`config`).

use std::{net::SocketAddr, num::NonZeroU64};

use adoube_bot::Threads;
use adoube_discord_client::{Messages, Shards};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::choice;

pub use crate::secret::Secret;

/// The `[discord]` part of the configuration. Without a token there is no Discord.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    #[serde(serialize_with = "write_shards")]
    pub shards: Shards,
    /// Which messages are read, where interactions come over the gateway.
    #[serde(deserialize_with = "messages", serialize_with = "write_messages")]
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

fn messages<'de, D: Deserializer<'de>>(from: D) -> Result<Messages, D::Error> {
    let all = [("mentions", Messages::Mentions), ("all", Messages::All), ("none", Messages::None)];
    choice::read(from, &all)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn write_messages<S: Serializer>(messages: &Messages, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match messages {
        Messages::None => "none",
        Messages::Mentions => "mentions",
        Messages::All => "all",
    })
}

fn write_shards<S: Serializer>(shards: &Shards, to: S) -> Result<S::Ok, S::Error> {
    match shards {
        Shards::Auto => to.serialize_str("auto"),
        Shards::Some { first, last, total } => to.collect_str(&format_args!("{first}-{last}/{total}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
