//! Where everything goes: a scene becomes a plan, rectangles with sprites on them. The plan is what both the SVG text
//! and the PNG are made from, so the two cannot differ in it. The bars above and below the board are in `strip`.

use adoube_rules::{PieceType, Side, Square};

use crate::RenderError;
use crate::drawings::Drawings;
use crate::mark_art::Place;
use crate::marks::Mark;
use crate::scene::Scene;
use crate::sprite::{Ink, Sprite};
use crate::strip;
use crate::style::{Letters, Style};
use crate::text::Fonts;

/// Widest picture, in pixels.
pub const MAX_WIDTH: u16 = 1_000;
/// Highest picture, in pixels.
pub const MAX_HEIGHT: u16 = 1_400;

/// Types everybody knows; all others are fairy pieces and can carry a plate.
const ORTHODOX: [PieceType; 6] = [
    PieceType::KING,
    PieceType::QUEEN,
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::KNIGHT,
    PieceType::PAWN,
];

/// What a rectangle is filled with before anything is drawn on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ground {
    Frame,
    Light,
    Dark,
    LightLast,
    DarkLast,
}

/// A sprite at a place of its cell, in pixels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Layer {
    pub(crate) sprite: Sprite,
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Layer {
    /// A sprite on a square of that side.
    pub(crate) fn square(sprite: Sprite, x: u16, y: u16, side: u16) -> Self {
        Self { sprite, x, y, width: side, height: side }
    }
}

/// An opaque rectangle and what is drawn on it. Equal cells look equal wherever they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) ground: Ground,
    pub(crate) layers: Vec<Layer>,
}

/// A cell at a place of the picture, in pixels.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) cell: Cell,
}

/// A whole picture: cells that do not overlap, on the frame's colour.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) width: u16,
    pub(crate) height: u16,
    pub(crate) cells: Vec<Placed>,
}

/// The lengths everything is measured in, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Metrics {
    /// Side of a square.
    pub(crate) square: u16,
    /// Width of the border with the labels.
    pub(crate) margin: u16,
    /// Height of the bars above and below.
    pub(crate) bar: u16,
    /// Files and ranks shown.
    pub(crate) files: u16,
    pub(crate) ranks: u16,
}

impl Metrics {
    fn new(scene: &Scene, style: Style) -> Result<Self, RenderError> {
        let square = style.square_px;
        let (files, ranks) = scene.window.size();
        if files == 0 || ranks == 0 {
            return Err(RenderError::EmptyWindow);
        }
        let too_large = RenderError::TooLarge { files, ranks };
        let (Ok(few_files), Ok(few_ranks)) = (u8::try_from(files), u8::try_from(ranks)) else {
            return Err(too_large);
        };
        let metrics = Self {
            square,
            margin: square * 40 / 100,
            bar: square * 70 / 100,
            files: u16::from(few_files),
            ranks: u16::from(few_ranks),
        };
        if metrics.width() > MAX_WIDTH || metrics.height() > MAX_HEIGHT {
            Err(too_large)
        } else {
            Ok(metrics)
        }
    }

    // 255 squares of 120 px and the borders still fit 16 bits.
    pub(crate) fn width(self) -> u16 {
        self.files * self.square + 2 * self.margin
    }

    fn height(self) -> u16 {
        self.ranks * self.square + 2 * (self.margin + self.bar)
    }

    /// Upper edge of the board.
    fn board_top(self) -> u16 {
        self.bar + self.margin
    }

    /// Upper edge of the lower bar.
    fn lower_bar(self) -> u16 {
        self.board_top() + self.ranks * self.square + self.margin
    }

    fn label_px(self) -> u16 {
        self.square * 27 / 100
    }
}

/// Width and height in pixels of the picture of a scene, known without drawing it, so that a page can leave room.
///
/// # Errors
/// As for [`Renderer::png`](crate::Renderer::png), where the scene cannot be laid out.
pub fn picture_size(scene: &Scene, style: Style) -> Result<(u16, u16), RenderError> {
    let metrics = Metrics::new(scene, style.checked()?)?;
    Ok((metrics.width(), metrics.height()))
}

