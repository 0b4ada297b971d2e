//! What is counted in a position beside where each piece stands: White's less Black's. Not here: how it is counted (`pawns`,
//! `activity`), and what it is worth (`weights`).

use super::tapered_score::TaperedScore;

/// Something that is counted, or several things of a kind.
#[derive(Clone, Copy)]
pub struct EvalFeature {
    pub name: &'static str,
    pub first: usize,
    pub len: usize,
}

impl EvalFeature {
    const fn new(name: &'static str, len: usize) -> Self {
        Self { name, first: 0, len }
    }

    const fn then(self, name: &'static str, len: usize) -> Self {
        Self { name, first: self.first + self.len, len }
    }
}

/// Having the move.
pub const TEMPO: EvalFeature = EvalFeature::new("tempo", 1);
/// Pawns behind others of their file, and files of pawns without own ones beside them.
pub const DOUBLED_PAWN: EvalFeature = TEMPO.then("doubled", 1);
pub const ISOLATED_PAWN: EvalFeature = DOUBLED_PAWN.then("isolated", 1);
/// Pawns that no pawn stops, by the steps that are left, from one on.
pub const PASSED_PAWN: EvalFeature = ISOLATED_PAWN.then("passed", 8);
/// The same with something in front of them, more the nearer they are to the last rank.
pub const BLOCKED_PASSED_PAWN: EvalFeature = PASSED_PAWN.then("passed and blocked", 1);
/// How far the Kings are from the square in front of them, more the nearer that is to the last rank: the opponent's, the own one.
pub const KING_PASSED_DISTANCE: EvalFeature = BLOCKED_PASSED_PAWN.then("kings apart from passed", 2);
/// Pawns that own pawns guard, by the steps that are left, from one on.
pub const SUPPORTED_PAWN: EvalFeature = KING_PASSED_DISTANCE.then("supported", 8);
/// Files about a King at home on which an own pawn is one rank in front of it, two ranks, or none.
pub const PAWN_SHIELD: EvalFeature = SUPPORTED_PAWN.then("shelter", 3);
/// The same on which a pawn of the opponent's is one to four ranks in front of it.
pub const PAWN_STORM: EvalFeature = PAWN_SHIELD.then("storm", 4);
/// Pieces bound to the squares of one colour, on both colours.
pub const COLOUR_BOUND_PAIR: EvalFeature = PAWN_STORM.then("pair", 1);
/// What room for moves is worth to pieces that not everybody knows.
pub const MOBILITY: EvalFeature = COLOUR_BOUND_PAIR.then("room", 1);
/// Pieces that everybody knows, by the number of squares that they can go to, from none on.
pub const MOBILITY_KNIGHT: EvalFeature = MOBILITY.then("room of knight", 9);
pub const MOBILITY_BISHOP: EvalFeature = MOBILITY_KNIGHT.then("room of bishop", 18);
pub const MOBILITY_ROOK: EvalFeature = MOBILITY_BISHOP.then("room of rook", 19);
pub const MOBILITY_QUEEN: EvalFeature = MOBILITY_ROOK.then("room of queen", 36);
pub const MOBILITY_CARDINAL: EvalFeature = MOBILITY_QUEEN.then("room of cardinal", 26);
pub const MOBILITY_MARSHAL: EvalFeature = MOBILITY_CARDINAL.then("room of marshal", 27);
/// Pieces that a pawn strikes, that one of less worth strikes, and that are struck and unguarded; and hundredths of their worth.
pub const THREAT_BY_PAWN: EvalFeature = MOBILITY_MARSHAL.then("struck by pawn", 2);
pub const THREAT_BY_LESSER: EvalFeature = THREAT_BY_PAWN.then("struck by less", 2);
pub const HANGING: EvalFeature = THREAT_BY_LESSER.then("struck and unguarded", 2);
/// Pawns that are struck and unguarded.
pub const HANGING_PAWN: EvalFeature = HANGING.then("pawn struck and unguarded", 1);
/// Pieces that own pawns guard.
pub const PAWN_PROTECTED: EvalFeature = HANGING_PAWN.then("guarded by pawn", 1);
/// What strikes next to the opponent's King, by the number of pieces that do: one to seven.
pub const KING_ZONE_ATTACK: EvalFeature = PAWN_PROTECTED.then("attack", 7);
/// Squares next to the own King that are struck and that it guards alone.
pub const WEAK_KING_SQUARE: EvalFeature = KING_ZONE_ATTACK.then("weak next to king", 1);
/// Kings with no square next to them that is not struck, one, two, or more.
pub const KING_MOBILITY: EvalFeature = WEAK_KING_SQUARE.then("room of king", 4);

