//! The way to Discord: what is asked of it goes through one trait with boxed futures and in plain types, so that nobody
//! else has to be compiled against the library. Deliberately not here: chess, what a command means, and every word people
//! read (the adapter).
//!
//! Invariants: the token and the tokens of interactions are in no log and no error; a message calls whom it names and
//! nobody else; no more is asked with the bot's token than Discord grants.

mod commands;
mod connection;
mod failure;
mod ids;
mod interactions;
mod link;
mod outgoing;
mod pace;
mod rest;
mod wire;

pub use commands::{Choice, Command, CommandOption, FOR_ONESELF, IN_SERVERS, Localised, OptionForm};
pub use connection::{client, connect};
pub use failure::{Failure, Granted};
pub use ids::{ApplicationId, ChannelId, GuildId, InteractionId, MessageId, UserId};
pub use link::{Answer, Application, BoxFuture, Completion, Link, User};
pub use outgoing::{Button, ButtonStyle, File, Menu, MenuOption, Offer, Outgoing, Row};
pub use reqwest::{Client, Error as ClientError};
