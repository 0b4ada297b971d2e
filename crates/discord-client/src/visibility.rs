//! Computes who sees which channels of a server, by its roles and the permission overwrites of its
//! channels; <https://discord.com/developers/docs/topics/permissions#permission-overwrites>. A
//! channel that cannot be read counts as not visible. Not here: how long a result is cached (the
//! adapter).

use std::collections::HashMap;

use serde::Deserialize;
use serenity::all::Permissions;

use crate::{
    ChannelId, DiscordUser, GuildId, RoleId, UserId,
    lenient::{bits, lenient, readable},
    permissions::kind,
};

/// A guild object; <https://discord.com/developers/docs/resources/guild#get-guild>.
#[derive(Deserialize)]
pub(crate) struct GuildInfo {
    #[serde(default, deserialize_with = "lenient")]
    owner_id: Option<UserId>,
    #[serde(default, deserialize_with = "readable")]
    roles: Vec<RoleInfo>,
}

#[derive(Deserialize)]
struct RoleInfo {
    id: RoleId,
    #[serde(default, deserialize_with = "bits")]
    permissions: Option<u64>,
}

/// A channel object; <https://discord.com/developers/docs/resources/channel#channel-object>.
#[derive(Clone, Deserialize)]
pub(crate) struct ChannelInfo {
    id: ChannelId,
    #[serde(default, rename = "type", deserialize_with = "lenient")]
    kind: Option<u8>,
    #[serde(default, deserialize_with = "lenient")]
    parent_id: Option<ChannelId>,
    /// An unreadable overwrite might deny access, so it makes the whole list unreadable.
    #[serde(default, deserialize_with = "lenient")]
    permission_overwrites: Option<Vec<Overwrite>>,
}

#[derive(Clone, Deserialize)]
struct Overwrite {
    /// Id of a role or a member.
    id: RoleId,
    #[serde(rename = "type")]
    kind: u8,
    #[serde(deserialize_with = "bits")]
    allow: Option<u64>,
    #[serde(deserialize_with = "bits")]
    deny: Option<u64>,
}

/// Overwrite types: of a role, of a member.
const OF_ROLE: u8 = 0;
const OF_MEMBER: u8 = 1;

impl ChannelInfo {
    /// The parent channel of a public thread, whose viewers see the thread.
    pub(crate) fn parent_of_thread(&self) -> Option<ChannelId> {
        let is_public = matches!(self.kind, Some(kind::PUBLIC_THREAD | kind::NEWS_THREAD));
        self.parent_id.filter(|_| is_public)
    }
}

/// A member of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuildMember {
    /// The user, with their name in the server.
    pub user: DiscordUser,
    /// Their roles.
    pub roles: Vec<RoleId>,
}

/// The channels of a server without its threads, and who sees them.
#[derive(Clone)]
pub struct GuildChannels {
    guild: GuildId,
    owner: Option<UserId>,
    roles: HashMap<RoleId, Permissions>,
    channels: HashMap<ChannelId, ChannelInfo>,
}

impl GuildChannels {
    pub(crate) fn new(guild: GuildId, info: &GuildInfo, channels: Vec<ChannelInfo>) -> Self {
        let granted = |role: &RoleInfo| Permissions::from_bits_truncate(role.permissions.unwrap_or_default());
        Self {
            guild,
            owner: info.owner_id,
            roles: info.roles.iter().map(|role| (role.id, granted(role))).collect(),
            channels: channels.into_iter().map(|channel| (channel.id, channel)).collect(),
        }
    }

    /// Whether the channel belongs to the server; threads are not listed.
    pub fn has(&self, channel: ChannelId) -> bool {
        self.channels.contains_key(&channel)
    }

