//! Layout: turns a scene (what is shown) into a plan of rectangles with sprites (single drawn
//! things) at their places. SVG and PNG are both made from the plan, so they cannot differ in it.
//! Not here: the bars above and below the board (`player_bars`).

use adoube_rules::{PieceType, Square};

use crate::RenderError;
use crate::axis::AxisSlot;
use crate::drawings::PieceDrawings;
use crate::grid::{GridSquare, is_dark};
use crate::mark_art::MarkDepth;
use crate::marks::Mark;
use crate::metrics::PictureMetrics;
use crate::plan::{CellBackground, PictureCell, PicturePlan, PlacedCell, SpriteLayer, text_box};
use crate::player_bars;
use crate::scene::{BoardSurface, Scene};
use crate::sprite::{Sprite, TextInk};
use crate::style::{CodePlates, Style};
use crate::text::FontSet;

/// Types everybody knows; all others are fairy pieces and can carry a plate.
const ORTHODOX: [PieceType; 6] = [
    PieceType::KING,
    PieceType::QUEEN,
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::KNIGHT,
    PieceType::PAWN,
];

/// Lays a scene out without its steps, which are in `step_boards`.
pub(crate) fn plan(
    scene: &Scene,
    style: Style,
    drawings: &PieceDrawings,
    fonts: &FontSet,
) -> Result<PicturePlan, RenderError> {
    let metrics = &PictureMetrics::new(scene, style)?;
    let mut cells = Vec::with_capacity((metrics.columns.len() + 2) * (metrics.rows.len() + 2));
    let plated = |kind| style.letters == CodePlates::Shown && needs_code_plate(kind, drawings);
    let page = BoardArea { scene, metrics, fonts };
    page.squares(&plated, &mut cells);
    page.file_labels(&mut cells)?;
    page.rank_labels(&mut cells)?;
    page.table(&mut cells);
    player_bars::lay_out(scene, metrics, fonts, &mut cells)?;
    Ok(PicturePlan { width: metrics.width, height: metrics.height, cells })
}

/// A scene between its bars.
struct BoardArea<'a> {
    scene: &'a Scene,
    metrics: &'a PictureMetrics,
    fonts: &'a FontSet,
}

