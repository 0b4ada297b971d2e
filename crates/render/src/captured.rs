//! Lays out the captured pieces of a side: each type once as a small piece with its count, and
//! decides whether a bar has room for them or they get a row of their own. Not here: places of bars
//! and rows (`metrics`, `player_bars`).

use adoube_rules::{PieceType, Side};

use crate::metrics::NARROWEST;
use crate::scene::{BoardSurface, Scene};

/// Rows of their own are laid out for squares of this size.
const UNIT: u16 = 100;
/// No picture has more files.
const MAX_FILES: u64 = 14;
/// Most rows of their own; the pieces that do not fit are counted.
const MAX_ROWS: usize = 2;
/// Most types laid out in a row.
const MAX_TYPES: usize = 40;
/// Distances from one type to the next, in hundredths of a piece, from roomy to tight.
const STEPS: [u16; 4] = [94, 84, 70, 56];
/// Where the number of a type begins, in hundredths of a piece.
const NUMBER_AT: u16 = 88;

/// Side of a small piece in a bar.
pub(crate) fn in_bar(unit: u16) -> u16 {
    unit * 50 / 100
}

/// Side of a small piece in a row of its own.
pub(crate) fn in_row(unit: u16) -> u16 {
    unit * 60 / 100
}

/// Height of the rows of their own for what `side` has captured; nothing where the bar has room for it.
pub(crate) fn rows_height(scene: &Scene, side: Side, unit: u16) -> u16 {
    let least = usize::from(scene.strip.seat(side).captured_rows);
    let count = rows_needed(scene, side).max(least).min(MAX_ROWS);
    count as u16 * row_height(unit)
}

/// Height of one such row.
pub(crate) fn row_height(unit: u16) -> u16 {
    unit * 66 / 100
}

/// How many rows of their own the captured pieces of a side need. Asked for squares of one size, so that pictures in all
/// sizes have the same parts.
pub(crate) fn rows_needed(scene: &Scene, side: Side) -> usize {
    let captured = &scene.strip.seat(side).captured;
    let wanted = CapturedRow::fits_roomy(captured, in_bar(UNIT)).width;
    // The rest of the bar is for the name and the note.
    if wanted <= width(scene) * 2 / 5 { 0 } else { rows(scene, side, UNIT).len() }
}

/// The rows of their own with what `side` has captured.
pub(crate) fn rows(scene: &Scene, side: Side, unit: u16) -> Vec<CapturedRow> {
    let rows = CapturedRow::wrapped(&scene.strip.seat(side).captured, in_row(UNIT), width(scene));
    rows.into_iter().map(|row| row.scaled(unit)).collect()
}

/// What a row has room for, in hundredths of a square.
fn width(scene: &Scene) -> u16 {
    let files = match scene.surface {
        BoardSurface::Board => scene.window.size().0,
        BoardSurface::Grid => u64::from(NARROWEST),
    };
    // As far as the labels of the ranks on both sides reach, without a gap.
    files.min(MAX_FILES).saturating_mul(u64::from(UNIT)) as u16 + UNIT * 40 / 100
}

/// A type and how many of it were captured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapturedGroup {
    pub(crate) kind: PieceType,
    pub(crate) count: usize,
    /// Where its picture begins.
    pub(crate) x: u16,
    /// Where its number begins, if it has one.
    pub(crate) number: Option<u16>,
}

impl CapturedGroup {
    /// "×3"; nothing for a single piece.
    pub(crate) fn number(&self) -> Option<(u16, String)> {
        self.number.map(|x| (x, format!("×{}", self.count)))
    }
}

/// Small pieces side by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct CapturedRow {
    pub(crate) groups: Vec<CapturedGroup>,
    pub(crate) width: u16,
    /// Pieces for which there is no room.
    pub(crate) left_over: usize,
}

impl CapturedRow {
    /// The size of type of a number beside a piece of that size.
    pub(crate) fn number_px(size: u16) -> u16 {
        size * 48 / 100
    }

    /// All pieces, as wide as they look best.
    pub(crate) fn fits_roomy(kinds: &[PieceType], size: u16) -> Self {
        let [roomiest, ..] = STEPS;
        Self::laid(kinds, size, roomiest)
    }

    /// All pieces as roomy as they fit; as many as fit when even the tightest row is too long.
    pub(crate) fn fitting(kinds: &[PieceType], size: u16, room: u16) -> Self {
        let [.., tightest] = STEPS;
        let whole = STEPS
            .into_iter()
            .map(|step| Self::laid(kinds, size, step))
            .find(|row| row.left_over == 0 && row.width <= room);
        whole.unwrap_or_else(|| {
            // Room for the count of those left over.
            let room = room.saturating_sub(size);
            let mut row = Self::laid(kinds, size, tightest);
            while row.width > room {
                row.left_over += row.groups.pop().map_or(0, |group| group.count);
                row.width = row.groups.last().map_or(0, |group| end(group, size));
            }
            row
        })
    }

