//! The bot's messages in the form that Discord takes: layout, markdown, and the sentences about Discord itself.

pub(crate) mod markdown;
pub(crate) mod nonce;
pub(crate) mod platform_text;
pub(crate) mod render;
