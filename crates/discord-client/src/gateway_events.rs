//! What the gateway tells, as happenings. Only what the bot has a use for is read. Not here: the connection (`shard`), how
//! interactions and messages are read (`reading`).

use std::sync::Arc;

use serde::Deserialize;
use serenity::all::Timestamp;

use crate::{
    ApplicationId, ChannelId, DiscordEvent, EventListener, GuildId, GuildSummary, UserId,
    bot_identity::{BotIdentity, GuildRole},
    gateway_socket::{GatewayPayload, PayloadHeader},
    interaction_payload::{AccountPayload, ReceivedInteraction},
    lenient::{lenient, readable},
    message_payload::{MessagePayload, MessageUpdatePayload, ThreadPayload},
    unreadable::{self, UnreadableReasons},
};

/// What an event says.
pub(crate) enum GatewayEvent {
    /// This happened.
    Happened(Box<DiscordEvent>),
    /// A person wrote or edited a message; whether it is for the bot may have to be found out.
    Written(Box<MessagePayload>),
}

impl GatewayEvent {
    /// Tells whoever listens; of what somebody wrote once it is known that it is for the bot.
    pub(crate) fn pass_on(self, own: &Arc<BotIdentity>, listener: &EventListener) {
        let (own, listener) = (Arc::clone(own), Arc::clone(listener));
        match self {
            Self::Happened(happening) => drop(tokio::spawn(listener(*happening))),
            Self::Written(message) => drop(tokio::spawn(async move {
                if let Some(said) = own.reads(*message).await {
                    listener(DiscordEvent::Said(said)).await;
                }
            })),
        }
    }
}

/// A server that can be reached, as far as the bot is interested in it.
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
struct GuildScopedPayload {
    guild_id: GuildId,
    #[serde(default, deserialize_with = "lenient")]
    user: Option<AccountPayload>,
}

#[derive(Deserialize)]
struct ChannelPayload {
    id: ChannelId,
}

/// What is learnt from events beside what they tell.
enum LearnedFact<'a> {
    Application(ApplicationId),
    Roles(GuildId, &'a [GuildRole]),
}

/// What a payload of the gateway, as it was sent, says to the bot that is this user, where it is called by that alone: for
/// whoever has payloads and no connection.
pub fn read_payload(text: &str, own: UserId) -> Option<DiscordEvent> {
    let head: PayloadHeader = serde_json::from_str(text).ok()?;
    let payload = GatewayPayload { text: text.to_owned(), head };
    match read_with(payload.head.t.as_deref()?, &payload, &UnreadableReasons::default(), |_| {})? {
        GatewayEvent::Happened(happening) => Some(*happening),
        GatewayEvent::Written(message) => message.said(own, None).map(DiscordEvent::Said),
    }
}

/// What a call of Discord's says, by its body: for whoever has calls and no key to look at their signatures.
pub fn read_call(body: &[u8]) -> Option<crate::Interaction> {
    serde_json::from_slice::<ReceivedInteraction>(body).ok()?.read().ok()?
}

/// What an event says, if it says anything to the bot, which is this one.
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

/// The same; what else is to be learnt from it is told to `learn`.
fn read_with(
    name: &str,
    payload: &GatewayPayload,
    reasons: &UnreadableReasons,
    learn: impl FnOnce(LearnedFact<'_>),
) -> Option<GatewayEvent> {
    let happened = |happening| GatewayEvent::Happened(Box::new(happening));
    match told(name, payload, learn) {
        Ok(told) => told,
        Err(error) => {
            reasons.tell(name, &error);
            let is_interaction = name == "INTERACTION_CREATE";
            is_interaction.then(|| unreadable::payload(&payload.text)).flatten().map(happened)
        }
    }
}

fn told(
    name: &str,
    payload: &GatewayPayload,
    learn: impl FnOnce(LearnedFact<'_>),
) -> serde_json::Result<Option<GatewayEvent>> {
    let happening = match name {
        "MESSAGE_CREATE" => return Ok(Some(GatewayEvent::Written(Box::new(payload.about()?)))),
        // <https://discord.com/developers/docs/events/gateway-events#message-update>
        "MESSAGE_UPDATE" if payload.about::<MessageUpdatePayload>()?.is_edit() => {
            return Ok(Some(GatewayEvent::Written(Box::new(payload.about()?))));
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
                // It is no news about its threads and roles.
                Some(DiscordEvent::ServerGone { guild: server.id, is_removal: false })
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
                Some(DiscordEvent::Awake { guild: server.id, threads, server: described })
            }
        }
        // <https://discord.com/developers/docs/events/gateway-events#guild-delete>
        "GUILD_DELETE" => {
            let server: GuildPayload = payload.about()?;
            Some(DiscordEvent::ServerGone { guild: server.id, is_removal: !server.unavailable })
        }
        "GUILD_ROLE_UPDATE" => Some(DiscordEvent::Permitted {
            guild: payload.about::<GuildScopedPayload>()?.guild_id,
            member: None,
        }),
        "GUILD_MEMBER_UPDATE" => {
            let GuildScopedPayload { guild_id: guild, user } = payload.about()?;
            user.map(|user| DiscordEvent::Permitted { guild, member: Some(user.id) })
        }
        "THREAD_CREATE" | "THREAD_UPDATE" => {
            payload.about::<ThreadPayload>()?.state().map(DiscordEvent::Thread)
        }
        "CHANNEL_UPDATE" => Some(DiscordEvent::Changed(payload.about::<ChannelPayload>()?.id)),
        "THREAD_DELETE" | "CHANNEL_DELETE" => Some(DiscordEvent::Gone(payload.about::<ChannelPayload>()?.id)),
        _ => None,
    };
    Ok(happening.map(|happening| GatewayEvent::Happened(Box::new(happening))))
}
