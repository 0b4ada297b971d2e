//! Decides which messages the bot reads (all, or those that mention it): by its settings, by
//! Discord's intents, and in each channel.

use std::sync::Arc;

use adoube_bot::MessageAccess;
use adoube_discord_client::{DiscordApi, MessageScope};

use crate::state::channel_context::ChannelContext;

/// Determines which messages the bot reads.
pub(crate) struct MessageAccessPolicy {
    /// The setting.
    setting: MessageScope,
    api: Arc<dyn DiscordApi>,
}

impl MessageAccessPolicy {
    pub(crate) fn new(setting: MessageScope, api: Arc<dyn DiscordApi>) -> Self {
        Self { setting, api }
    }

    /// Whether the settings ask for all messages.
    pub(crate) fn wants_all(&self) -> bool {
        self.setting == MessageScope::All
    }

    /// Whether Discord refuses the intent for all messages, although the settings ask for it.
    pub(crate) fn has_reduced_intents(&self) -> bool {
        self.wants_all() && self.api.reads_less()
    }

    /// Which messages the bot reads, within the intents that Discord grants.
    pub(crate) fn scope(&self) -> MessageScope {
        if self.has_reduced_intents() { MessageScope::Mentions } else { self.setting }
    }

    /// What the bot reads in a channel: everything where it is a member and reads all messages, or
    /// in direct messages. As a guest it receives only presses, because people who have not added
    /// it can press but not call it.
    pub(crate) fn in_channel(&self, context: &ChannelContext) -> MessageAccess {
        if !context.can_post {
            return MessageAccess::Presses;
        }
        let reads_all = match self.scope() {
            MessageScope::All => true,
            MessageScope::Mentions => context.guild.is_none(),
            MessageScope::None => false,
        };
        if reads_all && self.api.has_gateway() { MessageAccess::Everything } else { MessageAccess::Called }
    }
}
