//! Parts shared by several platforms: numbered lists in place of buttons, rate limits, pictures of
//! messages, Unix sockets, types for settings and secrets, the language of a channel.
//!
//! Not here: code of a single platform, tables of the store, the meaning of commands
//! (`adoube-bot`).

// These macros panic when the output cannot be written, as on a full disk; the log does not.
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
