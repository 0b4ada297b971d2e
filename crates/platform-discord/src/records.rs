//! What is kept of Discord: where it lies, and in which forms. Not here: what is done with it.
//!
//! | key | value |
//! |---|---|
//! | `place`, channel | [`StoredChannel`] |
//! | `board`, channel, series | [`StoredSeries`] |
//! | `person`, person | [`StoredDiscordProfile`] |
//! | `registration` | [`StoredRegistration`] |
//! | `fleet` | over a shared store: [`ShardFleet`](super::shards), who runs which shards |
//! | `starts` | over a shared store: which sessions began ([`shards::starts`](super::shards)) |
//! | `silence` | over a shared store: for how long Discord takes no requests of the bot ([`shards::silence`](super::shards)) |
//! | `session`, shard | over a shared store: how far a session has come ([`shards::sessions`](super::shards)) |
//! | `thread`, server, channel | [`StoredThread`]: opened for a game, and not closed since |
//! | `language`, server | [`StoredSteadyLanguage`]: in which language most is done there |
//! | `denial` | [`StoredDenial`]: Discord does not let the bot read all messages, and its owner was told |
//! | `welcome`, server | [`StoredWelcome`]: its owner was told how games begin there |
//!
//! Version 2 of a channel says where a thread belongs, and whether nothing can be shown there.

use std::collections::BTreeMap;

use adoube_bot::{ChannelId, Language, MessageSeries, PersonId, forms::StoredForm};
use adoube_platform::steady_language::SteadyLanguage;
use adoube_store::{Key, Table};
use serde::{Deserialize, Serialize};

use crate::{
    delivery::button_removal::SeriesMessage,
    state::{
        channel_context::{ChannelBlock, ChannelContext, InteractionWindow},
        people::DiscordProfile,
    },
};

/// Where all of it lies.
pub(crate) const TABLE: Table = Table::Discord;

pub(crate) const PLACE: &str = "place";
pub(crate) const BOARD: &str = "board";
pub(crate) const PERSON: &str = "person";
pub(crate) const REGISTRATION: &str = "registration";
pub(crate) const THREAD: &str = "thread";
pub(crate) const FLEET: &str = "fleet";
pub(crate) const STARTS: &str = "starts";
pub(crate) const SESSION: &str = "session";
pub(crate) const SILENCE: &str = "silence";
pub(crate) const DENIAL: &str = "denial";
pub(crate) const WELCOME: &str = "welcome";
pub(crate) const LANGUAGE: &str = "language";

pub(crate) fn place_key(channel: &ChannelId) -> Key {
    Key::new().text(PLACE).text(&channel.0)
}

pub(crate) fn board_key(channel: &ChannelId, series: &MessageSeries) -> Key {
    Key::new().text(BOARD).text(&channel.0).text(&series.0)
}

pub(crate) fn person_key(person: &PersonId) -> Key {
    Key::new().text(PERSON).text(&person.0)
}

pub(crate) fn registration_key() -> Key {
    Key::new().text(REGISTRATION)
}

pub(crate) fn fleet_key() -> Key {
    Key::new().text(FLEET)
}

pub(crate) fn starts_key() -> Key {
    Key::new().text(STARTS)
}

pub(crate) fn silence_key() -> Key {
    Key::new().text(SILENCE)
}

pub(crate) fn session_key(shard: u32) -> Key {
    Key::new().text(SESSION).number(shard.into())
}

pub(crate) fn language_key(guild: u64) -> Key {
    Key::new().text(LANGUAGE).number(guild)
}

pub(crate) fn denial_key() -> Key {
    Key::new().text(DENIAL)
}

pub(crate) fn welcome_key(guild: u64) -> Key {
    Key::new().text(WELCOME).number(guild)
}

/// Behind it the threads of a server.
pub(crate) fn threads_key(guild: u64) -> Key {
    Key::new().text(THREAD).number(guild)
}

