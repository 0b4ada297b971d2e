//! Settings of the platform, the `[discord]` part of the configuration: token, servers, messages
//! that are read, shards, threads.
//!
//! Not here: reading the configuration (`config` of the program).

use std::{net::SocketAddr, num::NonZeroU64};

use adoube_bot::ThreadPolicy;
use adoube_discord_client::{MessageScope, ShardSelection};
use adoube_platform::{secret::Secret, setting_words};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The `[discord]` part of the configuration. Without a token the platform is off.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DiscordSettings {
    /// The bot's token.
    pub token: Option<Secret>,
    /// Servers in which the commands are registered; if empty, everywhere.
    pub guilds: Vec<NonZeroU64>,
    /// When a game gets its own thread, where the bot may open threads.
    #[serde(deserialize_with = "setting_words::threads")]
    pub threads: ThreadPolicy,
    /// Which shards this process runs.
    #[serde(serialize_with = "write_shards")]
    pub shards: ShardSelection,
    /// Which messages the bot reads, when interactions come over the gateway.
    #[serde(deserialize_with = "messages", serialize_with = "write_messages")]
    pub messages: MessageScope,
    /// The address at which Discord delivers interactions; `None` for the gateway.
    pub interactions: Option<SocketAddr>,
}

impl DiscordSettings {
    /// The token; an empty one counts as none.
    pub fn token(&self) -> Option<&Secret> {
        self.token.as_ref().filter(|token| !token.expose().is_empty())
    }
}

fn messages<'de, D: Deserializer<'de>>(from: D) -> Result<MessageScope, D::Error> {
    let all =
        [("mentions", MessageScope::Mentions), ("all", MessageScope::All), ("none", MessageScope::None)];
    setting_words::read(from, &all)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn write_messages<S: Serializer>(messages: &MessageScope, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match messages {
        MessageScope::None => "none",
        MessageScope::Mentions => "mentions",
        MessageScope::All => "all",
    })
}

fn write_shards<S: Serializer>(shards: &ShardSelection, to: S) -> Result<S::Ok, S::Error> {
    match shards {
        ShardSelection::Auto => to.serialize_str("auto"),
        ShardSelection::Range { first, last, total } => {
            to.collect_str(&format_args!("{first}-{last}/{total}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_chosen_by_name() {
        let read = |text: &str| serde_json::from_str::<DiscordSettings>(text).map(|read| read.messages);
        for (text, messages) in [
            ("{}", MessageScope::Mentions),
            (r#"{ "messages": "none" }"#, MessageScope::None),
            (r#"{ "messages": "mentions" }"#, MessageScope::Mentions),
            (r#"{ "messages": "all" }"#, MessageScope::All),
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
