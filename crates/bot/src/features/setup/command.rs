//! Definitions of `/setup` and `/pick`, and the calls of their handlers. Not here: whether a number
//! is in range, which depends on the set-up (`handler`).

use adoube_engine::StrengthLevel;
use adoube_rules::{ArrayKind, ArraySymmetry, DuplicateRule, PromotionMode, Variant};

use crate::{
    core::{
        command::{
            AGAINST, ARRAYS, AUTO_CLAIM, COLOUR, ColourWord, CommandOption, CommandRequirement, CommandSpec,
            HelpGroup, LEVEL, LineTakeover, NumberBounds, OPPONENT, OptionKind, OptionValues, PACE,
            PROMOTION, TIME_OUT, TOUCH_MOVE, TakeoverCondition, TimeControlWord, VARIANT, WordChoice,
        },
        event_priority::EventPriority,
        game::{ClaimMode, FlagRule, MOST_LOCK},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

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

impl SetupRequest {
    /// The request with these options.
    fn read(values: &OptionValues) -> Self {
        Self {
            opponent: values.value(&OPPONENT),
            computer: values.value(&AGAINST).is_some(),
            level: values.value(&LEVEL).and_then(StrengthLevel::new),
            variant: values.value(&VARIANT),
            array: values.value(&ARRAY),
            extra: values.value(&EXTRA),
            promotion: values.value(&PROMOTION),
            duplicates: values.value(&DUPLICATES),
            symmetry: values.value(&ROTATE),
            lock: values.value(&LOCK),
            touch_move: values.value(&TOUCH_MOVE),
            claims: values.value(&AUTO_CLAIM),
            pace: values.value(&PACE),
            time_out: values.value(&TIME_OUT),
            colour: values.value(&COLOUR),
            step: values.value(&STEP).unwrap_or_default(),
        }
    }
}

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum SetupCommand {
    /// Set up a game of Grand Chess.
    Setup(Box<SetupRequest>),
    /// Pick an extra piece, as typed or in steps.
    Pick(Option<String>),
}

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
static STEP: CommandOption<SetupPanelAction> = CommandOption::choice("action", &STEPS).without_example();
static OPEN_PIECE: CommandOption<String> = CommandOption::text("piece", OptionKind::OpenPiece);

/// Words of the arrays with extra pieces: a line of `/play` with one of them is a set-up.
const EXTRA_ARRAYS: &[&str] = &["classic-random", "classic-chosen", "free-random", "free-chosen"];

/// Sets up a game of Grand Chess.
pub(crate) static SETUP: CommandSpec = CommandSpec {
    name: "setup",
    menu_rank: 20,
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
    priority: EventPriority::NewGame,
    takeover: Some(LineTakeover {
        from: "play",
        // The challenge is made at once, instead of showing the panel.
        when: TakeoverCondition::Word { set: &ARRAYS, words: EXTRA_ARRAYS, implies: (STEP.spec, "send") },
    }),
    ..CommandSpec::PLAIN
};

/// Picks an extra piece, as typed or in steps.
pub(crate) static PICK: CommandSpec = CommandSpec {
    name: "pick",
    menu_rank: 60,
    group: HelpGroup::SetUp,
    options: &[OPEN_PIECE.spec],
    needs: CommandRequirement::OpenPieces,
    priority: EventPriority::RunningGame,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &SETUP,
        read: |values, _| Ok(Box::new(SetupCommand::Setup(Box::new(SetupRequest::read(values))))),
    },
    FeatureCommand {
        spec: &PICK,
        read: |values, _| Ok(Box::new(SetupCommand::Pick(values.value(&OPEN_PIECE)))),
    },
];

impl Command for SetupCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Setup(wanted) => request.set_up(wanted).await,
                Self::Pick(text) => request.pick_piece(text.as_deref()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_array_but_the_classic_one_makes_a_line_of_play_a_set_up() {
        let others = ARRAYS.words.iter().filter(|(_, array)| *array != ArrayKind::Classic);
        assert_eq!(others.map(|(word, _)| *word).collect::<Vec<_>>(), EXTRA_ARRAYS);
    }
}
