//! Challenges: who plays whom, and what is agreed first. Not here: set-ups of Grand Chess (`setup`), and what becomes of
//! a challenge (`flow`).

use std::fmt;

use adoube_engine::StrengthLevel;
use adoube_rules::{KingPlacement, PromotionMode, Side, Variant};

use super::{Choice, Command, HelpGroup, Needs, Opt, OptionKind, Spec, Value};
use crate::game::{ClaimMode, DAY, HOUR, MINUTE, Pace, TimeOut};

/// What a challenge asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invitation {
    /// The person as typed; `None` for anybody.
    pub opponent: Option<String>,
    /// Whether it is to be the computer.
    pub computer: bool,
    /// How strong it is to play, if that was said.
    pub level: Option<StrengthLevel>,
    /// Which game, if that was said.
    pub kind: Option<Variant>,
    /// The challenger's side; `None` when it is drawn by lot.
    pub colour: Option<Side>,
    /// How Pawns promote in Grand Chess.
    pub promotion: Option<PromotionMode>,
    /// Where the Kings of Schachen stand.
    pub kings: Option<KingPlacement>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
    /// Whether draws by repetition and by the 50-move rule are claimed.
    pub claims: ClaimMode,
    /// How much time the players have, if that was said.
    pub pace: Option<PaceWord>,
    /// What happens when it is up, if that was said.
    pub time_out: Option<TimeOut>,
}

/// A pace, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaceWord {
    /// This one.
    Pace(Pace),
    /// As much time as the players like.
    None,
}

impl PaceWord {
    /// How a pace is called that there is not.
    pub const NONE: &'static str = "none";

    /// The pace meant.
    pub fn pace(self) -> Option<Pace> {
        match self {
            PaceWord::Pace(pace) => Some(pace),
            PaceWord::None => None,
        }
    }

    /// As it is understood in every language: `3d+7d`, `none`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == Self::NONE { Some(PaceWord::None) } else { text.parse().ok().map(PaceWord::Pace) }
    }

    /// Those that are offered, the one that suits most people first.
    pub fn offered() -> impl Iterator<Item = Pace> {
        let whole =
            [10 * MINUTE, HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY, 14 * DAY].map(|span| (span, 0));
        let all = std::iter::once((3 * DAY, 7 * DAY)).chain(whole);
        all.filter_map(|(per_move, reserve)| Pace::new(per_move, reserve).ok())
    }
}

impl From<Option<Pace>> for PaceWord {
    fn from(pace: Option<Pace>) -> Self {
        pace.map_or(PaceWord::None, PaceWord::Pace)
    }
}

impl fmt::Display for PaceWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PaceWord::Pace(pace) => write!(f, "{pace}"),
            PaceWord::None => f.write_str(Self::NONE),
        }
    }
}

/// A side, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourWord {
    /// This one.
    Side(Side),
    /// Whichever is drawn by lot.
    Lot,
}

impl ColourWord {
    /// The side meant; `None` when it is drawn by lot.
    pub fn side(self) -> Option<Side> {
        match self {
            ColourWord::Side(side) => Some(side),
            ColourWord::Lot => None,
        }
    }
}

/// The games.
pub static VARIANTS: Choice<Variant> = Choice {
    key: "variant",
    words: &[
        (Variant::Grand.key(), Variant::Grand),
        (Variant::Chess.key(), Variant::Chess),
        (Variant::Chess960.key(), Variant::Chess960),
        (Variant::Schachen.key(), Variant::Schachen),
    ],
};

/// Who plays without being a person.
pub static COMPUTER: Choice<()> = Choice { key: "against", words: &[("computer", ())] };

/// How strong the computer plays.
pub static LEVELS: Choice<u8> = Choice {
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
pub static COLOURS: Choice<ColourWord> = Choice {
    key: "colour",
    words: &[
        ("white", ColourWord::Side(Side::White)),
        ("black", ColourWord::Side(Side::Black)),
        ("random", ColourWord::Lot),
    ],
};

/// How Pawns promote in Grand Chess.
static PROMOTIONS: Choice<PromotionMode> = Choice {
    key: "promotion",
    words: &[
        (PromotionMode::Captured.key(), PromotionMode::Captured),
        (PromotionMode::Initial.key(), PromotionMode::Initial),
        (PromotionMode::All.key(), PromotionMode::All),
    ],
};

/// Where the Kings of Schachen stand.
static KING_PLACES: Choice<KingPlacement> =
    Choice { key: "kings", words: &[("facing", KingPlacement::Facing), ("rotated", KingPlacement::Rotated)] };

/// Whether touched pieces bind.
static TOUCHES: Choice<bool> =
    Choice { key: "touch-move", words: &[("touch-move", true), ("no-touch-move", false)] };

/// Whether draws by repetition and by the 50-move rule come about by themselves.
pub static CLAIM_MODES: Choice<ClaimMode> = Choice {
    key: "auto-claim",
    words: &[("auto-claim", ClaimMode::Automatic), ("no-auto-claim", ClaimMode::ByPlayer)],
};

/// What happens when somebody's time is up.
pub static TIME_OUTS: Choice<TimeOut> =
    Choice { key: "timeout", words: &[("ask", TimeOut::Ask), ("strict", TimeOut::Strict)] };

/// Whom to play.
pub static OPPONENT: Opt<String> = Opt::text("opponent", OptionKind::Person);
/// The computer in place of a person.
pub static AGAINST: Opt<()> = Opt::choice("against", &COMPUTER);
/// How strong it plays.
pub static LEVEL: Opt<u8> = Opt::following_choice("level", &LEVELS);
/// Which game.
pub static VARIANT: Opt<Variant> = Opt::choice("variant", &VARIANTS);
/// Which side.
pub static COLOUR: Opt<ColourWord> = Opt::choice("colour", &COLOURS);
/// How Pawns promote.
pub static PROMOTION: Opt<PromotionMode> = Opt::choice("promotion", &PROMOTIONS);
/// Whether touched pieces bind.
pub static TOUCH_MOVE: Opt<bool> = Opt::switch("touch-move", &TOUCHES);
/// Whether draws by repetition and by the 50-move rule come about by themselves.
pub static AUTO_CLAIM: Opt<ClaimMode> = Opt::switch("auto-claim", &CLAIM_MODES);
/// Where the Kings of Schachen stand.
pub static KINGS: Opt<KingPlacement> = Opt::choice("kings", &KING_PLACES);

/// How much time the players have.
pub static PACE: Opt<PaceWord> = Opt::new("pace", OptionKind::Pace, |value| match value {
    Value::Pace(pace) => Some(*pace),
    _ => None,
});
/// What happens when it is up.
pub static TIME_OUT: Opt<TimeOut> = Opt::named_choice("timeout", &TIME_OUTS);

/// Challenge one person, or anybody in the channel.
pub static PLAY: Spec = Spec {
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
    needs: Needs::Nothing,
    read: |given| {
        Ok(Command::Play(Invitation {
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

/// Take up a challenge.
pub static ACCEPT: Spec = Spec {
    name: "accept",
    group: HelpGroup::Begin,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Accept),
};

/// Refuse it.
pub static DECLINE: Spec = Spec {
    name: "decline",
    group: HelpGroup::SetUp,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Decline),
};

/// Take back one's own challenge.
pub static WITHDRAW: Spec = Spec {
    name: "withdraw",
    group: HelpGroup::SetUp,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Withdraw),
};
