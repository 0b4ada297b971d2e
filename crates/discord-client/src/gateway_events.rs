//! Reads the events of a gateway connection and passes them on as `DiscordEvent`s. Only events the
//! bot uses are read. Not here: the connection (`shard`), interactions and messages
//! (`interaction_payload`, `message_payload`).

use std::sync::Arc;

use serde::Deserialize;
use serenity::all::Timestamp;

use crate::{
    ApplicationId, ChannelId, DiscordEvent, EventListener, GuildId, GuildSummary, UserId,
    bot_identity::BotIdentity,
    gateway_socket::{GatewayPayload, PayloadHeader},
    guild_role::GuildRole,
    interaction_payload::{AccountPayload, ReceivedInteraction},
    lenient::{lenient, readable},
    message_payload::{MessagePayload, MessageUpdatePayload, ThreadPayload},
    unreadable::{self, UnreadableReasons},
};

/// A dispatch event that was read.
pub(crate) enum GatewayEvent {
    /// A complete event.
    Event(Box<DiscordEvent>),
    /// A new or edited message; it may take a request to know whether it mentions the bot.
    Message(Box<MessagePayload>),
}

impl GatewayEvent {
    /// Passes it to the listener, in a task of its own.
    pub(crate) fn pass_on(self, own: &Arc<BotIdentity>, listener: &EventListener) {
        let (own, listener) = (Arc::clone(own), Arc::clone(listener));
        match self {
            Self::Event(happening) => drop(tokio::spawn(listener(*happening))),
            Self::Message(message) => drop(tokio::spawn(async move {
                if let Some(said) = own.reads(*message).await {
                    listener(DiscordEvent::Message(said)).await;
                }
            })),
        }
    }
}

/// A guild object.
#[derive(Deserialize)]
struct GuildPayload {
    id: GuildId,
    #[serde(default, deserialize_with = "lenient")]
    unavailable: bool,
    #[serde(default, deserialize_with = "readable")]
    threads: Vec<ThreadPayload>,
    #[serde(default, deserialize_with = "readable")]
    roles: Vec<GuildRole>,
    #[serde(default, deserialize_with = "lenient")]
    owner_id: Option<UserId>,
    /// When the bot joined;
    /// <https://discord.com/developers/docs/events/gateway-events#guild-create>.
    #[serde(default, deserialize_with = "lenient")]
    joined_at: Option<Timestamp>,
    #[serde(default, deserialize_with = "lenient")]
    name: String,
    #[serde(default, deserialize_with = "lenient")]
    preferred_locale: String,
}

/// An event about a guild and perhaps a member of it.
#[derive(Deserialize)]
struct GuildScopedPayload {
    guild_id: GuildId,
    #[serde(default, deserialize_with = "lenient")]
    user: Option<AccountPayload>,
}

#[derive(Deserialize)]
struct ChannelPayload {
    id: ChannelId,
}

/// Facts about the bot that events contain.
enum LearnedFact<'a> {
    Application(ApplicationId),
    Roles(GuildId, &'a [GuildRole]),
}

/// Reads a gateway payload as it was sent, without a connection. `own` is the bot's user, by whose
/// mention alone a message counts as meant for the bot.
pub fn read_payload(text: &str, own: UserId) -> Option<DiscordEvent> {
    let head: PayloadHeader = serde_json::from_str(text).ok()?;
    let payload = GatewayPayload { text: text.to_owned(), head };
    match read_with(payload.head.t.as_deref()?, &payload, &UnreadableReasons::default(), |_| {})? {
        GatewayEvent::Event(happening) => Some(*happening),
        GatewayEvent::Message(message) => message.said(own, None).map(DiscordEvent::Message),
    }
}

/// Reads the body of an interaction sent over HTTP, without checking its signature.
pub fn read_call(body: &[u8]) -> Option<crate::Interaction> {
    serde_json::from_slice::<ReceivedInteraction>(body).ok()?.read().ok()?
}

