//! Definitions of `/setup` and `/pick`, the commands for set-ups of Grand Chess, with their
//! options. Not here: whether a number is in range, which depends on the set-up (`handlers`).

use adoube_engine::StrengthLevel;
use adoube_rules::{ArrayKind, ArraySymmetry, DuplicateRule, PromotionMode, Variant};

use super::{
    AGAINST, AUTO_CLAIM, COLOUR, ColourWord, Command, CommandOption, CommandRequirement, CommandSpec,
    HelpGroup, LEVEL, NumberBounds, OPPONENT, OptionKind, PACE, PROMOTION, TIME_OUT, TOUCH_MOVE,
    TimeControlWord, VARIANT, WordChoice,
};
use crate::game::{ClaimMode, FlagRule, MOST_LOCK};

/// Changes of a set-up; a field that is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupRequest {
    /// The person to challenge, as typed.
    pub opponent: Option<String>,
    /// Whether the opponent is the computer.
    pub computer: bool,
    /// The computer's strength, if given.
    pub level: Option<StrengthLevel>,
    /// The game, if named.
    pub variant: Option<Variant>,
    /// How the array is made.
    pub array: Option<ArrayKind>,
    /// Number of extra pieces.
    pub extra: Option<u64>,
    /// How Pawns promote.
    pub promotion: Option<PromotionMode>,
    /// Whether piece types may repeat.
    pub duplicates: Option<DuplicateRule>,
    /// Where Black's pieces stand.
    pub symmetry: Option<ArraySymmetry>,
    /// Moves during which locked types stay.
    pub lock: Option<u64>,
    /// Whether touched pieces bind.
    pub touch_move: Option<bool>,
    /// Whether draws by repetition and by the 50-move rule come automatically or by claim.
    pub claims: Option<ClaimMode>,
    /// The time control.
    pub pace: Option<TimeControlWord>,
    /// The flag rule.
    pub time_out: Option<FlagRule>,
    /// The owner's side.
    pub colour: Option<ColourWord>,
    /// What to do with the panel afterwards.
    pub step: SetupPanelAction,
}

/// Step after a change of a panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetupPanelAction {
    /// Show it.
    #[default]
    Show,
    /// Show it with another random array.
    Redraw,
    /// Name no opponent.
    Open,
    /// Make the challenge.
    Send,
    /// Discard the panel.
    Discard,
}

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

/// Whether piece types may stand in the array more than once.
static REPETITIONS: WordChoice<DuplicateRule> = WordChoice {
    key: "duplicates",
    words: &[("duplicates", DuplicateRule::Allowed), ("unique", DuplicateRule::Forbidden)],
};

/// Where Black's pieces stand in the array.
static SYMMETRIES: WordChoice<ArraySymmetry> = WordChoice {
    key: "rotate",
    words: &[("rotated", ArraySymmetry::Rotated), ("mirrored", ArraySymmetry::Mirrored)],
};

/// Actions on a set-up panel. Without one of these words the panel is shown.
static STEPS: WordChoice<SetupPanelAction> = WordChoice {
    key: "step",
    words: &[
        ("send", SetupPanelAction::Send),
        ("redraw", SetupPanelAction::Redraw),
        ("open", SetupPanelAction::Open),
        ("discard", SetupPanelAction::Discard),
    ],
};

/// Bounds of the number of extra pieces, in the arrays with most room for them.
const EXTRA_PIECES: NumberBounds = NumberBounds { least: 0, most: ArrayKind::FreeRandom.most_extra() as u64 };
/// Bounds of the number of moves during which types are locked.
const LOCKED_MOVES: NumberBounds = NumberBounds { least: 0, most: MOST_LOCK as u64 };

static ARRAY: CommandOption<ArrayKind> = CommandOption::choice("set-up", &ARRAYS);
static EXTRA: CommandOption<u64> = CommandOption::number("pieces", OptionKind::Number(EXTRA_PIECES));
static DUPLICATES: CommandOption<DuplicateRule> = CommandOption::switch("duplicates", &REPETITIONS);
static ROTATE: CommandOption<ArraySymmetry> = CommandOption::switch("rotate", &SYMMETRIES);
static LOCK: CommandOption<u64> = CommandOption::number("lock", OptionKind::NamedNumber(LOCKED_MOVES));
/// What to do with the panel.
pub static STEP: CommandOption<SetupPanelAction> = CommandOption::choice("action", &STEPS);
static OPEN_PIECE: CommandOption<String> = CommandOption::text("piece", OptionKind::OpenPiece);

/// Sets up a game of Grand Chess.
pub static SETUP: CommandSpec = CommandSpec {
    name: "setup",
    group: HelpGroup::SetUp,
    options: &[
        OPPONENT.spec,
        AGAINST.spec,
        LEVEL.spec,
        ARRAY.spec,
        EXTRA.spec,
        PROMOTION.spec,
        DUPLICATES.spec,
        ROTATE.spec,
        LOCK.spec,
        TOUCH_MOVE.spec,
        AUTO_CLAIM.spec,
        COLOUR.spec,
        PACE.spec,
        TIME_OUT.spec,
        STEP.spec,
        VARIANT.spec,
    ],
    needs: CommandRequirement::Nothing,
    read: |given| {
        Ok(Command::Setup(Box::new(SetupRequest {
            opponent: given.value(&OPPONENT),
            computer: given.value(&AGAINST).is_some(),
            level: given.value(&LEVEL).and_then(StrengthLevel::new),
            variant: given.value(&VARIANT),
            array: given.value(&ARRAY),
            extra: given.value(&EXTRA),
            promotion: given.value(&PROMOTION),
            duplicates: given.value(&DUPLICATES),
            symmetry: given.value(&ROTATE),
            lock: given.value(&LOCK),
            touch_move: given.value(&TOUCH_MOVE),
            claims: given.value(&AUTO_CLAIM),
            pace: given.value(&PACE),
            time_out: given.value(&TIME_OUT),
            colour: given.value(&COLOUR),
            step: given.value(&STEP).unwrap_or_default(),
        })))
    },
};

/// Picks an extra piece, as typed or in steps.
pub static PICK: CommandSpec = CommandSpec {
    name: "pick",
    group: HelpGroup::SetUp,
    options: &[OPEN_PIECE.spec],
    needs: CommandRequirement::OpenPieces,
    read: |given| Ok(Command::Pick(given.value(&OPEN_PIECE))),
};
