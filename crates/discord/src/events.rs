//! What the gateway tells, as happenings. Only what the bot has a use for is read. Not here: the connection (`shard`), how
//! interactions and messages are read (`reading`).

use serde::Deserialize;
use serenity::all::{GuildChannel, Interaction, Message, PartialGuildChannel};

use crate::{Happening, UserId, line::Payload, reading};

/// A server that can be reached, as far as the bot is interested in it.
#[derive(Deserialize)]
struct Server {
    id: serenity::all::GuildId,
    #[serde(default)]
    threads: Vec<GuildChannel>,
}

#[derive(Deserialize)]
struct Channel {
    id: serenity::all::ChannelId,
}

/// What an event says, if it says anything to the bot, which has this id.
pub(crate) fn read(name: &str, payload: &Payload, own: Option<UserId>) -> Option<Happening> {
    let read = match name {
        "INTERACTION_CREATE" => payload
            .about::<Interaction>()
            .map(|interaction| reading::interaction(&interaction).map(Happening::Interaction)),
        "MESSAGE_CREATE" => {
            payload.about::<Message>().map(|message| reading::said(message, own?).map(Happening::Said))
        }
        "GUILD_CREATE" => payload.about::<Server>().map(|server| {
            let threads = server.threads.iter().filter_map(reading::thread).collect();
            Some(Happening::Awake { guild: server.id.into(), threads })
        }),
        "THREAD_CREATE" | "THREAD_UPDATE" => {
            payload.about::<GuildChannel>().map(|thread| reading::thread(&thread).map(Happening::Thread))
        }
        "THREAD_DELETE" => {
            payload.about::<PartialGuildChannel>().map(|thread| Some(Happening::Gone(thread.id.into())))
        }
        "CHANNEL_DELETE" => {
            payload.about::<Channel>().map(|channel| Some(Happening::Gone(channel.id.into())))
        }
        _ => return None,
    };
    // Of a kind that is newer than the library, perhaps.
    read.inspect_err(|error| tracing::debug!(%error, name, "an event cannot be read")).ok().flatten()
}