/// Lays a scene out.
pub(crate) fn plan(
    scene: &Scene,
    style: Style,
    drawings: &Drawings,
    fonts: &Fonts,
) -> Result<Plan, RenderError> {
    let metrics = Metrics::new(scene, style.checked()?)?;
    let mut cells = Vec::with_capacity(usize::from(metrics.files + 2) * usize::from(metrics.ranks + 2));
    let plated = |kind| style.letters == Letters::Shown && takes_plate(kind, drawings);
    squares(scene, metrics, &plated, &mut cells);
    file_labels(scene, metrics, fonts, &mut cells)?;
    rank_labels(scene, metrics, fonts, &mut cells)?;
    strip::upper(scene, metrics, fonts, &mut cells)?;
    strip::lower(scene, metrics, metrics.lower_bar(), fonts, &mut cells)?;
    Ok(Plan { width: metrics.width(), height: metrics.height(), cells })
}

/// The file shown in a column (0 is leftmost).
fn file_in(scene: &Scene, column: u16) -> i32 {
    match scene.viewer {
        Side::White => scene.window.left + i32::from(column),
        Side::Black => scene.window.right - i32::from(column),
    }
}

/// The rank shown in a row (0 is topmost).
fn rank_in(scene: &Scene, row: u16) -> i32 {
    match scene.viewer {
        Side::White => scene.window.top - i32::from(row),
        Side::Black => scene.window.bottom + i32::from(row),
    }
}

fn squares(scene: &Scene, metrics: Metrics, plated: &impl Fn(PieceType) -> bool, cells: &mut Vec<Placed>) {
    for row in 0..metrics.ranks {
        for column in 0..metrics.files {
            let square = Square::new(file_in(scene, column), rank_in(scene, row));
            cells.push(Placed {
                x: metrics.margin + column * metrics.square,
                y: metrics.board_top() + row * metrics.square,
                cell: square_cell(scene, metrics.square, plated, square),
            });
        }
    }
}

fn square_cell(scene: &Scene, side: u16, plated: &impl Fn(PieceType) -> bool, square: Square) -> Cell {
    let marks = scene.marks.on(square);
    let whole = |sprite| Layer::square(sprite, 0, 0, side);
    let marks_at = |place| {
        let shaped = marks.iter().filter(move |mark| mark.shape(place).is_some());
        shaped.map(move |mark| whole(Sprite::Mark(mark, place)))
    };
    let mut layers: Vec<Layer> = marks_at(Place::Below).collect();
    if let Some(piece) = scene.pieces.get(&square) {
        layers.push(whole(Sprite::Piece(*piece)));
        layers.extend(plated(piece.kind).then_some(whole(Sprite::Plate(piece.kind))));
    }
    layers.extend(marks_at(Place::Above));
    Cell { width: side, height: side, ground: ground(square, marks.contains(Mark::LastMove)), layers }
}

/// Whether a corner plate says anything new about the type: not to those who know chess, and not beside a counter that
/// shows the code itself.
fn takes_plate(kind: PieceType, drawings: &Drawings) -> bool {
    !ORTHODOX.contains(&kind) && drawings.markup(kind).is_some()
}

/// `a1` is dark, here as everywhere.
fn ground(square: Square, last_move: bool) -> Ground {
    let dark = (i64::from(square.file) + i64::from(square.rank)).rem_euclid(2) == 1;
    match (dark, last_move) {
        (false, false) => Ground::Light,
        (true, false) => Ground::Dark,
        (false, true) => Ground::LightLast,
        (true, true) => Ground::DarkLast,
    }
}

