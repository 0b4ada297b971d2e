//! Messages in the form of Matrix: texts of people are parsed, messages of the bot are rendered.

pub(crate) mod formatted_text;
pub(crate) mod parser;
pub(crate) mod platform_text;
pub(crate) mod render;
