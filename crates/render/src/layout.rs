//! Where everything goes: a scene becomes a plan, rectangles with sprites on them. The plan is what both the SVG text
//! and the PNG are made from, so the two cannot differ in it. The bars above and below the board are in `strip`.

use adoube_rules::{PieceType, Square};

use crate::RenderError;
use crate::axis::Slot;
use crate::chart;
use crate::drawings::Drawings;
use crate::grid::{GridSquare, is_dark};
use crate::legend;
use crate::mark_art::Depth;
use crate::marks::Mark;
use crate::metrics::{MAX_WIDTH, Metrics};
use crate::scene::{Scene, Surface};
use crate::sprite::{Ink, Sprite};
use crate::steps;
use crate::strip;
use crate::style::{Letters, Style};
use crate::text::Fonts;

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
    /// Where a grid without edges is drawn.
    Table,
    TableLast,
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

/// Width and height in pixels of the picture of a scene, known without drawing it, so that a page can leave room.
///
/// # Errors
/// As for [`Renderer::png`](crate::Renderer::png), where the scene cannot be laid out.
pub fn picture_size(scene: &Scene, style: Style) -> Result<(u16, u16), RenderError> {
    size(scene, style.checked()?)
}

/// The same for squares of any size.
pub(crate) fn size(scene: &Scene, style: Style) -> Result<(u16, u16), RenderError> {
    if scene.chart.is_some() {
        return Ok(chart::size());
    }
    if !scene.legend.is_empty() {
        return Ok(legend::size(&scene.legend));
    }
    if !scene.steps.is_empty() {
        return steps::size(scene, style);
    }
    let metrics = Metrics::new(scene, style)?;
    Ok((metrics.width, metrics.height))
}

/// Lays a scene out without its steps, which are `steps`'s.
pub(crate) fn plan(
    scene: &Scene,
    style: Style,
    drawings: &Drawings,
    fonts: &Fonts,
) -> Result<Plan, RenderError> {
    let metrics = &Metrics::new(scene, style)?;
    let mut cells = Vec::with_capacity((metrics.columns.len() + 2) * (metrics.rows.len() + 2));
    let plated = |kind| style.letters == Letters::Shown && takes_plate(kind, drawings);
    let page = Page { scene, metrics, fonts };
    page.squares(&plated, &mut cells);
    page.file_labels(&mut cells)?;
    page.rank_labels(&mut cells)?;
    page.table(&mut cells);
    strip::lay_out(scene, metrics, fonts, &mut cells)?;
    Ok(Plan { width: metrics.width, height: metrics.height, cells })
}

/// A scene between its bars.
struct Page<'a> {
    scene: &'a Scene,
    metrics: &'a Metrics,
    fonts: &'a Fonts,
}

impl Page<'_> {
    fn squares(&self, plated: &impl Fn(PieceType) -> bool, cells: &mut Vec<Placed>) {
        for row in &self.metrics.rows {
            for column in &self.metrics.columns {
                let cell = match (column.slot, row.slot) {
                    (Slot::Line(file), Slot::Line(rank)) => self.square(Square::new(file, rank), plated),
                    (file, rank) => tear((column.size, row.size), file == Slot::Break, rank == Slot::Break),
                };
                cells.push(Placed { x: column.at, y: row.at, cell });
            }
        }
    }

    fn square(&self, square: Square, plated: &impl Fn(PieceType) -> bool) -> Cell {
        let (scene, side) = (self.scene, self.metrics.square);
        let marks = scene.marks.on(square);
        let whole = |sprite| Layer::square(sprite, 0, 0, side);
        let marks_at = |place| {
            let shaped = marks.iter().filter(move |mark| mark.shape(place).is_some());
            shaped.map(move |mark| whole(Sprite::Mark(mark, place)))
        };
        let mut layers = Vec::new();
        if scene.surface == Surface::Grid {
            layers.push(whole(Sprite::Grid(GridSquare::of(square, scene))));
        }
        layers.extend(marks_at(Depth::Below));
        if let Some(piece) = scene.pieces.get(&square) {
            layers.push(whole(Sprite::Piece(*piece)));
            layers.extend(plated(piece.kind).then_some(whole(Sprite::Plate(piece.kind))));
        }
        layers.extend(marks_at(Depth::Above));
        let ground = ground(square, scene.surface, marks.contains(Mark::LastMove));
        Cell { width: side, height: side, ground, layers }
    }

    /// What labels stand on, and the ink they are written in.
    fn paper(&self) -> (Ground, Ink) {
        match self.scene.surface {
            Surface::Board => (Ground::Frame, Ink::Strong),
            Surface::Grid => (Ground::Table, Ink::Table),
        }
    }

    fn file_labels(&self, cells: &mut Vec<Placed>) -> Result<(), RenderError> {
        let (top, bottom) = self.metrics.board();
        for lane in &self.metrics.columns {
            let (width, height) = (lane.size, self.metrics.margin);
            let cell = match lane.slot {
                Slot::Line(file) => self.label(Square::file_name(file), (width, height))?,
                Slot::Break => tear((width, height), true, false),
            };
            cells.push(Placed { x: lane.at, y: top - height, cell: cell.clone() });
            cells.push(Placed { x: lane.at, y: bottom, cell });
        }
        Ok(())
    }

    fn rank_labels(&self, cells: &mut Vec<Placed>) -> Result<(), RenderError> {
        let (left, right) = self.metrics.sides();
        for lane in &self.metrics.rows {
            let (width, height) = (self.metrics.margin, lane.size);
            let cell = match lane.slot {
                Slot::Line(rank) => {
                    let mut cell = self.label(rank.to_string(), (width, height))?;
                    if self.scene.outlined_ranks.contains(&rank) {
                        cell.layers.insert(0, zone_outline(width, height));
                    }
                    cell
                }
                Slot::Break => tear((width, height), false, true),
            };
            cells.push(Placed { x: left - width, y: lane.at, cell: cell.clone() });
            cells.push(Placed { x: right, y: lane.at, cell });
        }
        Ok(())
    }

    /// What is left of the table a grid lies on: corners, and the sides of a grid narrower than its picture.
    fn table(&self, cells: &mut Vec<Placed>) {
        if self.scene.surface == Surface::Board {
            return;
        }
        let ((left, right), (top, bottom)) = (self.metrics.sides(), self.metrics.board());
        let (margin, width) = (self.metrics.margin, self.metrics.width);
        let mut fill = |x: u16, y: u16, width: u16, height: u16| {
            if width > 0 {
                let cell = Cell { width, height, ground: Ground::Table, layers: Vec::new() };
                cells.push(Placed { x, y, cell });
            }
        };
        for y in [top - margin, bottom] {
            fill(0, y, left, margin);
            fill(right, y, width - right, margin);
        }
        fill(0, top, left - margin, bottom - top);
        fill(right + margin, top, width - right - margin, bottom - top);
    }

    /// A label in the middle of a box.
    fn label(&self, text: String, size: (u16, u16)) -> Result<Cell, RenderError> {
        let (ground, ink) = self.paper();
        let (width, height) = size;
        let layers = vec![label(text, ink, self.metrics.unit * 27 / 100, size, self.fonts)?];
        Ok(Cell { width, height, ground, layers })
    }
}

