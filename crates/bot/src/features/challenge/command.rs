//! Definitions of `/play`, `/accept`, `/decline` and `/withdraw`, and the calls of their handlers.
//! Not here: set-ups of Grand Chess (`features::setup`), and the words that both have in common
//! (`core::command::words`).

use adoube_engine::StrengthLevel;
use adoube_rules::{KingPlacement, PromotionMode, Side, Variant};

use crate::{
    core::{
        command::{
            AGAINST, AUTO_CLAIM, COLOUR, ColourWord, CommandSpec, HelpGroup, KINGS, LEVEL, OPPONENT,
            OptionValues, PACE, PROMOTION, PlainWord, TIME_OUT, TOUCH_MOVE, TimeControlWord, VARIANT,
        },
        event_priority::EventPriority,
        game::{ClaimMode, FlagRule},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

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

impl ChallengeRequest {
    /// The request with these options.
    pub(crate) fn read(values: &OptionValues) -> Self {
        Self {
            opponent: values.value(&OPPONENT),
            computer: values.value(&AGAINST).is_some(),
            level: values.value(&LEVEL).and_then(StrengthLevel::new),
            kind: values.value(&VARIANT),
            colour: values.value(&COLOUR).and_then(ColourWord::side),
            promotion: values.value(&PROMOTION),
            kings: values.value(&KINGS),
            touch_move: values.value(&TOUCH_MOVE).unwrap_or_default(),
            claims: values.value(&AUTO_CLAIM).unwrap_or_default(),
            pace: values.value(&PACE),
            time_out: values.value(&TIME_OUT),
        }
    }
}

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum ChallengeCommand {
    /// Challenge one person, or anybody in the channel.
    Play(ChallengeRequest),
    /// Accept the open challenge that is addressed to the sender.
    Accept,
    /// Decline it.
    Decline,
    /// Withdraw the sender's challenge.
    Withdraw,
}

/// Challenges one person, or anybody in the channel.
pub(crate) static PLAY: CommandSpec = CommandSpec {
    name: "play",
    menu_rank: 10,
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
    priority: EventPriority::NewGame,
    ..CommandSpec::PLAIN
};

/// Accepts a challenge.
pub(crate) static ACCEPT: CommandSpec = CommandSpec {
    name: "accept",
    menu_rank: 30,
    group: HelpGroup::Begin,
    priority: EventPriority::NewGame,
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// Declines a challenge.
pub(crate) static DECLINE: CommandSpec = CommandSpec {
    name: "decline",
    menu_rank: 40,
    group: HelpGroup::SetUp,
    priority: EventPriority::RunningGame,
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// Withdraws the sender's own challenge.
pub(crate) static WITHDRAW: CommandSpec = CommandSpec {
    name: "withdraw",
    menu_rank: 50,
    group: HelpGroup::SetUp,
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &PLAY,
        read: |values, _| Ok(Box::new(ChallengeCommand::Play(ChallengeRequest::read(values)))),
    },
    FeatureCommand { spec: &ACCEPT, read: |_, _| Ok(Box::new(ChallengeCommand::Accept)) },
    FeatureCommand { spec: &DECLINE, read: |_, _| Ok(Box::new(ChallengeCommand::Decline)) },
    FeatureCommand { spec: &WITHDRAW, read: |_, _| Ok(Box::new(ChallengeCommand::Withdraw)) },
];

impl Command for ChallengeCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Play(wanted) => request.challenge(wanted).await,
                Self::Accept => request.accept_open().await,
                Self::Decline => request.decline_open(),
                Self::Withdraw => request.withdraw_open(),
            }
        })
    }
}
