//! Which inputs of a network stand for a piece on a square, as each side sees it. Not here: what they add (`Network`).

use adoube_rules::{BoardSearch, Piece, PieceType, Place, Region, Side, Square, Variant};

use super::architecture::OUTPUT_BUCKETS;
use crate::evaluation::weighted_types::weighted_types;

/// Numbers the inputs of a game.
#[derive(Clone)]
pub struct InputMap {
    files: i32,
    ranks: i32,
    type_count: usize,
    /// By place: its number as White sees it and as Black does, and both mirrored.
    squares: Vec<[u16; 4]>,
    /// By type: its number; none for those that are not known.
    type_index: [Option<u8>; PieceType::COUNT],
}

impl InputMap {
    /// For a game on a board; none for one without a board.
    pub fn new(variant: Variant) -> Option<Self> {
        let Region::Board { files, ranks } = variant.region() else { return None };
        let (files, ranks) = (i32::from(files), i32::from(ranks));
        let mut squares = vec![[0; 4]; Place::COUNT];
        for square in variant.region().squares() {
            let number = |file: i32, rank: i32| ((rank - 1) * files + file) as u16;
            let Square { file, rank } = square;
            let (other_file, other_rank) = (files - 1 - file, ranks + 1 - rank);
            squares[Place::at(square)?.index()] = [
                number(file, rank),
                number(file, other_rank),
                number(other_file, rank),
                number(other_file, other_rank),
            ];
        }
        let mut cast = [None; PieceType::COUNT];
        for (number, kind) in weighted_types(variant).enumerate() {
            cast[kind.index()] = Some(number as u8);
        }
        Some(Self { files, ranks, type_count: weighted_types(variant).count(), squares, type_index: cast })
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        2 * self.type_count * (self.files * self.ranks) as usize
    }

    /// Whether it knows a type.
    pub const fn supports(&self, kind: PieceType) -> bool {
        self.type_index[kind.index()].is_some()
    }

    /// Whether a side whose King stands there sees the board mirrored.
    #[inline]
    pub const fn is_mirrored(&self, king: Place) -> bool {
        2 * king.square().file >= self.files
    }

    /// The input for a piece of a known type, as a side sees it.
    #[inline]
    pub fn input_index(&self, side: Side, is_mirrored: bool, place: Place, piece: Piece) -> usize {
        let square = self.squares[place.index()][side.index() + 2 * usize::from(is_mirrored)];
        let kind = self.type_index[piece.kind.index()].unwrap_or_default();
        let owner = usize::from(piece.side != side);
        (owner * self.type_count + usize::from(kind)) * (self.files * self.ranks) as usize
            + usize::from(square)
    }

    /// The inputs for all pieces, as a side sees them.
    pub fn active_inputs(
        &self,
        side: Side,
        is_mirrored: bool,
        board: &BoardSearch,
    ) -> impl Iterator<Item = usize> {
        board.pieces().map(move |(place, piece)| self.input_index(side, is_mirrored, place, piece))
    }

    /// How far a game has come with so many pieces left.
    #[inline]
    pub fn output_bucket(&self, pieces: i32) -> usize {
        // Both armies fill two ranks each at first.
        let all = 4 * self.files;
        ((pieces.clamp(1, all) - 1) as usize * OUTPUT_BUCKETS) / all as usize
    }
}