fn file_labels(
    scene: &Scene,
    metrics: Metrics,
    fonts: &Fonts,
    cells: &mut Vec<Placed>,
) -> Result<(), RenderError> {
    for column in 0..metrics.files {
        let name = Square::file_name(file_in(scene, column));
        let cell = Cell {
            width: metrics.square,
            height: metrics.margin,
            ground: Ground::Frame,
            layers: vec![label(name, metrics, (metrics.square, metrics.margin), fonts)?],
        };
        let x = metrics.margin + column * metrics.square;
        cells.push(Placed { x, y: metrics.bar, cell: cell.clone() });
        cells.push(Placed { x, y: metrics.lower_bar() - metrics.margin, cell });
    }
    Ok(())
}

fn rank_labels(
    scene: &Scene,
    metrics: Metrics,
    fonts: &Fonts,
    cells: &mut Vec<Placed>,
) -> Result<(), RenderError> {
    for row in 0..metrics.ranks {
        let rank = rank_in(scene, row);
        let mut layers = Vec::new();
        if scene.outlined_ranks.contains(&rank) {
            let height = metrics.margin * 5 / 4;
            layers.push(Layer {
                sprite: Sprite::ZoneOutline,
                x: 1,
                y: (metrics.square - height) / 2,
                width: metrics.margin - 2,
                height,
            });
        }
        layers.push(label(rank.to_string(), metrics, (metrics.margin, metrics.square), fonts)?);
        let cell = Cell { width: metrics.margin, height: metrics.square, ground: Ground::Frame, layers };
        let y = metrics.board_top() + row * metrics.square;
        cells.push(Placed { x: 0, y, cell: cell.clone() });
        cells.push(Placed { x: metrics.width() - metrics.margin, y, cell });
    }
    Ok(())
}

/// A label in the middle of a box, in smaller type where the box is too narrow for it.
fn label(
    text: String,
    metrics: Metrics,
    (width, height): (u16, u16),
    fonts: &Fonts,
) -> Result<Layer, RenderError> {
    let mut px = metrics.label_px();
    while px > 8 && fonts.line(&text, px)?.width + 6.0 > f32::from(width) {
        px -= 1;
    }
    let (text_width, text_height) = text_box(&text, px, fonts)?;
    Ok(Layer {
        x: width.saturating_sub(text_width) / 2,
        y: height.saturating_sub(text_height) / 2,
        width: text_width,
        height: text_height,
        sprite: Sprite::Text { text, px, ink: Ink::Strong },
    })
}

/// The box that holds a line of text, in pixels.
pub(crate) fn text_box(text: &str, px: u16, fonts: &Fonts) -> Result<(u16, u16), RenderError> {
    // One pixel of air on both sides; a line longer than the widest picture is cut by its cell.
    let width = fonts.line(text, px)?.width.ceil().min(f32::from(MAX_WIDTH)) as u16 + 2;
    Ok((width, px * 3 / 2))
}

#[cfg(test)]
mod tests {
    use adoube_rules::Region;

    use super::*;
    use crate::{Renderer, ThemeKey};

    #[test]
    fn a_plate_is_only_put_where_it_says_something_new() {
        let (all, none) = (Drawings::load().unwrap(), Drawings::default());
        let camel = PieceType::from_key("camel").unwrap();
        assert!(takes_plate(camel, &all));
        assert!(!takes_plate(camel, &none), "its counter shows the code");
        assert!(!takes_plate(PieceType::KNIGHT, &all));
    }

    #[test]
    fn the_size_is_known_before_the_picture_is_drawn() {
        let renderer = Renderer::new().unwrap();
        let style = Style::of(ThemeKey::Wood);
        for (files, ranks) in [(8, 8), (10, 10)] {
            let scene = Scene::new(Region::Board { files, ranks }, [], Side::White);
            let canvas = renderer.canvas(&scene, &style).unwrap();
            let (width, height) = picture_size(&scene, style).unwrap();
            assert_eq!((usize::from(width), usize::from(height)), (canvas.width, canvas.height));
        }
        let empty = Scene::new(Region::Board { files: 0, ranks: 0 }, [], Side::White);
        assert!(picture_size(&empty, style).is_err());
    }
}
