//! Gateway intents of a session: which events it asks for, and what remains when Discord denies the
//! privileged one. Not here: reading events (`gateway_events`), what people are told about missing
//! ones (the adapter).

use std::sync::atomic::{AtomicBool, Ordering};

use serenity::all::GatewayIntents;

use crate::MessageScope;

/// The intents of new sessions.
#[derive(Default)]
pub(crate) struct Intents {
    /// Discord denies the privileged intent.
    is_denied: AtomicBool,
    /// The denial was logged.
    is_told: AtomicBool,
}

impl Intents {
    /// The granted intents for these messages. Interactions need no intent; thread events come with
    /// those of guilds; message text comes where a message is for the bot, and all text only with
    /// the privileged intent.
    pub(crate) fn of(&self, messages: MessageScope) -> GatewayIntents {
        let threads = GatewayIntents::GUILDS;
        let written = threads | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
        match messages {
            MessageScope::None => threads,
            MessageScope::All if !self.are_denied() => written | GatewayIntents::MESSAGE_CONTENT,
            MessageScope::Mentions | MessageScope::All => written,
        }
    }

    /// Whether the privileged intent is denied.
    pub(crate) fn are_denied(&self) -> bool {
        self.is_denied.load(Ordering::Relaxed)
    }

    /// Leaves the privileged intent out from now on.
    pub(crate) fn deny(&self) {
        self.is_denied.store(true, Ordering::Relaxed);
    }

    /// Whether the denial was not logged yet; it counts as logged from now on.
    pub(crate) fn is_news(&self) -> bool {
        !self.is_told.swap(true, Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_denied_is_left_out() {
        let intents = Intents::default();
        assert!(intents.of(MessageScope::All).contains(GatewayIntents::MESSAGE_CONTENT));
        intents.deny();
        assert!(intents.is_news() && !intents.is_news());
        assert_eq!(intents.of(MessageScope::All), intents.of(MessageScope::Mentions));
        assert!(!intents.of(MessageScope::All).contains(GatewayIntents::MESSAGE_CONTENT));
    }
}
