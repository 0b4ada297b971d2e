//! A channel as it was when the bot was last used there: its languages, the bot's permissions, and why it is blocked.
//!
//! Not here: reading and writing it (`channel_repository`), the people in a channel (`people`).

use adoube_bot::{Language, ThreadPolicy, forms::StoredForm};
use serde::{Deserialize, Serialize};

/// How long after an interaction it can be answered, in milliseconds: a little less than Discord's 15 minutes.
pub(crate) const ANSWERABLE_MS: u64 = 14 * 60 * 1000;

/// A channel as it was when a person last used the bot in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelContext {
    /// The server it is in.
    pub(crate) guild: Option<u64>,
    /// Whether the bot may write there by itself.
    pub(crate) can_post: bool,
    /// Whether the bot may open threads there and write in them.
    pub(crate) can_open_threads: bool,
    /// Whether the bot's own messages there may have embeds.
    pub(crate) can_embed: bool,
    /// The language the server has chosen.
    pub(crate) guild_language: Option<Language>,
    /// The language of the person who used the bot last.
    pub(crate) last_language: Language,
    /// An interaction that can still be answered; stored where the bot cannot write otherwise.
    pub(crate) window: Option<InteractionWindow>,
    /// The channel a thread belongs to.
    pub(crate) parent: Option<u64>,
    /// Why nothing can be shown there, where the bot used to write by itself.
    pub(crate) block: Option<ChannelBlock>,
}

/// Why nothing can be shown in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChannelBlock {
    /// It is a thread in which only moderators may write.
    Locked,
    /// The bot may not write there.
    Forbidden,
    /// It was deleted.
    Gone,
    /// Its server is out of reach: notices wait.
    Away,
    /// The bot was removed from its server.
    Removed,
}

impl ChannelBlock {
    /// Whether the channel was blocked together with its whole server.
    pub(crate) fn is_of_server(self) -> bool {
        matches!(self, Self::Away | Self::Removed)
    }
}

/// An interaction that can be answered for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InteractionWindow {
    /// Its token.
    pub(crate) token: String,
    /// When it ends, in milliseconds since 1970.
    pub(crate) until: u64,
}

impl ChannelContext {
    pub(crate) fn new(
        guild: Option<u64>,
        can_post: bool,
        guild_language: Option<Language>,
        last_language: Language,
    ) -> Self {
        Self {
            guild,
            can_post,
            can_open_threads: false,
            can_embed: true,
            guild_language,
            last_language,
            window: None,
            parent: None,
            block: None,
        }
    }

    /// A channel of which nothing is stored; the bot tries to write there.
    pub(crate) fn unknown() -> Self {
        Self::new(None, true, None, Language::default())
    }

    /// The same with the permission to open threads, or without.
    pub(crate) fn with_threads(self, can_open_threads: bool) -> Self {
        Self { can_open_threads, ..self }
    }

    /// The same with the permission for embeds, or without.
    pub(crate) fn with_embeds(self, can_embed: bool) -> Self {
        Self { can_embed, ..self }
    }

    /// A thread that the bot has just opened in this channel.
    pub(crate) fn own_thread(&self, parent: Option<u64>) -> Self {
        Self { can_post: true, can_open_threads: false, window: None, parent, block: None, ..self.clone() }
    }

    /// The interaction through which the bot can write at `now`, in milliseconds since 1970.
    pub(crate) fn open_window(&self, now: u64) -> Option<&InteractionWindow> {
        self.window.as_ref().filter(|window| window.until > now)
    }

    /// The language for everybody there, where nothing better is known.
    pub(crate) fn language(&self) -> Language {
        self.guild_language.unwrap_or(self.last_language)
    }

    /// When a game that begins there gets a thread, by the setting `threads`.
    pub(crate) fn thread_policy(&self, setting: ThreadPolicy) -> ThreadPolicy {
        if self.can_open_threads { setting } else { ThreadPolicy::Never }
    }
}

/// Stored form of a channel. Version 2 says where a thread belongs, and whether nothing can be shown there.
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

impl StoredForm for StoredChannel {
    const KIND: &'static str = "what is known of a channel on Discord";
    const VERSION: u64 = 2;
}

/// Stored form of an interaction that can be answered for a while.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredInteractionWindow {
    token: String,
    until: u64,
}

impl From<&InteractionWindow> for StoredInteractionWindow {
    fn from(window: &InteractionWindow) -> Self {
        let InteractionWindow { token, until } = window;
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
    fn from(context: &ChannelContext) -> Self {
        let ChannelContext {
            guild,
            can_post,
            can_open_threads,
            can_embed,
            guild_language,
            last_language,
            window,
            parent,
            block,
        } = context;
        Self {
            guild: *guild,
            open: *can_post,
            threads: *can_open_threads,
            embeds: *can_embed,
            chosen: *guild_language,
            spoken: *last_language,
            door: window.as_ref().map(StoredInteractionWindow::from),
            parent: *parent,
            shut: *block,
        }
    }
}

impl From<StoredChannel> for ChannelContext {
    fn from(stored: StoredChannel) -> Self {
        let StoredChannel { guild, open, threads, embeds, chosen, spoken, door, parent, shut } = stored;
        Self {
            guild,
            can_post: open,
            can_open_threads: threads,
            can_embed: embeds,
            guild_language: chosen,
            last_language: spoken,
            window: door.map(InteractionWindow::from),
            parent,
            block: shut,
        }
    }
}
