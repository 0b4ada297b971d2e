//! Rasterizer of cells: draws sprites once per theme and size, composes each cell once, maps it to palette entries, and caches the
//! result. A picture is then a copy of finished cells.

use std::sync::Arc;

use quick_cache::sync::Cache;
use quick_cache::{Equivalent, Weighter};
use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg::{Options, Tree};

use crate::RenderError;
use crate::palette::IndexedCell;
use crate::plan::{CellBackground, PictureCell, PicturePlan, SpriteLayer};
use crate::png_encoder::IndexedImage;
use crate::prepared_theme::PreparedTheme;
use crate::sprite::{Markup, Sprite, SpriteDrawer};
use crate::style::ThemeKey;

/// Finished cells kept, in bytes: every type of a game on every square with every usual mark, in all themes.
const CELL_BYTES: u64 = 24 << 20;
/// Drawn sprites kept, in bytes: all types of both sides in some themes and sizes.
const SPRITE_BYTES: u64 = 24 << 20;

type SpriteKey = (ThemeKey, Sprite, u16, u16);

/// A cell in a theme.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CellKey(ThemeKey, PictureCell);

impl CellKey {
    /// Size with the layers, but without the texts in them, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let Self(_, cell) = self;
        size_of::<Self>() + cell.layers.len() * size_of::<SpriteLayer>()
    }
}

/// The same, of a cell that is somebody else's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CellRef<'a>(pub(crate) ThemeKey, pub(crate) &'a PictureCell);

impl CellRef<'_> {
    pub(crate) fn to_key(self) -> CellKey {
        CellKey(self.0, self.1.clone())
    }

    /// The key of the same cell on another ground.
    pub(crate) fn on(self, ground: CellBackground) -> CellKey {
        CellKey(self.0, PictureCell { ground, ..self.1.clone() })
    }
}

impl Equivalent<CellKey> for CellRef<'_> {
    fn equivalent(&self, key: &CellKey) -> bool {
        self.0 == key.0 && self.1 == &key.1
    }
}

/// Weighs entries by the bytes of their pixels.
#[derive(Clone, Copy)]
struct PixelWeighter;

impl Weighter<CellKey, Arc<[u8]>> for PixelWeighter {
    fn weight(&self, key: &CellKey, pixels: &Arc<[u8]>) -> u64 {
        (pixels.len() + key.bytes()) as u64
    }
}

impl Weighter<SpriteKey, Arc<Pixmap>> for PixelWeighter {
    fn weight(&self, _: &SpriteKey, pixmap: &Arc<Pixmap>) -> u64 {
        pixmap.data().len() as u64 + 256
    }
}

/// Draws plans as canvases.
pub(crate) struct CellRasterizer {
    sprites: Cache<SpriteKey, Arc<Pixmap>, PixelWeighter>,
    cells: Cache<CellKey, Arc<[u8]>, PixelWeighter>,
}

impl CellRasterizer {
    pub(crate) fn new() -> Self {
        Self {
            sprites: Cache::with_weighter(1_000, SPRITE_BYTES, PixelWeighter),
            cells: Cache::with_weighter(4_000, CELL_BYTES, PixelWeighter),
        }
    }

    /// The whole picture.
    pub(crate) fn canvas(
        &self,
        plan: &PicturePlan,
        look: &PreparedTheme,
        studio: &SpriteDrawer<'_>,
    ) -> Result<IndexedImage, RenderError> {
        let mut canvas =
            IndexedImage::filled(plan.width, plan.height, look.palette.nearest(look.theme.frame.background));
        for placed in &plan.cells {
            let pixels = self.cell(&placed.cell, look, studio)?;
            canvas.blit(placed.x, placed.y, placed.cell.width, &pixels);
        }
        Ok(canvas)
    }

    /// The pixels of one cell.
    pub(crate) fn cell(
        &self,
        cell: &PictureCell,
        look: &PreparedTheme,
        studio: &SpriteDrawer<'_>,
    ) -> Result<Arc<[u8]>, RenderError> {
        let key = CellRef(look.key, cell);
        if let Some(known) = self.cells.get(&key) {
            return Ok(known);
        }
        let IndexedCell { pixels, dark } = self.shaded(cell, look, studio)?;
        if dark.is_empty() {
            let pixels: Arc<[u8]> = pixels.into();
            self.cells.insert(key.to_key(), Arc::clone(&pixels));
            return Ok(pixels);
        }
        let (light, dark): (Arc<[u8]>, Arc<[u8]>) = (pixels.into(), dark.into());
        for (ground, pixels) in [(CellBackground::Light, &light), (CellBackground::Dark, &dark)] {
            self.cells.insert(key.on(ground), Arc::clone(pixels));
        }
        Ok(if cell.ground == CellBackground::Dark { dark } else { light })
    }

    /// A cell as entries of the palette, drawn anew; light and dark squares together.
    pub(crate) fn shaded(
        &self,
        cell: &PictureCell,
        look: &PreparedTheme,
        studio: &SpriteDrawer<'_>,
    ) -> Result<IndexedCell, RenderError> {
        let drawn = self.composed(cell, look, studio)?;
        Ok(look.palette.shaded(&drawn, look.paper(cell)))
    }

    /// The cell's sprites one upon the other, on nothing.
    fn composed(
        &self,
        cell: &PictureCell,
        look: &PreparedTheme,
        studio: &SpriteDrawer<'_>,
    ) -> Result<Pixmap, RenderError> {
        let mut pixmap = blank(cell.width, cell.height)?;
        for layer in look.layers(cell) {
            let sprite = self.sprite(&layer, look, studio)?;
            let (x, y) = (i32::from(layer.x), i32::from(layer.y));
            let (paint, place) = (PixmapPaint::default(), Transform::identity());
            pixmap.draw_pixmap(x, y, sprite.as_ref().as_ref(), &paint, place, None);
        }
        Ok(pixmap)
    }

    fn sprite(
        &self,
        layer: &SpriteLayer,
        look: &PreparedTheme,
        studio: &SpriteDrawer<'_>,
    ) -> Result<Arc<Pixmap>, RenderError> {
        let key = (look.key, layer.sprite.clone(), layer.width, layer.height);
        self.sprites.get_or_insert_with(&key, || {
            let markup = studio.sprite_markup(&layer.sprite, layer.width, layer.height)?;
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
