//! Client of Discord: gateway, REST and interactions. Events arrive as plain values, and requests go through one trait in plain
//! types, so that other crates are not compiled against serenity. Not here: chess, commands and sentences
//! (`adoube-platform-discord`).
//!
//! Invariants: the token and the tokens of interactions are in no log and no error; a message calls whom it names and
//! nobody else; no more is asked with the bot's token than Discord grants.
//!
//! # What serenity does here, and what it does not
//!
//! Of serenity 0.12.5 this crate uses the types of Discord's values (`model`: `Permissions`, `GatewayIntents`,
//! `ApplicationFlags`, `Timestamp`, ids), the builders of messages (`builder`: `CreateButton`, `CreateSelectMenu`,
//! `CreateEmbed`, `CreateAllowedMentions`, `AutocompleteChoice`) and the signatures of interactions
//! (`interactions_endpoint::Verifier`). Its HTTP client, its rate limiter and its gateway are not built. Each was held against
//! what the bot has to do; a new release of serenity is held against the same list.
//!
//! The gateway (`gateway::Shard`, `WsClient`, `ShardRunner`, `ShardQueuer`) cannot be used:
//!
//! * A session cannot be taken over from another process. `Shard::new` sets `session_id` to nothing and `seq` to 0, both are
//!   private and only read from outside, and `Shard::resume` without a `session_id` is an error. `WsClient::connect` and
//!   `WsClient::recv_json` are private to serenity, so that a shard of one's own cannot be built on its connection either.
//! * A session is not resumed where Discord says. `Ready::resume_gateway_url` is read and used nowhere; `Shard::initialize`
//!   connects to `ws_url`, which is one address behind a lock for all shards of a process.
//! * IDENTIFYs are kept apart in one process alone: `ShardQueuer::check_last_start` waits five seconds after its own last one.
//!   There is no place to ask others first, and `max_concurrency` is not used.
//! * Every payload is read whole, first into `JsonMap` and then into `model::event::GatewayEvent`. One value that serenity does
//!   not expect makes all of it an error, which `WsClient::recv_json` logs, with the text where it is not compressed and an
//!   interaction's token in it, and `Shard::handle_event` drops. Here only the fields that are used are read, and an
//!   interaction that cannot be read is still answered.
//! * `ws::WsClient` needs tokio-tungstenite 0.21, whose rustls 0.22 has RUSTSEC-2026-0049, -0098, -0099 and -0104 (by way of
//!   rustls-webpki 0.102), without an upgrade that serenity takes. Its connections accept messages of any size.
//!
//! The rate limiter (`http::ratelimiting::Ratelimiter`) cannot be used:
//!
//! * Limits belong to a `Ratelimiter`, and to its process. The global one of 50 requests a second is not counted ahead at all
//!   (its own documentation says so): it takes a 429 to notice, and then the request that got it waits alone, as `perform`
//!   lets go of the lock `global` before it sleeps. A share of it for each process cannot be set.
//! * `X-RateLimit-Scope` is not read. What others used up (`shared`), what the bot did, and what a server in front of Discord
//!   says of the whole address are the same, so that refusals cannot be counted as Discord counts them before it shuts an
//!   address out.
//! * `Ratelimiter::perform` repeats a 429 without an end and sleeps for as long as Discord says, an hour if need be, while the
//!   bucket is locked (`Ratelimit::pre_hook`, `post_hook`); the caller does not learn that it waits. Its buckets are the kind of
//!   route and its id without the method (`Route::ratelimiting_bucket`), and none is ever forgotten.
//!
//! The HTTP client (`http::Http`) is of no use without it:
//!
//! * Without its rate limiter `Http::request` turns every refusal into an `ErrorResponse`, with the status and Discord's code
//!   and message. The headers of a 429 and the `retry_after` and `global` in its body are lost, and without them a limiter of one's
//!   own knows nothing.
//! * `ErrorResponse` and reqwest's error keep the address, and in that of an interaction there is its token. `Http::request`,
//!   `Ratelimiter::perform` and `Request::build` are spans of `tracing` at the level INFO with the whole request in them: its
//!   `Route`, with the token, and each byte of its pictures as a number.
//! * `Request::build` sends the bot's token with every request, also those that an interaction's own token suffices for, and
//!   says serenity where Discord asks for the name of the bot's program (`User-Agent`).
//! * After an error 502 Discord may have done what was asked. Against a message sent twice its `nonce` with `enforce_nonce` is
//!   enough, which any HTTP client can send; whether to ask again is decided by the caller of this crate.

mod api;
mod application;
mod bot_identity;
mod boxed;
mod command_registration;
mod commands;
mod discord_connection;
mod event;
mod gateway;
mod gateway_events;
mod gateway_socket;
mod gateway_state;
mod global_rate_limiter;
mod guild_role;
mod handshake_payload;
mod ids;
mod installation;
mod intents;
mod interaction_endpoint;
mod interaction_payload;
mod interactions;
mod invalid_request_limiter;
mod lenient;
mod mentions;
mod message;
mod message_payload;
mod permission_denials;
mod permissions;
mod reason;
mod reconnect_attempts;
mod request_error;
mod request_sender;
mod response;
mod rest_client;
mod route_limiter;
mod settings;
mod shard;
mod shard_assignment;
mod shard_monitor;
pub mod text_limits;
mod unreadable;
mod visibility;
mod wire;

pub use api::{DiscordApi, EventSource, InteractionAnswer, OptionCompletion, TextModal};
pub use application::Application;
pub use boxed::{BoxFuture, CalendarSource, SleepFn};
pub use commands::{
    CommandDescription, CommandKind, DescribedOption, DescribedOptionKind, LANGUAGES, LocalizedText,
    OptionChoice,
};
pub use discord_connection::{client, connect};
pub use event::{
    DiscordEvent, DiscordUser, EventListener, GuildSummary, Interaction, InteractionKind, MessageEdit,
    OptionInput, ThreadState, UnreadableInteraction, UserMessage,
};
pub use gateway_events::{read_call, read_payload};
pub use gateway_state::{GatewayExit, GatewayState};
pub use ids::{ApplicationId, ChannelId, GuildId, InteractionId, MessageId, RoleId, UserId};
pub use invalid_request_limiter::InvalidRequestCount;
pub use message::{
    DiscordButton, DiscordButtonStyle, DiscordFile, DiscordMenu, DiscordMenuContent, DiscordMenuOption,
    DiscordMessage, DiscordRow,
};
pub use permissions::{ChannelAccess, ChannelPermissions, Permission};
pub use reason::LastReason;
pub use request_error::{RequestError, RequestResult};
pub use reqwest::{Client, Error as ClientError};
pub use settings::{MessageScope, ShardSelection, ShardSelectionError};
pub use shard_assignment::{GatewayAdvice, ResumableSession, RunningShards, ShardAssignment};
pub use visibility::{GuildChannels, GuildMember};
