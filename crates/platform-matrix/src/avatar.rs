//! The picture of the bot's account. Not here: uploading it, which the client does.

use adoube_render::Renderer;

/// The picture, a PNG file; nothing if it cannot be drawn, which nobody needs to play.
pub fn avatar(renderer: &Renderer) -> Option<Vec<u8>> {
    let drawn = renderer.avatar();
    drawn.inspect_err(|error| tracing::warn!(%error, "the account's picture cannot be drawn")).ok()
}
