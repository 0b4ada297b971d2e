//! Message formats of Discord: layout, markdown, and the sentences about Discord itself.

pub(crate) mod markdown;
pub(crate) mod nonce;
pub(crate) mod platform_text;
pub(crate) mod render;
