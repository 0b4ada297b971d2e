//! Converts Discord users to people of the bot, with the name they have in the server.

use adoube_bot::Person;
use adoube_discord_client::DiscordUser;

use crate::ids::bot_person;

/// Characters of a name, at most: Discord's own limit.
const MAX_NAME_CHARS: usize = 32;

/// A user as a person of the bot, with their name in the server.
pub(crate) fn person(user: &DiscordUser) -> Person {
    Person { id: bot_person(user.id), name: user.name.chars().take(MAX_NAME_CHARS).collect() }
}

/// A person mentioned in an interaction or a message.
#[derive(Clone, Debug)]
pub(crate) struct MentionedPerson {
    pub(crate) person: Person,
    /// Whether it is a program; programs do not play.
    pub(crate) is_bot: bool,
}

impl MentionedPerson {
    pub(crate) fn new(user: &DiscordUser) -> Self {
        Self { person: person(user), is_bot: user.bot }
    }
}
