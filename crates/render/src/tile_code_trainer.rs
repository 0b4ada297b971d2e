//! Finds out for a theme, from pictures as they are drawn, the order of colours in which few differences are frequent and the
//! code that is shortest for them. This is done ahead, and takes seconds; `trained` reads what is written here.

use std::collections::HashMap;

use adoube_png_tiles::{
    Changes, Code, Lengths, Lines, PaletteOrder, Part, Sheet, SymbolCounts, anneal, stream,
};

use crate::drawings::Drawings;
use crate::layout::{Cell, Ground, Plan};
use crate::look::Look;
use crate::palette::Colours;
use crate::raster::Raster;
use crate::sprite::Studio;
use crate::text::Fonts;
use crate::theme::Theme;
use crate::{RenderError, Scene, Style, ThemeKey, steps, tile_code};

/// Which entries are chosen depends on the code, and the code on what is chosen.
const ROUNDS: u64 = 4;

/// The file of a theme, made from pictures of these scenes. Nothing for a theme whose pictures are not put together.
///
/// # Errors
/// When a scene cannot be drawn.
pub fn trained(theme: ThemeKey, scenes: &[Scene]) -> Result<Option<String>, RenderError> {
    let training = Training::new(theme, scenes)?;
    if training.colours.planes.is_empty() {
        return Ok(None);
    }
    let mut order = tile_code::identity(&training.colours);
    let mut code = code_of(&SymbolCounts::estimate().lengths())?;
    for round in 0..ROUNDS {
        let look = training.look(&order, code);
        order = anneal(&training.changes(&look, order)?, round);
        // The prices of the round before are those of another order.
        let look = training.look(&order, look.code.ok_or(RenderError::Encode)?);
        let counted = training.lengths(&look)?;
        let look = training.look(&order, code_of(&counted)?);
        code = code_of(&training.lengths(&look)?)?;
    }
    Ok(Some(tile_code::text(&order, code.lengths())))
}

fn code_of(lengths: &Lengths) -> Result<Code, RenderError> {
    Code::new(lengths).ok_or(RenderError::Encode)
}

struct Training {
    key: ThemeKey,
    theme: Theme,
    colours: Colours,
    drawings: Drawings,
    fonts: Fonts,
    raster: Raster,
    plans: Vec<Plan>,
    /// The cells of all pictures, and how often they are shown.
    cells: HashMap<Cell, u64>,
}

impl Training {
    fn new(key: ThemeKey, scenes: &[Scene]) -> Result<Self, RenderError> {
        let (theme, drawings, fonts) = (Theme::load(key)?, Drawings::load()?, Fonts::load()?);
        let plan = |scene| steps::plan(scene, Style::of(key), &drawings, &fonts);
        let plans = scenes.iter().map(plan).collect::<Result<Vec<_>, _>>()?;
        let mut cells = HashMap::new();
        for placed in plans.iter().flat_map(|plan| &plan.cells) {
            *cells.entry(placed.cell.clone()).or_default() += 1;
        }
        Ok(Self {
            key,
            colours: Colours::of(&theme),
            theme,
            drawings,
            fonts,
            raster: Raster::new(),
            plans,
            cells,
        })
    }

    fn look(&self, order: &PaletteOrder, code: Code) -> Look {
        Look::new(self.key, self.theme.clone(), &self.colours, order, Some(code))
    }

    fn pixels(&self, cell: &Cell, look: &Look) -> Result<Vec<u8>, RenderError> {
        let studio = Studio { theme: &self.theme, drawings: &self.drawings, fonts: &self.fonts };
        let shaded = self.raster.shaded(cell, look, &studio)?;
        Ok(if cell.ground == Ground::Dark { shaded.dark } else { shaded.pixels })
    }

    /// Which entry is followed by which in the line below, in all pictures.
    fn changes(&self, look: &Look, order: PaletteOrder) -> Result<Changes, RenderError> {
        let mut changes = Changes::new(order);
        for (cell, shown) in &self.cells {
            changes.add(&self.pixels(cell, look)?, cell.width.into(), *shown);
        }
        Ok(changes)
    }

    /// The lengths that are best for the pictures as they are put together in the theme's present code.
    fn lengths(&self, look: &Look) -> Result<Lengths, RenderError> {
        let code = look.code.as_ref().ok_or(RenderError::Encode)?;
        let mut ready = HashMap::new();
        for cell in self.cells.keys() {
            ready.insert(
                cell,
                Lines::of(&self.pixels(cell, look)?, cell.width.into(), code).ok_or(RenderError::Encode)?,
            );
        }
        let background = look.palette.nearest(self.theme.frame.background);
        let mut counts = SymbolCounts::new();
        for plan in &self.plans {
            let sheet = Sheet { width: plan.width.into(), height: plan.height.into(), background };
            let parts = plan.cells.iter().filter_map(|placed| {
                let lines = ready.get(&placed.cell)?;
                Some(Part { x: placed.x.into(), y: placed.y.into(), lines })
            });
            if let Some(image) = stream(code, sheet, parts.collect()) {
                counts.add(code, image);
            }
        }
        Ok(counts.lengths())
    }
}
