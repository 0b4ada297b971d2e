//! The ways in: each adapter translates between the outside and the crates, and decides nothing about games.

pub mod cli;
#[cfg(feature = "matrix")]
pub mod matrix;
