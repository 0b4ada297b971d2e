//! List of the features of the evaluation beside piece-square tables (names and numbers), and the
//! type of the vector of their counts, White's less Black's.
//!
//! Not here: how they are counted (`pawn_structure`, `piece_activity`, `outposts`, `attack_table`)
//! and what they are worth (`weights`).

use super::tapered_score::TaperedScore;

/// A feature, or several numbered ones of a kind.
#[derive(Clone, Copy)]
pub struct EvalFeature {
    /// Its name in the weight files.
    pub name: &'static str,
    /// Its first number in the feature vector.
    pub first: usize,
    /// How many numbers it has.
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

/// Tempo: having the move.
pub const TEMPO: EvalFeature = EvalFeature::new("tempo", 1);
/// Doubled pawns: pawns behind others of their file.
pub const DOUBLED_PAWN: EvalFeature = TEMPO.then("doubled", 1);
/// Isolated pawns: files of pawns without own pawns on adjacent files.
pub const ISOLATED_PAWN: EvalFeature = DOUBLED_PAWN.then("isolated", 1);
/// Passed pawns, by the ranks left to promotion, from one on.
pub const PASSED_PAWN: EvalFeature = ISOLATED_PAWN.then("passed", 8);
/// Passed pawns with a piece in front of them, more the nearer they are to promotion.
pub const BLOCKED_PASSED_PAWN: EvalFeature = PASSED_PAWN.then("passed and blocked", 1);
/// King distance to the square in front of a passed pawn, more the nearer it is to promotion: of
/// the opponent's King, of the own King.
pub const KING_PASSED_DISTANCE: EvalFeature = BLOCKED_PASSED_PAWN.then("kings apart from passed", 2);
/// Supported pawns: protected by own pawns, by the ranks left to promotion, from one on.
pub const SUPPORTED_PAWN: EvalFeature = KING_PASSED_DISTANCE.then("supported", 8);
/// Pawn shield: files about a King at home with an own pawn one rank in front of it, two ranks, or
/// none.
pub const PAWN_SHIELD: EvalFeature = SUPPORTED_PAWN.then("shelter", 3);
/// Pawn storm: files about a King at home with a pawn of the opponent one to four ranks in front of
/// it.
pub const PAWN_STORM: EvalFeature = PAWN_SHIELD.then("storm", 4);
/// Bishop pair, for all types that are bound to squares of one colour.
pub const COLOUR_BOUND_PAIR: EvalFeature = PAWN_STORM.then("pair", 1);
/// Mobility of types without weights of their own.
pub const MOBILITY: EvalFeature = COLOUR_BOUND_PAIR.then("room", 1);
/// Mobility of a Knight, by the number of squares it can go to, from none on.
pub const MOBILITY_KNIGHT: EvalFeature = MOBILITY.then("room of knight", 9);
/// Mobility of a Bishop, likewise.
pub const MOBILITY_BISHOP: EvalFeature = MOBILITY_KNIGHT.then("room of bishop", 18);
/// Mobility of a Rook, likewise.
pub const MOBILITY_ROOK: EvalFeature = MOBILITY_BISHOP.then("room of rook", 19);
/// Mobility of a Queen, likewise.
pub const MOBILITY_QUEEN: EvalFeature = MOBILITY_ROOK.then("room of queen", 36);
/// Mobility of a Cardinal, likewise.
pub const MOBILITY_CARDINAL: EvalFeature = MOBILITY_QUEEN.then("room of cardinal", 26);
/// Mobility of a Marshal, likewise.
pub const MOBILITY_MARSHAL: EvalFeature = MOBILITY_CARDINAL.then("room of marshal", 27);
/// Threats by pawns: pieces attacked by one, and hundredths of their value.
pub const THREAT_BY_PAWN: EvalFeature = MOBILITY_MARSHAL.then("struck by pawn", 2);
/// Threats by lesser pieces: pieces attacked by a less valuable one, and hundredths of their value.
pub const THREAT_BY_LESSER: EvalFeature = THREAT_BY_PAWN.then("struck by less", 2);
/// Hanging pieces: attacked and not protected, and hundredths of their value.
pub const HANGING: EvalFeature = THREAT_BY_LESSER.then("struck and unguarded", 2);
/// Hanging pawns: attacked and not protected.
pub const HANGING_PAWN: EvalFeature = HANGING.then("pawn struck and unguarded", 1);
/// Pieces protected by own pawns.
pub const PAWN_PROTECTED: EvalFeature = HANGING_PAWN.then("guarded by pawn", 1);
/// Attacks on the opponent's King zone, by the number of attackers: one to seven.
pub const KING_ZONE_ATTACK: EvalFeature = PAWN_PROTECTED.then("attack", 7);
/// Weak squares next to the own King: attacked, and protected by the King alone.
pub const WEAK_KING_SQUARE: EvalFeature = KING_ZONE_ATTACK.then("weak next to king", 1);
/// Squares next to a King that are not attacked: none, one, two, or more.
pub const KING_MOBILITY: EvalFeature = WEAK_KING_SQUARE.then("room of king", 4);

/// King danger where two pieces or more attack the King zone, in steps.
pub const KING_DANGER: EvalFeature = KING_MOBILITY.then("king under attack", 20);
/// Phalanx pawns: side by side with own pawns, by the ranks left to promotion, from one on.
pub const PHALANX_PAWN: EvalFeature = KING_DANGER.then("beside", 8);
/// Backward pawns: without own pawns beside or behind them on adjacent files, in front of a square
/// that a pawn attacks.
pub const BACKWARD_PAWN: EvalFeature = PHALANX_PAWN.then("backward", 1);
/// Free passed pawns: the next square is not attacked; by the ranks left to promotion, from one on.
pub const FREE_PASSED_PAWN: EvalFeature = BACKWARD_PAWN.then("passed and unstopped", 8);
/// Rooks on half-open files and on open files.
pub const ROOK_ON_OPEN_FILE: EvalFeature = FREE_PASSED_PAWN.then("rook on file half open, open", 2);
/// Outposts: Knights and Bishops protected by an own pawn where no pawn can attack them.
pub const OUTPOST: EvalFeature = ROOK_ON_OPEN_FILE.then("outpost of knight bishop", 2);
/// Distance of Knights and Bishops from their King.
pub const MINOR_KING_DISTANCE: EvalFeature = OUTPOST.then("knight bishop from king", 2);
/// Bad bishop: own pawns on the colour of a Bishop.
pub const BAD_BISHOP_PAWNS: EvalFeature = MINOR_KING_DISTANCE.then("pawns on colour of bishop", 1);

/// All features.
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
/// Length of the feature vector.
pub const COUNT: usize = BAD_BISHOP_PAWNS.first + BAD_BISHOP_PAWNS.len;

/// Feature vector: counts of all features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureVector(pub [i16; COUNT]);

impl FeatureVector {
    pub(super) const fn zero() -> Self {
        Self([0; COUNT])
    }

    /// Adds to one number of a feature; to the last where there are not so many.
    #[inline]
    pub(super) fn add(&mut self, feature: EvalFeature, number: usize, count: i32) {
        self.0[feature.first + number.min(feature.len - 1)] += count as i16;
    }

    /// Weighted sum, in the unit of the weights.
    #[inline]
    pub(super) fn score(&self, midgame: &[i16; COUNT], endgame: &[i16; COUNT]) -> TaperedScore {
        let by = |weights: &[i16; COUNT]| {
            self.0.iter().zip(weights).map(|(count, weight)| i32::from(*count) * i32::from(*weight)).sum()
        };
        TaperedScore { midgame: by(midgame), endgame: by(endgame) }
    }
}
