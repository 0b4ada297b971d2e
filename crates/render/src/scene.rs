//! Scene: data types of what a picture shows: squares, pieces, marks, bars, cards, or a chart or
//! legend. A scene can be stored, compared, and used as the key of a cache. Not here: how it looks
//! (`style`), drawing.

use std::collections::BTreeMap;

use adoube_rules::{Piece, PieceType, Region, Side, Square};
use serde::{Deserialize, Serialize};

use crate::cards::SideCards;
use crate::marks::{Mark, Marks};

/// The rectangle of squares a picture shows, borders included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BoardWindow {
    /// First file shown (`a` is 0, files left of it are negative).
    pub left: i32,
    /// Last file shown.
    pub right: i32,
    /// Lowest rank shown, as it is labelled.
    pub bottom: i32,
    /// Highest rank shown.
    pub top: i32,
}

/// A chart of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chart {
    /// How many of a thousand such games White wins, a draw counting half: before the first ply, and after each one.
    pub chances: Vec<u16>,
    /// The number of the first move.
    pub first_number: u32,
    /// Who made it.
    pub first_side: Side,
    /// What is marked.
    pub marks: Vec<ChartMark>,
    /// What White is called.
    pub white: String,
    /// What Black is called.
    pub black: String,
}

/// A ply that is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChartMark {
    /// Which: 1 is the first one.
    pub ply: u32,
    /// The number in the mark, of one digit.
    pub number: u8,
    /// Whose move it was: White's have circles, Black's diamonds.
    pub by: Side,
}

/// A type and its name in the viewer's language. The name may be any text; what is too long is cut.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LegendEntry {
    /// The type.
    pub kind: PieceType,
    /// What it is called.
    pub name: String,
}

impl BoardWindow {
    /// The window for a game on that region: a board is shown whole; of an unbounded grid the bounding box of the
    /// occupied squares and one square around it, and a single square when none is occupied.
    pub fn around(region: Region, occupied: impl IntoIterator<Item = Square>) -> Self {
        match region {
            Region::Board { files, ranks } => {
                Self { left: 0, right: i32::from(files) - 1, bottom: 1, top: i32::from(ranks) }
            }
            Region::Unbounded => occupied
                .into_iter()
                .map(|square| Self {
                    left: square.file.saturating_sub(1),
                    right: square.file.saturating_add(1),
                    bottom: square.rank.saturating_sub(1),
                    top: square.rank.saturating_add(1),
                })
                .reduce(Self::join)
                .unwrap_or(Self { left: 0, right: 0, bottom: 1, top: 1 }),
        }
    }

    /// The smallest window around both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            bottom: self.bottom.min(other.bottom),
            top: self.top.max(other.top),
        }
    }

    /// Number of files and of ranks; zero when the borders are the wrong way round.
    pub fn size(self) -> (u64, u64) {
        let span = |low: i32, high: i32| u64::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(0);
        (span(self.left, self.right), span(self.bottom, self.top))
    }

    /// Whether the square is shown.
    pub fn contains(self, square: Square) -> bool {
        (self.left..=self.right).contains(&square.file) && (self.bottom..=self.top).contains(&square.rank)
    }
}

/// What the pieces stand on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardSurface {
    /// A board of light and dark squares, shown whole.
    #[default]
    Board,
    /// A section of a grid without edges: faint lines that fade away, squares as large as fit. Where pieces lie far
    /// apart, empty files and ranks between them are left out, and a tear shows where.
    Grid,
}

/// One of the two people, as the strip shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayerLabel {
    /// The name to show: any text whatever. What cannot be drawn is left out, what is too long is cut.
    pub name: String,
    /// What this side has captured, in any order; drawn as pieces of the other side.
    pub captured: Vec<PieceType>,
    /// So many rows are left free for captured pieces also where the bar has room for them: in a replay, so that the
    /// board stays where it is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub captured_rows: u8,
    /// By how many Pawns' worth of pieces this side is ahead; drawn behind the name.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lead: u16,
    /// The cards of this side, in a game that has cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<SideCards>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(lead: &u16) -> bool {
    *lead == 0
}

/// The two bars above and below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayerBars {
    /// Who plays White.
    pub white: PlayerLabel,
    /// Who plays Black.
    pub black: PlayerLabel,
    /// Whose move it is; nobody's when the game is over.
    pub to_move: Option<Side>,
    /// A short text at the lower right, in the viewer's language: the move number or the result.
    pub note: String,
}

