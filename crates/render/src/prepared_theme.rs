//! Prepares a theme for drawing: loads it, and derives its style sheet, palette, tile code and
//! textures.

use std::borrow::Cow;

use adoube_png_tiles::{DeflateCode, PaletteOrder};

use crate::RenderError;
use crate::colour::Colour;
use crate::palette::{CellPaper, Palette, ThemeColours};
use crate::plan::{CellBackground, PictureCell, SpriteLayer};
use crate::sprite::Sprite;
use crate::style::ThemeKey;
use crate::theme::Theme;
use crate::tile_code::{self, TileCode};

/// A theme with everything derived from it.
#[derive(Debug)]
pub(crate) struct PreparedTheme {
    pub(crate) key: ThemeKey,
    pub(crate) theme: Theme,
    pub(crate) style_sheet: String,
    pub(crate) palette: Palette,
    /// The code of its tiles, where pictures are joined from tiles.
    pub(crate) code: Option<DeflateCode>,
}

impl PreparedTheme {
    pub(crate) fn load(key: ThemeKey) -> Result<Self, RenderError> {
        let theme = Theme::load(key)?;
        let colours = ThemeColours::of(&theme);
        let (order, code) = match TileCode::load(key, &colours) {
            Some(TileCode { order, code }) => (order, Some(code)),
            None => (tile_code::identity(&colours), None),
        };
        Ok(Self::new(key, theme, &colours, &order, code))
    }

    /// A theme with its colours in that order.
    pub(crate) fn new(
        key: ThemeKey,
        theme: Theme,
        colours: &ThemeColours,
        order: &PaletteOrder,
        code: Option<DeflateCode>,
    ) -> Self {
        let squares = (theme.squares.light, theme.squares.dark);
        let prices = code.as_ref().map(DeflateCode::literal_bits);
        let palette = Palette::new(colours, order, squares, prices.as_ref());
        Self { key, style_sheet: theme.style_sheet(), palette, code, theme }
    }

    /// What a cell is drawn on.
    pub(crate) fn paper(&self, cell: &PictureCell) -> CellPaper {
        match cell.ground {
            CellBackground::Light | CellBackground::Dark if self.palette.plane() > 0 => {
                let marked = cell.layers.iter().any(|layer| !matches!(layer.sprite, Sprite::Piece(_)));
                CellPaper::Squares { marked }
            }
            ground => CellPaper::Plain(self.ground(ground)),
        }
    }

    /// The colour of a ground.
    pub(crate) fn ground(&self, ground: CellBackground) -> Colour {
        let squares = &self.theme.squares;
        match ground {
            CellBackground::Frame => self.theme.frame.background,
            CellBackground::Light | CellBackground::Table => squares.light,
            CellBackground::Dark => squares.dark,
            CellBackground::LightLast | CellBackground::TableLast => squares.light_last,
            CellBackground::DarkLast => squares.dark_last,
        }
    }

    /// What is drawn over a ground before anything else.
    pub(crate) fn texture(&self, ground: CellBackground) -> Option<Sprite> {
        self.theme.squares.hatch?;
        match ground {
            CellBackground::Light | CellBackground::LightLast => Some(Sprite::Texture { dark: false }),
            CellBackground::Dark | CellBackground::DarkLast => Some(Sprite::Texture { dark: true }),
            CellBackground::Frame | CellBackground::Table | CellBackground::TableLast => None,
        }
    }

    /// The cell's layers, lowest first.
    pub(crate) fn layers<'a>(&self, cell: &'a PictureCell) -> impl Iterator<Item = Cow<'a, SpriteLayer>> {
        let PictureCell { width, height, ground, layers } = cell;
        let texture = self.texture(*ground).map(|sprite| SpriteLayer {
            sprite,
            x: 0,
            y: 0,
            width: *width,
            height: *height,
        });
        texture.map(Cow::Owned).into_iter().chain(layers.iter().map(Cow::Borrowed))
    }
}
