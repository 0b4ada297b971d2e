//! What the gateway tells, as happenings. Only what the bot has a use for is read. Not here: the connection (`shard`), how
//! interactions and messages are read (`reading`).

use std::sync::Arc;

use serde::Deserialize;
use serenity::all::{GuildChannel, Interaction, PartialGuildChannel};

use crate::{
    Happening, Listener, UserId,
    line::{Head, Payload},
    own::{Own, Role},
    reading::{self, Message},
};

/// What an event says.
pub(crate) enum Told {
    /// This happened.
    Happened(Box<Happening>),
    /// Somebody wrote something; whether it is for the bot may have to be found out.
    Written(Box<Message>),
}

impl Told {
    /// Tells whoever listens; of what somebody wrote once it is known that it is for the bot.
    pub(crate) fn pass_on(self, own: &Arc<Own>, listener: &Listener) {
        let (own, listener) = (Arc::clone(own), Arc::clone(listener));
        match self {
            Self::Happened(happening) => drop(tokio::spawn(listener(*happening))),
            Self::Written(message) => drop(tokio::spawn(async move {
                if let Some(said) = own.reads(*message).await {
                    listener(Happening::Said(said)).await;
                }
            })),
        }
    }
}

/// A server that can be reached, as far as the bot is interested in it.
#[derive(Deserialize)]
struct Server {
    id: serenity::all::GuildId,
    #[serde(default)]
    threads: Vec<GuildChannel>,
    #[serde(default)]
    roles: Vec<Role>,
}

#[derive(Deserialize)]
struct Channel {
    id: serenity::all::ChannelId,
}

/// What a payload of the gateway, as it was sent, says to the bot that is this user, where it is called by that alone: for
/// whoever has payloads and no connection.
pub fn read_payload(text: &str, own: UserId) -> Option<Happening> {
    let head: Head = serde_json::from_str(text).ok()?;
    let payload = Payload { text: text.to_owned(), head };
    match read_with(payload.head.t.as_deref()?, &payload, |_, _| {})? {
        Told::Happened(happening) => Some(*happening),
        Told::Written(message) => message.said(own, None).map(Happening::Said),
    }
}

/// What a call of Discord's says, by its body: for whoever has calls and no key to look at their signatures.
pub fn read_call(body: &[u8]) -> Option<crate::Interaction> {
    reading::interaction(&serde_json::from_slice(body).ok()?)
}

/// What an event says, if it says anything to the bot, which is this one.
pub(crate) fn read(name: &str, payload: &Payload, own: &Own) -> Option<Told> {
    read_with(name, payload, |guild, roles| own.learn(guild, roles))
}

/// The same; what it says of the roles of a server is told to `learn`.
fn read_with(
    name: &str,
    payload: &Payload,
    learn: impl FnOnce(serenity::all::GuildId, &[Role]),
) -> Option<Told> {
    if name == "MESSAGE_CREATE" {
        return payload
            .about()
            .map(|message| Told::Written(Box::new(message)))
            .inspect_err(|error| unread(error, name))
            .ok();
    }
    let read = match name {
        "INTERACTION_CREATE" => payload
            .about::<Interaction>()
            .map(|interaction| reading::interaction(&interaction).map(Happening::Interaction)),
        "GUILD_CREATE" => payload.about::<Server>().map(|server| {
            learn(server.id, &server.roles);
            let threads = server.threads.iter().filter_map(reading::thread).collect();
            Some(Happening::Awake { guild: server.id.into(), threads })
        }),
        "THREAD_CREATE" | "THREAD_UPDATE" => {
            payload.about::<GuildChannel>().map(|thread| reading::thread(&thread).map(Happening::Thread))
        }
        "THREAD_DELETE" => {
            payload.about::<PartialGuildChannel>().map(|thread| Some(Happening::Gone(thread.id.into())))
        }
        "CHANNEL_UPDATE" => {
            payload.about::<Channel>().map(|channel| Some(Happening::Changed(channel.id.into())))
        }
        "CHANNEL_DELETE" => {
            payload.about::<Channel>().map(|channel| Some(Happening::Gone(channel.id.into())))
        }
        _ => return None,
    };
    read.inspect_err(|error| unread(error, name))
        .ok()
        .flatten()
        .map(|happening| Told::Happened(Box::new(happening)))
}

/// Of a kind that is newer than the library, perhaps.
fn unread(error: &serde_json::Error, name: &str) {
    tracing::debug!(%error, name, "an event cannot be read");
}
