//! Simulates people who write, edit and delete messages on the fake Discord, and reports this to
//! the bot. Not here: who they are and what tests let them do (`support`).

use std::time::Duration;

use serde_json::{Value, json};

use super::{
    APPLICATION, Fake, Message, State,
    refusals::{self, Refusal},
    wire,
};

/// The message another one answers.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    pub to: u64,
    /// Whether its author is pinged, as is usual.
    pub pings: bool,
}

impl Fake {
    /// A moderator changes what the bot may do in a channel.
    pub fn allow(&self, id: u64, permissions: u64) {
        self.change(|state| {
            state.channels.get_mut(&id).expect("a channel").permissions = permissions;
            let told = super::threads::shown(state, id);
            state.tell("CHANNEL_UPDATE", &told);
        });
    }

    /// Whoever acted takes "the bot is thinking" away, which answers their interaction.
    pub fn dismiss(&self, token: &str) {
        self.change(|state| {
            let interaction = state.interactions.get_mut(token).expect("an interaction");
            interaction.dismissed = true;
            let original = interaction.original.expect("an answer");
            state.message_mut(original).expect("it is there").deleted = true;
        });
    }

    /// Somebody writes in a channel; returns the message's id. `<@id>` in the text mentions.
    pub fn says(&self, user: u64, channel: u64, text: &str, reply: Option<Reply>) -> u64 {
        self.change(|state| {
            let answered = reply.map(|reply| state.message(reply.to).expect("the message is there").author);
            let mut pinged = mentioned(text);
            let author = answered.filter(|_| reply.is_some_and(|reply| reply.pings));
            pinged.extend(author.filter(|author| !pinged.contains(author)));
            let id = state.id();
            let message = Message {
                id,
                author: user,
                channel,
                content: text.to_owned(),
                pinged,
                reply: reply.map(|reply| reply.to),
                embeds: json!([]),
                components: json!([]),
                ..Message::default()
            };
            state.wake_thread(channel);
            state.messages.push(message);
            state.tell_of_message("MESSAGE_CREATE", id);
            id
        })
    }
}

impl Fake {
    /// Somebody changes a message of theirs, so long after it was written
    /// (<https://discord.com/developers/docs/events/gateway-events#message-update>).
    pub fn edits(&self, id: u64, text: &str, after: Duration) {
        self.change(|state| {
            let message = state.message_mut(id).expect("the message is there");
            text.clone_into(&mut message.content);
            message.pinged = mentioned(text);
            message.edits += 1;
            message.edited = Some(after);
            state.tell_of_message("MESSAGE_UPDATE", id);
        });
    }

    /// A link in a message gets a preview, or the message is pinned: it is told of anew, and not changed
    /// (<https://discord.com/developers/docs/resources/message#message-object>, `edited_timestamp`).
    pub fn touch(&self, id: u64) {
        self.change(|state| state.tell_of_message("MESSAGE_UPDATE", id));
    }
}

/// Whom a text mentions.
pub fn mentioned(text: &str) -> Vec<u64> {
    let marks = text.split("<@").skip(1).filter_map(|rest| rest.split_once('>'));
    let mut users: Vec<u64> = marks.filter_map(|(id, _)| id.trim_start_matches('!').parse().ok()).collect();
    users.dedup();
    users
}

/// The roles a text mentions, which are no people
/// (<https://discord.com/developers/docs/reference#message-formatting>).
pub fn roles_mentioned(text: &str) -> Vec<String> {
    let marks = text.split("<@&").skip(1).filter_map(|rest| rest.split_once('>'));
    marks.map(|(id, _)| id.to_owned()).filter(|id| id.parse::<u64>().is_ok()).collect()
}

/// The role Discord makes for the bot in a server, with the bot's name
/// (<https://discord.com/developers/docs/topics/permissions#role-object-role-tags-structure>).
pub const fn own_role(guild: u64) -> u64 {
    guild + 7
}

impl State {
    /// Members of a server whose names begin like this, as many as are wanted
    /// (<https://discord.com/developers/docs/resources/guild#search-guild-members>).
    pub fn members(&self, guild: u64, beginning: &str, limit: usize) -> Result<Value, Refusal> {
        if !self.guilds().contains(&guild) {
            return Err(refusals::MISSING_ACCESS);
        }
        if !(1..=1000).contains(&limit) || !(1..=100).contains(&beginning.chars().count()) {
            return Err(refusals::INVALID_FORM);
        }
        let begins = |user: &&super::User| {
            let own = self.as_member(guild, user.id, 0)["nick"].as_str().unwrap_or_default().to_lowercase();
            let beginning = beginning.to_lowercase();
            user.name.to_lowercase().starts_with(&beginning) || own.starts_with(&beginning)
        };
        let there = self.users.values().filter(|user| self.is_in(guild, user.id));
        let mut found: Vec<&super::User> = there.filter(begins).collect();
        found.sort_by_key(|user| user.id);
        Ok(found.iter().take(limit).map(|user| self.whole_member(guild, user)).collect())
    }

    /// Tells of a message what the gateway says beyond the message itself.
    pub fn tell_of_message(&mut self, name: &str, id: u64) {
        let Some(event) = self.message_event(id) else { return };
        self.tell(name, &event);
    }

    fn message_event(&self, id: u64) -> Option<Value> {
        let message = self.message(id)?;
        let channel = self.channels.get(&message.channel)?;
        // What one person alone sees, and where the bot is not, it is not told of.
        if message.only_for.is_some() || message.thinking || !channel.installed {
            return None;
        }
        let mut event = wire::message(self, message);
        if let Some(guild) = channel.guild {
            event["guild_id"] = json!(guild.to_string());
            event["member"] = self.as_member(guild, message.author, 0);
            for user in event["mentions"].as_array_mut().into_iter().flatten() {
                let id = wire::snowflake(&user["id"]).unwrap_or_default();
                user["member"] = self.as_member(guild, id, 0);
            }
        }
        Some(event)
    }

    /// Somebody, the bot included.
    pub fn user(&self, id: u64) -> Value {
        match self.users.get(&id) {
            _ if id == APPLICATION => wire::bot(),
            Some(user) => wire::user(user),
            None => wire::user(&super::User { id, name: "Somebody".to_owned(), ..super::User::default() }),
        }
    }
}
