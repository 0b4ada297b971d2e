//! Tests of the chat door as programs use it: the program itself, spoken to in JSON lines, with
//! every line checked against the schema.
//!
//! Not here: bridges to a real chat (`bridge`), and what the bot decides, which its own tests say.

mod computer;
mod connections;
mod correspondence;
mod documented;
mod endings;
mod languages;
mod limits;
mod program;
mod promises;
mod random;
#[path = "../../crates/bot/tests/support/script.rs"]
mod script;
mod steps;
mod transcripts;
mod unsaved;
mod wrong_lines;
