//! Core, the lowest layer of the bot: its data (games, people, commands, notices, which are
//! messages as data), stored forms, repositories with leases and the outbox's rows, outages, and
//! the pool of engine threads. Not here: a sentence (`text`), and what a command does (`features`).

pub(crate) mod calendar;
pub(crate) mod clock;
pub(crate) mod command;
pub(crate) mod decision;
pub(crate) mod delivery_receipt;
pub(crate) mod engine_pool;
pub(crate) mod event;
pub(crate) mod event_priority;
pub mod forms;
pub(crate) mod game;
pub(crate) mod ids;
pub(crate) mod inline_delivery;
pub(crate) mod language;
pub(crate) mod locales;
pub(crate) mod notice;
pub(crate) mod panic_guard;
pub(crate) mod reading;
pub(crate) mod records;
pub mod timestamp_marks;
pub(crate) mod uptime;
pub(crate) mod versioned_form;
