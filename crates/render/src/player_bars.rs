//! Lays out the player bars above and below the board: side to move, names, captured pieces, note.
//! The viewer's bar is below the board. Not here: cards (`card_rows`).

use adoube_rules::{Piece, Side};

use crate::RenderError;
use crate::captured::{CapturedRow, in_bar, in_row, row_height, rows};
use crate::card_rows;
use crate::metrics::PictureMetrics;
use crate::plan::{CellBackground, PictureCell, PlacedCell, SpriteLayer, text_box};
use crate::scene::{PlayerLabel, Scene};
use crate::sprite::{Sprite, TextInk};
use crate::text::FontSet;

/// Both bars, the rows of captured pieces below them, and the rows of cards beyond.
pub(crate) fn lay_out(
    scene: &Scene,
    metrics: &PictureMetrics,
    fonts: &FontSet,
    cells: &mut Vec<PlacedCell>,
) -> Result<(), RenderError> {
    let (upper, lower) = (metrics.upper_bar(), metrics.lower_bar());
    let bar = |side, y, tray| PlayerBar { scene, side, metrics, y, tray, fonts };
    bar(scene.viewer.other(), upper, metrics.trays.0).lay_out("", cells)?;
    bar(scene.viewer, lower, metrics.trays.1).lay_out(&scene.strip.note, cells)?;
    let rows = [
        (scene.viewer.other(), (0, metrics.cards.0)),
        (scene.viewer, (lower + metrics.bar + metrics.trays.1, metrics.cards.1)),
    ];
    for (side, place) in rows {
        if let Some(cards) = &scene.strip.seat(side).cards {
            card_rows::row(scene, (side, cards), metrics, place, fonts, cells)?;
        }
    }
    Ok(())
}

struct PlayerBar<'a> {
    scene: &'a Scene,
    side: Side,
    metrics: &'a PictureMetrics,
    y: u16,
    /// Height of the rows of captured pieces below it; nothing where they are in the bar.
    tray: u16,
    fonts: &'a FontSet,
}

