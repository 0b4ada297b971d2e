//! Computes the trial board of a piece, on which a reader of the piece book moves it: alone, or
//! with the pieces of its diagram if it needs others. The moves come from the rules. Not here: the
//! board that is clicked.

use adoube_render::MoveDiagram;
use adoube_rules::{Piece, PieceDemo, PieceType, Region, Side, Square, Variant};

use crate::{core::command::PieceGroup, text::Localizer};

/// The type of enemy imagined on an empty square, as in diagrams.
const VICTIM: &str = "wazir";

/// Another piece on a trial board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialPiece {
    /// Its square.
    pub at: String,
    /// The name of its drawing: `black-N`.
    pub art: String,
    /// Its name with its side.
    pub name: String,
}

/// The moves of the piece from one square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialTarget {
    /// The squares it can move to.
    pub moves: Vec<String>,
    /// The squares on which it captures an enemy, or could capture one.
    pub captures: Vec<String>,
}

/// A trial board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceTrial {
    /// The other pieces.
    pub stones: Vec<TrialPiece>,
    /// The piece that the opponent has just moved, if it matters.
    pub copied: Option<String>,
    /// Whether the piece converts what it captures.
    pub converts: bool,
    /// Every square, from a1 rank by rank, with the piece's moves from there; `None` where another
    /// piece stands.
    pub squares: Vec<(String, Option<TrialTarget>)>,
    /// The piece's first square.
    pub first: String,
}

impl PieceTrial {
    /// Maximum of other pieces on a trial board.
    pub const MOST_STONES: usize = 16;
}

/// Whether a piece needs others, or acts on them.
pub(super) fn needs_others(kind: PieceType) -> bool {
    matches!(PieceGroup::of(kind), Some(PieceGroup::Hoppers | PieceGroup::Special))
}

/// The other pieces on the trial board.
fn others(kind: PieceType, diagram: &MoveDiagram) -> Vec<(Square, Piece)> {
    if needs_others(kind) { diagram.others().collect() } else { Vec::new() }
}

/// A board with pieces, and whether enemies are imagined on its empty squares.
struct TrialPosition {
    study: PieceDemo,
    victim: Option<PieceType>,
}

impl TrialPosition {
    fn with(diagram: &MoveDiagram, stones: &[(Square, Piece)]) -> Self {
        let study = PieceDemo::new(stones.iter().copied());
        let study = match diagram.position().last_moved(Side::Black) {
            Some(copied) => study.after(copied),
            None => study,
        };
        Self { study, victim: PieceType::from_key(VICTIM).filter(|_| diagram.imagines()) }
    }

    fn tried(&self, kind: PieceType, from: Square) -> Option<TrialTarget> {
        let deeds = self.study.moves(kind, from)?;
        let mut taken: Vec<Square> = deeds.iter().flat_map(|deed| deed.captures.iter().copied()).collect();
        let occupied = |square: &Square| self.study.has(*square);
        let moves = deeds.iter().map(|deed| deed.to).filter(|to| !occupied(to)).map(|to| to.to_string());
        let imagined = self.victim.and_then(|victim| self.study.captures(kind, from, victim));
        taken.extend(imagined.unwrap_or_default().iter().filter(|square| !occupied(square)));
        taken.sort_unstable();
        taken.dedup();
        Some(TrialTarget { moves: moves.collect(), captures: taken.iter().map(Square::to_string).collect() })
    }
}

/// The squares of the board, from a1 rank by rank.
fn squares() -> impl Iterator<Item = Square> {
    let region: Region = Variant::Grand.region();
    let mut squares: Vec<Square> = region.squares().collect();
    squares.sort_unstable_by_key(|square| (square.rank, square.file));
    squares.into_iter()
}

/// The trial board of a piece.
pub(super) fn of(speaker: Localizer<'_>, kind: PieceType, diagram: &MoveDiagram) -> PieceTrial {
    let others = others(kind, diagram);
    let stage = TrialPosition::with(diagram, &others);
    let stone = |(at, piece): &(Square, Piece)| TrialPiece {
        at: at.to_string(),
        art: format!("{}-{}", piece.side, piece.kind.code()),
        name: name(speaker, *piece),
    };
    let copied = diagram.position().last_moved(Side::Black).filter(|_| kind == PieceType::JOKER);
    PieceTrial {
        stones: others.iter().map(stone).collect(),
        copied: copied
            .map(|kind| speaker.sentence("book-told-copied", &[("piece", speaker.kind(kind).into())])),
        converts: diagram.converts(),
        squares: squares().map(|from| (from.to_string(), stage.tried(kind, from))).collect(),
        first: diagram.square().to_string(),
    }
}

fn name(speaker: Localizer<'_>, piece: Piece) -> String {
    let key = if piece.side == Side::White { "book-own" } else { "book-enemy" };
    speaker.sentence(key, &[("name", speaker.kind(piece.kind).into())])
}

/// The moves from one square, with other pieces if given.
pub(super) fn on(
    kind: PieceType,
    diagram: &MoveDiagram,
    from: &str,
    stones: Option<(&[&str], &[&str])>,
) -> Option<TrialTarget> {
    let pawns = |names: &[&str], side: Side| -> Vec<(Square, Piece)> {
        let squares = names.iter().filter_map(|name| name.parse().ok());
        squares
            .map(|square| (square, Piece::new(side, PieceType::PAWN)))
            .take(PieceTrial::MOST_STONES)
            .collect()
    };
    let pieces = match stones {
        None => others(kind, diagram),
        Some((enemies, own)) => [pawns(enemies, Side::Black), pawns(own, Side::White)].concat(),
    };
    TrialPosition::with(diagram, &pieces).tried(kind, from.parse().ok()?)
}
