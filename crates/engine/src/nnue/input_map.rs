//! Input map of the network: computes which input stands for a piece on a square in the view of a
//! side.

use adoube_rules::{BoardSearch, Piece, PieceType, Region, Side, Square, SquareIndex, Variant};

use super::architecture::OUTPUT_BUCKETS;
use crate::evaluation::weighted_types::weighted_types;

/// Numbers of the inputs of a variant.
#[derive(Clone)]
pub struct InputMap {
    files: i32,
    ranks: i32,
    type_count: usize,
    /// By place: number of the square for White and for Black, and both mirrored.
    squares: Vec<[u16; 4]>,
    /// By type: its number; `None` for types without weights.
    type_index: [Option<u8>; PieceType::COUNT],
}

impl InputMap {
    /// The inputs for a variant; `None` for one without a board.
    pub fn new(variant: Variant) -> Option<Self> {
        let Region::Board { files, ranks } = variant.region() else { return None };
        let (files, ranks) = (i32::from(files), i32::from(ranks));
        let mut squares = vec![[0; 4]; SquareIndex::COUNT];
        for square in variant.region().squares() {
            let number = |file: i32, rank: i32| ((rank - 1) * files + file) as u16;
            let Square { file, rank } = square;
            let (other_file, other_rank) = (files - 1 - file, ranks + 1 - rank);
            squares[SquareIndex::at(square)?.index()] = [
                number(file, rank),
                number(file, other_rank),
                number(other_file, rank),
                number(other_file, other_rank),
            ];
        }
        let mut type_index = [None; PieceType::COUNT];
        for (number, kind) in weighted_types(variant).enumerate() {
            type_index[kind.index()] = Some(number as u8);
        }
        Some(Self { files, ranks, type_count: weighted_types(variant).count(), squares, type_index })
    }

    /// Number of inputs.
    pub const fn count(&self) -> usize {
        2 * self.type_count * (self.files * self.ranks) as usize
    }

    /// Whether pieces of that type have inputs.
    pub const fn supports(&self, kind: PieceType) -> bool {
        self.type_index[kind.index()].is_some()
    }

    /// Horizontal mirroring: whether a side with its King there sees the board mirrored.
    #[inline]
    pub const fn is_mirrored(&self, king: SquareIndex) -> bool {
        2 * king.square().file >= self.files
    }

    /// The input of a piece of a supported type in the view of a side.
    #[inline]
    pub fn input_index(&self, side: Side, is_mirrored: bool, place: SquareIndex, piece: Piece) -> usize {
        let square = self.squares[place.index()][side.index() + 2 * usize::from(is_mirrored)];
        let kind = self.type_index[piece.kind.index()].unwrap_or_default();
        let owner = usize::from(piece.side != side);
        (owner * self.type_count + usize::from(kind)) * (self.files * self.ranks) as usize
            + usize::from(square)
    }

    /// The active inputs of a position in the view of a side.
    pub fn active_inputs(
        &self,
        side: Side,
        is_mirrored: bool,
        board: &BoardSearch,
    ) -> impl Iterator<Item = usize> {
        board.pieces().map(move |(place, piece)| self.input_index(side, is_mirrored, place, piece))
    }

    /// Output bucket for that many pieces.
    #[inline]
    pub fn output_bucket(&self, pieces: i32) -> usize {
        // At the start both armies fill two ranks each.
        let all = 4 * self.files;
        ((pieces.clamp(1, all) - 1) as usize * OUTPUT_BUCKETS) / all as usize
    }
}
