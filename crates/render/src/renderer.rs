//! Renderer: the crate's entry point. It draws a scene as a PNG file or as SVG text, loads themes,
//! fonts and drawings once, and caches finished pictures.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::drawings::PieceDrawings;
use crate::plan::PicturePlan;
use crate::prepared_theme::PreparedTheme;
use crate::raster::CellRasterizer;
use crate::scene::{PlayerBars, Scene};
use crate::sprite::SpriteDrawer;
use crate::step_boards;
use crate::style::{Style, ThemeKey};
use crate::text::FontSet;
use crate::tiles::TilePictureWriter;
use crate::{Colour, IndexedImage, RenderError, png_encoder, svg};

/// Finished pictures kept, in bytes: some hundred boards.
const MAX_PICTURE_BYTES: u64 = 16 << 20;

/// A finished picture is found again by all it shows and how.
type PictureKey = (Scene, Style);

#[derive(Clone, Copy)]
struct PictureWeighter;

impl Weighter<PictureKey, Arc<Vec<u8>>> for PictureWeighter {
    fn weight(&self, (scene, _): &PictureKey, file: &Arc<Vec<u8>>) -> u64 {
        let PlayerBars { white, black, note, .. } = &scene.strip;
        let texts = white.name.len() + black.name.len() + note.len();
        let lists = white.captured.len() + black.captured.len() + scene.outlined_ranks.len();
        let chart = scene.chart.as_ref().map_or(0, |chart| chart.chances.len() * 2 + 128);
        let squares = scene.pieces.len() + scene.marks.iter().count();
        (file.len() + texts + lists * 4 + squares * 16 + chart + 512) as u64
    }
}

/// Draws scenes. Made once and shared: it can be used from many threads, and each sprite is drawn only once.
///
/// Drawing takes about a millisecond of computation and never waits: call it from a blocking thread, not from an
/// async task.
///
/// ```
/// use adoube_render::{Renderer, Scene, Style};
/// use adoube_rules::{Piece, PieceType, Region, Side, Square};
///
/// let renderer = Renderer::new()?;
/// let king = (Square::new(4, 1), Piece { side: Side::White, kind: PieceType::KING });
/// let scene = Scene::new(Region::Board { files: 8, ranks: 8 }, [king], Side::White);
/// let file = renderer.png(&scene, &Style::default())?;
/// assert!(file.starts_with(b"\x89PNG"));
/// # Ok::<(), adoube_render::RenderError>(())
/// ```
pub struct Renderer {
    pub(crate) drawings: PieceDrawings,
    pub(crate) fonts: FontSet,
    themes: [PreparedTheme; ThemeKey::ALL.len()],
    pub(crate) raster: CellRasterizer,
    pub(crate) tile_writer: TilePictureWriter,
    pictures: Cache<PictureKey, Arc<Vec<u8>>, PictureWeighter>,
}

impl Renderer {
    /// Reads the embedded drawings, fonts and themes.
    ///
    /// # Errors
    /// When one of them cannot be used; a test makes sure that those shipped can.
    pub fn new() -> Result<Self, RenderError> {
        let [wood, slate, contrast, print] = ThemeKey::ALL.map(PreparedTheme::load);
        Ok(Self {
            drawings: PieceDrawings::load()?,
            fonts: FontSet::load()?,
            themes: [wood?, slate?, contrast?, print?],
            raster: CellRasterizer::new(),
            tile_writer: TilePictureWriter::new(),
            pictures: Cache::with_weighter(500, MAX_PICTURE_BYTES, PictureWeighter),
        })
    }

    /// The scene as a PNG file, at most [`MAX_WIDTH`](crate::MAX_WIDTH) pixels wide and never square.
    ///
    /// # Errors
    /// [`RenderError::SquareSize`], [`RenderError::EmptyWindow`] or [`RenderError::TooLarge`] when the picture cannot
    /// be laid out.
    pub fn png(&self, scene: &Scene, style: &Style) -> Result<Vec<u8>, RenderError> {
        let key = (scene.clone(), *style);
        let file = self.pictures.get_or_insert_with(&key, || self.fresh_png(scene, style).map(Arc::new))?;
        Ok(file.to_vec())
    }

    /// The scene as a PNG file, drawn anew and not remembered: for measuring.
    ///
    /// # Errors
    /// As for [`Renderer::png`].
    pub fn fresh_png(&self, scene: &Scene, style: &Style) -> Result<Vec<u8>, RenderError> {
        let (plan, look) = (self.plan(scene, style.checked()?)?, self.look(style.theme));
        // The plot of a chart is seen once, and a compressor finds more in it.
        let stitched = match scene.chart {
            Some(_) => None,
            None => self.tile_writer.png(&plan, look, &self.raster, &self.studio(look))?,
        };
        stitched
            .map_or_else(|| png_encoder::png(&self.drawn(&plan, style.theme)?, look.palette.colours()), Ok)
    }

    /// The scene as pixels: entries of the theme's [palette](Renderer::palette).
    ///
    /// # Errors
    /// As for [`Renderer::png`].
    pub fn canvas(&self, scene: &Scene, style: &Style) -> Result<IndexedImage, RenderError> {
        let plan = self.plan(scene, style.checked()?)?;
        self.drawn(&plan, style.theme)
    }

    /// The colours a theme's pictures are made of, at most 256.
    pub fn palette(&self, theme: ThemeKey) -> &[Colour] {
        self.look(theme).palette.colours()
    }

    /// The scene as an SVG document that looks like the PNG file and needs no other font or file. Its symbols are
    /// named `s0`, `s1`, …: show it as an image, not as a part of a page with other drawings.
    ///
    /// # Errors
    /// As for [`Renderer::png`].
    pub fn svg(&self, scene: &Scene, style: &Style) -> Result<String, RenderError> {
        let look = self.look(style.theme);
        svg::document(&self.plan(scene, style.checked()?)?, look, &self.studio(look))
    }

    pub(crate) fn plan(&self, scene: &Scene, style: Style) -> Result<PicturePlan, RenderError> {
        step_boards::plan(scene, style, &self.drawings, &self.fonts)
    }

    pub(crate) fn drawn(&self, plan: &PicturePlan, theme: ThemeKey) -> Result<IndexedImage, RenderError> {
        let look = self.look(theme);
        self.raster.canvas(plan, look, &self.studio(look))
    }

    pub(crate) fn look(&self, theme: ThemeKey) -> &PreparedTheme {
        &self.themes[theme.index()]
    }

    pub(crate) fn studio<'a>(&'a self, look: &'a PreparedTheme) -> SpriteDrawer<'a> {
        SpriteDrawer { theme: &look.theme, drawings: &self.drawings, fonts: &self.fonts }
    }
}
