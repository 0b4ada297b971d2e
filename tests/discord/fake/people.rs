//! What people do that the bot may hear of without an interaction: they write messages. Not here: who they are and what
//! tests let them do (`support`).

use serde_json::{Value, json};

use super::{APPLICATION, Fake, Message, State, wire};

/// The message another one answers.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    pub to: u64,
    /// Whether its author is pinged, as is usual.
    pub pings: bool,
}

impl Fake {
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

/// Whom a text mentions.
pub fn mentioned(text: &str) -> Vec<u64> {
    let marks = text.split("<@").skip(1).filter_map(|rest| rest.split_once('>'));
    let mut users: Vec<u64> = marks.filter_map(|(id, _)| id.trim_start_matches('!').parse().ok()).collect();
    users.dedup();
    users
}

impl State {
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
            event["member"] = wire::member(0);
            for user in event["mentions"].as_array_mut().into_iter().flatten() {
                user["member"] = wire::member(0);
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
