//! Servers of the fake Discord: they add and remove the bot, go away, change roles, and are
//! described to gateway sessions.

use serde_json::{Value, json};

use super::{APPLICATION, Fake, State, members::EVERYBODY, people::own_role, wire};

impl Fake {
    /// Somebody takes the bot into a server.
    pub fn invite(&self, guild: u64) {
        self.change(|state| {
            let channels = state.channels.values_mut().filter(|channel| channel.guild == Some(guild));
            channels.for_each(|channel| channel.installed = true);
            let server = state.server(guild);
            state.tell("GUILD_CREATE", &server);
        });
    }

    /// The same at this moment, in the server of somebody.
    pub fn invite_to(&self, guild: u64, owner: u64, locale: &str, joined: &str) {
        self.change(|state| {
            let channels = state.channels.values_mut().filter(|channel| channel.guild == Some(guild));
            channels.for_each(|channel| channel.installed = true);
            let mut server = state.server(guild);
            server["owner_id"] = json!(owner.to_string());
            server["preferred_locale"] = json!(locale);
            server["joined_at"] = json!(joined);
            state.tell("GUILD_CREATE", &server);
        });
    }
}

/// <https://discord.com/developers/docs/events/gateway-events#guilds>
impl Fake {
    /// A server is out of reach, and whatever is asked of it.
    pub fn lose_server(&self, guild: u64) {
        self.change(|state| {
            let gone = json!({ "id": guild.to_string(), "unavailable": true });
            state.tell("GUILD_DELETE", &gone);
        });
    }

    /// The same in words that Discord uses for servers it has only just told of;
    /// <https://github.com/discord/discord-api-docs/issues/5054>.
    pub fn announce_unavailable(&self, guild: u64) {
        self.change(|state| {
            let gone = json!({ "id": guild.to_string(), "unavailable": true, "geo_restricted": false });
            state.tell("GUILD_CREATE", &gone);
        });
    }

    /// It can be reached again.
    pub fn find_server(&self, guild: u64) {
        self.change(|state| {
            let server = state.server(guild);
            state.tell("GUILD_CREATE", &server);
        });
    }

    /// Somebody removes the bot from a server.
    pub fn remove_from(&self, guild: u64) {
        self.change(|state| {
            state.tell("GUILD_DELETE", &json!({ "id": guild.to_string() }));
            let channels = state.channels.values_mut().filter(|channel| channel.guild == Some(guild));
            channels.for_each(|channel| channel.installed = false);
        });
    }

    /// A role of a server is changed, so that the bot may do this in its channels.
    pub fn change_role(&self, guild: u64, permissions: u64) {
        self.change(|state| {
            let channels = state.channels.values_mut().filter(|channel| channel.guild == Some(guild));
            channels.for_each(|channel| channel.permissions = permissions);
            let told = json!({ "guild_id": guild.to_string(), "role": own(guild) });
            state.tell("GUILD_ROLE_UPDATE", &told);
        });
    }

    /// The bot is given a role, so that it may do this in the channels of a server.
    pub fn give_role(&self, guild: u64, permissions: u64) {
        self.change(|state| {
            let channels = state.channels.values_mut().filter(|channel| channel.guild == Some(guild));
            channels.for_each(|channel| channel.permissions = permissions);
            let mut told = wire::member(0);
            told["guild_id"] = json!(guild.to_string());
            told["user"] = wire::bot();
            state.tell("GUILD_MEMBER_UPDATE", &told);
        });
    }
}

impl State {
    /// The servers the bot is in.
    pub fn guilds(&self) -> Vec<u64> {
        let installed = self.channels.values().filter(|channel| channel.installed);
        let mut guilds: Vec<u64> = installed.filter_map(|channel| channel.guild).collect();
        guilds.sort_unstable();
        guilds.dedup();
        guilds
    }

    /// A server with its channels, and everybody as its member.
    pub fn server(&self, id: u64) -> Value {
        let there = |thread: bool| -> Vec<Value> {
            let here = self.channels.iter().filter(|(_, channel)| channel.guild == Some(id));
            let here = here.filter(|(_, channel)| channel.thread.is_some() == thread && !channel.deleted);
            // Of the threads only those that are awake.
            let here =
                here.filter(|(_, channel)| channel.thread.as_ref().is_none_or(|thread| !thread.archived));
            here.map(|(id, channel)| wire::channel(*id, channel)).collect()
        };
        let members: Vec<Value> = std::iter::once(wire::bot())
            .chain(self.users.values().map(wire::user))
            .map(|user| {
                let mut member = wire::member(0);
                member["user"] = user;
                member
            })
            .collect();
        let mut whole = json!({
            "id": id.to_string(), "name": "Chess club", "owner_id": "1", "afk_timeout": 300, "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "roles": [everybody(id), own(id)],
            "mfa_level": 0, "system_channel_flags": 0, "premium_tier": 0, "preferred_locale": "en-US",
            "nsfw_level": 0, "premium_progress_bar_enabled": false, "large": false, "unavailable": false,
            "joined_at": "2024-01-01T00:00:00.000000+00:00", "member_count": members.len(), "members": members,
            "channels": there(false), "threads": there(true),
        });
        for nothing in [
            "icon",
            "splash",
            "discovery_splash",
            "afk_channel_id",
            "application_id",
            "system_channel_id",
            "rules_channel_id",
            "vanity_url_code",
            "description",
            "banner",
            "public_updates_channel_id",
        ] {
            whole[nothing] = Value::Null;
        }
        for none in [
            "emojis",
            "features",
            "stickers",
            "voice_states",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "soundboard_sounds",
        ] {
            whole[none] = json!([]);
        }
        whole
    }
}

/// The role that is the bot's alone.
pub fn own(guild: u64) -> Value {
    let mut role = everybody(guild);
    role["id"] = json!(own_role(guild).to_string());
    role["name"] = json!("adoube");
    role["managed"] = json!(true);
    role["tags"] = json!({ "bot_id": APPLICATION.to_string() });
    role
}

pub fn everybody(guild: u64) -> Value {
    json!({
        "id": guild.to_string(), "name": "@everyone", "color": 0, "hoist": false, "icon": null, "unicode_emoji": null,
        "position": 0, "permissions": EVERYBODY.to_string(), "managed": false, "mentionable": false, "flags": 0,
        "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
    })
}
