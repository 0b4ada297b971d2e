//! Delivery of the outbox (the queue of the bot's messages) to Discord: posts, threads of games,
//! direct messages, answers to interactions, and channels or servers where the bot cannot post.

pub(crate) mod availability;
pub(crate) mod button_removal;
pub(crate) mod channel_notices;
pub(crate) mod direct_reminders;
pub(crate) mod failures;
pub(crate) mod game_threads;
pub(crate) mod hidden_answers;
pub(crate) mod interaction_answer;
pub(crate) mod player_notices;
pub(crate) mod receipts;
pub(crate) mod reduced_intents;
pub(crate) mod request_retry;
pub(crate) mod sender;
pub(crate) mod servers;
pub(crate) mod thread_records;
pub(crate) mod thread_wakeup;
pub(crate) mod transport;
pub(crate) mod welcome;
