//! Cells as pixels: sprites are drawn once per theme and size, put together once per cell, turned into palette entries
//! once, and kept. A picture is then nothing but copies of finished cells.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{Options, Tree};

use crate::RenderError;
use crate::colour::Colour;
use crate::encode::Canvas;
use crate::layout::{Cell, Layer, Plan};
use crate::look::Look;
use crate::sprite::{Markup, Sprite, Studio};
use crate::style::ThemeKey;

/// Finished cells kept, in bytes: every type of a game on every square with every usual mark, in all themes.
const CELL_BYTES: u64 = 24 << 20;
/// Drawn sprites kept, in bytes: all types of both sides in some themes and sizes.
const SPRITE_BYTES: u64 = 24 << 20;

type SpriteKey = (ThemeKey, Sprite, u16, u16);
type CellKey = (ThemeKey, Cell);

/// Weighs entries by the bytes of their pixels.
#[derive(Clone, Copy)]
struct ByBytes;

impl Weighter<CellKey, Arc<[u8]>> for ByBytes {
    fn weight(&self, _: &CellKey, pixels: &Arc<[u8]>) -> u64 {
        pixels.len() as u64 + 256
    }
}

impl Weighter<SpriteKey, Arc<Pixmap>> for ByBytes {
    fn weight(&self, _: &SpriteKey, pixmap: &Arc<Pixmap>) -> u64 {
        pixmap.data().len() as u64 + 256
    }
}

/// Draws plans as canvases.
pub(crate) struct Raster {
    sprites: Cache<SpriteKey, Arc<Pixmap>, ByBytes>,
    cells: Cache<CellKey, Arc<[u8]>, ByBytes>,
}

impl Raster {
    pub(crate) fn new() -> Self {
        Self {
            sprites: Cache::with_weighter(1_000, SPRITE_BYTES, ByBytes),
            cells: Cache::with_weighter(4_000, CELL_BYTES, ByBytes),
        }
    }

    /// The whole picture.
    pub(crate) fn canvas(
        &self,
        plan: &Plan,
        look: &Look,
        studio: &Studio<'_>,
    ) -> Result<Canvas, RenderError> {
        let mut canvas =
            Canvas::filled(plan.width, plan.height, look.palette.nearest(look.theme.frame.background));
        for placed in &plan.cells {
            let pixels = self.cell(&placed.cell, look, studio)?;
            canvas.blit(placed.x, placed.y, placed.cell.width, &pixels);
        }
        Ok(canvas)
    }

    /// The pixels of one cell.
    pub(crate) fn cell(
        &self,
        cell: &Cell,
        look: &Look,
        studio: &Studio<'_>,
    ) -> Result<Arc<[u8]>, RenderError> {
        let key = (look.key, cell.clone());
        self.cells.get_or_insert_with(&key, || {
            let pixmap = self.composed(cell, look, studio)?;
            Ok(look.palette.indices(&pixmap).into())
        })
    }

    /// The cell's sprites on its ground.
    fn composed(&self, cell: &Cell, look: &Look, studio: &Studio<'_>) -> Result<Pixmap, RenderError> {
        let mut pixmap = blank(cell.width, cell.height)?;
        let Colour { red, green, blue } = look.ground(cell.ground);
        pixmap.fill(Color::from_rgba8(red, green, blue, u8::MAX));
        for layer in look.layers(cell) {
            let sprite = self.sprite(&layer, look, studio)?;
            let (x, y) = (i32::from(layer.x), i32::from(layer.y));
            let (paint, place) = (PixmapPaint::default(), Transform::identity());
            pixmap.draw_pixmap(x, y, sprite.as_ref().as_ref(), &paint, place, None);
        }
        Ok(pixmap)
    }

    fn sprite(&self, layer: &Layer, look: &Look, studio: &Studio<'_>) -> Result<Arc<Pixmap>, RenderError> {
        let key = (look.key, layer.sprite.clone(), layer.width, layer.height);
        self.sprites.get_or_insert_with(&key, || {
            let markup = studio.draw(&layer.sprite, layer.width, layer.height)?;
            rasterised(&markup, (layer.width, layer.height), &look.style_sheet).map(Arc::new)
        })
    }
}

/// Draws markup in the given size in pixels, on nothing.
pub(crate) fn rasterised(
    markup: &Markup,
    (width, height): (u16, u16),
    css: &str,
) -> Result<Pixmap, RenderError> {
    let mut pixmap = blank(width, height)?;
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {} {}">{}</svg>"#,
        markup.width, markup.height, markup.body
    );
    let options = Options { style_sheet: Some(css.to_owned()), ..Options::default() };
    let tree = Tree::from_str(&svg, &options).map_err(|error| RenderError::Svg(error.to_string()))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

fn blank(width: u16, height: u16) -> Result<Pixmap, RenderError> {
    Pixmap::new(u32::from(width), u32::from(height)).ok_or(RenderError::EmptyWindow)
}
