//! The platform Discord: slash commands, buttons, menus, completions and messages, in servers,
//! threads and direct messages.
//!
//! [`DiscordPlatform`] turns Discord's events into events of the bot, and the bot's notices into
//! messages. Its folders, each of which uses only those before it: `records` names table and keys,
//! `message` renders messages, `state` stores channels and people, `delivery` posts the notices of
//! the outbox, `shards` manages the gateway connections, `registration` registers commands,
//! `messages` replies to what people write, `interactions` answers commands and buttons. Not here:
//! the meaning of commands and sentences about games (`adoube-bot`), pictures (`adoube-render`),
//! HTTP and gateway (`adoube-discord-client`).
//!
//! Invariants: the bot's token and interaction tokens appear in no log and no error; a message
//! mentions only the people it calls; an interaction acts once, however often it arrives; a notice
//! leaves the outbox only when Discord has it or can never have it; no channel delays another one.

// These macros panic when the output cannot be written, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

mod delivery;
mod error;
mod events;
mod form_check;
mod ids;
mod interactions;
mod message;
mod messages;
mod platform;
mod records;
mod registration;
mod settings;
mod shards;
mod state;

pub use adoube_discord_client::{
    Application, GatewayExit, MessageScope, ShardSelection, ShardSelectionError,
};

pub use self::{
    error::DiscordError,
    form_check::check_form,
    ids::PLATFORM,
    platform::{DiscordDirectory, DiscordParts, DiscordPlatform, client},
    settings::DiscordSettings,
    state::people::DiscordPeople,
};
