//! The picture people see beside the bot's name. Not here: giving it to the account, which the link does.

use adoube_render::Renderer;

/// The picture, a PNG file; nothing if it cannot be drawn, which nobody needs to play.
pub fn avatar(renderer: &Renderer) -> Option<Vec<u8>> {
    let drawn = renderer.avatar();
    drawn.inspect_err(|error| tracing::warn!(%error, "the account's picture cannot be drawn")).ok()
}
