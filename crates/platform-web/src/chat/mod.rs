//! The chat itself: hands people's events to the bot, writes replies and notices into the log, and
//! manages rooms and invites that follow from them.

pub(crate) mod channel_cleanup;
pub(crate) mod channel_displacement;
pub(crate) mod earlier_events;
pub(crate) mod engine_answer;
pub(crate) mod event;
pub(crate) mod event_entries;
pub(crate) mod event_handler;
pub(crate) mod game_rooms;
pub(crate) mod inline_transport;
pub(crate) mod invites;
pub(crate) mod members;
pub(crate) mod my_games;
pub(crate) mod person_directory;
pub(crate) mod preferences;
pub(crate) mod start_form;
pub(crate) mod transport;
pub(crate) mod welcome;
