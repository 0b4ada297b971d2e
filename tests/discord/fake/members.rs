//! Members of servers on the fake Discord: under which name and with which roles each is there, and
//! which channels they see. Not here: what the bot may do (`state`).

use serde_json::{Value, json};

use super::{
    Fake, State, User,
    messages::Outcome,
    refusals, servers,
    state::permissions::{READ_MESSAGE_HISTORY, SEND_MESSAGES, VIEW_CHANNEL},
    wire,
};

/// What everybody may do in a server who is given nothing else.
pub const EVERYBODY: u64 = VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY;

/// A server's people.
#[derive(Default)]
pub struct Guild {
    /// The only ones who are in it; nothing where everybody is.
    pub only: Option<Vec<u64>>,
    /// The names people have there.
    pub nicks: Vec<(u64, String)>,
    /// The roles people have there.
    pub roles: Vec<(u64, u64)>,
}

impl Fake {
    /// From now on these people and no others are in a server, under these names.
    pub fn people_of(&self, guild: u64, people: &[(u64, String)]) {
        self.change(|state| {
            let there = state.people.entry(guild).or_default();
            there.only = Some(people.iter().map(|(user, _)| *user).collect());
            there.nicks = people.to_vec();
        });
    }

    /// Somebody is given a role of a server.
    pub fn give_role_to(&self, guild: u64, user: u64, role: u64) {
        self.change(|state| state.people.entry(guild).or_default().roles.push((user, role)));
    }

    /// From now on nobody sees a channel but who has this role, or is this member.
    pub fn make_private(&self, channel: u64, (kind, id): (u64, u64)) {
        self.change(|state| {
            let channel = state.channels.get_mut(&channel).expect("a channel");
            let view = VIEW_CHANNEL.to_string();
            let everybody = channel.guild.expect("a channel of a server").to_string();
            channel.overwrites = json!([
                { "id": everybody, "type": 0, "allow": "0", "deny": view },
                { "id": id.to_string(), "type": kind, "allow": view, "deny": "0" },
            ]);
        });
    }
}

impl State {
    /// The name somebody has in a server; none where they have not chosen one.
    fn nick(&self, guild: u64, user: u64) -> Option<&str> {
        let nicks = &self.people.get(&guild)?.nicks;
        nicks.iter().find(|(id, _)| *id == user).map(|(_, nick)| nick.as_str())
    }

    /// Whether somebody is in a server.
    pub fn is_in(&self, guild: u64, user: u64) -> bool {
        let only = self.people.get(&guild).and_then(|there| there.only.as_ref());
        only.is_none_or(|only| only.contains(&user))
    }

    /// What is said of somebody in a server beside who they are.
    pub fn as_member(&self, guild: u64, user: u64, permissions: u64) -> Value {
        let mut member = wire::member(permissions);
        member["nick"] = json!(self.nick(guild, user));
        let roles = self.people.get(&guild).map(|there| there.roles.as_slice()).unwrap_or_default();
        let own = roles.iter().filter(|(id, _)| *id == user).map(|(_, role)| role.to_string());
        member["roles"] = json!(own.collect::<Vec<_>>());
        member
    }

    /// Somebody in a server (<https://discord.com/developers/docs/resources/guild#get-guild-member>).
    pub fn member_of(&self, guild: u64, user: u64) -> Outcome {
        self.has_access(guild)?;
        let there = self.users.get(&user).filter(|_| self.is_in(guild, user));
        there.map(|user| self.whole_member(guild, user)).ok_or(refusals::UNKNOWN_MEMBER)
    }

    /// As requests are answered, without what only events tell.
    pub fn whole_member(&self, guild: u64, user: &User) -> Value {
        let mut member = self.as_member(guild, user.id, 0);
        member["user"] = wire::user(user);
        for nothing in ["banner", "communication_disabled_until", "premium_since"] {
            member[nothing] = Value::Null;
        }
        member
    }

    fn has_access(&self, guild: u64) -> Result<(), refusals::Refusal> {
        if self.guilds().contains(&guild) { Ok(()) } else { Err(refusals::MISSING_ACCESS) }
    }

    /// A server (<https://discord.com/developers/docs/resources/guild#get-guild>).
    pub fn guild(&self, id: u64) -> Outcome {
        self.has_access(id)?;
        let mut whole = json!({
            "id": id.to_string(), "name": "Chess club", "owner_id": "1", "region": "deprecated", "afk_timeout": 300,
            "system_channel_flags": 0, "widget_enabled": false, "verification_level": 0,
            "roles": [servers::everybody(id), servers::own(id)], "default_message_notifications": 0, "mfa_level": 0,
            "explicit_content_filter": 0, "max_members": 500_000, "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": "en-US", "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
        });
        for nothing in [
            "icon",
            "description",
            "home_header",
            "splash",
            "discovery_splash",
            "banner",
            "application_id",
            "afk_channel_id",
            "system_channel_id",
            "widget_channel_id",
            "max_presences",
            "vanity_url_code",
            "rules_channel_id",
            "safety_alerts_channel_id",
            "public_updates_channel_id",
            "incidents_data",
        ] {
            whole[nothing] = Value::Null;
        }
        for none in ["features", "emojis", "stickers"] {
            whole[none] = json!([]);
        }
        Ok(whole)
    }

    /// Its channels, without threads (<https://discord.com/developers/docs/resources/guild#get-guild-channels>).
    pub fn channels_of(&self, guild: u64) -> Outcome {
        self.has_access(guild)?;
        let there = self.channels.iter().filter(|(_, channel)| channel.guild == Some(guild));
        let there = there.filter(|(_, channel)| channel.thread.is_none() && !channel.deleted);
        Ok(there.map(|(id, channel)| wire::channel(*id, channel)).collect())
    }
}
