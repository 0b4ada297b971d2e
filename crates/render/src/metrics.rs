//! Metrics of a picture: lengths in pixels, and which files and ranks are shown where. A board has
//! squares of the style's size; of an unbounded grid as many squares are shown, and as large, as
//! the largest picture allows.

use std::collections::BTreeSet;

use adoube_rules::Side;

use crate::RenderError;
use crate::axis::{AxisSlot, BoardAxis};
use crate::captured;
use crate::cards::{SideCards, VisibleHand};
use crate::scene::{BoardSurface, Scene};
use crate::style::Style;

/// Widest picture, in pixels.
pub const MAX_WIDTH: u16 = 1_000;
/// Highest picture, in pixels; rows of captured pieces beside a board may come on top.
pub const MAX_HEIGHT: u16 = 1_400;

/// Empty stretches of a grid are left out rather than making its squares smaller than this.
const COMFORTABLE: u16 = 60;
/// The smallest square of a grid whose pieces are everywhere.
const SMALLEST: u16 = 20;
/// The sizes of a grid's squares are multiples of this, so that few sizes of every piece are drawn and kept.
const STEP: u16 = 4;
/// A grid's picture is as wide as a board of so many files at least: names and cards need the room.
pub(crate) const NARROWEST: u16 = 6;

/// A file or rank, or a break between them, at its place in the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AxisLane {
    pub(crate) slot: AxisSlot,
    /// Where it begins.
    pub(crate) at: u16,
    /// How wide it is.
    pub(crate) size: u16,
}

/// The lengths everything is measured in.
#[derive(Clone, Debug)]
pub(crate) struct PictureMetrics {
    /// What the bars and labels are measured by: the side of a board's square.
    pub(crate) unit: u16,
    /// Side of a square.
    pub(crate) square: u16,
    /// Width of the border with the labels.
    pub(crate) margin: u16,
    /// Height of the bars above and below.
    pub(crate) bar: u16,
    /// Height of the rows of captured pieces below the upper bar and below the lower one.
    pub(crate) trays: (u16, u16),
    /// Height of the rows of cards above the upper bar and below everything.
    pub(crate) cards: (u16, u16),
    /// Columns from left to right.
    pub(crate) columns: Vec<AxisLane>,
    /// Rows from top to bottom.
    pub(crate) rows: Vec<AxisLane>,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl PictureMetrics {
    pub(crate) fn new(scene: &Scene, style: Style) -> Result<Self, RenderError> {
        let (files, ranks) = scene.window.size();
        if files == 0 || ranks == 0 {
            return Err(RenderError::EmptyWindow);
        }
        let frame = FrameMetrics::new(scene, style.square_px);
        let shown = match scene.surface {
            BoardSurface::Board => frame.board(scene),
            BoardSurface::Grid => frame.grid(scene),
        };
        let shown = shown.ok_or(RenderError::TooLarge { files, ranks })?;
        Ok(frame.around(&shown, scene))
    }

    /// Upper edge of the upper bar.
    pub(crate) fn upper_bar(&self) -> u16 {
        self.cards.0
    }

    /// Upper edge of the lower bar.
    pub(crate) fn lower_bar(&self) -> u16 {
        let (_, bottom) = ends(&self.rows);
        bottom + self.margin
    }

    /// Left and right edge of the board.
    pub(crate) fn sides(&self) -> (u16, u16) {
        ends(&self.columns)
    }

    /// Upper and lower edge of the board.
    pub(crate) fn board(&self) -> (u16, u16) {
        ends(&self.rows)
    }
}

fn ends(lanes: &[AxisLane]) -> (u16, u16) {
    let first = lanes.first().map_or(0, |lane| lane.at);
    (first, lanes.last().map_or(first, |lane| lane.at + lane.size))
}

/// What is shown of the grid, and how large.
struct VisibleGrid {
    files: BoardAxis,
    ranks: BoardAxis,
    square: u16,
}

/// Everything around the board.
struct FrameMetrics {
    unit: u16,
    margin: u16,
    bar: u16,
    trays: (u16, u16),
    cards: (u16, u16),
}

impl FrameMetrics {
    fn new(scene: &Scene, unit: u16) -> Self {
        let row =
            |side: Side| scene.strip.seat(side).cards.as_ref().map_or(0, |cards| row_height(cards, unit));
        let tray = |side: Side| captured::rows_height(scene, side, unit);
        Self {
            unit,
            margin: unit * 40 / 100,
            bar: unit * 70 / 100,
            trays: (tray(scene.viewer.other()), tray(scene.viewer)),
            cards: (row(scene.viewer.other()), row(scene.viewer)),
        }
    }

    /// Height of everything but the board.
    fn above_and_below(&self) -> u16 {
        2 * (self.margin + self.bar) + self.trays.0 + self.trays.1 + self.cards.0 + self.cards.1
    }

