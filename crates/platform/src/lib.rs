//! What several platforms need: numbered lists in place of buttons, rate limits, pictures of messages, Unix sockets, types for
//! settings and secrets, the language of a channel.
//!
//! Not here: anything that belongs to one platform, a table of the store, what a command means (`adoube-bot`).

// These macros panic where nobody can be told, as on a full disk; the log does not.
#![cfg_attr(not(test), deny(clippy::print_stderr, clippy::print_stdout))]

pub mod answer_retention;
pub mod command_text;
pub mod form_check;
pub mod json_lines;
pub mod locale_keys;
pub mod numbered_list;
pub mod picture_worker;
pub mod rate_limit;
pub mod secret;
pub mod setting_words;
pub mod socket_file;
pub mod steady_language;
pub mod task_tracker;
