//! Constants of Discord's limits on the text of a message, and the length of a text in UTF-16 code
//! units (<https://docs.discord.com/developers/resources/message#embed-object-embed-limits>).

/// A message's content.
pub const CONTENT: usize = 2000;
/// The description of one embed.
pub const EMBED: usize = 4096;
/// All embeds of a message together.
pub const EMBEDS: usize = 6000;

/// The length of a text as Discord counts it.
pub fn length(text: &str) -> usize {
    text.encode_utf16().count()
}