/// A channel as it was when somebody last used the bot in it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredChannel {
    guild: Option<u64>,
    open: bool,
    #[serde(default)]
    threads: bool,
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    embeds: bool,
    chosen: Option<Language>,
    spoken: Language,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    door: Option<StoredInteractionWindow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shut: Option<ChannelBlock>,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_yes(embeds: &bool) -> bool {
    *embeds
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredInteractionWindow {
    token: String,
    until: u64,
}

/// The messages of a series that may have buttons, the newest last.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredSeries {
    messages: Vec<StoredSeriesMessage>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSeriesMessage {
    id: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    door: Option<StoredInteractionWindow>,
}

/// What is known of a person.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredDiscordProfile {
    name: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    names: BTreeMap<u64, String>,
    language: Option<Language>,
}

/// The servers in which commands were registered last.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredRegistration {
    pub(crate) guilds: Vec<u64>,
}

/// A thread that was opened for a game; the key says all there is to say.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredThread {}

/// In which language most is done in a server.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct StoredSteadyLanguage(pub(crate) SteadyLanguage);

/// Discord does not let the bot read all messages, and its owner was told; the key says all there is to say.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredDenial {}

/// The owner of a server was told how games begin there; the key says all there is to say.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWelcome {}

impl StoredForm for StoredWelcome {
    const KIND: &'static str = "that a server on Discord was welcomed";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredChannel {
    const KIND: &'static str = "what is known of a channel on Discord";
    const VERSION: u64 = 2;
}

impl StoredForm for StoredThread {
    const KIND: &'static str = "that a thread on Discord was opened for a game";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredSteadyLanguage {
    const KIND: &'static str = "in which language most is done in a server on Discord";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredDenial {
    const KIND: &'static str = "that Discord does not let the bot read all messages";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredSeries {
    const KIND: &'static str = "which messages on Discord have buttons";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredDiscordProfile {
    const KIND: &'static str = "what is known of a person on Discord";
    const VERSION: u64 = 1;
}

impl StoredForm for StoredRegistration {
    const KIND: &'static str = "where commands were registered on Discord";
    const VERSION: u64 = 2;
}

impl From<&InteractionWindow> for StoredInteractionWindow {
    fn from(door: &InteractionWindow) -> Self {
        let InteractionWindow { token, until } = door;
        Self { token: token.clone(), until: *until }
    }
}

impl From<StoredInteractionWindow> for InteractionWindow {
    fn from(stored: StoredInteractionWindow) -> Self {
        let StoredInteractionWindow { token, until } = stored;
        Self { token, until }
    }
}

impl From<&ChannelContext> for StoredChannel {
    fn from(place: &ChannelContext) -> Self {
        let ChannelContext { guild, open, threads, embeds, chosen, spoken, door, parent, shut } = place;
        Self {
            guild: *guild,
            open: *open,
            threads: *threads,
            embeds: *embeds,
            chosen: *chosen,
            spoken: *spoken,
            door: door.as_ref().map(StoredInteractionWindow::from),
            parent: *parent,
            shut: *shut,
        }
    }
}

impl From<StoredChannel> for ChannelContext {
    fn from(stored: StoredChannel) -> Self {
        let StoredChannel { guild, open, threads, embeds, chosen, spoken, door, parent, shut } = stored;
        Self {
            guild,
            open,
            threads,
            embeds,
            chosen,
            spoken,
            door: door.map(InteractionWindow::from),
            parent,
            shut,
        }
    }
}

impl From<&[SeriesMessage]> for StoredSeries {
    fn from(messages: &[SeriesMessage]) -> Self {
        let stored = |SeriesMessage { id, door }: &SeriesMessage| StoredSeriesMessage {
            id: *id,
            door: door.as_ref().map(StoredInteractionWindow::from),
        };
        Self { messages: messages.iter().map(stored).collect() }
    }
}

impl From<StoredSeries> for Vec<SeriesMessage> {
    fn from(stored: StoredSeries) -> Self {
        let StoredSeries { messages } = stored;
        let posted = |StoredSeriesMessage { id, door }: StoredSeriesMessage| SeriesMessage {
            id,
            door: door.map(InteractionWindow::from),
        };
        messages.into_iter().map(posted).collect()
    }
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

#[cfg(test)]
mod tests;
