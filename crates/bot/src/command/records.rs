//! Games of others, and what is left of a game. Not here: records themselves (`pgn`, `json`), and who may see what (`flow`).

use super::{Choice, Command, HelpGroup, Needs, Opt, OptionKind, Spec, Value};
use crate::game::GameId;
use adoube_rules::PieceDialect;

/// Whose games to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GamesOf {
    /// The speaker's.
    #[default]
    Mine,
    /// Those in which the speaker is to move.
    Due,
    /// This channel's.
    Here,
    /// Somebody's, by the name typed.
    Of(String),
}

/// Forms in which a record is handed out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExportFormat {
    /// The whole game.
    #[default]
    Pgn,
    /// The present position.
    Fen,
    /// The whole game, moving.
    Gif,
    /// The whole game for programs.
    Json,
}

static OWNERS: Choice<GamesOf> = Choice {
    key: "owner",
    words: &[("mine", GamesOf::Mine), ("due", GamesOf::Due), ("here", GamesOf::Here)],
};

/// The forms of a record.
pub static FORMATS: Choice<ExportFormat> = Choice {
    key: "format",
    words: &[
        ("pgn", ExportFormat::Pgn),
        ("fen", ExportFormat::Fen),
        ("gif", ExportFormat::Gif),
        ("json", ExportFormat::Json),
    ],
};

static OWNER: Opt<GamesOf> = Opt::new("owner", OptionKind::WordOrPerson(&OWNERS), |value| match value {
    Value::Word(word) => OWNERS.meaning(word),
    Value::Text(name) => Some(GamesOf::Of(name.clone())),
    _ => None,
});
static FORMAT: Opt<ExportFormat> = Opt::choice("format", &FORMATS);

/// Whose letters for pieces a record has; they differ in Grand Chess alone.
static DIALECTS: Choice<PieceDialect> = Choice {
    key: "dialect",
    words: &[("adoube", PieceDialect::Own), ("fairy-stockfish", PieceDialect::FairyStockfish)],
};
static DIALECT: Opt<PieceDialect> = Opt::choice("letters", &DIALECTS);
pub(super) static GAME_ID: Opt<GameId> = Opt::game("game");

/// List games.
pub static GAMES: Spec = Spec {
    name: "games",
    group: HelpGroup::Watch,
    options: &[OWNER.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Games(given.value(&OWNER).unwrap_or_default())),
};

/// Show one game.
pub static GAME: Spec = Spec {
    name: "game",
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Game(given.value(&GAME_ID))),
};

/// Show a game move by move.
pub static REPLAY: Spec = Spec {
    name: "replay",
    group: HelpGroup::Watch,
    options: &[GAME_ID.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Replay(given.value(&GAME_ID))),
};

/// Hand out the record.
pub static EXPORT: Spec = Spec {
    name: "export",
    group: HelpGroup::Watch,
    options: &[FORMAT.spec, GAME_ID.spec, DIALECT.spec],
    needs: Needs::Nothing,
    read: |given| {
        let format = given.value(&FORMAT).unwrap_or_default();
        Ok(Command::Export(format, given.value(&GAME_ID), given.value(&DIALECT)))
    },
};

/// Check that the cards lay as they were sealed.
pub static VERIFY: Spec = Spec {
    name: "verify",
    group: HelpGroup::Cards,
    options: &[GAME_ID.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Verify(given.value(&GAME_ID))),
};

/// Be called when the game here ends.
pub static FOLLOW: Spec = Spec {
    name: "follow",
    group: HelpGroup::Watch,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Follow),
};

/// Be called no more.
pub static UNFOLLOW: Spec = Spec {
    name: "unfollow",
    group: HelpGroup::Watch,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Unfollow),
};
