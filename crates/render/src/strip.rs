//! The two bars: whose move it is, the names, the captured pieces, the note. Above the board sits the viewer's
//! opponent, below it the viewer. Beyond the bars lie the cards of a game that has cards (`hand`).

use adoube_rules::{Piece, PieceType, Side};

use crate::RenderError;
use crate::hand;
use crate::layout::{Cell, Ground, Layer, Placed, text_box};
use crate::metrics::Metrics;
use crate::scene::{Scene, Seat};
use crate::sprite::{Ink, Sprite};
use crate::text::Fonts;

/// Most captured pieces laid out; the rest is counted.
const MAX_CAPTURED: usize = 60;

/// Both bars, and the rows of cards beyond them.
pub(crate) fn lay_out(
    scene: &Scene,
    metrics: &Metrics,
    fonts: &Fonts,
    cells: &mut Vec<Placed>,
) -> Result<(), RenderError> {
    let (upper, lower) = (metrics.upper_bar(), metrics.lower_bar());
    let bar = |side, y| Bar { scene, side, metrics, y, fonts };
    bar(scene.viewer.other(), upper).lay_out("", cells)?;
    bar(scene.viewer, lower).lay_out(&scene.strip.note, cells)?;
    let rows = [
        (scene.viewer.other(), (0, metrics.cards.0)),
        (scene.viewer, (lower + metrics.bar, metrics.cards.1)),
    ];
    for (side, place) in rows {
        if let Some(cards) = &scene.strip.seat(side).cards {
            hand::row(side, cards, metrics, place, fonts, cells)?;
        }
    }
    Ok(())
}

struct Bar<'a> {
    scene: &'a Scene,
    side: Side,
    metrics: &'a Metrics,
    y: u16,
    fonts: &'a Fonts,
}

impl Bar<'_> {
    fn lay_out(&self, note: &str, cells: &mut Vec<Placed>) -> Result<(), RenderError> {
        let width = self.metrics.width;
        let note_width = self.note(note, cells)?;
        let room = width.saturating_sub(self.gap() + note_width);
        let mut captured = self.scene.strip.seat(self.side).captured.clone();
        captured.sort();
        let wanted = Row::wanted_width(&captured, self.piece_px());
        let name_width = self.seat(room - (wanted + self.gap()).min(room / 2), cells)?.min(room);
        self.captured(&captured, name_width, room - name_width, cells)
    }

    fn gap(&self) -> u16 {
        self.metrics.margin / 2
    }

    fn name_px(&self) -> u16 {
        self.metrics.unit * 36 / 100
    }

    fn piece_px(&self) -> u16 {
        self.metrics.bar * 72 / 100
    }

    fn place(&self, x: u16, width: u16, layers: Vec<Layer>, cells: &mut Vec<Placed>) {
        let cell = Cell { width, height: self.metrics.bar, ground: Ground::Frame, layers };
        cells.push(Placed { x, y: self.y, cell });
    }

    /// The note at the right end; gives its width.
    fn note(&self, note: &str, cells: &mut Vec<Placed>) -> Result<u16, RenderError> {
        let px = self.name_px() * 9 / 10;
        let text = self.fonts.fit(note, px, f32::from(self.metrics.width / 4))?;
        if text.is_empty() {
            return Ok(0);
        }
        let layer = self.text(text, px, Ink::Strong, 0)?;
        let width = layer.width + self.gap();
        self.place(self.metrics.width - width - self.gap(), width, vec![layer], cells);
        Ok(width)
    }

    /// Arrow, disc and name at the left end, in at most that width; gives the width used.
    fn seat(&self, max_width: u16, cells: &mut Vec<Placed>) -> Result<u16, RenderError> {
        let (bar, gap) = (self.metrics.bar, self.gap());
        let seat = self.scene.strip.seat(self.side);
        if seat == &Seat::default() && self.scene.strip.to_move != Some(self.side) {
            // Nobody sits here: a picture of a piece, not of a game.
            return Ok(0);
        }
        let icon = bar * 40 / 100;
        let middle = (bar - icon) / 2;
        let mut layers = Vec::new();
        if self.scene.strip.to_move == Some(self.side) {
            layers.push(Layer::square(Sprite::Turn, gap, middle, icon));
        }
        let disc = gap + icon + gap / 2;
        layers.push(Layer::square(Sprite::Disc(self.side), disc, middle, icon));
        let start = disc + icon + gap;
        let ink = match self.scene.strip.to_move {
            Some(side) if side != self.side => Ink::Faint,
            _ => Ink::Strong,
        };
        let name = &seat.name;
        let text = self.fonts.fit(name, self.name_px(), f32::from(max_width.saturating_sub(start + gap)))?;
        let mut width = start;
        if !text.is_empty() {
            let layer = self.text(text, self.name_px(), ink, start)?;
            width += layer.width + gap;
            layers.push(layer);
        }
        self.place(0, width, layers, cells);
        Ok(width)
    }

    fn text(&self, text: String, px: u16, ink: Ink, x: u16) -> Result<Layer, RenderError> {
        let (width, height) = text_box(&text, px, self.fonts)?;
        let y = self.metrics.bar.saturating_sub(height) / 2;
        Ok(Layer { x, y, width, height, sprite: Sprite::Text { text, px, ink } })
    }

    /// The captured pieces on their tray, flush right in the room that starts at `x`.
    fn captured(
        &self,
        kinds: &[PieceType],
        x: u16,
        room: u16,
        cells: &mut Vec<Placed>,
    ) -> Result<(), RenderError> {
        if kinds.is_empty() {
            return Ok(());
        }
        let (size, gap) = (self.piece_px(), self.gap());
        let row = Row::fitting(kinds, size, room.saturating_sub(gap));
        let y = (self.metrics.bar - size) / 2;
        let mut layers = Vec::new();
        if !row.pieces.is_empty() {
            layers.push(Layer { sprite: Sprite::Tray, x: 0, y, width: row.width, height: size });
        }
        let mut width = row.width;
        if row.left_over > 0 {
            let more =
                self.text(format!("+{}", row.left_over), self.name_px() * 7 / 10, Ink::Faint, row.width)?;
            width += more.width;
            layers.push(more);
        }
        for (kind, at) in row.pieces {
            let piece = Piece { side: self.side.other(), kind };
            layers.push(Layer::square(Sprite::Piece(piece), at, y, size));
        }
        self.place(x + room.saturating_sub(width + gap), width, layers, cells);
        Ok(())
    }
}

