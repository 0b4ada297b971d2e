//! Definitions of commands, glossary terms and button ids. One definition of a command feeds
//! parsing, help, completions and menus.
//!
//! Not here: how a line is read (`parser`), what a command does (`handlers`) and the sentences
//! about it (`text`, `assets/locales`).

mod advice;
mod button_id;
mod cards;
mod challenges;
mod clock;
mod conditional_moves;
mod end_game;
mod error;
mod game_over;
mod game_records;
mod glossary;
mod help;
mod id_parts;
mod option;
mod people;
mod piece_group;
mod settings;
mod settings_panel;
mod setup;
mod setup_panel;
mod spec;
#[cfg(test)]
mod tests;
mod time;
mod turn;
mod values;
mod word_choice;

pub use advice::*;
pub use button_id::{BoardButton, ButtonId, CLAIM_PREFIX, ConfirmableEnd, promotion_move, promotion_value};
pub use cards::*;
pub use challenges::*;
pub use clock::*;
pub use conditional_moves::*;
pub use end_game::*;
pub use error::{CommandError, LINE_LIMIT};
pub use game_over::*;
pub use game_records::*;
pub use glossary::{GLOSSARY, GlossaryTerm};
pub use help::*;
pub use id_parts::MenuIndex;
pub use option::{CommandOption, NumberBounds, OptionKind, OptionSpec};
pub use people::*;
pub use piece_group::PieceGroup;
pub use settings::*;
pub use settings_panel::{PlaceLanguage, SettingsButton, SettingsMenuValue, SwitchState};
pub use setup::*;
pub use setup_panel::{SetupPanelButton, SetupRuleValue};
pub use spec::{CommandRequirement, CommandSpec, HelpGroup};
pub use time::*;
pub use turn::*;
pub use values::{OptionValue, OptionValues};
pub use word_choice::{AnyWordChoice, SWITCH, WordChoice};

use adoube_rules::{PieceDialect, Square};

use crate::game::{GameId, ReminderTarget};

/// The definitions of all commands, in the order in which a menu lists them.
pub static COMMANDS: &[&CommandSpec] = &[
    &PLAY, &SETUP, &ACCEPT, &DECLINE, &WITHDRAW, &PICK, &MOVE, &IF, &BOARD, &CLOCK, &MOVES, &HINT, &TOUCH,
    &RELEASE, &HAND, &DROP, &PASS, &RESIGN, &DRAW, &CLAIM, &TAKEBACK, &ABORT, &MORE_TIME, &PAUSE, &RESUME,
    &VACATION, &REMIND, &PROTECT, &REMATCH, &GAMES, &GAME, &STEPS, &REPLAY, &ANALYSE, &EXPORT, &VERIFY,
    &PIECE, &PIECES, &FOLLOW, &UNFOLLOW, &RULES, &SETTINGS, &BLOCK, &UNBLOCK, &BAR, &UNBAR, &HELP,
];

/// The command with this key.
pub fn command(name: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().copied().find(|spec| spec.name == name)
}

/// A parsed command with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Challenge one person, or anybody in the channel.
    Play(ChallengeRequest),
    /// Set up a game of Grand Chess.
    Setup(Box<SetupRequest>),
    /// Pick an extra piece, as typed or in steps.
    Pick(Option<String>),
    /// Accept the open challenge that is addressed to the sender.
    Accept,
    /// Decline it.
    Decline,
    /// Withdraw the sender's challenge.
    Withdraw,
    /// Play a move as typed, or pick it in steps.
    Move(Option<String>),
    /// Plan conditional moves, or list them.
    If(ConditionalMovesRequest),
    /// Show both clocks.
    Clock,
    /// Show the board again.
    Board(BoardView),
    /// List legal moves: all, or those of a square or a piece.
    Moves(Option<String>),
    /// Show the sender a good move.
    Hint,
    /// Touch what stands on squares.
    Touch(Vec<Square>),
    /// Release the touched pieces on these squares; all of them if no square is named.
    Release(Vec<Square>),
    /// Show the sender's cards.
    Hand,
    /// Drop a card, as typed or in steps.
    Drop(Option<String>),
    /// End the turn without a drop.
    Pass,
    /// Resign.
    Resign,
    /// Offer, accept or decline a draw.
    Draw(OfferAction),
    /// Claim a draw by the rules; with the intended move as typed, if given.
    Claim(Option<String>),
    /// Ask for the last move back, or answer such a request.
    Takeback(OfferAction),
    /// End a game without a result.
    Abort,
    /// Give the opponent more time.
    MoreTime,
    /// Offer a pause of this length in milliseconds, or answer such an offer.
    Pause(OfferAction, Option<u64>),
    /// End a pause.
    Resume,
    /// Begin or end a vacation, or show how much of it is left.
    Vacation(VacationRequest),
    /// Choose where to be reminded, or show the choice.
    Remind(Option<ReminderTarget>),
    /// Turn protection from losing on time on or off, or show it.
    Protect(Option<bool>),
    /// Propose a rematch: with which array, and of which game.
    Rematch(RematchArray, Option<GameId>),
    /// List games.
    Games(GamesFilter),
    /// Show one game.
    Game(Option<GameId>),
    /// Export a record.
    Export(ExportFormat, Option<GameId>, Option<PieceDialect>),
    /// Show a game move by move.
    Replay(Option<GameId>),
    /// Analyse a finished game with the computer.
    Analyse(Option<GameId>),
    /// Step through a game on one board.
    Step(Option<GameId>),
    /// Check that the cards lay as they were sealed.
    Verify(Option<GameId>),
    /// Explain how a piece moves, by its name or its square; without either, list the pieces.
    Piece(Option<String>),
    /// List the pieces of the channel's game.
    Pieces,
    /// Notify the sender when the channel's game ends.
    Follow,
    /// Stop notifying the sender.
    Unfollow,
    /// Block the person of this name, or list whom the sender blocks.
    Block(Option<String>),
    /// Unblock the person of this name, or list whom the sender blocks.
    Unblock(Option<String>),
    /// Bar the person of this name from the server or room, for this many milliseconds or for good,
    /// or list who is barred.
    Bar(Option<String>, Option<u64>),
    /// Lift the bar of the person of this name, or list who is barred.
    Unbar(Option<String>),
    /// Show settings, or change one.
    Settings(SettingsRequest),
    /// Show the rules in short.
    Rules(RulesTopic),
    /// Explain a command, or the commands.
    Help(Option<&'static CommandSpec>),
    /// Explain a term; list all terms if none is named.
    Glossary(Option<&'static str>),
    /// Run the self-test.
    Check,
}
