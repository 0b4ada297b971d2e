//! A theme made ready for drawing: its style sheet, its palette, and the code of its pictures.

use std::borrow::Cow;

use adoube_png_tiles::{Code, PaletteOrder};

use crate::RenderError;
use crate::colour::Colour;
use crate::layout::{Cell, Ground, Layer};
use crate::palette::{Colours, Palette, Paper};
use crate::sprite::Sprite;
use crate::style::ThemeKey;
use crate::theme::Theme;
use crate::tile_code::{self, Trained};

/// A theme with everything derived from it.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) key: ThemeKey,
    pub(crate) theme: Theme,
    pub(crate) style_sheet: String,
    pub(crate) palette: Palette,
    /// Where pictures can be put together.
    pub(crate) code: Option<Code>,
}

impl Look {
    pub(crate) fn load(key: ThemeKey) -> Result<Self, RenderError> {
        let theme = Theme::load(key)?;
        let colours = Colours::of(&theme);
        let (order, code) = match Trained::load(key, &colours) {
            Some(Trained { order, code }) => (order, Some(code)),
            None => (tile_code::identity(&colours), None),
        };
        Ok(Self::new(key, theme, &colours, &order, code))
    }

    /// A theme with its colours in that order.
    pub(crate) fn new(
        key: ThemeKey,
        theme: Theme,
        colours: &Colours,
        order: &PaletteOrder,
        code: Option<Code>,
    ) -> Self {
        let squares = (theme.squares.light, theme.squares.dark);
        let prices = code.as_ref().map(Code::prices);
        let palette = Palette::new(colours, order, squares, prices.as_ref());
        Self { key, style_sheet: theme.style_sheet(), palette, code, theme }
    }

    /// What a cell is drawn on.
    pub(crate) fn paper(&self, cell: &Cell) -> Paper {
        match cell.ground {
            Ground::Light | Ground::Dark if self.palette.plane() > 0 => {
                let marked = cell.layers.iter().any(|layer| !matches!(layer.sprite, Sprite::Piece(_)));
                Paper::Squares { marked }
            }
            ground => Paper::Plain(self.ground(ground)),
        }
    }

    /// The colour of a ground.
    pub(crate) fn ground(&self, ground: Ground) -> Colour {
        let squares = &self.theme.squares;
        match ground {
            Ground::Frame => self.theme.frame.background,
            Ground::Light | Ground::Table => squares.light,
            Ground::Dark => squares.dark,
            Ground::LightLast | Ground::TableLast => squares.light_last,
            Ground::DarkLast => squares.dark_last,
        }
    }

    /// What is drawn over a ground before anything else.
    pub(crate) fn texture(&self, ground: Ground) -> Option<Sprite> {
        self.theme.squares.hatch?;
        match ground {
            Ground::Light | Ground::LightLast => Some(Sprite::Texture { dark: false }),
            Ground::Dark | Ground::DarkLast => Some(Sprite::Texture { dark: true }),
            Ground::Frame | Ground::Table | Ground::TableLast => None,
        }
    }

    /// The cell's layers, lowest first.
    pub(crate) fn layers<'a>(&self, cell: &'a Cell) -> impl Iterator<Item = Cow<'a, Layer>> {
        let Cell { width, height, ground, layers } = cell;
        let texture =
            self.texture(*ground).map(|sprite| Layer { sprite, x: 0, y: 0, width: *width, height: *height });
        texture.map(Cow::Owned).into_iter().chain(layers.iter().map(Cow::Borrowed))
    }
}
