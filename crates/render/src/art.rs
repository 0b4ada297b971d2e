//! One piece by itself, as an SVG document: for pages that put pieces on boards of their own. Boards are `renderer`'s.

use adoube_rules::{Piece, PieceType, Side};

use crate::sprite::Sprite;
use crate::style::ThemeKey;
use crate::{RenderError, Renderer};

impl Renderer {
    /// The piece that a name such as `white-NR` or `black-k` calls, in a box of 100 by 100; nothing if there is none. It needs no
    /// font or file besides.
    ///
    /// # Errors
    /// When the drawing cannot be used.
    pub fn art(&self, name: &str, theme: ThemeKey) -> Result<Option<String>, RenderError> {
        piece_called(name).map(|piece| self.art_of(piece, theme)).transpose()
    }

    /// The piece, in a box of 100 by 100.
    ///
    /// # Errors
    /// As for [`Renderer::art`].
    pub fn art_of(&self, piece: Piece, theme: ThemeKey) -> Result<String, RenderError> {
        let look = self.look(theme);
        let markup = self.studio(look).draw(&Sprite::Piece(piece), 100, 100)?;
        let css = look.theme.piece_style_sheet(piece.side);
        let body = markup.body;
        Ok(format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>{css}</style>{body}</svg>"#
        ))
    }
}

/// `white-NR`: side and code.
fn piece_called(name: &str) -> Option<Piece> {
    let (side, code) = name.split_once('-')?;
    let side = Side::BOTH.into_iter().find(|known| known.to_string() == side)?;
    PieceType::from_code(&code.to_ascii_uppercase()).map(|kind| Piece::new(side, kind))
}

#[cfg(test)]
mod tests {
    use resvg::usvg::roxmltree::Document;

    use super::*;

    #[test]
    fn every_piece_has_a_small_picture_of_its_own() {
        let renderer = Renderer::new().unwrap();
        for kind in PieceType::all() {
            for side in Side::BOTH {
                for theme in ThemeKey::ALL {
                    let svg = renderer.art(&format!("{side}-{}", kind.code()), theme).unwrap().unwrap();
                    let document = Document::parse(&svg).unwrap();
                    assert_eq!(document.root_element().attribute("viewBox"), Some("0 0 100 100"));
                    assert!(svg.len() < 6 * 1024, "{side} {kind}: {} bytes", svg.len());
                }
            }
        }
    }

    #[test]
    fn what_is_no_piece_has_no_picture() {
        let renderer = Renderer::new().unwrap();
        for name in ["", "white", "white-", "white-XX", "green-N", "-", "white-N-N", "white-ß"] {
            assert_eq!(renderer.art(name, ThemeKey::Wood).unwrap(), None, "{name}");
        }
    }
}
