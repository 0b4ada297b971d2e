//! Plan of a picture, the data between layout and drawing: opaque cells at their places, each with
//! sprites on a background. Equal cells look equal wherever they are, so they are drawn once. Not
//! here: where things go (`layout`).

use crate::RenderError;
use crate::metrics::MAX_WIDTH;
use crate::sprite::Sprite;
use crate::text::FontSet;

/// What a rectangle is filled with before anything is drawn on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CellBackground {
    Frame,
    Light,
    Dark,
    LightLast,
    DarkLast,
    /// Where a grid without edges is drawn.
    Table,
    TableLast,
}

/// A sprite at a place of its cell, in pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SpriteLayer {
    pub(crate) sprite: Sprite,
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl SpriteLayer {
    /// A sprite on a square of that side.
    pub(crate) fn square(sprite: Sprite, x: u16, y: u16, side: u16) -> Self {
        Self { sprite, x, y, width: side, height: side }
    }
}

/// An opaque rectangle and what is drawn on it. Equal cells look equal wherever they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PictureCell {
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) ground: CellBackground,
    pub(crate) layers: Vec<SpriteLayer>,
}

/// A cell at a place of the picture, in pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PlacedCell {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) cell: PictureCell,
}

/// A whole picture: cells that do not overlap, on the frame's colour.
#[derive(Clone, Debug)]
pub(crate) struct PicturePlan {
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) cells: Vec<PlacedCell>,
}

/// The box that holds a line of text, in pixels.
pub(crate) fn text_box(text: &str, px: u16, fonts: &FontSet) -> Result<(u16, u16), RenderError> {
    // One pixel of air on both sides; a line longer than the widest picture is cut by its cell.
    let width = fonts.line(text, px)?.width.ceil().min(f32::from(MAX_WIDTH)) as u16 + 2;
    Ok((width, px * 3 / 2))
}
