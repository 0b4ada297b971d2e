//! Draws the token of a piece type without a drawing: a disc with the type's code, so that every
//! type can be shown and told apart. Not here: drawings (`drawings`).

use adoube_rules::PieceType;

use crate::RenderError;
use crate::text::FontSet;

/// The disc ends on the foot line, with its outline, and is as high as a minor piece.
const CENTRE: (f32, f32) = (50.0, 53.0);
const RADIUS: u16 = 37;
/// The code is as large as it can be within this width, in units of the drawing.
const CODE_WIDTH: f32 = 60.0;
const LARGEST_PX: u16 = 42;
const SMALLEST_PX: u16 = 20;
/// Height of the fonts' capitals in ems.
const CAPITAL: f32 = 0.727;

/// The markup of a type's counter, in a box of 100 by 100.
pub(crate) fn token(kind: PieceType, fonts: &FontSet) -> Result<String, RenderError> {
    let mut px = LARGEST_PX;
    let mut line = fonts.line(kind.code(), px)?;
    while line.width > CODE_WIDTH && px > SMALLEST_PX {
        px -= 1;
        line = fonts.line(kind.code(), px)?;
    }
    let (x, y) = CENTRE;
    let left = x - line.width / 2.0;
    let baseline = y + f32::from(px) * CAPITAL / 2.0;
    Ok(format!(
        r#"<circle class="body" cx="{x}" cy="{y}" r="{RADIUS}"/><path class="shade" d="M72 25.6A35 35 0 0 1 28 80.4A37.5 37.5 0 0 0 72 25.6Z"/><path class="accent" transform="translate({left} {baseline})" d="{}"/>"#,
        line.path
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_large_and_fits() {
        let fonts = FontSet::load().unwrap();
        for kind in PieceType::all() {
            let markup = token(kind, &fonts).unwrap();
            assert!(markup.contains(" d=\"M"), "{}: {markup}", kind.code());
            // A third of the disc's height; anything smaller would be hard to read on a phone.
            let line = fonts.line(kind.code(), 31).unwrap();
            assert!(line.width <= CODE_WIDTH, "{}: {} wide", kind.code(), line.width);
        }
    }
}
