//! Contact sheet of the piece set, as one picture, and the overlap of the silhouettes of any two
//! pieces, for people who draw pieces.

use adoube_rules::{Piece, PieceType, Side};

use crate::plan::{CellBackground, PictureCell, PicturePlan, PlacedCell, SpriteLayer, text_box};
use crate::raster::rasterised;
use crate::sprite::{Sprite, TextInk};
use crate::style::ThemeKey;
use crate::{RenderError, Renderer, png_encoder};

/// The sizes shown on a sheet, in pixels.
pub const SHEET_SIZES: [u16; 3] = [96, 64, 40];
/// Types side by side.
const COLUMNS: u16 = 8;
const CAPTION: u16 = 26;
const CAPTION_PX: u16 = 16;
/// The foot, common to all pieces by design, starts here (in hundredths of the height) and does not count.
const FOOT: usize = 80;
/// A pixel belongs to the silhouette when it is covered by half.
const HALF: u8 = 128;

/// How much of two silhouettes is common to both, above the foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SilhouetteOverlap {
    /// The two types, in table order.
    pub pair: (PieceType, PieceType),
    /// Common area divided by the area of both together, 0 to 1.
    pub share: f64,
}

impl SilhouetteOverlap {
    /// Whether the two show the same figure on different feet, which makes their silhouettes alike by design: a
    /// compound's key begins with its figure's, as in `camel` and `camel-ferz`.
    pub fn of_one_figure(&self) -> bool {
        let (first, second) = self.pair;
        figure(first) == figure(second)
    }
}

fn figure(kind: PieceType) -> &'static str {
    let key = kind.key();
    key.split_once('-').map_or(key, |(figure, _)| figure)
}

impl Renderer {
    /// The types that have a drawing, in table order.
    pub fn drawn_types(&self) -> impl Iterator<Item = PieceType> {
        self.drawings.kinds()
    }

    /// A PNG file of every drawn type: both sides, on both squares, in [`SHEET_SIZES`].
    ///
    /// # Errors
    /// When a drawing cannot be used.
    pub fn sheet(&self, theme: ThemeKey) -> Result<Vec<u8>, RenderError> {
        let mut plan = PicturePlan { width: 0, height: 0, cells: Vec::new() };
        for (index, kind) in (0..).zip(self.drawn_types()) {
            self.block(kind, index % COLUMNS, index / COLUMNS, &mut plan)?;
        }
        png_encoder::png(&self.drawn(&plan, theme)?, self.palette(theme))
    }

    /// One type: a row per side and square, a column per size, its key below.
    fn block(
        &self,
        kind: PieceType,
        column: u16,
        row: u16,
        plan: &mut PicturePlan,
    ) -> Result<(), RenderError> {
        let [largest, ..] = SHEET_SIZES;
        let (width, height) = (SHEET_SIZES.iter().sum::<u16>() + 8, largest * 4 + CAPTION);
        let (left, top) = (column * width, row * height);
        let rows = Side::BOTH
            .into_iter()
            .flat_map(|side| [CellBackground::Light, CellBackground::Dark].map(|ground| (side, ground)));
        for (line, (side, ground)) in (0..).zip(rows) {
            let mut x = left;
            for size in SHEET_SIZES {
                let layer = SpriteLayer::square(Sprite::Piece(Piece { side, kind }), 0, largest - size, size);
                let cell = PictureCell { width: size, height: largest, ground, layers: vec![layer] };
                plan.cells.push(PlacedCell { x, y: top + line * largest, cell });
                x += size;
            }
        }
        let text = kind.key().to_owned();
        let (text_width, text_height) = text_box(&text, CAPTION_PX, &self.fonts)?;
        let sprite = Sprite::Text { text, px: CAPTION_PX, ink: TextInk::Strong };
        let caption = SpriteLayer {
            sprite,
            x: 0,
            y: (CAPTION - text_height) / 2,
            width: text_width,
            height: text_height,
        };
        let cell =
            PictureCell { width, height: CAPTION, ground: CellBackground::Frame, layers: vec![caption] };
        plan.cells.push(PlacedCell { x: left, y: top + largest * 4, cell });
        plan.width = plan.width.max(left + width);
        plan.height = plan.height.max(top + height);
        Ok(())
    }

    /// Every pair of drawn types with the overlap of their silhouettes at that size (pixels), closest pair first.
    ///
    /// # Errors
    /// When a drawing cannot be used.
    pub fn overlaps(&self, size: u16) -> Result<Vec<SilhouetteOverlap>, RenderError> {
        let kinds: Vec<PieceType> = self.drawn_types().collect();
        let silhouettes =
            kinds.iter().map(|kind| self.silhouette(*kind, size)).collect::<Result<Vec<_>, _>>()?;
        let mut overlaps = Vec::new();
        for (index, (first, a)) in kinds.iter().zip(&silhouettes).enumerate() {
            for (second, b) in kinds.iter().zip(&silhouettes).skip(index + 1) {
                overlaps.push(SilhouetteOverlap { pair: (*first, *second), share: share(a, b) });
            }
        }
        overlaps.sort_by(|a, b| b.share.total_cmp(&a.share));
        Ok(overlaps)
    }

    /// Which pixels White's piece covers in the default theme, row by row, top row first, without the foot.
    fn silhouette(&self, kind: PieceType, size: u16) -> Result<Vec<bool>, RenderError> {
        let look = self.look(ThemeKey::default());
        let piece = Sprite::Piece(Piece { side: Side::White, kind });
        let markup = self.studio(look).sprite_markup(&piece, size, size)?;
        let pixmap = rasterised(&markup, (size, size), &look.style_sheet)?;
        let rows = usize::from(size) * FOOT / 100;
        Ok(pixmap.pixels().iter().take(rows * usize::from(size)).map(|pixel| pixel.alpha() >= HALF).collect())
    }
}

fn share(a: &[bool], b: &[bool]) -> f64 {
    let count =
        |wanted: fn(bool, bool) -> bool| a.iter().zip(b).filter(|(a, b)| wanted(**a, **b)).count() as f64;
    count(|a, b| a && b) / count(|a, b| a || b).max(1.0)
}
