//! Registration of the bot's commands with Discord: which commands, where, and when.

pub(crate) mod commands;
pub(crate) mod round;
pub(crate) mod schedule;