/// Small pieces side by side, equal ones overlapping.
struct Row {
    pieces: Vec<(PieceType, u16)>,
    width: u16,
    left_over: usize,
}

impl Row {
    /// Distances between two pieces of the same type and between two types, in hundredths of a piece, from roomy to
    /// tight.
    const STEPS: [(u16, u16); 4] = [(32, 74), (24, 64), (16, 54), (10, 44)];

    fn wanted_width(kinds: &[PieceType], size: u16) -> u16 {
        Self::laid(kinds, size, Self::STEPS[0]).width
    }

    /// All pieces as roomy as they fit; as many as fit when even the tightest row is too long.
    fn fitting(kinds: &[PieceType], size: u16, room: u16) -> Self {
        let [.., tightest] = Self::STEPS;
        let whole = Self::STEPS
            .into_iter()
            .map(|steps| Self::laid(kinds, size, steps))
            .find(|row| row.left_over == 0 && row.width <= room);
        whole.unwrap_or_else(|| {
            // Room for the count of those left over.
            let room = room.saturating_sub(size);
            let mut row = Self::laid(kinds, size, tightest);
            while row.width > room {
                row.pieces.pop();
                row.width = row.pieces.last().map_or(0, |(_, x)| x + size);
            }
            row.left_over = kinds.len() - row.pieces.len();
            row
        })
    }

    fn laid(kinds: &[PieceType], size: u16, (same, other): (u16, u16)) -> Self {
        let mut pieces: Vec<(PieceType, u16)> = Vec::new();
        for kind in kinds.iter().take(MAX_CAPTURED) {
            let x = pieces
                .last()
                .map_or(0, |(before, x)| x + size * if before == kind { same } else { other } / 100);
            pieces.push((*kind, x));
        }
        let width = pieces.last().map_or(0, |(_, x)| x + size);
        Self { left_over: kinds.len() - pieces.len(), pieces, width }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fit_their_room_and_lose_nobody() {
        let mut kinds: Vec<PieceType> = PieceType::all().collect();
        kinds.extend([PieceType::PAWN; 10]);
        kinds.sort();
        for count in [0, 1, 5, 20, 60, 91] {
            for room in [0, 40, 200, 500] {
                let row = Row::fitting(&kinds[..count], 36, room);
                assert!(row.width <= room, "{count} in {room}: {}", row.width);
                assert_eq!(row.pieces.len() + row.left_over, count);
            }
        }
    }
}
