//! The ways in: each adapter translates between the outside and the crates, and decides nothing about games.

pub mod cli;
