//! Draws the program's own picture (avatar), for platforms that show one beside its name.

use adoube_rules::{Piece, PieceType, Side};

use crate::plan::{CellBackground, PictureCell, PicturePlan, PlacedCell, SpriteLayer};
use crate::sprite::Sprite;
use crate::style::ThemeKey;
use crate::{RenderError, Renderer, png_encoder};

/// Its width and height in pixels. Clients cut a circle out of it.
const SIZE: u16 = 256;
/// Pixels of the square left free on each side of the piece, so that the circle cuts nothing off.
const MARGIN: u16 = 32;

impl Renderer {
    /// White's Knight on a dark square, as a PNG file.
    ///
    /// # Errors
    /// When the drawing cannot be used.
    pub fn avatar(&self) -> Result<Vec<u8>, RenderError> {
        let knight = Sprite::Piece(Piece { side: Side::White, kind: PieceType::KNIGHT });
        let layer = SpriteLayer::square(knight, MARGIN, MARGIN, SIZE - 2 * MARGIN);
        let cell =
            PictureCell { width: SIZE, height: SIZE, ground: CellBackground::Dark, layers: vec![layer] };
        let plan = PicturePlan { width: SIZE, height: SIZE, cells: vec![PlacedCell { x: 0, y: 0, cell }] };
        let theme = ThemeKey::default();
        png_encoder::png(&self.drawn(&plan, theme)?, self.palette(theme))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_avatar_is_a_square_picture_of_a_piece() {
        let file = Renderer::new().expect("a renderer").avatar().expect("a picture");
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
        let side = u32::from(SIZE).to_be_bytes();
        assert_eq!((&file[16..20], &file[20..24]), (side.as_slice(), side.as_slice()));
        // A bare square would be smaller.
        assert!((1_000..50_000).contains(&file.len()), "{}", file.len());
    }
}
