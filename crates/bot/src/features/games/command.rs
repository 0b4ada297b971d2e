//! Definitions of `/games` and `/game`, and the calls of their handlers. Not here: who may see a
//! game (`gameplay::game_lookup`).

use crate::{
    core::{
        command::{
            CommandError, CommandOption, CommandSpec, GAME_ID, HelpGroup, LineTakeover, NumberBounds,
            OptionKind, OptionValue, TakeoverCondition, WordChoice,
        },
        game::GameId,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// Value of the owner option: whose games to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GamesFilter {
    /// The sender's games.
    #[default]
    Mine,
    /// Games in which the sender is to move.
    Due,
    /// Games of this channel.
    Here,
    /// Games of the person with this name, as typed.
    Of(String),
}

static OWNERS: WordChoice<GamesFilter> = WordChoice {
    key: "owner",
    words: &[("mine", GamesFilter::Mine), ("due", GamesFilter::Due), ("here", GamesFilter::Here)],
};

static OWNER: CommandOption<GamesFilter> =
    CommandOption::new("owner", OptionKind::WordOrPerson(&OWNERS), |value| match value {
        OptionValue::Word(word) => OWNERS.meaning(word),
        OptionValue::Text(name) => Some(GamesFilter::Of(name.clone())),
        _ => None,
    });

/// Bounds of the number of games in a list.
const LISTED: NumberBounds = NumberBounds { least: 1, most: 50 };

static LIMIT: CommandOption<u64> = CommandOption::number("limit", OptionKind::NamedNumber(LISTED));

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum GamesCommand {
    /// List games, at most this many.
    List(GamesFilter, Option<usize>),
    /// Show one game.
    Show(Option<GameId>),
}

/// Lists games.
pub(crate) static GAMES: CommandSpec = CommandSpec {
    name: "games",
    menu_rank: 300,
    group: HelpGroup::Watch,
    options: &[OWNER.spec, LIMIT.spec],
    ..CommandSpec::PLAIN
};

/// Shows one game.
pub(crate) static GAME: CommandSpec = CommandSpec {
    name: "game",
    menu_rank: 310,
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    takeover: Some(LineTakeover { from: "board", when: TakeoverCondition::GameId(GAME_ID.spec) }),
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &GAMES,
        read: |values, _| {
            let limit = values.value(&LIMIT).map(read_limit).transpose()?;
            Ok(Box::new(GamesCommand::List(values.value(&OWNER).unwrap_or_default(), limit)))
        },
    },
    FeatureCommand {
        spec: &GAME,
        read: |values, _| Ok(Box::new(GamesCommand::Show(values.value(&GAME_ID)))),
    },
];

/// A number of games within the bounds.
fn read_limit(limit: u64) -> Result<usize, CommandError> {
    let within = usize::try_from(limit).ok().filter(|_| (LISTED.least..=LISTED.most).contains(&limit));
    within.ok_or_else(|| CommandError::UnknownWord {
        command: &GAMES,
        word: format!("{}:{limit}", LIMIT.spec.name),
    })
}

impl Command for GamesCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::List(of, limit) => request.list_games(of, *limit).await,
                Self::Show(id) => request.show_game(id.as_ref()).await,
            }
        })
    }
}
