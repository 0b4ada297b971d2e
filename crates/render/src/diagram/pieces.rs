//! Chooses the pieces around the piece of a move diagram, which show what blocks it and what it
//! needs: by hand where a piece needs others or acts on them, otherwise by asking the rules where a
//! blocker has the most effect.

use std::collections::BTreeSet;

use adoube_rules::{Piece, PieceType, Side, Square};

use super::position::{DiagramPosition, moves};
use super::section::{CENTRE, SECTION};

/// The pieces on the section, the one in the centre among them.
#[derive(Clone, Debug)]
pub(super) struct DiagramPieces {
    pub(super) pieces: Vec<(Square, Piece)>,
    /// The type the enemy moved last, for a Joker.
    pub(super) last: Option<PieceType>,
    /// Whether enemies are imagined on empty squares; not where it matters what they are.
    pub(super) imagines: bool,
}

/// Types with stones chosen by hand: codes and squares, White's in capitals.
const CHOSEN: [(&str, &str); 19] = [
    ("king", "P f6, p d4"),
    ("pawn", "p d6"),
    ("grasshopper", "P e7, p g5, p g7, p h8, P c3, P b2"),
    ("scorpion", "P e7, p g5, p g7, p h8, P c3, P b2"),
    ("kangaroo", "P e6, p e8, p g5, P h5, P c3, p b2, p c7, P b8, p a9"),
    ("cannon", "P e7, p e9, p g5, p i5, P e3"),
    ("vao", "P g7, p i9, P c7, p c3, n a1"),
    ("leo", "P e7, p e9, p g5, p i5, P c7, p c3, n a1"),
    ("windmill", "P e6, p d7"),
    ("block", "P e7, p g5"),
    ("archer", "n d7, r c9, P g6"),
    ("advancer", "p e8, P c3"),
    ("withdrawer", "p d5, P g7"),
    ("coordinator", "K c2, n c8, b e2"),
    ("diplomat", "n e6, {bl} f5, P d4"),
    ("immobilizer", "r d6, n f4, p h8"),
    ("chameleon", "n f7, r e8, b c3, p d6"),
    ("joker", "n c8"),
    ("edgehog", "P e8, p c5"),
];

/// Types whose captures depend on what is captured, or on where the Kings stand.
const PARTICULAR: [&str; 3] = ["chameleon", "coordinator", "immobilizer"];

impl DiagramPieces {
    /// The piece alone.
    fn alone(kind: PieceType) -> Self {
        let pieces = vec![(CENTRE, Piece::new(Side::White, kind))];
        let last = if kind == PieceType::JOKER { Some(PieceType::KNIGHT) } else { None };
        Self { pieces, last, imagines: !PARTICULAR.contains(&kind.key()) }
    }

    /// The stones chosen for a type.
    pub(super) fn chosen_for(kind: PieceType) -> Option<Self> {
        let (_, text) = CHOSEN.iter().find(|(key, _)| *key == kind.key())?;
        let mut stones = Self::alone(kind);
        stones.pieces.extend(text.split(", ").filter_map(stone));
        Some(stones)
    }
}

/// `n d7`: a black Knight on d7.
fn stone(text: &str) -> Option<(Square, Piece)> {
    let (code, square) = text.split_once(' ')?;
    let letters = code.trim_matches(['{', '}']);
    let side = if letters.chars().all(char::is_uppercase) { Side::White } else { Side::Black };
    let kind = PieceType::from_code(&letters.to_uppercase())?;
    Some((square.parse().ok()?, Piece::new(side, kind)))
}

/// The stage with an own Pawn where it is most in the way, and an enemy's where it is most in the way and can be taken.
pub(super) fn found_for(kind: PieceType) -> Option<DiagramPosition> {
    let alone = DiagramPosition::with(&DiagramPieces::alone(kind))?;
    let blocked = put(&alone, Side::White, None).unwrap_or(alone);
    let first = blocked.position(None)?.pieces().find(|(square, piece)| is_stone(*square, *piece));
    Some(put(&blocked, Side::Black, first.map(|(square, _)| square)).unwrap_or(blocked))
}

fn is_stone(square: Square, piece: Piece) -> bool {
    piece.kind == PieceType::PAWN && SECTION.contains(square) && square != CENTRE
}

/// The stage with a Pawn of that side on the best square, in another direction than what stands there already.
fn put(stage: &DiagramPosition, side: Side, other: Option<Square>) -> Option<DiagramPosition> {
    let position = stage.position(None)?;
    let goes: BTreeSet<Square> = moves(&position).into_iter().collect();
    // A Pawn never stands on the first rank.
    let candidates = squares_for_pawns().filter(|square| position.piece_at(*square).is_none());
    let takes = stage.captures(&position);
    let stages = candidates.filter_map(|square| {
        let with = stage.and(square, Piece::new(side, PieceType::PAWN))?;
        let after = with.position(None)?;
        let left: BTreeSet<Square> = moves(&after).into_iter().collect();
        let lost = goes.difference(&left).filter(|lost| **lost != square).count();
        let useful =
            if side == Side::White { goes.contains(&square) || lost > 0 } else { takes.contains(&square) };
        let apart = other.is_none_or(|other| direction(other) != direction(square));
        (useful && apart).then(|| (worth(square, side, lost), with))
    });
    stages.max_by_key(|(worth, _)| *worth).map(|(_, stage)| stage)
}

fn squares_for_pawns() -> impl Iterator<Item = Square> {
    let ranks = SECTION.bottom + 1..=SECTION.top;
    ranks.flat_map(|rank| (SECTION.left..=SECTION.right).map(move |file| Square::new(file, rank)))
}

/// From the centre, roughly.
fn direction(square: Square) -> (i32, i32) {
    ((square.file - CENTRE.file).signum(), (square.rank - CENTRE.rank).signum())
}

/// How well a stone shows something: it blocks more than its own square, at a distance at which one sees the way to
/// it; then how much it blocks; an own one rather above, an enemy's rather to the right.
fn worth(square: Square, side: Side, lost: usize) -> (bool, bool, usize, i32, i32) {
    let (files, ranks) = (square.file - CENTRE.file, square.rank - CENTRE.rank);
    let distance = files.abs().max(ranks.abs());
    let preferred = if side == Side::White { ranks - files.abs() } else { files - ranks.abs() };
    (lost > 0, distance == 2, lost, preferred, -distance)
}
