//! Developer's commands as a library, so that tests hold what the commands print.

pub mod areas;
pub mod check;
pub mod command;
pub mod expectations;
pub mod shape;
