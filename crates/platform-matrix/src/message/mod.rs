//! Text of people read, and messages of the bot written, in the form Matrix has for them.

pub(crate) mod formatted_text;
pub(crate) mod parser;
pub(crate) mod platform_text;
pub(crate) mod render;