/// Reads a dispatch event; nothing where it does not concern the bot.
pub(crate) fn read(
    name: &str,
    payload: &GatewayPayload,
    own: &BotIdentity,
    reasons: &UnreadableReasons,
) -> Option<GatewayEvent> {
    read_with(name, payload, reasons, |lesson| match lesson {
        LearnedFact::Application(id) => own.know(id),
        LearnedFact::Roles(guild, roles) => own.learn(guild, roles),
    })
}

/// The same; facts about the bot go to `learn`.
fn read_with(
    name: &str,
    payload: &GatewayPayload,
    reasons: &UnreadableReasons,
    learn: impl FnOnce(LearnedFact<'_>),
) -> Option<GatewayEvent> {
    let happened = |happening| GatewayEvent::Event(Box::new(happening));
    match read_event(name, payload, learn) {
        Ok(told) => told,
        Err(error) => {
            reasons.tell(name, &error);
            let is_interaction = name == "INTERACTION_CREATE";
            is_interaction.then(|| unreadable::payload(&payload.text)).flatten().map(happened)
        }
    }
}

fn read_event(
    name: &str,
    payload: &GatewayPayload,
    learn: impl FnOnce(LearnedFact<'_>),
) -> serde_json::Result<Option<GatewayEvent>> {
    let happening = match name {
        "MESSAGE_CREATE" => return Ok(Some(GatewayEvent::Message(Box::new(payload.about()?)))),
        // <https://discord.com/developers/docs/events/gateway-events#message-update>
        "MESSAGE_UPDATE" if payload.about::<MessageUpdatePayload>()?.is_edit() => {
            return Ok(Some(GatewayEvent::Message(Box::new(payload.about()?))));
        }
        "INTERACTION_CREATE" => {
            let interaction: ReceivedInteraction = payload.about()?;
            if let Some(application) = interaction.application_id {
                learn(LearnedFact::Application(application));
            }
            interaction.read()?.map(DiscordEvent::Interaction)
        }
        "GUILD_CREATE" => {
            let server: GuildPayload = payload.about()?;
            if server.unavailable {
                // It says nothing about threads and roles.
                Some(DiscordEvent::GuildLeft { guild: server.id, is_removal: false })
            } else {
                learn(LearnedFact::Roles(server.id, &server.roles));
                let threads = server.threads.iter().filter_map(ThreadPayload::state).collect();
                let joined = server.joined_at.and_then(|at| u64::try_from(at.unix_timestamp()).ok());
                let joined = joined.map(|seconds| seconds.saturating_mul(1000));
                let described = GuildSummary {
                    owner: server.owner_id,
                    joined,
                    name: server.name,
                    locale: server.preferred_locale,
                };
                Some(DiscordEvent::GuildAvailable { guild: server.id, threads, server: described })
            }
        }
        // <https://discord.com/developers/docs/events/gateway-events#guild-delete>
        "GUILD_DELETE" => {
            let server: GuildPayload = payload.about()?;
            Some(DiscordEvent::GuildLeft { guild: server.id, is_removal: !server.unavailable })
        }
        "GUILD_ROLE_UPDATE" => Some(DiscordEvent::RolesChanged {
            guild: payload.about::<GuildScopedPayload>()?.guild_id,
            member: None,
        }),
        "GUILD_MEMBER_UPDATE" => {
            let GuildScopedPayload { guild_id: guild, user } = payload.about()?;
            user.map(|user| DiscordEvent::RolesChanged { guild, member: Some(user.id) })
        }
        "THREAD_CREATE" | "THREAD_UPDATE" => {
            payload.about::<ThreadPayload>()?.state().map(DiscordEvent::ThreadChanged)
        }
        "CHANNEL_UPDATE" => Some(DiscordEvent::ChannelChanged(payload.about::<ChannelPayload>()?.id)),
        "THREAD_DELETE" | "CHANNEL_DELETE" => {
            Some(DiscordEvent::ChannelDeleted(payload.about::<ChannelPayload>()?.id))
        }
        _ => None,
    };
    Ok(happening.map(|happening| GatewayEvent::Event(Box::new(happening))))
}
