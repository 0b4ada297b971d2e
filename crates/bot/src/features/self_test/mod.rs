//! The self-test that `/check` runs: what it finds out, and its sentences. Not here: what a platform adds to it (platforms).

pub(crate) mod handler;
pub(crate) mod text;

pub use text::trial_board;
