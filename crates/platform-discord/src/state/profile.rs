//! Record of a person: their names in the servers where they were seen, and the language of their
//! Discord client.

use std::collections::BTreeMap;

use adoube_bot::{Language, forms::StoredForm};
use adoube_discord_client::GuildId;
use serde::{Deserialize, Serialize};

/// Stands for direct messages in place of a server.
const NO_GUILD: u64 = 0;
/// Servers for which a person's name is stored, at most.
const MAX_NAMES: usize = 50;

/// The names and the language of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiscordProfile {
    /// Their name where they were seen last.
    pub(crate) name: String,
    /// Their name in each server; a name of one server is not shown in another.
    pub(crate) names: BTreeMap<u64, String>,
    /// The language of their Discord client, once they have used the bot.
    pub(crate) language: Option<Language>,
}

impl DiscordProfile {
    /// Their name in a server, or in direct messages.
    pub(crate) fn name_in(&self, guild: Option<GuildId>) -> Option<&String> {
        self.names.get(&guild.map_or(NO_GUILD, GuildId::get))
    }

    /// The profile after a person was seen in a server with this name; `language` if they acted.
    pub(crate) fn after_seen(
        before: Option<&Self>,
        guild: Option<u64>,
        name: &str,
        language: Option<Language>,
    ) -> Self {
        let language = language.or_else(|| before.and_then(|before| before.language));
        let mut names = before.map(|before| before.names.clone()).unwrap_or_default();
        let guild = guild.unwrap_or(NO_GUILD);
        if names.len() >= MAX_NAMES && !names.contains_key(&guild) {
            names.pop_first();
        }
        names.insert(guild, name.to_owned());
        Self { name: name.to_owned(), names, language }
    }
}

/// Stored form of a person's profile.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredDiscordProfile {
    name: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    names: BTreeMap<u64, String>,
    language: Option<Language>,
}

impl StoredForm for StoredDiscordProfile {
    const KIND: &'static str = "what is known of a person on Discord";
    const VERSION: u64 = 1;
}

impl From<&DiscordProfile> for StoredDiscordProfile {
    fn from(profile: &DiscordProfile) -> Self {
        let DiscordProfile { name, names, language } = profile;
        Self { name: name.clone(), names: names.clone(), language: *language }
    }
}

impl From<StoredDiscordProfile> for DiscordProfile {
    fn from(stored: StoredDiscordProfile) -> Self {
        let StoredDiscordProfile { name, names, language } = stored;
        Self { name, names, language }
    }
}
