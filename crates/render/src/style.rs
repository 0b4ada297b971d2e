//! Style of a picture: the choice of theme, the size of a square, and whether pieces that chess
//! does not have carry a plate with their code. Not here: colours (`theme`).

use serde::{Deserialize, Serialize};

use crate::RenderError;

/// A colour scheme for boards and pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeKey {
    /// Warm and light, the default.
    #[default]
    Wood,
    /// Cool and dark.
    Slate,
    /// The most legible.
    Contrast,
    /// Black on white, for paper.
    Print,
}

impl ThemeKey {
    /// All themes.
    pub const ALL: [Self; 4] = [Self::Wood, Self::Slate, Self::Contrast, Self::Print];

    /// The name used in commands, settings and file names.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Slate => "slate",
            Self::Contrast => "contrast",
            Self::Print => "print",
        }
    }

    /// The theme of that name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.key() == key)
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

/// Whether fairy pieces carry their code in a corner plate, for learners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodePlates {
    /// No plates.
    #[default]
    Hidden,
    /// Every piece that is not an orthodox one has a plate.
    Shown,
}

/// How a scene is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Style {
    /// The colours.
    pub theme: ThemeKey,
    /// Side of a square in pixels, [`Style::SQUARE_PX`].
    pub square_px: u16,
    /// Plates with the pieces' codes.
    pub letters: CodePlates,
}

impl Style {
    /// The sizes a square may have, in pixels.
    pub const SQUARE_PX: std::ops::RangeInclusive<u16> = 72..=120;

    /// That theme, everything else as by default.
    pub fn of(theme: ThemeKey) -> Self {
        Self { theme, ..Self::default() }
    }

    /// Checks the size.
    pub(crate) fn checked(self) -> Result<Self, RenderError> {
        if Self::SQUARE_PX.contains(&self.square_px) {
            Ok(self)
        } else {
            Err(RenderError::SquareSize(self.square_px))
        }
    }
}

impl Default for Style {
    fn default() -> Self {
        Self { theme: ThemeKey::default(), square_px: 80, letters: CodePlates::default() }
    }
}