/// Kings by how much strikes next to them, in steps, where two pieces or more do.
pub const KING_DANGER: EvalFeature = KING_MOBILITY.then("king under attack", 20);
/// Pawns beside own ones, by the steps that are left, from one on.
pub const PHALANX_PAWN: EvalFeature = KING_DANGER.then("beside", 8);
/// Pawns that have no own ones beside or behind them on the next files, in front of a square that a pawn strikes.
pub const BACKWARD_PAWN: EvalFeature = PHALANX_PAWN.then("backward", 1);
/// Passed pawns whose next square nothing strikes, by the steps that are left, from one on.
pub const FREE_PASSED_PAWN: EvalFeature = BACKWARD_PAWN.then("passed and unstopped", 8);
/// Rooks on files on which there are no own pawns but others, and no pawns at all.
pub const ROOK_ON_OPEN_FILE: EvalFeature = FREE_PASSED_PAWN.then("rook on file half open, open", 2);
/// Knights and bishops that an own pawn guards where no pawn will ever strike.
pub const OUTPOST: EvalFeature = ROOK_ON_OPEN_FILE.then("outpost of knight bishop", 2);
/// How far knights and bishops are from their King.
pub const MINOR_KING_DISTANCE: EvalFeature = OUTPOST.then("knight bishop from king", 2);
/// Own pawns on the colour of a bishop.
pub const BAD_BISHOP_PAWNS: EvalFeature = MINOR_KING_DISTANCE.then("pawns on colour of bishop", 1);

/// All of them.
pub const ALL: [EvalFeature; 33] = [
    TEMPO,
    DOUBLED_PAWN,
    ISOLATED_PAWN,
    PASSED_PAWN,
    BLOCKED_PASSED_PAWN,
    KING_PASSED_DISTANCE,
    SUPPORTED_PAWN,
    PAWN_SHIELD,
    PAWN_STORM,
    COLOUR_BOUND_PAIR,
    MOBILITY,
    MOBILITY_KNIGHT,
    MOBILITY_BISHOP,
    MOBILITY_ROOK,
    MOBILITY_QUEEN,
    MOBILITY_CARDINAL,
    MOBILITY_MARSHAL,
    THREAT_BY_PAWN,
    THREAT_BY_LESSER,
    HANGING,
    HANGING_PAWN,
    PAWN_PROTECTED,
    KING_ZONE_ATTACK,
    WEAK_KING_SQUARE,
    KING_MOBILITY,
    KING_DANGER,
    PHALANX_PAWN,
    BACKWARD_PAWN,
    FREE_PASSED_PAWN,
    ROOK_ON_OPEN_FILE,
    OUTPOST,
    MINOR_KING_DISTANCE,
    BAD_BISHOP_PAWNS,
];
/// How many numbers that are.
pub const COUNT: usize = BAD_BISHOP_PAWNS.first + BAD_BISHOP_PAWNS.len;

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureVector(pub [i16; COUNT]);

impl FeatureVector {
    pub(super) const fn zero() -> Self {
        Self([0; COUNT])
    }

    /// Adds to one thing of a kind; to the last of them if there are not so many.
    #[inline]
    pub(super) fn add(&mut self, feature: EvalFeature, number: usize, count: i32) {
        self.0[feature.first + number.min(feature.len - 1)] += count as i16;
    }

    /// What it is all worth, in whatever unit the weights have.
    #[inline]
    pub(super) fn score(&self, opening: &[i16; COUNT], ending: &[i16; COUNT]) -> TaperedScore {
        let by = |weights: &[i16; COUNT]| {
            self.0.iter().zip(weights).map(|(count, weight)| i32::from(*count) * i32::from(*weight)).sum()
        };
        TaperedScore { midgame: by(opening), endgame: by(ending) }
    }
}