    /// Whether a member sees the channel; without a member, whether everybody in the server does.
    pub fn is_seen(&self, channel: ChannelId, member: Option<&GuildMember>) -> bool {
        let Some(channel) = self.channels.get(&channel) else { return false };
        if self.owner.is_some() && member.map(|member| member.user.id) == self.owner {
            return true;
        }
        let everybody = RoleId(self.guild.0);
        let roles = member.map(|member| member.roles.as_slice()).unwrap_or_default();
        let granted = |role: &RoleId| self.roles.get(role).copied().unwrap_or(Permissions::empty());
        let base = roles.iter().map(granted).fold(granted(&everybody), |all, role| all | role);
        if base.administrator() {
            return true;
        }
        let Some(overwrites) = &channel.permission_overwrites else { return false };
        let changed = |before: Permissions, is_meant: &dyn Fn(&Overwrite) -> bool| {
            let meant = || overwrites.iter().filter(|overwrite| is_meant(overwrite));
            let all = |bits: fn(&Overwrite) -> Option<u64>| {
                let bits = meant().filter_map(bits).fold(0, |all, each| all | each);
                Permissions::from_bits_truncate(bits)
            };
            (before - all(|overwrite| overwrite.deny)) | all(|overwrite| overwrite.allow)
        };
        let of_everybody = changed(base, &|each| each.kind == OF_ROLE && each.id == everybody);
        let of_roles = changed(of_everybody, &|each| each.kind == OF_ROLE && roles.contains(&each.id));
        let of_member = changed(of_roles, &|each| {
            each.kind == OF_MEMBER && member.is_some_and(|member| member.user.id.get() == each.id.get())
        });
        // The chat of a voice channel needs permission to connect.
        let talks = matches!(channel.kind, Some(kind::VOICE | kind::STAGE));
        let needed =
            Permissions::VIEW_CHANNEL | if talks { Permissions::CONNECT } else { Permissions::empty() };
        of_member.contains(needed)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const VIEW: &str = "1024";

    fn seen(overwrites: &Value, kind: u8, roles: &[u64]) -> [bool; 3] {
        let guild = GuildId::new(5).expect("an id");
        let info = json!({ "owner_id": "9", "roles": [
            { "id": "5", "permissions": VIEW }, { "id": "6", "permissions": "0" },
            { "id": "7", "permissions": "8" }, { "id": "8", "permissions": "1048576" },
        ]});
        let channel = json!({ "id": "20", "type": kind, "permission_overwrites": overwrites });
        let read = "Discord's form";
        let channels = GuildChannels::new(
            guild,
            &serde_json::from_value(info).expect(read),
            vec![serde_json::from_value(channel).expect(read)],
        );
        let channel = ChannelId::new(20).expect("an id");
        let member = |id: u64, roles: &[u64]| GuildMember {
            user: DiscordUser { id: UserId::new(id).expect("an id"), name: "Ada".to_owned(), bot: false },
            roles: roles.iter().filter_map(|role| RoleId::new(*role)).collect(),
        };
        assert!(!channels.is_seen(ChannelId::new(21).expect("an id"), None), "no such channel");
        [
            channels.is_seen(channel, None),
            channels.is_seen(channel, Some(&member(1, roles))),
            channels.is_seen(channel, Some(&member(9, &[]))),
        ]
    }

    fn overwrite(id: u64, kind: u8, allow: &str, deny: &str) -> Value {
        json!({ "id": id.to_string(), "type": kind, "allow": allow, "deny": deny })
    }

    #[test]
    fn overwrites_of_everybody_of_roles_and_of_members_count_in_that_order() {
        let private = overwrite(5, 0, "0", VIEW);
        for (overwrites, roles, expected) in [
            (json!([]), &[][..], [true, true, true]),
            (json!([private]), &[], [false, false, true]),
            (json!([private, overwrite(6, 0, VIEW, "0")]), &[], [false, false, true]),
            (json!([private, overwrite(6, 0, VIEW, "0")]), &[6], [false, true, true]),
            (json!([private, overwrite(1, 1, VIEW, "0")]), &[], [false, true, true]),
            // A role and a member may have the same number in a test, and mean different things.
            (json!([private, overwrite(1, 0, VIEW, "0")]), &[], [false, false, true]),
            (
                json!([private, overwrite(6, 0, VIEW, "0"), overwrite(8, 0, "0", VIEW)]),
                &[6, 8],
                [false, true, true],
            ),
            (
                json!([private, overwrite(6, 0, VIEW, "0"), overwrite(1, 1, "0", VIEW)]),
                &[6],
                [false, false, true],
            ),
            // Administrators.
            (json!([private, overwrite(1, 1, "0", VIEW)]), &[7], [false, true, true]),
            // What cannot be read.
            (json!([private, { "id": "6", "type": "role" }]), &[6], [false, false, true]),
            (json!(null), &[], [false, false, true]),
        ] {
            assert_eq!(seen(&overwrites, kind::TEXT, roles), expected, "{overwrites} {roles:?}");
        }
    }

    #[test]
    fn the_chat_of_a_voice_channel_is_for_those_who_may_come_in() {
        assert_eq!(seen(&json!([]), kind::VOICE, &[]), [false, false, true]);
        assert_eq!(seen(&json!([]), kind::VOICE, &[8]), [false, true, true]);
    }

    #[test]
    fn a_public_thread_is_seen_with_its_channel_and_a_private_one_is_not() {
        for (kind, parent) in [(10, Some(3)), (11, Some(3)), (12, None), (0, None)] {
            let told = json!({ "id": "4", "type": kind, "parent_id": "3" });
            let told: ChannelInfo = serde_json::from_value(told).expect("Discord's form");
            assert_eq!(told.parent_of_thread().map(ChannelId::get), parent, "{kind}");
        }
    }
}
