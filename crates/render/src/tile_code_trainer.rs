//! Trainer of tile codes: from sample scenes of a theme it optimises the palette order by simulated annealing and counts deflate
//! symbols for the Huffman code. Runs ahead of time and takes seconds; `tile_code` reads the result.

use std::collections::HashMap;

use adoube_png_tiles::{
    CodeLengths, DeflateCode, EncodedTile, PaletteOrder, SymbolCounts, TilePlacement, TileSheet,
    TransitionCounts, join_tiles, optimize_order,
};

use crate::drawings::PieceDrawings;
use crate::palette::ThemeColours;
use crate::plan::{CellBackground, PictureCell, PicturePlan};
use crate::prepared_theme::PreparedTheme;
use crate::raster::CellRasterizer;
use crate::sprite::SpriteDrawer;
use crate::text::FontSet;
use crate::theme::Theme;
use crate::{RenderError, Scene, Style, ThemeKey, step_boards, tile_code};

/// Rounds of training: the choice of entries depends on the code, and the code on the chosen entries.
const ROUNDS: u64 = 4;

/// Trains the tile code of a theme with pictures of these scenes, and returns the text of its file. `None` for a theme whose
/// pictures are not joined from tiles.
///
/// # Errors
/// When a scene cannot be drawn.
pub fn train_tile_code(theme: ThemeKey, scenes: &[Scene]) -> Result<Option<String>, RenderError> {
    let training = TileCodeTrainer::new(theme, scenes)?;
    if training.colours.planes.is_empty() {
        return Ok(None);
    }
    let mut order = tile_code::identity(&training.colours);
    let mut code = complete_code(&SymbolCounts::estimate().code_lengths())?;
    for round in 0..ROUNDS {
        let look = training.look(&order, code);
        order = optimize_order(&training.changes(&look, order)?, round);
        // The bit prices of the round before belong to another palette order.
        let look = training.look(&order, look.code.ok_or(RenderError::Encode)?);
        let counted = training.lengths(&look)?;
        let look = training.look(&order, complete_code(&counted)?);
        code = complete_code(&training.lengths(&look)?)?;
    }
    Ok(Some(tile_code::to_text(&order, code.lengths())))
}

fn complete_code(lengths: &CodeLengths) -> Result<DeflateCode, RenderError> {
    DeflateCode::new(lengths).ok_or(RenderError::Encode)
}

struct TileCodeTrainer {
    key: ThemeKey,
    theme: Theme,
    colours: ThemeColours,
    drawings: PieceDrawings,
    fonts: FontSet,
    raster: CellRasterizer,
    plans: Vec<PicturePlan>,
    /// The cells of all pictures, and how often each is shown.
    cells: HashMap<PictureCell, u64>,
}

impl TileCodeTrainer {
    fn new(key: ThemeKey, scenes: &[Scene]) -> Result<Self, RenderError> {
        let (theme, drawings, fonts) = (Theme::load(key)?, PieceDrawings::load()?, FontSet::load()?);
        let plan = |scene| step_boards::plan(scene, Style::of(key), &drawings, &fonts);
        let plans = scenes.iter().map(plan).collect::<Result<Vec<_>, _>>()?;
        let mut cells = HashMap::new();
        for placed in plans.iter().flat_map(|plan| &plan.cells) {
            *cells.entry(placed.cell.clone()).or_default() += 1;
        }
        Ok(Self {
            key,
            colours: ThemeColours::of(&theme),
            theme,
            drawings,
            fonts,
            raster: CellRasterizer::new(),
            plans,
            cells,
        })
    }

    fn look(&self, order: &PaletteOrder, code: DeflateCode) -> PreparedTheme {
        PreparedTheme::new(self.key, self.theme.clone(), &self.colours, order, Some(code))
    }

    fn pixels(&self, cell: &PictureCell, look: &PreparedTheme) -> Result<Vec<u8>, RenderError> {
        let studio = SpriteDrawer { theme: &self.theme, drawings: &self.drawings, fonts: &self.fonts };
        let shaded = self.raster.shaded(cell, look, &studio)?;
        Ok(if cell.ground == CellBackground::Dark { shaded.dark } else { shaded.pixels })
    }

    /// Transition counts of palette entries between rows, over all pictures.
    fn changes(&self, look: &PreparedTheme, order: PaletteOrder) -> Result<TransitionCounts, RenderError> {
        let mut changes = TransitionCounts::new(order);
        for (cell, shown) in &self.cells {
            changes.add(&self.pixels(cell, look)?, cell.width.into(), *shown);
        }
        Ok(changes)
    }

    /// Code lengths from the symbols of all pictures, joined in the theme's present code.
    fn lengths(&self, look: &PreparedTheme) -> Result<CodeLengths, RenderError> {
        let code = look.code.as_ref().ok_or(RenderError::Encode)?;
        let mut ready = HashMap::new();
        for cell in self.cells.keys() {
            ready.insert(
                cell,
                EncodedTile::encode(&self.pixels(cell, look)?, cell.width.into(), code)
                    .ok_or(RenderError::Encode)?,
            );
        }
        let background = look.palette.nearest(self.theme.frame.background);
        let mut counts = SymbolCounts::new();
        for plan in &self.plans {
            let sheet = TileSheet { width: plan.width.into(), height: plan.height.into(), background };
            let parts = plan.cells.iter().filter_map(|placed| {
                let lines = ready.get(&placed.cell)?;
                Some(TilePlacement { x: placed.x.into(), y: placed.y.into(), tile: lines })
            });
            if let Some(image) = join_tiles(code, sheet, parts.collect()) {
                counts.add(code, image);
            }
        }
        Ok(counts.code_lengths())
    }
}