    /// All pieces in as few rows as hold them; as many as fit when not even the most rows do.
    fn wrapped(kinds: &[PieceType], size: u16, room: u16) -> Vec<Self> {
        let [roomiest, tighter, ..] = STEPS;
        for count in 1..=MAX_ROWS {
            for step in [roomiest, tighter] {
                let rows = Self::broken(kinds, size, room, step);
                if rows.len() <= count {
                    return rows;
                }
            }
        }
        let mut rows = Self::broken(kinds, size, room.saturating_sub(size), tighter);
        let rest = rows.split_off(MAX_ROWS.min(rows.len()));
        if let Some(last) = rows.last_mut() {
            last.left_over = rest.iter().flat_map(|row| &row.groups).map(|group| group.count).sum();
        }
        rows
    }

    /// All pieces in rows no longer than the room, as one breaks lines.
    fn broken(kinds: &[PieceType], size: u16, room: u16, step: u16) -> Vec<Self> {
        let mut sorted = kinds.to_vec();
        sorted.sort_unstable();
        let mut rows: Vec<Self> = Vec::new();
        let mut line: Vec<PieceType> = Vec::new();
        for same in sorted.chunk_by(|a, b| a == b) {
            let longer = [line.as_slice(), same].concat();
            if !line.is_empty() && Self::laid(&longer, size, step).width > room {
                rows.push(Self::laid(&line, size, step));
                line = same.to_vec();
            } else {
                line = longer;
            }
        }
        rows.extend((!line.is_empty()).then(|| Self::laid(&line, size, step)));
        rows
    }

    /// A row that was laid out for squares of [`UNIT`].
    fn scaled(mut self, unit: u16) -> Self {
        let scale = |length: u16| (u32::from(length) * u32::from(unit) / u32::from(UNIT)) as u16;
        self.width = scale(self.width);
        for group in &mut self.groups {
            (group.x, group.number) = (scale(group.x), group.number.map(scale));
        }
        self
    }

    fn laid(kinds: &[PieceType], size: u16, step: u16) -> Self {
        let mut sorted = kinds.to_vec();
        sorted.sort_unstable();
        let mut groups: Vec<CapturedGroup> = Vec::new();
        let mut x = 0;
        for same in sorted.chunk_by(|a, b| a == b).take(MAX_TYPES) {
            let (kind, count) = (same[0], same.len());
            let number = (count > 1).then_some(x + size * NUMBER_AT / 100);
            let group = CapturedGroup { kind, count, x, number };
            x = match number {
                Some(at) => at + number_width(count, size) + size / 12,
                None => x + size * step / 100,
            };
            groups.push(group);
        }
        let width = groups.last().map_or(0, |group| end(group, size));
        let shown: usize = groups.iter().map(|group| group.count).sum();
        Self { left_over: kinds.len() - shown, groups, width }
    }
}

/// Where the picture or the number of a group ends.
fn end(group: &CapturedGroup, size: u16) -> u16 {
    group.number.map_or(group.x + size, |at| at + number_width(group.count, size) + size / 8)
}

/// The room for "×12", known without a font: no digit is wider.
fn number_width(count: usize, size: u16) -> u16 {
    let letters = 1 + count.max(1).ilog10() as u16 + 1;
    letters * CapturedRow::number_px(size) * 66 / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_fit_their_room_and_lose_nobody() {
        let mut kinds: Vec<PieceType> = PieceType::all().collect();
        kinds.extend([PieceType::PAWN; 10]);
        for count in [0, 1, 5, 20, 60, 91] {
            for room in [0, 40, 200, 500, 900] {
                let row = CapturedRow::fitting(&kinds[..count], 36, room);
                assert!(row.width <= room, "{count} in {room}: {}", row.width);
                let shown: usize = row.groups.iter().map(|group| group.count).sum();
                assert_eq!(shown + row.left_over, count);
            }
        }
    }

    #[test]
    fn rows_of_their_own_break_and_lose_nobody() {
        let mut kinds: Vec<PieceType> = PieceType::all().collect();
        kinds.extend([PieceType::PAWN; 10]);
        for (count, wanted) in [(0, 0), (1, 1), (20, 1), (35, 2), (91, 2)] {
            let rows = CapturedRow::wrapped(&kinds[..count], in_row(UNIT), 1040);
            assert_eq!(rows.len(), wanted, "{count}");
            assert!(rows.iter().all(|row| row.width <= 1040));
            let shown: usize = rows.iter().flat_map(|row| &row.groups).map(|group| group.count).sum();
            let left_over: usize = rows.iter().map(|row| row.left_over).sum();
            assert_eq!(shown + left_over, count);
        }
    }

    #[test]
    fn each_type_comes_once_with_its_number() {
        let kinds = [PieceType::PAWN, PieceType::QUEEN, PieceType::PAWN, PieceType::PAWN];
        let row = CapturedRow::fits_roomy(&kinds, 40);
        let told: Vec<_> = row.groups.iter().map(|group| (group.kind, group.number())).collect();
        let [(PieceType::QUEEN, None), (PieceType::PAWN, Some((at, number)))] = told.as_slice() else {
            panic!("{told:?}")
        };
        assert_eq!(number, "×3");
        assert!(*at < row.width);
    }
}
