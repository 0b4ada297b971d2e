//! Values of types of pieces: reads and writes the table that was fitted to self-play, and
//! estimates values from mobility where the table has no entry.
//!
//! Not here: piece-square tables (`evaluation::piece_square`), and how the table is fitted
//! (`adoube-engine-lab`).

use std::fmt;

use adoube_rules::{PieceType, Position, Side, Variant};

use crate::evaluation::mobility_profile::MobilityProfile;

/// The table that the engine is built with.
const TABLE_TEXT: &str = include_str!("../../../assets/pieces/values.txt");
/// Estimate from mobility: centipawns for each move that a type has on average on the board of
/// Grand Chess, and the factor on the smaller board, where a move is more of the board.
const CP_PER_MOBILITY: f32 = 55.0;
const SMALL_BOARD_FACTOR: f32 = 1.13;
/// Above every exchange.
const KING_VALUE: i32 = 20_000;

/// Value of a type of piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceValue {
    /// The value in centipawns.
    pub centipawns: i32,
    /// Standard error of the fit in centipawns; 0 if the value is not from games.
    pub standard_error: i32,
}

/// Values of all types, on the board of Grand Chess and on that of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValues {
    boards: [[Option<PieceValue>; PieceType::COUNT]; 2],
}

/// A line of a table that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceValueError(String);

impl fmt::Display for PieceValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no value of a piece: {}", self.0)
    }
}

impl std::error::Error for PieceValueError {}

const fn board_index(variant: Variant) -> usize {
    match variant {
        Variant::Grand => 0,
        _ => 1,
    }
}

impl PieceValues {
    /// The table that the engine is built with.
    pub fn built_in() -> Self {
        // A test reads the table that is built in.
        Self::parse(TABLE_TEXT).unwrap_or_else(|_| Self::empty())
    }

    /// A table without entries.
    pub const fn empty() -> Self {
        Self { boards: [[None; PieceType::COUNT]; 2] }
    }

    /// Estimates from mobility alone.
    pub fn from_mobility() -> Self {
        let mut values = Self::empty();
        let of_chess = Position::start(Variant::Chess);
        let of_chess = of_chess.pieces().map(|(_, piece)| (Variant::Chess, piece.kind));
        for (variant, kind) in PieceType::all().map(|kind| (Variant::Grand, kind)).chain(of_chess) {
            values.set(variant, kind, PieceValue { centipawns: values.of(variant, kind), standard_error: 0 });
        }
        values
    }

    /// Reads a table as `Display` writes it.
    ///
    /// # Errors
    /// A line is not `type | value ± error`, perhaps with ` | value ± error` on the board of chess;
    /// `-` stands for an unknown value.
    pub fn parse(text: &str) -> Result<Self, PieceValueError> {
        let mut values = Self::empty();
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let unreadable = || PieceValueError(line.to_owned());
            let mut fields = line.split('|').map(str::trim);
            let kind = fields.next().and_then(PieceType::from_key).ok_or_else(unreadable)?;
            for (board, field) in fields.enumerate().filter(|(_, field)| *field != "-") {
                let (centipawns, error) = field.split_once('±').ok_or_else(unreadable)?;
                let number = |text: &str| text.trim().parse::<u16>().map(i32::from).map_err(|_| unreadable());
                let value = PieceValue { centipawns: number(centipawns)?, standard_error: number(error)? };
                let row = values.boards.get_mut(board).ok_or_else(unreadable)?;
                row[kind.index()] = Some(value);
            }
        }
        Ok(values)
    }

    /// These values, and those of the other where these have none.
    #[must_use]
    pub fn with_fallback(mut self, other: &Self) -> Self {
        for (own, other) in self.boards.iter_mut().flatten().zip(other.boards.iter().flatten()) {
            *own = own.or(*other);
        }
        self
    }

    /// The value of a type if games stand behind it.
    pub fn measured(&self, variant: Variant, kind: PieceType) -> Option<PieceValue> {
        self.boards[board_index(variant)][kind.index()].filter(|value| value.standard_error > 0)
    }

    /// Value of a type on the board of a variant, in centipawns.
    pub fn of(&self, variant: Variant, kind: PieceType) -> i32 {
        match kind {
            PieceType::KING => KING_VALUE,
            PieceType::PAWN => 100,
            _ => {
                let known = self.boards[board_index(variant)][kind.index()];
                known.map_or_else(|| mobility_value(variant, kind), |value| value.centipawns)
            }
        }
    }

    /// Material balance of a position: White's pieces less Black's, in centipawns.
    pub fn material_balance(&self, position: &Position) -> i32 {
        let value = |(kind, imbalance)| i32::from(imbalance) * self.of(position.variant(), kind);
        material_imbalance(position).map(value).sum()
    }

    /// Sets the value of a type on the board of a variant.
    pub fn set(&mut self, variant: Variant, kind: PieceType, value: PieceValue) {
        self.boards[board_index(variant)][kind.index()] = Some(value);
    }
}

/// Material imbalance: by type, White's number of pieces less Black's.
pub fn material_imbalance(position: &Position) -> impl Iterator<Item = (PieceType, i8)> + use<> {
    let mut imbalance = [0; PieceType::COUNT];
    for (_, piece) in position.pieces() {
        imbalance[piece.kind.index()] += if piece.side == Side::White { 1 } else { -1 };
    }
    PieceType::all().zip(imbalance).filter(|(_, imbalance)| *imbalance != 0)
}

fn mobility_value(variant: Variant, kind: PieceType) -> i32 {
    let value = MobilityProfile::of(variant, kind).weighted_mean() * CP_PER_MOBILITY;
    (if variant == Variant::Grand { value } else { value * SMALL_BOARD_FACTOR }) as i32
}

/// A table as [`PieceValues::parse`] reads it.
impl fmt::Display for PieceValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for kind in PieceType::all() {
            let [grand, chess] = self.boards.each_ref().map(|board| board[kind.index()]);
            if grand.or(chess).is_none() {
                continue;
            }
            let field = |value: Option<PieceValue>| {
                value.map_or("-".to_owned(), |value| {
                    format!("{} ± {}", value.centipawns, value.standard_error)
                })
            };
            write!(f, "{} | {}", kind.key(), field(grand))?;
            if chess.is_some() {
                write!(f, " | {}", field(chess))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_knows_what_every_type_is_worth_on_the_large_board() {
        let values = PieceValues::parse(TABLE_TEXT).expect("the table can be read");
        assert_eq!(values, PieceValues::built_in());
        for kind in PieceType::all().filter(|kind| *kind != PieceType::KING) {
            let value = values.measured(Variant::Grand, kind);
            assert!(
                value.is_some_and(|value| value.centipawns > 0 && value.standard_error > 0),
                "{}",
                kind.key()
            );
        }
    }

    #[test]
    fn a_table_is_read_as_it_is_written() {
        let values =
            PieceValues::parse("# a remark\nknight | 240 ± 12 | 310 ± 9\nlion|438 ± 8\nking | - | 1 ± 0\n")
                .expect("a table");
        assert_eq!(
            values.measured(Variant::Chess, PieceType::KNIGHT),
            Some(PieceValue { centipawns: 310, standard_error: 9 })
        );
        assert_eq!(PieceValues::parse(&values.to_string()), Ok(values));
        for line in ["knight | 240", "knight | 240 ± x", "nobody | 1 ± 1", "knight | 1 ± 1 | 1 ± 1 | 1 ± 1"]
        {
            assert!(PieceValues::parse(line).is_err(), "{line}");
        }
    }
}