impl PlayerBar<'_> {
    fn lay_out(&self, note: &str, cells: &mut Vec<PlacedCell>) -> Result<(), RenderError> {
        let width = self.metrics.width;
        let note_width = self.note(note, cells)?;
        let room = width.saturating_sub(self.gap() + note_width);
        if self.tray > 0 {
            self.seat(room, cells)?;
            return self.captured_below(cells);
        }
        let captured = &self.scene.strip.seat(self.side).captured;
        let size = in_bar(self.metrics.unit);
        let wanted = CapturedRow::fits_roomy(captured, size).width;
        let name_width = self.seat(room - (wanted + self.gap()).min(room / 2), cells)?.min(room);
        let room = room - name_width;
        let row = CapturedRow::fitting(captured, size, room.saturating_sub(self.gap()));
        let (layers, width) = self.pieces(&row, (size, self.metrics.bar))?;
        // Flush right, beside the note.
        if !layers.is_empty() {
            self.place(name_width + room.saturating_sub(width + self.gap()), width, layers, cells);
        }
        Ok(())
    }

    /// The captured pieces in rows of their own, below the name.
    fn captured_below(&self, cells: &mut Vec<PlacedCell>) -> Result<(), RenderError> {
        let unit = self.metrics.unit;
        let (size, height) = (in_row(unit), row_height(unit));
        let mut y = self.y + self.metrics.bar;
        for row in rows(self.scene, self.side, unit) {
            let (layers, width) = self.pieces(&row, (size, height))?;
            let cell = PictureCell { width, height, ground: CellBackground::Frame, layers };
            cells.push(PlacedCell { x: self.gap(), y, cell });
            y += height;
        }
        Ok(())
    }

    fn gap(&self) -> u16 {
        self.metrics.margin / 2
    }

    fn name_px(&self) -> u16 {
        self.metrics.unit * 36 / 100
    }

    fn place(&self, x: u16, width: u16, layers: Vec<SpriteLayer>, cells: &mut Vec<PlacedCell>) {
        let cell = PictureCell { width, height: self.metrics.bar, ground: CellBackground::Frame, layers };
        cells.push(PlacedCell { x, y: self.y, cell });
    }

    /// The note at the right end; gives its width.
    fn note(&self, note: &str, cells: &mut Vec<PlacedCell>) -> Result<u16, RenderError> {
        let px = self.name_px() * 9 / 10;
        let text = self.fonts.fit(note, px, f32::from(self.metrics.width / 4))?;
        if text.is_empty() {
            return Ok(0);
        }
        let layer = self.text(text, px, TextInk::Strong, 0)?;
        let width = layer.width + self.gap();
        self.place(self.metrics.width - width - self.gap(), width, vec![layer], cells);
        Ok(width)
    }

    /// Arrow, disc and name at the left end, in at most that width; gives the width used.
    fn seat(&self, max_width: u16, cells: &mut Vec<PlacedCell>) -> Result<u16, RenderError> {
        let (bar, gap) = (self.metrics.bar, self.gap());
        let seat = self.scene.strip.seat(self.side);
        if seat == &PlayerLabel::default() && self.scene.strip.to_move != Some(self.side) {
            // Nobody sits here: a picture of a piece, not of a game.
            return Ok(0);
        }
        let icon = bar * 40 / 100;
        let middle = (bar - icon) / 2;
        let mut layers = Vec::new();
        if self.scene.strip.to_move == Some(self.side) {
            layers.push(SpriteLayer::square(Sprite::Turn, gap, middle, icon));
        }
        let disc = gap + icon + gap / 2;
        layers.push(SpriteLayer::square(Sprite::Disc(self.side), disc, middle, icon));
        let start = disc + icon + gap;
        let ink = match self.scene.strip.to_move {
            Some(side) if side != self.side => TextInk::Faint,
            _ => TextInk::Strong,
        };
        let name = &seat.name;
        let lead = match seat.lead {
            0 => None,
            lead => Some(self.text(format!("+{lead}"), self.name_px() * 9 / 10, ink, 0)?),
        };
        // What is short and is not to be missed has its room first.
        let kept = lead.as_ref().map_or(0, |lead| lead.width + gap);
        let room = max_width.saturating_sub(start + gap + kept);
        let text = self.fonts.fit(name, self.name_px(), f32::from(room))?;
        let mut width = start;
        if !text.is_empty() {
            let layer = self.text(text, self.name_px(), ink, start)?;
            width += layer.width + gap;
            layers.push(layer);
        }
        if let Some(lead) = lead {
            let lead = SpriteLayer { x: width, ..lead };
            width += lead.width + gap;
            layers.push(lead);
        }
        self.place(0, width, layers, cells);
        Ok(width)
    }

    fn text(&self, text: String, px: u16, ink: TextInk, x: u16) -> Result<SpriteLayer, RenderError> {
        let (width, height) = text_box(&text, px, self.fonts)?;
        let y = self.metrics.bar.saturating_sub(height) / 2;
        Ok(SpriteLayer { x, y, width, height, sprite: Sprite::Text { text, px, ink } })
    }

    /// Captured pieces of that size on their tray, in the middle of that height, and their width.
    fn pieces(
        &self,
        row: &CapturedRow,
        (size, height): (u16, u16),
    ) -> Result<(Vec<SpriteLayer>, u16), RenderError> {
        let y = (height - size) / 2;
        let px = CapturedRow::number_px(size);
        let text = |text: String, x, ink| -> Result<SpriteLayer, RenderError> {
            let (width, text_height) = text_box(&text, px, self.fonts)?;
            // At the foot of the pieces.
            let y = (y + size).saturating_sub(text_height);
            Ok(SpriteLayer { x, y, width, height: text_height, sprite: Sprite::Text { text, px, ink } })
        };
        let mut layers = Vec::new();
        if !row.groups.is_empty() {
            layers.push(SpriteLayer { sprite: Sprite::Tray, x: 0, y, width: row.width, height: size });
        }
        for group in &row.groups {
            let piece = Piece { side: self.side.other(), kind: group.kind };
            layers.push(SpriteLayer::square(Sprite::Piece(piece), group.x, y, size));
            if let Some((x, number)) = group.number() {
                layers.push(text(number, x, TextInk::Table)?);
            }
        }
        let mut width = row.width;
        if row.left_over > 0 {
            let more = text(format!("+{}", row.left_over), row.width, TextInk::Faint)?;
            width += more.width;
            layers.push(more);
        }
        Ok((layers, width))
    }
}
