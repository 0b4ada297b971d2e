//! Pictures put together from cells that are compressed already. A picture of a board is nearly all cells that were drawn
//! before: each is turned once into the bits it takes in any picture of its theme, and a picture is then a concatenation.
//! For whatever cannot be put together so there is a compressor in `encode`.
//!
//! The way of a picture: `lines` makes cells ready (with `parse`), `join` puts them together in the theme's `code`. That is
//! `trained` ahead; `training` does it.

use std::sync::Arc;

use adoube_png_tiles::{Code, LONGEST_LINE, Lines, Part, Sheet, stream};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::RenderError;
use crate::colour::Colour;
use crate::layout::{Ground, Plan};
use crate::look::Look;
use crate::raster::{CellKey, CellRef, Raster};
use crate::sprite::Studio;

/// Cells made ready that are kept, in bytes.
const LINE_BYTES: u64 = 16 << 20;

#[derive(Clone, Copy)]
struct ByBytes;

impl Weighter<CellKey, Arc<Lines>> for ByBytes {
    fn weight(&self, key: &CellKey, lines: &Arc<Lines>) -> u64 {
        (lines.bytes() + key.bytes()) as u64
    }
}

/// Puts pictures together.
pub(crate) struct Stitcher {
    cells: Cache<CellKey, Arc<Lines>, ByBytes>,
}

impl Stitcher {
    pub(crate) fn new() -> Self {
        Self { cells: Cache::with_weighter(4_000, LINE_BYTES, ByBytes) }
    }

    /// The picture as a PNG file; nothing when it cannot be put together.
    pub(crate) fn png(
        &self,
        plan: &Plan,
        look: &Look,
        raster: &Raster,
        studio: &Studio<'_>,
    ) -> Result<Option<Vec<u8>>, RenderError> {
        let Some(code) = &look.code else { return Ok(None) };
        if usize::from(plan.width) > LONGEST_LINE
            || plan.cells.iter().any(|placed| usize::from(placed.cell.width) > LONGEST_LINE)
        {
            return Ok(None);
        }
        let mut cells = Vec::with_capacity(plan.cells.len());
        for placed in &plan.cells {
            cells.push(self.lines(CellRef(look.key, &placed.cell), look, code, raster, studio)?);
        }
        let parts = plan.cells.iter().zip(&cells).map(|(placed, lines)| Part {
            x: usize::from(placed.x),
            y: usize::from(placed.y),
            lines,
        });
        let background = look.palette.nearest(look.theme.frame.background);
        let sheet = Sheet { width: plan.width.into(), height: plan.height.into(), background };
        let Some(image) = stream(code, sheet, parts.collect()) else { return Ok(None) };
        Ok(Some(image.into_png(&Colour::rgb(look.palette.colours()))?))
    }

    /// A cell made ready. Light and dark squares are made ready together.
    fn lines(
        &self,
        cell: CellRef<'_>,
        look: &Look,
        code: &Code,
        raster: &Raster,
        studio: &Studio<'_>,
    ) -> Result<Arc<Lines>, RenderError> {
        if let Some(known) = self.cells.get(&cell) {
            return Ok(known);
        }
        let CellRef(_, asked) = cell;
        let shaded = raster.shaded(asked, look, studio)?;
        let ready = |pixels: &[u8]| {
            Lines::of(pixels, asked.width.into(), code).map(Arc::new).ok_or(RenderError::Encode)
        };
        let lines = ready(&shaded.pixels)?;
        if shaded.dark.is_empty() {
            self.cells.insert(cell.to_key(), Arc::clone(&lines));
            return Ok(lines);
        }
        // A piece is the same in both planes; most marks are in none.
        let plane = look.palette.plane() as u8;
        let same = shaded
            .pixels
            .iter()
            .zip(&shaded.dark)
            .all(|(light, dark)| light.checked_add(plane) == Some(*dark));
        let dark = if same { Arc::new(lines.shifted(plane)) } else { ready(&shaded.dark)? };
        for (ground, lines) in [(Ground::Light, &lines), (Ground::Dark, &dark)] {
            self.cells.insert(cell.on(ground), Arc::clone(lines));
        }
        Ok(if asked.ground == Ground::Dark { dark } else { lines })
    }
}

#[cfg(test)]
mod tests {
    use adoube_rules::{Piece, PieceType, Side};

    use super::*;
    use crate::layout::{Cell, Layer};
    use crate::sprite::Sprite;
    use crate::{Renderer, ThemeKey};

    /// What pictures owe their size to.
    #[test]
    fn pieces_have_the_same_bits_on_light_and_on_dark_squares() {
        let renderer = Renderer::new().unwrap();
        for look in ThemeKey::ALL.map(|key| renderer.look(key)) {
            let Some(code) = &look.code else { continue };
            let studio = renderer.studio(look);
            let (mut bytes, mut count) = (0, 0);
            for kind in PieceType::all() {
                for side in Side::BOTH {
                    let layers = vec![Layer::square(Sprite::Piece(Piece { side, kind }), 0, 0, 80)];
                    let cell = |ground| Cell { width: 80, height: 80, ground, layers: layers.clone() };
                    let lines = |ground| {
                        let cell = cell(ground);
                        renderer
                            .stitcher
                            .lines(CellRef(look.key, &cell), look, code, &renderer.raster, &studio)
                            .unwrap()
                    };
                    let (light, dark) = (lines(Ground::Light), lines(Ground::Dark));
                    assert!(light.shares_bits_with(&dark), "{:?}: {side} {}", look.key, kind.key());
                    assert_ne!(light.first(), dark.first());
                    bytes += light.bytes();
                    count += 1;
                }
            }
            println!("{:?}: {} bytes for a square with a piece", look.key, bytes / count);
            assert!(bytes / count < 5_000);
        }
    }
}
