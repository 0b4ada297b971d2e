//! A theme made ready for drawing: its style sheet and its palette.

use crate::RenderError;
use crate::colour::Colour;
use crate::layout::Ground;
use crate::palette::Palette;
use crate::style::ThemeKey;
use crate::theme::Theme;

/// A theme with everything derived from it.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) key: ThemeKey,
    pub(crate) theme: Theme,
    pub(crate) style_sheet: String,
    pub(crate) palette: Palette,
}

impl Look {
    pub(crate) fn load(key: ThemeKey) -> Result<Self, RenderError> {
        let theme = Theme::load(key)?;
        Ok(Self { key, style_sheet: theme.style_sheet(), palette: Palette::of(&theme), theme })
    }

    /// The colour of a ground.
    pub(crate) fn ground(&self, ground: Ground) -> Colour {
        let squares = &self.theme.squares;
        match ground {
            Ground::Frame => self.theme.frame.background,
            Ground::Light => squares.light,
            Ground::Dark => squares.dark,
            Ground::LightLast => squares.light_last,
            Ground::DarkLast => squares.dark_last,
        }
    }
}
