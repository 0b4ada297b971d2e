//! The ways in: each adapter translates between the outside and the crates, and decides nothing about games.

pub mod cli;
#[cfg(feature = "discord")]
pub mod discord;
pub mod door;
mod form_check;
#[cfg(feature = "matrix")]
pub mod matrix;
pub mod web;

/// The platforms this program serves itself, whether or not it is built or set up for them.
pub(crate) const OWN_PLATFORMS: [&str; 3] = ["discord", "matrix", "web"];
