//! Definitions of the commands about other games and records: `/games`, `/game`, `/follow`,
//! `/unfollow`, `/replay`, `/export`, `/verify`. Not here: the records (`pgn`, `json`), and who may
//! see them (`handlers`).

use adoube_rules::PieceDialect;

use super::{
    Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OptionKind, OptionValue, WordChoice,
};
use crate::game::GameId;

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

static OWNERS: WordChoice<GamesFilter> = WordChoice {
    key: "owner",
    words: &[("mine", GamesFilter::Mine), ("due", GamesFilter::Due), ("here", GamesFilter::Here)],
};

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

static OWNER: CommandOption<GamesFilter> =
    CommandOption::new("owner", OptionKind::WordOrPerson(&OWNERS), |value| match value {
        OptionValue::Word(word) => OWNERS.meaning(word),
        OptionValue::Text(name) => Some(GamesFilter::Of(name.clone())),
        _ => None,
    });
static FORMAT: CommandOption<ExportFormat> = CommandOption::choice("format", &FORMATS);

/// Which letters for pieces a record has; they differ in Grand Chess alone.
static DIALECTS: WordChoice<PieceDialect> = WordChoice {
    key: "dialect",
    words: &[("adoube", PieceDialect::Own), ("fairy-stockfish", PieceDialect::FairyStockfish)],
};
static DIALECT: CommandOption<PieceDialect> = CommandOption::choice("letters", &DIALECTS);
pub(super) static GAME_ID: CommandOption<GameId> = CommandOption::game("game");

/// Lists games.
pub static GAMES: CommandSpec = CommandSpec {
    name: "games",
    group: HelpGroup::Watch,
    options: &[OWNER.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Games(given.value(&OWNER).unwrap_or_default())),
};

/// Shows one game.
pub static GAME: CommandSpec = CommandSpec {
    name: "game",
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Game(given.value(&GAME_ID))),
};

/// Shows a game move by move.
pub static REPLAY: CommandSpec = CommandSpec {
    name: "replay",
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Replay(given.value(&GAME_ID))),
};

/// Exports a record.
pub static EXPORT: CommandSpec = CommandSpec {
    name: "export",
    group: HelpGroup::Watch,
    options: &[FORMAT.spec, GAME_ID.spec, DIALECT.spec],
    needs: CommandRequirement::Nothing,
    read: |given| {
        let format = given.value(&FORMAT).unwrap_or_default();
        Ok(Command::Export(format, given.value(&GAME_ID), given.value(&DIALECT)))
    },
};

/// Checks that the cards lay as they were sealed.
pub static VERIFY: CommandSpec = CommandSpec {
    name: "verify",
    group: HelpGroup::Cards,
    options: &[GAME_ID.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Verify(given.value(&GAME_ID))),
};

/// Notifies the sender when the channel's game ends.
pub static FOLLOW: CommandSpec = CommandSpec {
    name: "follow",
    group: HelpGroup::Watch,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Follow),
};

/// Stops notifying the sender.
pub static UNFOLLOW: CommandSpec = CommandSpec {
    name: "unfollow",
    group: HelpGroup::Watch,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Unfollow),
};
