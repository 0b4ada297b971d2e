//! Writes PNG files joined from cells: each cell of a plan is encoded once as a tile
//! (`adoube-png-tiles`) and cached, so a picture of known cells is a concatenation of bits.
//! Pictures that are not made of cells in rows are compressed by `png_encoder`.
//!
//! Not here: the code in which tiles are encoded (`tile_code`), its training (`tile_code_trainer`), drawing (`raster`).

use std::sync::Arc;

use adoube_png_tiles::{DeflateCode, EncodedTile, MAX_ROW_BYTES, TilePlacement, TileSheet, join_tiles};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::RenderError;
use crate::colour::Colour;
use crate::plan::{CellBackground, PicturePlan};
use crate::prepared_theme::PreparedTheme;
use crate::raster::{CellKey, CellRasterizer, CellRef};
use crate::sprite::SpriteDrawer;

/// The size of the tile cache, in bytes.
const MAX_TILE_BYTES: u64 = 16 << 20;

#[derive(Clone, Copy)]
struct TileWeighter;

impl Weighter<CellKey, Arc<EncodedTile>> for TileWeighter {
    fn weight(&self, key: &CellKey, lines: &Arc<EncodedTile>) -> u64 {
        (lines.memory_bytes() + key.bytes()) as u64
    }
}

/// Writes plans as PNG files joined from cached tiles.
pub(crate) struct TilePictureWriter {
    cells: Cache<CellKey, Arc<EncodedTile>, TileWeighter>,
}

impl TilePictureWriter {
    pub(crate) fn new() -> Self {
        Self { cells: Cache::with_weighter(4_000, MAX_TILE_BYTES, TileWeighter) }
    }

    /// The picture as a PNG file; `None` when its cells cannot be joined.
    pub(crate) fn png(
        &self,
        plan: &PicturePlan,
        look: &PreparedTheme,
        raster: &CellRasterizer,
        studio: &SpriteDrawer<'_>,
    ) -> Result<Option<Vec<u8>>, RenderError> {
        let Some(code) = &look.code else { return Ok(None) };
        if usize::from(plan.width) > MAX_ROW_BYTES
            || plan.cells.iter().any(|placed| usize::from(placed.cell.width) > MAX_ROW_BYTES)
        {
            return Ok(None);
        }
        let mut cells = Vec::with_capacity(plan.cells.len());
        for placed in &plan.cells {
            cells.push(self.encoded_cell(CellRef(look.key, &placed.cell), look, code, raster, studio)?);
        }
        let parts = plan.cells.iter().zip(&cells).map(|(placed, lines)| TilePlacement {
            x: usize::from(placed.x),
            y: usize::from(placed.y),
            tile: lines,
        });
        let background = look.palette.nearest(look.theme.frame.background);
        let sheet = TileSheet { width: plan.width.into(), height: plan.height.into(), background };
        let Some(image) = join_tiles(code, sheet, parts.collect()) else { return Ok(None) };
        Ok(Some(image.into_png(&Colour::rgb(look.palette.colours()))?))
    }

    /// The tile of a cell, from the cache or encoded. Light and dark squares are encoded together.
    fn encoded_cell(
        &self,
        cell: CellRef<'_>,
        look: &PreparedTheme,
        code: &DeflateCode,
        raster: &CellRasterizer,
        studio: &SpriteDrawer<'_>,
    ) -> Result<Arc<EncodedTile>, RenderError> {
        if let Some(known) = self.cells.get(&cell) {
            return Ok(known);
        }
        let CellRef(_, asked) = cell;
        let shaded = raster.shaded(asked, look, studio)?;
        let ready = |pixels: &[u8]| {
            EncodedTile::encode(pixels, asked.width.into(), code).map(Arc::new).ok_or(RenderError::Encode)
        };
        let lines = ready(&shaded.pixels)?;
        if shaded.dark.is_empty() {
            self.cells.insert(cell.to_key(), Arc::clone(&lines));
            return Ok(lines);
        }
        // A piece has the same entries in both planes of the palette, shifted; most marks are in no plane.
        let plane = look.palette.plane() as u8;
        let same = shaded
            .pixels
            .iter()
            .zip(&shaded.dark)
            .all(|(light, dark)| light.checked_add(plane) == Some(*dark));
        let dark = if same { Arc::new(lines.shifted(plane)) } else { ready(&shaded.dark)? };
        for (ground, lines) in [(CellBackground::Light, &lines), (CellBackground::Dark, &dark)] {
            self.cells.insert(cell.on(ground), Arc::clone(lines));
        }
        Ok(if asked.ground == CellBackground::Dark { dark } else { lines })
    }
}

#[cfg(test)]
mod tests {
    use adoube_rules::{Piece, PieceType, Side};

    use super::*;
    use crate::plan::{PictureCell, SpriteLayer};
    use crate::sprite::Sprite;
    use crate::{Renderer, ThemeKey};

    /// The reason why pictures are small.
    #[test]
    fn pieces_have_the_same_bits_on_light_and_on_dark_squares() {
        let renderer = Renderer::new().unwrap();
        for look in ThemeKey::ALL.map(|key| renderer.look(key)) {
            let Some(code) = &look.code else { continue };
            let studio = renderer.studio(look);
            let (mut bytes, mut count) = (0, 0);
            for kind in PieceType::all() {
                for side in Side::BOTH {
                    let layers = vec![SpriteLayer::square(Sprite::Piece(Piece { side, kind }), 0, 0, 80)];
                    let cell = |ground| PictureCell { width: 80, height: 80, ground, layers: layers.clone() };
                    let lines = |ground| {
                        let cell = cell(ground);
                        renderer
                            .tile_writer
                            .encoded_cell(CellRef(look.key, &cell), look, code, &renderer.raster, &studio)
                            .unwrap()
                    };
                    let (light, dark) = (lines(CellBackground::Light), lines(CellBackground::Dark));
                    assert!(light.shares_bits_with(&dark), "{:?}: {side} {}", look.key, kind.key());
                    assert_ne!(light.first_row(), dark.first_row());
                    bytes += light.memory_bytes();
                    count += 1;
                }
            }
            println!("{:?}: {} bytes for a square with a piece", look.key, bytes / count);
            assert!(bytes / count < 5_000);
        }
    }
}
