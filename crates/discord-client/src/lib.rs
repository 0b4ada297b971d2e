//! The way to Discord: what happens comes as plain events, and what is asked of it goes through one trait with boxed
//! futures and in plain types, so that nobody else has to be compiled against the library. Deliberately not here: chess,
//! what a command means, and every word people read (the adapter).
//!
//! Invariants: the token and the tokens of interactions are in no log and no error; a message calls whom it names and
//! nobody else; no more is asked with the bot's token than Discord grants.

mod address;
mod allotment;
mod answered;
mod application;
mod commands;
mod connection;
mod doors;
mod endpoint;
mod events;
mod failure;
mod gateway;
mod greeting;
mod happening;
mod ids;
mod installing;
mod intents;
mod interactions;
mod lenient;
mod limits;
mod line;
mod link;
mod mentions;
mod outgoing;
mod own;
mod pace;
mod permissions;
mod reading;
mod reason;
mod requests;
mod rest;
mod settings;
mod shard;
mod telling;
pub mod text_limits;
mod tries;
mod unreadable;
mod visibility;
mod watching;
mod wire;

pub use address::Strain;
pub use allotment::{Advice, Allotment, Running, Session};
pub use commands::{Choice, Command, CommandKind, CommandOption, LANGUAGES, Localised, OptionForm};
pub use connection::{client, connect};
pub use events::{read_call, read_payload};
pub use failure::{Failure, Granted};
pub use gateway::{GatewayState, Left};
pub use happening::{
    Edit, Given, Happening, Interaction, Listener, NewServer, Said, ThreadState, Unread, User, Wish,
};
pub use ids::{ApplicationId, ChannelId, GuildId, InteractionId, MessageId, RoleId, UserId};
pub use link::{Answer, Application, BoxFuture, Completion, Entrance, Link, MoveForm, Now, Pause};
pub use outgoing::{Button, ButtonStyle, File, Menu, MenuOption, Offer, Outgoing, Row};
pub use permissions::{Permission, Presence, Rights};
pub use reason::LastReason;
pub use reqwest::{Client, Error as ClientError};
pub use settings::{Messages, Shards, ShardsError};
pub use visibility::{GuildChannels, GuildMember};