    /// The room for the board.
    fn room(&self) -> (u32, u32) {
        let height = MAX_HEIGHT.saturating_sub(self.above_and_below());
        (u32::from(MAX_WIDTH.saturating_sub(2 * self.margin)), u32::from(height))
    }

    fn board(&self, scene: &Scene) -> Option<VisibleGrid> {
        let window = scene.window;
        let files = BoardAxis::whole(window.left, window.right)?;
        let ranks = BoardAxis::whole(window.bottom, window.top)?;
        let (wide, high) = self.room();
        // A board does not vanish because much of it was captured.
        let high = high + u32::from(self.trays.0 + self.trays.1);
        let fits = files.length(self.unit) <= wide && ranks.length(self.unit) <= high;
        fits.then_some(VisibleGrid { files, ranks, square: self.unit })
    }

    fn grid(&self, scene: &Scene) -> Option<VisibleGrid> {
        let window = scene.window;
        let marked = scene.marks.iter().map(|(square, _)| square);
        let (files, ranks): (BTreeSet<i32>, BTreeSet<i32>) = scene
            .pieces
            .keys()
            .copied()
            .chain(marked)
            .filter(|square| window.contains(*square))
            .map(|square| (square.file, square.rank))
            .unzip();
        let (wide, high) = self.room();
        let files: Vec<BoardAxis> = BoardAxis::foldings(window.left, window.right, &files).collect();
        let ranks: Vec<BoardAxis> = BoardAxis::foldings(window.bottom, window.top, &ranks).collect();
        let square = self.best(&files, wide)?.min(self.best(&ranks, high)?);
        Some(VisibleGrid { files: first(files, square, wide)?, ranks: first(ranks, square, high)?, square })
    }

    /// The size of squares in one direction: comfortable if leaving out what is empty makes it so.
    fn best(&self, foldings: &[BoardAxis], room: u32) -> Option<u16> {
        let comfortable = COMFORTABLE.min(self.unit);
        let sizes = foldings.iter().filter_map(|axis| self.largest(axis, room));
        let mut best = None;
        for size in sizes {
            best = best.max(Some(size));
            if size >= comfortable {
                break;
            }
        }
        best
    }

    /// The largest squares with which the lines fit.
    fn largest(&self, axis: &BoardAxis, room: u32) -> Option<u16> {
        let smaller = (SMALLEST / STEP..self.unit.div_ceil(STEP)).rev().map(|steps| steps * STEP);
        [self.unit].into_iter().chain(smaller).find(|square| axis.length(*square) <= room)
    }

    fn around(self, shown: &VisibleGrid, scene: &Scene) -> PictureMetrics {
        let board = |axis: &BoardAxis| axis.length(shown.square) as u16;
        let narrowest = match scene.surface {
            BoardSurface::Board => 0,
            BoardSurface::Grid => (NARROWEST * self.unit + 2 * self.margin).min(MAX_WIDTH),
        };
        let width = (board(&shown.files) + 2 * self.margin).max(narrowest);
        let mut height = board(&shown.ranks) + self.above_and_below();
        if width == height {
            // Some phones crop square pictures.
            height += self.margin / 4;
        }
        let left = (width - board(&shown.files)) / 2;
        let top = self.cards.0 + self.bar + self.trays.0 + self.margin;
        let turned = scene.viewer == Side::Black;
        PictureMetrics {
            columns: lanes(&shown.files, turned, left, shown.square),
            rows: lanes(&shown.ranks, !turned, top, shown.square),
            square: shown.square,
            unit: self.unit,
            margin: self.margin,
            bar: self.bar,
            trays: self.trays,
            cards: self.cards,
            width,
            height,
        }
    }
}

/// The first way to show a direction in squares of that size, that is the one that shows most.
fn first(foldings: Vec<BoardAxis>, square: u16, room: u32) -> Option<BoardAxis> {
    foldings.into_iter().find(|axis| axis.length(square) <= room)
}

/// The slots from low to high or, turned, from high to low, one beside the other.
fn lanes(axis: &BoardAxis, turned: bool, start: u16, square: u16) -> Vec<AxisLane> {
    let mut slots: Vec<AxisSlot> = axis.slots().collect();
    if turned {
        slots.reverse();
    }
    let mut at = start;
    let placed = slots.into_iter().map(|slot| {
        let lane = AxisLane { slot, at, size: slot.width(square) };
        at += lane.size;
        lane
    });
    placed.collect()
}

/// A hand that can be read needs more room than the backs of cards.
fn row_height(cards: &SideCards, unit: u16) -> u16 {
    match cards.hand {
        VisibleHand::Hidden(_) => unit * 80 / 100,
        VisibleHand::Known(_) => unit * 130 / 100,
    }
}
