//! Lays out a legend picture: piece types of both sides with names and codes, in columns, as large
//! as the largest picture allows. Not here: the choice and names of the types, which a [`Scene`] is
//! given.

use adoube_rules::{Piece, Region, Side};

use crate::RenderError;
use crate::metrics::{MAX_HEIGHT, MAX_WIDTH};
use crate::plan::{CellBackground, PictureCell, PicturePlan, PlacedCell, SpriteLayer, text_box};
use crate::scene::{LegendEntry, Scene};
use crate::sprite::{Sprite, TextInk};
use crate::text::FontSet;

/// Width of the picture.
const WIDTH: u16 = 864;
const _: () = assert!(WIDTH <= MAX_WIDTH);
/// Side of a piece.
const PIECE: u16 = 72;
/// The space around an entry.
const GAP: u16 = 8;
/// Height of an entry and the space below it.
const ROW: u16 = PIECE + GAP;
/// Entries below one another at most.
const MOST_ROWS: u16 = (MAX_HEIGHT - GAP) / ROW;
const NAME_PX: u16 = 30;
const CODE_PX: u16 = 24;

impl Scene {
    /// No board, but those types with their names.
    pub fn legend(entries: impl IntoIterator<Item = LegendEntry>) -> Self {
        let board = Self::new(Region::Board { files: 1, ranks: 1 }, [], Side::White);
        Self { legend: entries.into_iter().collect(), ..board }
    }
}

/// Columns and rows.
fn grid(entries: &[LegendEntry]) -> (u16, u16) {
    let count = u16::try_from(entries.len()).unwrap_or(u16::MAX).max(1);
    let columns = count.div_ceil(MOST_ROWS).max(2);
    (columns, count.div_ceil(columns))
}

/// The size of the picture.
pub(crate) fn size(entries: &[LegendEntry]) -> (u16, u16) {
    let (_, rows) = grid(entries);
    let height = rows.min(MOST_ROWS) * ROW + GAP;
    // Some phones crop square pictures.
    (WIDTH, if height == WIDTH { height + GAP } else { height })
}

/// Lays the entries out, one below the other.
pub(crate) fn plan(scene: &Scene, fonts: &FontSet) -> Result<PicturePlan, RenderError> {
    let entries = &scene.legend;
    let (columns, rows) = grid(entries);
    let (width, height) = size(entries);
    let column_width = (width - GAP) / columns;
    let mut cells = Vec::with_capacity(entries.len() * 3);
    for (place, entry) in (0..columns * rows.min(MOST_ROWS)).zip(entries) {
        let (x, y) = (GAP + place / rows * column_width, GAP + place % rows * ROW);
        for (step, (side, ground)) in
            (0..).zip([(Side::White, CellBackground::Dark), (Side::Black, CellBackground::Light)])
        {
            let layer = SpriteLayer::square(Sprite::Piece(Piece { side, kind: entry.kind }), 0, 0, PIECE);
            let cell = PictureCell { width: PIECE, height: PIECE, ground, layers: vec![layer] };
            cells.push(PlacedCell { x: x + step * PIECE, y, cell });
        }
        let room = column_width.saturating_sub(2 * PIECE + 2 * GAP);
        if let Some(cell) = words(entry, scene.letter(entry.kind), room, fonts)? {
            cells.push(PlacedCell { x: x + 2 * PIECE + GAP, y, cell });
        }
    }
    Ok(PicturePlan { width, height, cells })
}

/// The name and below it the letter or code; nothing where there is no room.
fn words(
    entry: &LegendEntry,
    letter: &str,
    room: u16,
    fonts: &FontSet,
) -> Result<Option<PictureCell>, RenderError> {
    let mut layers = Vec::new();
    for (text, px, ink, middle) in [
        (entry.name.clone(), NAME_PX, TextInk::Strong, PIECE * 32 / 100),
        (letter.to_owned(), CODE_PX, TextInk::Faint, PIECE * 74 / 100),
    ] {
        let px = fitting(&text, px, room, fonts)?;
        let text = fonts.fit(&text, px, f32::from(room.saturating_sub(2)))?;
        if text.is_empty() {
            continue;
        }
        let (width, height) = text_box(&text, px, fonts)?;
        let y = middle.saturating_sub(height / 2);
        layers.push(SpriteLayer { x: 0, y, width, height, sprite: Sprite::Text { text, px, ink } });
    }
    let width = layers.iter().map(|layer| layer.width).max().unwrap_or(0).min(room);
    Ok((width > 0).then_some(PictureCell { width, height: PIECE, ground: CellBackground::Frame, layers }))
}

/// The largest type up to that size in which a text fits; a name is rather small than cut.
fn fitting(text: &str, px: u16, room: u16, fonts: &FontSet) -> Result<u16, RenderError> {
    let least = px * 2 / 3;
    let mut px = px;
    while px > least && fonts.line(&fonts.drawable(text), px)?.width + 4.0 > f32::from(room) {
        px -= 1;
    }
    Ok(px)
}

#[cfg(test)]
mod tests {
    use adoube_rules::PieceType;

    use super::*;
    use crate::{Renderer, Style, ThemeKey, picture_size};

    fn entries(count: usize) -> Vec<LegendEntry> {
        PieceType::all()
            .take(count)
            .map(|kind| LegendEntry { kind, name: "Seitwärtszieher-Reiter".to_owned() })
            .collect()
    }

    #[test]
    fn legends_hold_the_limits_of_pictures() {
        let renderer = Renderer::new().unwrap();
        for count in [1, 6, 8, 28, 40] {
            for theme in ThemeKey::ALL {
                let scene = Scene::legend(entries(count));
                let style = Style::of(theme);
                let (width, height) = picture_size(&scene, style).unwrap();
                assert!(width <= MAX_WIDTH && height <= MAX_HEIGHT && width != height, "{width} by {height}");
                let canvas = renderer.canvas(&scene, &style).unwrap();
                assert_eq!((canvas.width, canvas.height), (usize::from(width), usize::from(height)));
                let bytes = renderer.png(&scene, &style).unwrap().len();
                assert!(bytes <= 150 * 1024, "{count} in {theme:?}: {bytes} bytes");
                assert_eq!(scene.legend.len(), count);
            }
        }
    }

    #[test]
    fn every_entry_shows_both_sides_its_name_and_its_code() {
        let queen = [(PieceType::QUEEN, "D".to_owned())];
        let plan = plan(&Scene::legend(entries(27)).with_letters(queen), &FontSet::load().unwrap()).unwrap();
        let texts = |wanted: &str| {
            let layers = plan.cells.iter().flat_map(|placed| &placed.cell.layers);
            layers
                .filter(|layer| matches!(&layer.sprite, Sprite::Text { text, .. } if text == wanted))
                .count()
        };
        assert_eq!(texts("Seitwärtszieher-Reiter"), 27, "no name is cut");
        for entry in entries(27) {
            let letter = if entry.kind == PieceType::QUEEN { "D" } else { entry.kind.code() };
            assert_eq!(texts(letter), 1, "{}", entry.kind);
            for side in Side::BOTH {
                let piece = Sprite::Piece(Piece { side, kind: entry.kind });
                let drawn = plan.cells.iter().flat_map(|placed| &placed.cell.layers);
                assert_eq!(drawn.filter(|layer| layer.sprite == piece).count(), 1, "{}", entry.kind);
            }
        }
    }
}
