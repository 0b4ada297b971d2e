//! Lists of words and options that several features share (variant, colour, opponent, pace, answers
//! to offers and others), and of words that buttons and notices have in common with commands. Not
//! here: the words of one feature alone (`features`).

use adoube_rules::{ArrayKind, KingPlacement, PromotionMode, Side, Variant};
use serde::{Deserialize, Serialize};

use super::{CommandOption, OptionKind, OptionValue, TimeControlWord, WordChoice};
use crate::core::game::{ClaimMode, FlagRule, GameId};

/// The value of the colour option: a side, or a random one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourWord {
    /// This side.
    Side(Side),
    /// A side drawn by lot.
    Lot,
}

impl ColourWord {
    /// The side; `None` if it is drawn by lot.
    pub fn side(self) -> Option<Side> {
        match self {
            ColourWord::Side(side) => Some(side),
            ColourWord::Lot => None,
        }
    }
}

/// The games.
pub static VARIANTS: WordChoice<Variant> = WordChoice {
    key: "variant",
    words: &[
        (Variant::Grand.key(), Variant::Grand),
        (Variant::Chess.key(), Variant::Chess),
        (Variant::Chess960.key(), Variant::Chess960),
        (Variant::Schachen.key(), Variant::Schachen),
    ],
};

/// The word for the computer as opponent.
pub static COMPUTER: WordChoice<()> = WordChoice { key: "against", words: &[("computer", ())] };

/// Strengths of the computer.
pub static LEVELS: WordChoice<u8> = WordChoice {
    key: "level",
    words: &[
        ("1", 1),
        ("2", 2),
        ("3", 3),
        ("4", 4),
        ("5", 5),
        ("6", 6),
        ("7", 7),
        ("8", 8),
        ("9", 9),
        ("10", 10),
    ],
};

/// The sides.
pub static COLOURS: WordChoice<ColourWord> = WordChoice {
    key: "colour",
    words: &[
        ("white", ColourWord::Side(Side::White)),
        ("black", ColourWord::Side(Side::Black)),
        ("random", ColourWord::Lot),
    ],
};

/// How Pawns promote in Grand Chess.
static PROMOTIONS: WordChoice<PromotionMode> = WordChoice {
    key: "promotion",
    words: &[
        (PromotionMode::Captured.key(), PromotionMode::Captured),
        (PromotionMode::Initial.key(), PromotionMode::Initial),
        (PromotionMode::All.key(), PromotionMode::All),
    ],
};

/// Where the Kings of Schachen stand.
static KING_PLACES: WordChoice<KingPlacement> = WordChoice {
    key: "kings",
    words: &[("facing", KingPlacement::Facing), ("rotated", KingPlacement::Rotated)],
};

/// Whether touched pieces bind.
static TOUCHES: WordChoice<bool> =
    WordChoice { key: "touch-move", words: &[("touch-move", true), ("no-touch-move", false)] };

/// Whether draws by repetition and by the 50-move rule come automatically.
pub static CLAIM_MODES: WordChoice<ClaimMode> = WordChoice {
    key: "auto-claim",
    words: &[("auto-claim", ClaimMode::Automatic), ("no-auto-claim", ClaimMode::ByPlayer)],
};

/// What happens when a player's time is up.
pub static TIME_OUTS: WordChoice<FlagRule> =
    WordChoice { key: "timeout", words: &[("ask", FlagRule::Ask), ("strict", FlagRule::Strict)] };

/// The person to play.
pub static OPPONENT: CommandOption<String> = CommandOption::text("opponent", OptionKind::Person);
/// The computer in place of a person.
pub static AGAINST: CommandOption<()> = CommandOption::choice("against", &COMPUTER);
/// The computer's strength.
pub static LEVEL: CommandOption<u8> = CommandOption::following_choice("level", &LEVELS);
/// The game.
pub static VARIANT: CommandOption<Variant> = CommandOption::choice("variant", &VARIANTS).without_example();
/// The challenger's side.
pub static COLOUR: CommandOption<ColourWord> = CommandOption::choice("colour", &COLOURS);
/// How Pawns promote.
pub static PROMOTION: CommandOption<PromotionMode> = CommandOption::choice("promotion", &PROMOTIONS);
/// Whether touched pieces bind.
pub static TOUCH_MOVE: CommandOption<bool> = CommandOption::switch("touch-move", &TOUCHES);
/// Whether draws by repetition and by the 50-move rule come automatically.
pub static AUTO_CLAIM: CommandOption<ClaimMode> = CommandOption::switch("auto-claim", &CLAIM_MODES);
/// Where the Kings of Schachen stand.
pub static KINGS: CommandOption<KingPlacement> = CommandOption::choice("kings", &KING_PLACES);

/// The time control.
pub static PACE: CommandOption<TimeControlWord> =
    CommandOption::new("pace", OptionKind::Pace, |value| match value {
        OptionValue::Pace(pace) => Some(*pace),
        _ => None,
    });
/// What happens when a player's time is up.
pub static TIME_OUT: CommandOption<FlagRule> = CommandOption::named_choice("timeout", &TIME_OUTS);

/// How a start array of Grand Chess is made.
pub static ARRAYS: WordChoice<ArrayKind> = WordChoice {
    key: "array",
    words: &[
        ("classic", ArrayKind::Classic),
        ("classic-random", ArrayKind::ClassicRandom),
        ("classic-chosen", ArrayKind::ClassicChosen),
        ("free-random", ArrayKind::FreeRandom),
        ("free-chosen", ArrayKind::FreeChosen),
    ],
};

/// A move in any notation.
pub static TYPED_MOVE: CommandOption<String> = CommandOption::text("move", OptionKind::Move);

/// A game by its id.
pub static GAME_ID: CommandOption<GameId> = CommandOption::game("game");

/// A length of time, in milliseconds.
pub static LENGTH: CommandOption<u64> = CommandOption::new("length", OptionKind::Span, |value| match value {
    OptionValue::Span(millis) => Some(*millis),
    _ => None,
});

/// What the sender does about an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OfferAction {
    /// Offer; or accept when the opponent has offered.
    #[default]
    Offer,
    /// Accept the opponent's offer.
    Accept,
    /// Decline it.
    Decline,
}

static ANSWERS: WordChoice<OfferAction> = WordChoice {
    key: "answer",
    words: &[
        ("offer", OfferAction::Offer),
        ("accept", OfferAction::Accept),
        ("decline", OfferAction::Decline),
    ],
};

/// What the sender does about an offer.
pub static ANSWER: CommandOption<OfferAction> = CommandOption::choice("answer", &ANSWERS);

/// Export formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExportFormat {
    /// The whole game as PGN.
    #[default]
    Pgn,
    /// The present position.
    Fen,
    /// The whole game as an animated picture.
    Gif,
    /// The whole game as JSON, for programs.
    Json,
}

/// Words of the export formats.
pub static FORMATS: WordChoice<ExportFormat> = WordChoice {
    key: "format",
    words: &[
        ("pgn", ExportFormat::Pgn),
        ("fen", ExportFormat::Fen),
        ("gif", ExportFormat::Gif),
        ("json", ExportFormat::Json),
    ],
};

/// How to show the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardView {
    /// From the sender's side.
    #[default]
    Plain,
    /// From the other side.
    Flipped,
    /// With the movable pieces marked.
    Hints,
    /// As text.
    Text,
    /// In words alone.
    Words,
}
