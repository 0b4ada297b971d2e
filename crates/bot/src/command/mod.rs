//! What a person may say: the definition of each command, which feeds parsing, help, completions and menus of commands;
//! the terms that help explains; and the ids of buttons.
//!
//! Not here: how a line is read (`parser`), what a command does (`handlers`) and the sentences about it (`text`,
//! `assets/locales`).

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

/// The command with that key.
pub fn command(name: &str) -> Option<&'static CommandSpec> {
    COMMANDS.iter().copied().find(|spec| spec.name == name)
}

/// A command, read and complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Challenge one person, or anybody in the channel.
    Play(ChallengeRequest),
    /// Set a game of Grand Chess up.
    Setup(Box<SetupRequest>),
    /// Pick an extra piece, as typed or in steps.
    Pick(Option<String>),
    /// Take up the open challenge that is addressed to the speaker.
    Accept,
    /// Refuse it.
    Decline,
    /// Take back one's own challenge.
    Withdraw,
    /// Play a move as typed, or pick it in steps.
    Move(Option<String>),
    /// Plan replies, or look at one's plans.
    If(ConditionalMovesRequest),
    /// Show both clocks.
    Clock,
    /// Show the board again.
    Board(BoardView),
    /// List legal moves: all, or those of a square or a piece.
    Moves(Option<String>),
    /// Tell the speaker a good move.
    Hint,
    /// Touch what stands on squares.
    Touch(Vec<Square>),
    /// Release what was touched there; all of it if no square is named.
    Release(Vec<Square>),
    /// Show one's own cards.
    Hand,
    /// Drop a card, as typed or in steps.
    Drop(Option<String>),
    /// End the turn without a drop.
    Pass,
    /// Resign.
    Resign,
    /// Offer, accept or decline a draw.
    Draw(OfferAction),
    /// Claim a draw by the rules; with the intended move as typed, if there is one.
    Claim(Option<String>),
    /// Ask for the last move back, or answer such a request.
    Takeback(OfferAction),
    /// End a game without a result.
    Abort,
    /// Give the opponent more time.
    MoreTime,
    /// Offer a pause of so many milliseconds, or answer such an offer.
    Pause(OfferAction, Option<u64>),
    /// End a pause.
    Resume,
    /// Be on vacation, or no more, or see how much of it is left.
    Vacation(VacationRequest),
    /// Be reminded there, or see where that is.
    Remind(Option<ReminderTarget>),
    /// Be protected from losing on time, or not, or see whether that is so.
    Protect(Option<bool>),
    /// Play the same again: with which array, and after which game.
    Rematch(RematchArray, Option<GameId>),
    /// List games.
    Games(GamesFilter),
    /// Show one game.
    Game(Option<GameId>),
    /// Hand out the record.
    Export(ExportFormat, Option<GameId>, Option<PieceDialect>),
    /// Show a game move by move.
    Replay(Option<GameId>),
    /// Go through a game that is over with the computer.
    Analyse(Option<GameId>),
    /// Go through a game on one board.
    Step(Option<GameId>),
    /// Check that the cards lay as they were sealed.
    Verify(Option<GameId>),
    /// How a piece moves: of that name, or the one on a square; or which pieces there are.
    Piece(Option<String>),
    /// Which pieces the game here has.
    Pieces,
    /// Be called when the game here ends.
    Follow,
    /// Be called no more.
    Unfollow,
    /// Block the person of that name, or see whom one blocks.
    Block(Option<String>),
    /// Block the person of that name no more, or see whom one blocks.
    Unblock(Option<String>),
    /// Bar the person of that name from the server or room, for so many milliseconds or for good, or see who is barred.
    Bar(Option<String>, Option<u64>),
    /// Bar the person of that name no more, or see who is barred.
    Unbar(Option<String>),
    /// See settings, or change one.
    Settings(SettingsRequest),
    /// The rules in short.
    Rules(RulesTopic),
    /// How to talk to the bot.
    Help(Option<&'static CommandSpec>),
    /// What a term means; all of them if none is named.
    Glossary(Option<&'static str>),
    /// Whether everything works here.
    Check,
}