impl BoardArea<'_> {
    fn squares(&self, plated: &impl Fn(PieceType) -> bool, cells: &mut Vec<PlacedCell>) {
        for row in &self.metrics.rows {
            for column in &self.metrics.columns {
                let cell = match (column.slot, row.slot) {
                    (AxisSlot::Line(file), AxisSlot::Line(rank)) => {
                        self.square(Square::new(file, rank), plated)
                    }
                    (file, rank) => {
                        tear((column.size, row.size), file == AxisSlot::Break, rank == AxisSlot::Break)
                    }
                };
                cells.push(PlacedCell { x: column.at, y: row.at, cell });
            }
        }
    }

    fn square(&self, square: Square, plated: &impl Fn(PieceType) -> bool) -> PictureCell {
        let (scene, side) = (self.scene, self.metrics.square);
        let marks = scene.marks.on(square);
        let whole = |sprite| SpriteLayer::square(sprite, 0, 0, side);
        let marks_at = |place| {
            let shaped = marks.iter().filter(move |mark| mark.shape(place).is_some());
            shaped.map(move |mark| whole(Sprite::Mark(mark, place)))
        };
        let mut layers = Vec::new();
        if scene.surface == BoardSurface::Grid {
            layers.push(whole(Sprite::Grid(GridSquare::of(square, scene))));
        }
        layers.extend(marks_at(MarkDepth::Below));
        if let Some(piece) = scene.pieces.get(&square) {
            layers.push(whole(Sprite::Piece(*piece)));
            layers.extend(plated(piece.kind).then_some(whole(Sprite::Plate(piece.kind))));
        }
        layers.extend(marks_at(MarkDepth::Above));
        let ground = ground(square, scene.surface, marks.contains(Mark::LastMove));
        PictureCell { width: side, height: side, ground, layers }
    }

    /// What labels stand on, and the ink they are written in.
    fn paper(&self) -> (CellBackground, TextInk) {
        match self.scene.surface {
            BoardSurface::Board => (CellBackground::Frame, TextInk::Strong),
            BoardSurface::Grid => (CellBackground::Table, TextInk::Table),
        }
    }

    fn file_labels(&self, cells: &mut Vec<PlacedCell>) -> Result<(), RenderError> {
        let (top, bottom) = self.metrics.board();
        for lane in &self.metrics.columns {
            let (width, height) = (lane.size, self.metrics.margin);
            let cell = match lane.slot {
                AxisSlot::Line(file) => self.label(Square::file_name(file), (width, height))?,
                AxisSlot::Break => tear((width, height), true, false),
            };
            cells.push(PlacedCell { x: lane.at, y: top - height, cell: cell.clone() });
            cells.push(PlacedCell { x: lane.at, y: bottom, cell });
        }
        Ok(())
    }

    fn rank_labels(&self, cells: &mut Vec<PlacedCell>) -> Result<(), RenderError> {
        let (left, right) = self.metrics.sides();
        for lane in &self.metrics.rows {
            let (width, height) = (self.metrics.margin, lane.size);
            let cell = match lane.slot {
                AxisSlot::Line(rank) => {
                    let mut cell = self.label(rank.to_string(), (width, height))?;
                    if self.scene.outlined_ranks.contains(&rank) {
                        cell.layers.insert(0, zone_outline(width, height));
                    }
                    cell
                }
                AxisSlot::Break => tear((width, height), false, true),
            };
            cells.push(PlacedCell { x: left - width, y: lane.at, cell: cell.clone() });
            cells.push(PlacedCell { x: right, y: lane.at, cell });
        }
        Ok(())
    }

    /// What is left of the table a grid lies on: corners, and the sides of a grid narrower than its picture.
    fn table(&self, cells: &mut Vec<PlacedCell>) {
        if self.scene.surface == BoardSurface::Board {
            return;
        }
        let ((left, right), (top, bottom)) = (self.metrics.sides(), self.metrics.board());
        let (margin, width) = (self.metrics.margin, self.metrics.width);
        let mut fill = |x: u16, y: u16, width: u16, height: u16| {
            if width > 0 {
                let cell = PictureCell { width, height, ground: CellBackground::Table, layers: Vec::new() };
                cells.push(PlacedCell { x, y, cell });
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
    fn label(&self, text: String, size: (u16, u16)) -> Result<PictureCell, RenderError> {
        let (ground, ink) = self.paper();
        let (width, height) = size;
        let layers = vec![label(text, ink, self.metrics.unit * 27 / 100, size, self.fonts)?];
        Ok(PictureCell { width, height, ground, layers })
    }
}

/// Whether a corner plate says anything new about the type: not to those who know chess, and not beside a counter that
/// shows the code itself.
fn needs_code_plate(kind: PieceType, drawings: &PieceDrawings) -> bool {
    !ORTHODOX.contains(&kind) && drawings.markup(kind).is_some()
}

/// `a1` is dark, here as everywhere.
fn ground(square: Square, surface: BoardSurface, last_move: bool) -> CellBackground {
    match (surface, is_dark(square), last_move) {
        (BoardSurface::Grid, _, false) => CellBackground::Table,
        (BoardSurface::Grid, _, true) => CellBackground::TableLast,
        (BoardSurface::Board, false, false) => CellBackground::Light,
        (BoardSurface::Board, true, false) => CellBackground::Dark,
        (BoardSurface::Board, false, true) => CellBackground::LightLast,
        (BoardSurface::Board, true, true) => CellBackground::DarkLast,
    }
}

/// Where files, ranks or both are left out.
fn tear((width, height): (u16, u16), files: bool, ranks: bool) -> PictureCell {
    let sprite = Sprite::Tear { files, ranks };
    let layers = vec![SpriteLayer { sprite, x: 0, y: 0, width, height }];
    PictureCell { width, height, ground: CellBackground::Table, layers }
}

/// The outline around the rank number of a promotion zone.
fn zone_outline(width: u16, height: u16) -> SpriteLayer {
    let outline = width * 5 / 4;
    SpriteLayer {
        sprite: Sprite::ZoneOutline,
        x: 1,
        y: (height - outline) / 2,
        width: width - 2,
        height: outline,
    }
}

/// A label in the middle of a box, in smaller type where the box is too narrow for it.
fn label(
    text: String,
    ink: TextInk,
    mut px: u16,
    (width, height): (u16, u16),
    fonts: &FontSet,
) -> Result<SpriteLayer, RenderError> {
    while px > 8 && fonts.line(&text, px)?.width + 6.0 > f32::from(width) {
        px -= 1;
    }
    let (text_width, text_height) = text_box(&text, px, fonts)?;
    Ok(SpriteLayer {
        x: width.saturating_sub(text_width) / 2,
        y: height.saturating_sub(text_height) / 2,
        width: text_width,
        height: text_height,
        sprite: Sprite::Text { text, px, ink },
    })
}

#[cfg(test)]
mod tests {
    use adoube_rules::{Piece, Region, Side};

    use super::*;
    use crate::{Renderer, ThemeKey, picture_size};

    #[test]
    fn a_plate_is_only_put_where_it_says_something_new() {
        let (all, none) = (PieceDrawings::load().unwrap(), PieceDrawings::default());
        let camel = PieceType::from_key("camel").unwrap();
        assert!(needs_code_plate(camel, &all));
        assert!(!needs_code_plate(camel, &none), "its counter shows the code");
        assert!(!needs_code_plate(PieceType::KNIGHT, &all));
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
            let (drawings, fonts) = (PieceDrawings::load().unwrap(), FontSet::load().unwrap());
            let cells = plan(&scene, Style::default(), &drawings, &fonts).unwrap().cells;
            let text = |cell: &PictureCell| {
                cell.layers.iter().find_map(|layer| match &layer.sprite {
                    Sprite::Text { text, ink: TextInk::Table, .. } => Some(text.clone()),
                    _ => None,
                })
            };
            let label = |beside: &dyn Fn(&PlacedCell) -> bool| {
                let found: Vec<String> = cells
                    .iter()
                    .filter(|placed| beside(placed))
                    .filter_map(|placed| text(&placed.cell))
                    .collect();
                assert_eq!(found.len(), 2, "a label on both sides");
                assert_eq!(found[0], found[1]);
                found[0].clone()
            };
            let stands = |placed: &&PlacedCell| {
                placed.cell.layers.iter().any(|layer| layer.sprite == Sprite::Piece(pawn))
            };
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
