//! The platform Discord: slash commands, buttons, menus, completions and messages in servers, threads and direct messages.
//!
//! [`DiscordPlatform`] turns Discord's events into events of the bot and the bot's notices into messages. Its folders, each
//! of which uses only those before it: `records` names table and keys, `message` renders messages, `state` knows channels
//! and people, `delivery` posts what waits in the outbox, `shards` are the connections, `registration` registers commands,
//! `messages` replies to what people write, `interactions` answers commands and buttons. Not here: what a command means and
//! every sentence about games (`adoube-bot`), pictures (`adoube-render`), the requests (`adoube-discord-client`).
//!
//! Invariants: the token and the tokens of interactions are in no log and no error; a message mentions at most the people it
//! calls; an interaction acts once however often it comes; a notice leaves the outbox only when Discord has it or can never
//! have it; no channel delays another one.

// These macros panic where nobody can be told, as on a full disk; the log does not.
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
    settings::{DiscordSettings, Secret},
    state::people::DiscordPeople,
};
