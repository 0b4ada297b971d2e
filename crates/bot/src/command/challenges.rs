//! Definitions of `/play`, `/accept`, `/decline` and `/withdraw`, the commands for challenges, with
//! their options and words. Not here: set-ups of Grand Chess (`setup`), and what becomes of a
//! challenge (`handlers`).

use std::fmt;

use adoube_engine::StrengthLevel;
use adoube_rules::{KingPlacement, PromotionMode, Side, Variant};

use super::{
    Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OptionKind, OptionValue, WordChoice,
};
use crate::game::{ClaimMode, DAY, FlagRule, HOUR, MINUTE, TimeControl};

/// Request of the play command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChallengeRequest {
    /// The person as typed; `None` for anybody.
    pub opponent: Option<String>,
    /// Whether the opponent is the computer.
    pub computer: bool,
    /// The computer's strength, if given.
    pub level: Option<StrengthLevel>,
    /// The game, if named.
    pub kind: Option<Variant>,
    /// The challenger's side; `None` when it is drawn by lot.
    pub colour: Option<Side>,
    /// How Pawns promote in Grand Chess.
    pub promotion: Option<PromotionMode>,
    /// Where the Kings of Schachen stand.
    pub kings: Option<KingPlacement>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
    /// Whether draws by repetition and by the 50-move rule come automatically or by claim.
    pub claims: ClaimMode,
    /// The time control, if given.
    pub pace: Option<TimeControlWord>,
    /// The flag rule, if given.
    pub time_out: Option<FlagRule>,
}

/// The value of the pace option: a time control, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControlWord {
    /// Play with this time control.
    Pace(TimeControl),
    /// Play without a clock.
    None,
}

impl TimeControlWord {
    /// The word for no time control.
    pub const NONE: &'static str = "none";

    /// The time control; `None` if the game has no clock.
    pub fn pace(self) -> Option<TimeControl> {
        match self {
            TimeControlWord::Pace(pace) => Some(pace),
            TimeControlWord::None => None,
        }
    }

    /// Parses the form that is the same in every language: `3d+7d`, `none`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == Self::NONE {
            Some(TimeControlWord::None)
        } else {
            text.parse().ok().map(TimeControlWord::Pace)
        }
    }

    /// Time controls that menus offer, most popular first.
    pub fn offered() -> impl Iterator<Item = TimeControl> {
        let whole =
            [10 * MINUTE, HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY].map(|span| (span, 0));
        let all = std::iter::once((3 * DAY, 7 * DAY)).chain(whole);
        all.filter_map(|(per_move, reserve)| TimeControl::new(per_move, reserve).ok())
    }
}

impl From<Option<TimeControl>> for TimeControlWord {
    fn from(pace: Option<TimeControl>) -> Self {
        pace.map_or(TimeControlWord::None, TimeControlWord::Pace)
    }
}

impl fmt::Display for TimeControlWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControlWord::Pace(pace) => write!(f, "{pace}"),
            TimeControlWord::None => f.write_str(Self::NONE),
        }
    }
}

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
pub static VARIANT: CommandOption<Variant> = CommandOption::choice("variant", &VARIANTS);
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

/// Challenges one person, or anybody in the channel.
pub static PLAY: CommandSpec = CommandSpec {
    name: "play",
    group: HelpGroup::Begin,
    options: &[
        OPPONENT.spec,
        AGAINST.spec,
        LEVEL.spec,
        VARIANT.spec,
        COLOUR.spec,
        PACE.spec,
        PROMOTION.spec,
        KINGS.spec,
        TOUCH_MOVE.spec,
        AUTO_CLAIM.spec,
        TIME_OUT.spec,
    ],
    needs: CommandRequirement::Nothing,
    read: |given| {
        Ok(Command::Play(ChallengeRequest {
            opponent: given.value(&OPPONENT),
            computer: given.value(&AGAINST).is_some(),
            level: given.value(&LEVEL).and_then(StrengthLevel::new),
            kind: given.value(&VARIANT),
            colour: given.value(&COLOUR).and_then(ColourWord::side),
            promotion: given.value(&PROMOTION),
            kings: given.value(&KINGS),
            touch_move: given.value(&TOUCH_MOVE).unwrap_or_default(),
            claims: given.value(&AUTO_CLAIM).unwrap_or_default(),
            pace: given.value(&PACE),
            time_out: given.value(&TIME_OUT),
        }))
    },
};

/// Accepts a challenge.
pub static ACCEPT: CommandSpec = CommandSpec {
    name: "accept",
    group: HelpGroup::Begin,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Accept),
};

/// Declines a challenge.
pub static DECLINE: CommandSpec = CommandSpec {
    name: "decline",
    group: HelpGroup::SetUp,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Decline),
};

/// Withdraws the sender's own challenge.
pub static WITHDRAW: CommandSpec = CommandSpec {
    name: "withdraw",
    group: HelpGroup::SetUp,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Withdraw),
};
