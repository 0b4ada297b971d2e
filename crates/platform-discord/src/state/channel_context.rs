//! Context of a channel, a stored record of when the bot was last used in it: languages, the bot's
//! permissions, open interactions, and why it is blocked.
//!
//! Not here: loading and saving it (`channel_repository`), the people in a channel (`people`).

use adoube_bot::{Language, ThreadPolicy, forms::StoredForm};
use serde::{Deserialize, Serialize};

/// How long an interaction can be answered, in milliseconds: a little less than Discord's 15
/// minutes.
pub(crate) const ANSWERABLE_MS: u64 = 14 * 60 * 1000;

/// A channel as it was when a person last used the bot in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChannelContext {
    /// The server of the channel; `None` in direct messages.
    pub(crate) guild: Option<u64>,
    /// Whether the bot may post there without an interaction.
    pub(crate) can_post: bool,
    /// Whether the bot may open threads and write in them.
    pub(crate) can_open_threads: bool,
    /// Whether the bot's own messages may have embeds.
    pub(crate) can_embed: bool,
    /// The language that the server has chosen.
    pub(crate) guild_language: Option<Language>,
    /// The language of the last person who used the bot.
    pub(crate) last_language: Language,
    /// An interaction that can still be answered; stored where the bot cannot post otherwise.
    pub(crate) window: Option<InteractionWindow>,
    /// The parent channel of a thread.
    pub(crate) parent: Option<u64>,
    /// Why the bot can no longer post there.
    pub(crate) block: Option<ChannelBlock>,
}

/// Why the bot cannot post in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChannelBlock {
    /// The channel is a thread in which only moderators may write.
    Locked,
    /// The bot lacks the permission to write.
    Forbidden,
    /// The channel was deleted.
    Gone,
    /// The server is unreachable; notices wait.
    Away,
    /// The bot was removed from the server.
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
    /// The token of the interaction.
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

    /// A channel without a record; the bot tries to post there.
    pub(crate) fn unknown() -> Self {
        Self::new(None, true, None, Language::default())
    }

    /// The context with this permission to open threads.
    pub(crate) fn with_threads(self, can_open_threads: bool) -> Self {
        Self { can_open_threads, ..self }
    }

    /// The context with this permission for embeds.
    pub(crate) fn with_embeds(self, can_embed: bool) -> Self {
        Self { can_embed, ..self }
    }

    /// The context of a thread that the bot has just opened in this channel.
    pub(crate) fn own_thread(&self, parent: Option<u64>) -> Self {
        Self { can_post: true, can_open_threads: false, window: None, parent, block: None, ..self.clone() }
    }

    /// The interaction through which the bot can post at `now`, in milliseconds since 1970.
    pub(crate) fn open_window(&self, now: u64) -> Option<&InteractionWindow> {
        self.window.as_ref().filter(|window| window.until > now)
    }

    /// The channel's language by the context alone.
    pub(crate) fn language(&self) -> Language {
        self.guild_language.unwrap_or(self.last_language)
    }

    /// When a game that begins there gets a thread, by the settings.
    pub(crate) fn thread_policy(&self, setting: ThreadPolicy) -> ThreadPolicy {
        if self.can_open_threads { setting } else { ThreadPolicy::Never }
    }
}

/// Stored form of a channel. Version 2 adds a thread's parent, and the block.
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
