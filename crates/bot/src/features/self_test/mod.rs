//! Feature of the self-test of an installation (`/help check`): what the bot finds out, and its
//! sentences. Not here: what a platform adds to it (platforms).

pub(crate) mod handler;
pub(crate) mod text;

pub use text::trial_board;
