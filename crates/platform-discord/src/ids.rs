//! Converts between Discord's numeric ids and the bot's ids of channels, people and communities.

use adoube_bot::{ChannelId, CommunityId, PersonId};
use adoube_discord_client::{ChannelId as DiscordChannelId, UserId};

/// The platform's name, in front of its ids.
pub const PLATFORM: &str = "discord";

/// The Discord channel with this id of the bot; `None` for other platforms.
pub(crate) fn discord_channel(channel: &ChannelId) -> Option<DiscordChannelId> {
    let number = channel.0.strip_prefix(PLATFORM)?.strip_prefix(':')?.parse().ok()?;
    DiscordChannelId::new(number)
}

/// The bot's id of a Discord channel.
pub(crate) fn bot_channel(channel: DiscordChannelId) -> ChannelId {
    ChannelId(format!("{PLATFORM}:{channel}"))
}

/// Discord's mark-up for a link to a channel; empty for channels of other platforms.
pub(crate) fn channel_link(channel: &ChannelId) -> String {
    discord_channel(channel).map(|id| format!("<#{id}>")).unwrap_or_default()
}

/// The Discord user with this id of the bot; `None` for other platforms.
pub(crate) fn discord_user(person: &PersonId) -> Option<UserId> {
    person.0.strip_prefix(PLATFORM)?.strip_prefix(':')?.parse().ok().and_then(UserId::new)
}

/// The bot's id of a Discord user.
pub(crate) fn bot_person(user: UserId) -> PersonId {
    PersonId(format!("{PLATFORM}:{user}"))
}

/// The community whose settings apply in a server; `None` in direct messages.
pub(crate) fn community(guild: Option<u64>) -> Option<CommunityId> {
    guild.map(|guild| CommunityId(format!("{PLATFORM}:guild/{guild}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written_and_others_are_not() {
        let (channel, user) =
            (DiscordChannelId::new(42).expect("an id"), UserId::new(80_351_110_224_678_912).expect("an id"));
        assert_eq!(bot_channel(channel).0, "discord:42");
        assert_eq!(discord_channel(&bot_channel(channel)), Some(channel));
        assert_eq!(discord_user(&bot_person(user)), Some(user));
        for other in ["discord:0", "discord:x", "discord42", "web:42", "discord:guild/42", ""] {
            assert_eq!(discord_channel(&ChannelId(other.to_owned())), None, "{other}");
            assert_eq!(discord_user(&PersonId(other.to_owned())), None, "{other}");
        }
        assert_eq!(channel_link(&ChannelId("web:42".to_owned())), "");
        assert_eq!(channel_link(&bot_channel(channel)), "<#42>");
        assert_eq!(community(Some(7)), Some(CommunityId("discord:guild/7".to_owned())));
        assert_eq!(community(None), None);
    }
}
