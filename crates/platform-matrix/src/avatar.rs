//! Draws the profile picture of the bot's account. Not here: the upload (`adoube-matrix-client`).

use adoube_render::Renderer;

/// Draws the profile picture as a PNG file; `None` if that fails, because the bot plays without
/// one.
pub fn avatar(renderer: &Renderer) -> Option<Vec<u8>> {
    let drawn = renderer.avatar();
    drawn.inspect_err(|error| tracing::warn!(%error, "the account's picture cannot be drawn")).ok()
}
