//! Definitions of `/move`, `/board`, `/moves`, `/touch` and `/release`, the commands of a turn. Not
//! here: turns with cards (`cards`), and the handlers (`handlers`).

use adoube_rules::Square;
use serde::{Deserialize, Serialize};

use super::{
    Command, CommandError, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OptionKind, WordChoice,
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

/// Words for the views other than the plain one.
static VIEWS: WordChoice<BoardView> = WordChoice {
    key: "view",
    words: &[
        ("flip", BoardView::Flipped),
        ("hints", BoardView::Hints),
        ("text", BoardView::Text),
        ("words", BoardView::Words),
    ],
};

/// A move in any notation.
pub static TYPED_MOVE: CommandOption<String> = CommandOption::text("move", OptionKind::Move);
static VIEW: CommandOption<BoardView> = CommandOption::choice("view", &VIEWS);
static FOCUS: CommandOption<String> = CommandOption::text("focus", OptionKind::Focus);
static SQUARES: CommandOption<Vec<Square>> = CommandOption::squares("squares", OptionKind::Squares);
static TOUCHED_SQUARES: CommandOption<Vec<Square>> =
    CommandOption::squares("squares", OptionKind::TouchedSquares);

/// Plays a move as typed, or lets the sender pick it in steps.
pub static MOVE: CommandSpec = CommandSpec {
    name: "move",
    group: HelpGroup::Begin,
    options: &[TYPED_MOVE.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Move(given.value(&TYPED_MOVE))),
};

/// Shows the board again.
pub static BOARD: CommandSpec = CommandSpec {
    name: "board",
    group: HelpGroup::Begin,
    options: &[VIEW.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Board(given.value(&VIEW).unwrap_or_default())),
};

/// Lists legal moves: all, or those of a square or a piece.
pub static MOVES: CommandSpec = CommandSpec {
    name: "moves",
    group: HelpGroup::During,
    options: &[FOCUS.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Moves(given.value(&FOCUS))),
};

/// Touches the pieces on squares.
pub static TOUCH: CommandSpec = CommandSpec {
    name: "touch",
    group: HelpGroup::Touch,
    options: &[SQUARES.spec],
    needs: CommandRequirement::Nothing,
    read: |given| {
        let missing = CommandError::Missing { command: &TOUCH, option: SQUARES.spec.name };
        given.value(&SQUARES).map(Command::Touch).ok_or(missing)
    },
};

/// Releases the touched pieces on these squares; all of them if no square is named.
pub static RELEASE: CommandSpec = CommandSpec {
    name: "release",
    group: HelpGroup::Touch,
    options: &[TOUCHED_SQUARES.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Release(given.value(&TOUCHED_SQUARES).unwrap_or_default())),
};