/// Whether a corner plate says anything new about the type: not to those who know chess, and not beside a counter that
/// shows the code itself.
fn takes_plate(kind: PieceType, drawings: &Drawings) -> bool {
    !ORTHODOX.contains(&kind) && drawings.markup(kind).is_some()
}

/// `a1` is dark, here as everywhere.
fn ground(square: Square, surface: Surface, last_move: bool) -> Ground {
    match (surface, is_dark(square), last_move) {
        (Surface::Grid, _, false) => Ground::Table,
        (Surface::Grid, _, true) => Ground::TableLast,
        (Surface::Board, false, false) => Ground::Light,
        (Surface::Board, true, false) => Ground::Dark,
        (Surface::Board, false, true) => Ground::LightLast,
        (Surface::Board, true, true) => Ground::DarkLast,
    }
}

/// Where files, ranks or both are left out.
fn tear((width, height): (u16, u16), files: bool, ranks: bool) -> Cell {
    let sprite = Sprite::Tear { files, ranks };
    let layers = vec![Layer { sprite, x: 0, y: 0, width, height }];
    Cell { width, height, ground: Ground::Table, layers }
}

/// The outline around the rank number of a promotion zone.
fn zone_outline(width: u16, height: u16) -> Layer {
    let outline = width * 5 / 4;
    Layer { sprite: Sprite::ZoneOutline, x: 1, y: (height - outline) / 2, width: width - 2, height: outline }
}

/// A label in the middle of a box, in smaller type where the box is too narrow for it.
fn label(
    text: String,
    ink: Ink,
    mut px: u16,
    (width, height): (u16, u16),
    fonts: &Fonts,
) -> Result<Layer, RenderError> {
    while px > 8 && fonts.line(&text, px)?.width + 6.0 > f32::from(width) {
        px -= 1;
    }
    let (text_width, text_height) = text_box(&text, px, fonts)?;
    Ok(Layer {
        x: width.saturating_sub(text_width) / 2,
        y: height.saturating_sub(text_height) / 2,
        width: text_width,
        height: text_height,
        sprite: Sprite::Text { text, px, ink },
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
    use adoube_rules::{Piece, Region, Side};

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

    /// Whoever looks, and whatever is left out: the labels beside a square are its name.
    #[test]
    fn labels_name_the_squares_they_stand_beside() {
        let pawn = Piece { side: Side::White, kind: PieceType::PAWN };
        let near = ["m2", "n2", "o5", "-b-3"];
        let far = ["-zz-400", "m2", "n3", "aa7", "zz999", "zz30"];
        for (names, viewer) in [(&near[..], Side::White), (&far, Side::White), (&far, Side::Black)] {
            let pieces = names.iter().map(|name| (name.parse::<Square>().unwrap(), pawn));
            let scene = Scene::new(Region::Unbounded, pieces, viewer);
            let (drawings, fonts) = (Drawings::load().unwrap(), Fonts::load().unwrap());
            let cells = plan(&scene, Style::default(), &drawings, &fonts).unwrap().cells;
            let text = |cell: &Cell| {
                cell.layers.iter().find_map(|layer| match &layer.sprite {
                    Sprite::Text { text, ink: Ink::Table, .. } => Some(text.clone()),
                    _ => None,
                })
            };
            let label = |beside: &dyn Fn(&Placed) -> bool| {
                let found: Vec<String> = cells
                    .iter()
                    .filter(|placed| beside(placed))
                    .filter_map(|placed| text(&placed.cell))
                    .collect();
                assert_eq!(found.len(), 2, "a label on both sides");
                assert_eq!(found[0], found[1]);
                found[0].clone()
            };
            let stands =
                |placed: &&Placed| placed.cell.layers.iter().any(|layer| layer.sprite == Sprite::Piece(pawn));
            let mut shown: Vec<String> = cells
                .iter()
                .filter(stands)
                .map(|square| {
                    let file =
                        label(&|placed| placed.x == square.x && placed.cell.width == square.cell.width);
                    let rank =
                        label(&|placed| placed.y == square.y && placed.cell.height == square.cell.height);
                    file + &rank
                })
                .collect();
            shown.sort();
            let mut wanted: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            wanted.sort();
            assert_eq!(shown, wanted);
        }
    }
}
