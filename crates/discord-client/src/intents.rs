//! Which kinds of events a session begins with, and what is left of them when Discord does not grant them all. Not here: what
//! is read of events (`events`), and what is told about those that are missing (the adapter).

use std::sync::atomic::{AtomicBool, Ordering};

use serenity::all::GatewayIntents;

use crate::MessageScope;

/// What sessions begin with.
#[derive(Default)]
pub(crate) struct Intents {
    /// Discord does not grant those that have to be granted.
    is_denied: AtomicBool,
    /// Somebody has been told.
    is_told: AtomicBool,
}

impl Intents {
    /// As many as are granted of those that these messages take. Interactions come without any intent; what becomes of
    /// threads is told with that of servers; of messages Discord tells the words where they are for the bot, and all words
    /// only with the privileged intent.
    pub(crate) fn of(&self, messages: MessageScope) -> GatewayIntents {
        let threads = GatewayIntents::GUILDS;
        let written = threads | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
        match messages {
            MessageScope::None => threads,
            MessageScope::All if !self.are_denied() => written | GatewayIntents::MESSAGE_CONTENT,
            MessageScope::Mentions | MessageScope::All => written,
        }
    }

    /// Whether there are fewer than there could be.
    pub(crate) fn are_denied(&self) -> bool {
        self.is_denied.load(Ordering::Relaxed)
    }

    /// Discord denies them from now on.
    pub(crate) fn deny(&self) {
        self.is_denied.store(true, Ordering::Relaxed);
    }

    /// Whether nobody has been told yet that they are denied.
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