impl PlayerBars {
    /// The person on that side.
    pub fn seat(&self, side: Side) -> &PlayerLabel {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    pub(crate) fn seat_mut(&mut self, side: Side) -> &mut PlayerLabel {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}

/// Everything one board picture shows.
///
/// Made empty with [`Scene::new`] or from a position with [`Scene::of`], then filled in by the `with_…` methods:
///
/// ```
/// use adoube_render::{Mark, Scene};
/// use adoube_rules::{Region, Side, Square};
///
/// let scene = Scene::new(Region::Board { files: 8, ranks: 8 }, [], Side::White)
///     .with_names("Anna", "Ben")
///     .with_to_move(Some(Side::Black))
///     .with_note("12…")
///     .with_marks(Mark::LastMove, [Square::new(4, 2), Square::new(4, 4)]);
/// assert_eq!(scene.strip.white.name, "Anna");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scene {
    /// The squares shown.
    pub window: BoardWindow,
    /// What they stand on.
    #[serde(default)]
    pub surface: BoardSurface,
    /// Whose side is at the bottom.
    pub viewer: Side,
    /// What stands where. Pieces outside the window are not shown.
    pub pieces: BTreeMap<Square, Piece>,
    /// Ranks whose number is outlined: the promotion zones of Grand Chess.
    pub outlined_ranks: Vec<i32>,
    /// What is marked. Marks outside the window are not shown.
    pub marks: Marks,
    /// The bars with the names.
    pub strip: PlayerBars,
    /// Smaller boards below, two in a row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Scene>,
    /// Types with their names, which are shown instead of a board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<LegendEntry>,
    /// A chart of a game, which is shown instead of a board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<Box<Chart>>,
    /// The letters of types in the viewer's language, where they are not the codes.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub letters: BTreeMap<PieceType, String>,
}

impl Scene {
    /// Those pieces on that region, seen from that side, without marks and with an empty strip.
    pub fn new(region: Region, pieces: impl IntoIterator<Item = (Square, Piece)>, viewer: Side) -> Self {
        let pieces: BTreeMap<Square, Piece> = pieces.into_iter().collect();
        Self {
            window: BoardWindow::around(region, pieces.keys().copied()),
            surface: match region {
                Region::Board { .. } => BoardSurface::Board,
                Region::Unbounded => BoardSurface::Grid,
            },
            viewer,
            pieces,
            outlined_ranks: Vec::new(),
            marks: Marks::default(),
            strip: PlayerBars::default(),
            steps: Vec::new(),
            legend: Vec::new(),
            chart: None,
            letters: BTreeMap::new(),
        }
    }

    /// What cards and legends write for a type.
    pub(crate) fn letter(&self, kind: PieceType) -> &str {
        self.letters.get(&kind).map_or(kind.code(), String::as_str)
    }

    /// The names of White and Black.
    #[must_use]
    pub fn with_names(mut self, white: impl Into<String>, black: impl Into<String>) -> Self {
        self.strip.white.name = white.into();
        self.strip.black.name = black.into();
        self
    }

    /// What `by` has captured so far (types; the colour is the other side's).
    #[must_use]
    pub fn with_captured(mut self, by: Side, kinds: impl IntoIterator<Item = PieceType>) -> Self {
        self.strip.seat_mut(by).captured = kinds.into_iter().collect();
        self
    }

    /// By how many Pawns' worth of pieces a side is ahead.
    #[must_use]
    pub fn with_lead(mut self, side: Side, lead: u16) -> Self {
        self.strip.seat_mut(side).lead = lead;
        self
    }

    /// The cards of a side, as far as the viewer may know them.
    #[must_use]
    pub fn with_cards(mut self, side: Side, cards: SideCards) -> Self {
        self.strip.seat_mut(side).cards = Some(cards);
        self
    }

    /// Whose move it is; `None` when the game is over.
    #[must_use]
    pub fn with_to_move(mut self, side: Option<Side>) -> Self {
        self.strip.to_move = side;
        self
    }

    /// The short text at the lower right: the move number, or the result.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.strip.note = note.into();
        self
    }

    /// The letters of types in the viewer's language, where they are not the codes.
    #[must_use]
    pub fn with_letters(mut self, letters: impl IntoIterator<Item = (PieceType, String)>) -> Self {
        self.letters = letters.into_iter().collect();
        self
    }

    /// Adds a mark on each of the squares.
    #[must_use]
    pub fn with_marks(mut self, mark: Mark, squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().for_each(|square| self.marks.add(square, mark));
        self
    }

    /// The ranks whose number is outlined.
    #[must_use]
    pub fn with_outlined_ranks(mut self, ranks: impl IntoIterator<Item = i32>) -> Self {
        self.outlined_ranks = ranks.into_iter().collect();
        self
    }
}
