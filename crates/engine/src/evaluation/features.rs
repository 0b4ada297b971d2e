//! What is counted in a position beside where each piece stands: White's less Black's. Not here: how it is counted (`pawns`,
//! `activity`), and what it is worth (`weights`).

use super::squares::Amount;

/// Something that is counted, or several things of a kind.
#[derive(Clone, Copy)]
pub(crate) struct Feature {
    pub(crate) name: &'static str,
    pub(crate) first: usize,
    pub(crate) len: usize,
}

impl Feature {
    const fn new(name: &'static str, len: usize) -> Self {
        Self { name, first: 0, len }
    }

    const fn then(self, name: &'static str, len: usize) -> Self {
        Self { name, first: self.first + self.len, len }
    }
}

/// Having the move.
pub(crate) const TEMPO: Feature = Feature::new("tempo", 1);
/// Pawns behind others of their file, and files of pawns without own ones beside them.
pub(crate) const DOUBLED: Feature = TEMPO.then("doubled", 1);
pub(crate) const ISOLATED: Feature = DOUBLED.then("isolated", 1);
/// Pawns that no pawn stops, by the steps that are left, from one on.
pub(crate) const PASSED: Feature = ISOLATED.then("passed", 8);
/// The same with something in front of them, more the nearer they are to the last rank.
pub(crate) const BLOCKED: Feature = PASSED.then("passed and blocked", 1);
/// How far the Kings are from the square in front of them, more the nearer that is to the last rank: the opponent's, the own one.
pub(crate) const KING_APART: Feature = BLOCKED.then("kings apart from passed", 2);
/// Pawns that own pawns guard, by the steps that are left, from one on.
pub(crate) const SUPPORTED: Feature = KING_APART.then("supported", 8);
/// Files about a King at home on which an own pawn is one rank in front of it, two ranks, or none.
pub(crate) const SHELTER: Feature = SUPPORTED.then("shelter", 3);
/// The same on which a pawn of the opponent's is one to four ranks in front of it.
pub(crate) const STORM: Feature = SHELTER.then("storm", 4);
/// Pieces bound to the squares of one colour, on both colours.
pub(crate) const PAIR: Feature = STORM.then("pair", 1);
/// What room for moves is worth to pieces that not everybody knows.
pub(crate) const ROOM: Feature = PAIR.then("room", 1);
/// Pieces that everybody knows, by the number of squares that they can go to, from none on.
pub(crate) const ROOM_OF_KNIGHT: Feature = ROOM.then("room of knight", 9);
pub(crate) const ROOM_OF_BISHOP: Feature = ROOM_OF_KNIGHT.then("room of bishop", 18);
pub(crate) const ROOM_OF_ROOK: Feature = ROOM_OF_BISHOP.then("room of rook", 19);
pub(crate) const ROOM_OF_QUEEN: Feature = ROOM_OF_ROOK.then("room of queen", 36);
pub(crate) const ROOM_OF_CARDINAL: Feature = ROOM_OF_QUEEN.then("room of cardinal", 26);
pub(crate) const ROOM_OF_MARSHAL: Feature = ROOM_OF_CARDINAL.then("room of marshal", 27);
/// Pieces that a pawn strikes, that one of less worth strikes, and that are struck and unguarded; and hundredths of their worth.
pub(crate) const BY_PAWN: Feature = ROOM_OF_MARSHAL.then("struck by pawn", 2);
pub(crate) const BY_LESS: Feature = BY_PAWN.then("struck by less", 2);
pub(crate) const UNGUARDED: Feature = BY_LESS.then("struck and unguarded", 2);
/// Pawns that are struck and unguarded.
pub(crate) const PAWN_UNGUARDED: Feature = UNGUARDED.then("pawn struck and unguarded", 1);
/// Pieces that own pawns guard.
pub(crate) const GUARDED: Feature = PAWN_UNGUARDED.then("guarded by pawn", 1);
/// What strikes next to the opponent's King, by the number of pieces that do: one to seven.
pub(crate) const ATTACK: Feature = GUARDED.then("attack", 7);
/// Squares next to the own King that are struck and that it guards alone.
pub(crate) const WEAK: Feature = ATTACK.then("weak next to king", 1);
/// Kings with no square next to them that is not struck, one, two, or more.
pub(crate) const KING_ROOM: Feature = WEAK.then("room of king", 4);

/// Kings by how much strikes next to them, in steps, where two pieces or more do.
pub(crate) const DANGER: Feature = KING_ROOM.then("king under attack", 20);
/// Pawns beside own ones, by the steps that are left, from one on.
pub(crate) const BESIDE: Feature = DANGER.then("beside", 8);
/// Pawns that have no own ones beside or behind them on the next files, in front of a square that a pawn strikes.
pub(crate) const BACKWARD: Feature = BESIDE.then("backward", 1);
/// Passed pawns whose next square nothing strikes, by the steps that are left, from one on.
pub(crate) const UNSTOPPED: Feature = BACKWARD.then("passed and unstopped", 8);
/// Rooks on files on which there are no own pawns but others, and no pawns at all.
pub(crate) const ON_FILE: Feature = UNSTOPPED.then("rook on file half open, open", 2);
/// Knights and bishops that an own pawn guards where no pawn will ever strike.
pub(crate) const OUTPOST: Feature = ON_FILE.then("outpost of knight bishop", 2);
/// How far knights and bishops are from their King.
pub(crate) const FROM_KING: Feature = OUTPOST.then("knight bishop from king", 2);
/// Own pawns on the colour of a bishop.
pub(crate) const SAME_COLOUR: Feature = FROM_KING.then("pawns on colour of bishop", 1);

/// All of them.
pub(crate) const ALL: [Feature; 33] = [
    TEMPO,
    DOUBLED,
    ISOLATED,
    PASSED,
    BLOCKED,
    KING_APART,
    SUPPORTED,
    SHELTER,
    STORM,
    PAIR,
    ROOM,
    ROOM_OF_KNIGHT,
    ROOM_OF_BISHOP,
    ROOM_OF_ROOK,
    ROOM_OF_QUEEN,
    ROOM_OF_CARDINAL,
    ROOM_OF_MARSHAL,
    BY_PAWN,
    BY_LESS,
    UNGUARDED,
    PAWN_UNGUARDED,
    GUARDED,
    ATTACK,
    WEAK,
    KING_ROOM,
    DANGER,
    BESIDE,
    BACKWARD,
    UNSTOPPED,
    ON_FILE,
    OUTPOST,
    FROM_KING,
    SAME_COLOUR,
];
/// How many numbers that are.
pub(crate) const COUNT: usize = SAME_COLOUR.first + SAME_COLOUR.len;

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Counts(pub(crate) [i16; COUNT]);

impl Counts {
    pub(super) const fn none() -> Self {
        Self([0; COUNT])
    }

    /// Adds to one thing of a kind; to the last of them if there are not so many.
    #[inline]
    pub(super) fn add(&mut self, feature: Feature, number: usize, count: i32) {
        self.0[feature.first + number.min(feature.len - 1)] += count as i16;
    }

    /// What it is all worth, in whatever unit the weights have.
    #[inline]
    pub(super) fn weigh(&self, opening: &[i16; COUNT], ending: &[i16; COUNT]) -> Amount {
        let by = |weights: &[i16; COUNT]| {
            self.0.iter().zip(weights).map(|(count, weight)| i32::from(*count) * i32::from(*weight)).sum()
        };
        Amount { opening: by(opening), ending: by(ending) }
    }
}
