//! What the gateway tells, as happenings. Only what the bot has a use for is read. Not here: the connection (`shard`), how
//! interactions and messages are read (`reading`).

use std::sync::Arc;

use serde::Deserialize;
use serenity::all::Timestamp;

use crate::{
    ApplicationId, ChannelId, GuildId, Happening, Listener, NewServer, UserId,
    lenient::{lenient, readable},
    line::{Head, Payload},
    own::{Own, Role},
    reading::{Account, ReceivedInteraction},
    telling::{Change, Message, Thread},
    unreadable::{self, Reasons},
};

/// What an event says.
pub(crate) enum Told {
    /// This happened.
    Happened(Box<Happening>),
    /// A person wrote or edited a message; whether it is for the bot may have to be found out.
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
    id: GuildId,
    #[serde(default, deserialize_with = "lenient")]
    unavailable: bool,
    #[serde(default, deserialize_with = "readable")]
    threads: Vec<Thread>,
    #[serde(default, deserialize_with = "readable")]
    roles: Vec<Role>,
    #[serde(default, deserialize_with = "lenient")]
    owner_id: Option<UserId>,
    /// When the bot was taken in; <https://discord.com/developers/docs/events/gateway-events#guild-create>.
    #[serde(default, deserialize_with = "lenient")]
    joined_at: Option<Timestamp>,
    #[serde(default, deserialize_with = "lenient")]
    name: String,
    #[serde(default, deserialize_with = "lenient")]
    preferred_locale: String,
}

/// The server that an event is about, and the account where it names one.
#[derive(Deserialize)]
struct InServer {
    guild_id: GuildId,
    #[serde(default, deserialize_with = "lenient")]
    user: Option<Account>,
}

#[derive(Deserialize)]
struct Channel {
    id: ChannelId,
}

/// What is learnt from events beside what they tell.
enum Lesson<'a> {
    Application(ApplicationId),
    Roles(GuildId, &'a [Role]),
}

/// What a payload of the gateway, as it was sent, says to the bot that is this user, where it is called by that alone: for
/// whoever has payloads and no connection.
pub fn read_payload(text: &str, own: UserId) -> Option<Happening> {
    let head: Head = serde_json::from_str(text).ok()?;
    let payload = Payload { text: text.to_owned(), head };
    match read_with(payload.head.t.as_deref()?, &payload, &Reasons::default(), |_| {})? {
        Told::Happened(happening) => Some(*happening),
        Told::Written(message) => message.said(own, None).map(Happening::Said),
    }
}

/// What a call of Discord's says, by its body: for whoever has calls and no key to look at their signatures.
pub fn read_call(body: &[u8]) -> Option<crate::Interaction> {
    serde_json::from_slice::<ReceivedInteraction>(body).ok()?.read().ok()?
}

/// What an event says, if it says anything to the bot, which is this one.
pub(crate) fn read(name: &str, payload: &Payload, own: &Own, reasons: &Reasons) -> Option<Told> {
    read_with(name, payload, reasons, |lesson| match lesson {
        Lesson::Application(id) => own.know(id),
        Lesson::Roles(guild, roles) => own.learn(guild, roles),
    })
}

/// The same; what else is to be learnt from it is told to `learn`.
fn read_with(
    name: &str,
    payload: &Payload,
    reasons: &Reasons,
    learn: impl FnOnce(Lesson<'_>),
) -> Option<Told> {
    let happened = |happening| Told::Happened(Box::new(happening));
    match told(name, payload, learn) {
        Ok(told) => told,
        Err(error) => {
            reasons.tell(name, &error);
            let is_interaction = name == "INTERACTION_CREATE";
            is_interaction.then(|| unreadable::payload(&payload.text)).flatten().map(happened)
        }
    }
}

fn told(name: &str, payload: &Payload, learn: impl FnOnce(Lesson<'_>)) -> serde_json::Result<Option<Told>> {
    let happening = match name {
        "MESSAGE_CREATE" => return Ok(Some(Told::Written(Box::new(payload.about()?)))),
        // <https://discord.com/developers/docs/events/gateway-events#message-update>
        "MESSAGE_UPDATE" if payload.about::<Change>()?.is_edit() => {
            return Ok(Some(Told::Written(Box::new(payload.about()?))));
        }
        "INTERACTION_CREATE" => {
            let interaction: ReceivedInteraction = payload.about()?;
            if let Some(application) = interaction.application_id {
                learn(Lesson::Application(application));
            }
            interaction.read()?.map(Happening::Interaction)
        }
        "GUILD_CREATE" => {
            let server: Server = payload.about()?;
            if server.unavailable {
                // It is no news about its threads and roles.
                Some(Happening::ServerGone { guild: server.id, is_removal: false })
            } else {
                learn(Lesson::Roles(server.id, &server.roles));
                let threads = server.threads.iter().filter_map(Thread::state).collect();
                let joined = server.joined_at.and_then(|at| u64::try_from(at.unix_timestamp()).ok());
                let joined = joined.map(|seconds| seconds.saturating_mul(1000));
                let described = NewServer {
                    owner: server.owner_id,
                    joined,
                    name: server.name,
                    locale: server.preferred_locale,
                };
                Some(Happening::Awake { guild: server.id, threads, server: described })
            }
        }
        // <https://discord.com/developers/docs/events/gateway-events#guild-delete>
        "GUILD_DELETE" => {
            let server: Server = payload.about()?;
            Some(Happening::ServerGone { guild: server.id, is_removal: !server.unavailable })
        }
        "GUILD_ROLE_UPDATE" => {
            Some(Happening::Permitted { guild: payload.about::<InServer>()?.guild_id, member: None })
        }
        "GUILD_MEMBER_UPDATE" => {
            let InServer { guild_id: guild, user } = payload.about()?;
            user.map(|user| Happening::Permitted { guild, member: Some(user.id) })
        }
        "THREAD_CREATE" | "THREAD_UPDATE" => payload.about::<Thread>()?.state().map(Happening::Thread),
        "CHANNEL_UPDATE" => Some(Happening::Changed(payload.about::<Channel>()?.id)),
        "THREAD_DELETE" | "CHANNEL_DELETE" => Some(Happening::Gone(payload.about::<Channel>()?.id)),
        _ => None,
    };
    Ok(happening.map(|happening| Told::Happened(Box::new(happening))))
}
