//! Developer's commands (`cargo xtask`) as a library, so that tests can check what the commands
//! print.

pub mod areas;
pub mod check;
pub mod command;
pub mod expectations;
pub mod shape;
