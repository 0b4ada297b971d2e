//! Parsing of people's messages and rendering of the bot's messages.

pub(crate) mod formatted_text;
pub(crate) mod parser;
pub(crate) mod platform_text;
pub(crate) mod render;
