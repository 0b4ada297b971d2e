//! Conversions between Discord's numeric ids and the bot's ids of channels, people and communities.

use adoube_bot::{ChannelId, CommunityId, PersonId};
use adoube_discord_client::{ChannelId as DiscordChannelId, UserId};

/// The platform's name, in front of its ids.
pub const PLATFORM: &str = "discord";

/// The Discord channel behind a channel.
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

/// The Discord user behind a person.
pub(crate) fn discord_user(person: &PersonId) -> Option<UserId> {
    person.0.strip_prefix(PLATFORM)?.strip_prefix(':')?.parse().ok().and_then(UserId::new)
}

/// The bot's id of a Discord user.
pub(crate) fn bot_person(user: UserId) -> PersonId {
    PersonId(format!("{PLATFORM}:{user}"))
}

/// The community whose settings apply in a server; none in direct messages.
pub(crate) fn community(guild: Option<u64>) -> Option<CommunityId> {
    guild.map(|guild| CommunityId(format!("{PLATFORM}:guild/{guild}")))
}
