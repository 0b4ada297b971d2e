//! What becomes of what people do: the bot decides, and the result goes into the chat log.

pub(crate) mod channel_cleanup;
pub(crate) mod channel_displacement;
pub(crate) mod engine_answer;
pub(crate) mod event_handler;
pub(crate) mod game_rooms;
pub(crate) mod my_games;
pub(crate) mod preferences;
pub(crate) mod transport;
pub(crate) mod welcome;
