//! Draws single pieces as SVG documents, for pages with boards of their own. Not here: boards
//! (`renderer`).
//!
//! Colours are attributes of each shape instead of a style sheet, which not every browser applies where the page's content
//! security policy forbids foreign styles.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use adoube_rules::{Piece, PieceType, Side};

use crate::colour::Colour;
use crate::style::ThemeKey;
use crate::theme::PieceColours;
use crate::{RenderError, Renderer};

impl Renderer {
    /// The piece that a name such as `white-NR` or `black-k` calls, in a box of 100 by 100; nothing if there is none. It needs no
    /// other font or file.
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
        let drawing = self.studio(look).drawing(piece.kind)?;
        let colours = look.theme.pieces(piece.side);
        let rim = colours.rim.map(|rim| rimmed(&drawing, colours, rim)).unwrap_or_default();
        let body = coloured(&drawing, colours);
        Ok(format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" stroke-linejoin="round" stroke-linecap="round">{rim}{body}</svg>"#
        ))
    }

    /// What changes whenever any of these pictures may look different: for addresses under which they are kept for ever.
    pub fn art_version(&self) -> &'static str {
        static VERSION: OnceLock<String> = OnceLock::new();
        VERSION.get_or_init(|| {
            let mut hasher = DefaultHasher::new();
            // What this file makes of drawings and themes.
            1_u8.hash(&mut hasher);
            for theme in ThemeKey::ALL {
                self.look(theme).style_sheet.hash(&mut hasher);
            }
            for kind in self.drawings.kinds() {
                self.drawings.markup(kind).hash(&mut hasher);
            }
            format!("{:08x}", hasher.finish() as u32)
        })
    }
}

/// The drawing in a side's colours.
fn coloured(drawing: &str, colours: &PieceColours) -> String {
    let PieceColours { body, outline, line, shade, accent, outline_width, line_width, .. } = colours;
    drawing
        .replace(
            r#"class="body""#,
            &format!(r#"fill="{body}" stroke="{outline}" stroke-width="{outline_width}""#),
        )
        .replace(r#"class="line""#, &format!(r#"fill="none" stroke="{line}" stroke-width="{line_width}""#))
        .replace(r#"class="shade""#, &format!(r#"fill="{shade}""#))
        .replace(r#"class="accent""#, &format!(r#"fill="{accent}""#))
}

/// What is around it.
fn rimmed(drawing: &str, colours: &PieceColours, rim: Colour) -> String {
    let width = colours.rim_width;
    let around = format!(r#"fill="{rim}" stroke="{rim}" stroke-width="{width}""#);
    let mut drawing = drawing.replace(r#"class="body""#, &around);
    for inner in ["line", "shade", "accent"] {
        drawing = drawing.replace(&format!(r#"class="{inner}""#), r#"display="none""#);
    }
    drawing
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
                    assert!(!svg.contains("class=") && svg.contains("fill=\"#"), "{side} {kind}: {svg}");
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
