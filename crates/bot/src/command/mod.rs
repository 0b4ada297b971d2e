//! What a person may say: the definition of each command, which feeds parsing, help, completions and menus of commands;
//! the terms that help explains; and the ids of buttons.
//!
//! Not here: how a line is read (`typing`), what a command does (`flow`) and the sentences about it (`wording`,
//! `assets/locales`).

mod advice;
mod after;
mod cards;
mod challenges;
mod choice;
mod clock;
mod component;
mod definition;
mod ending;
mod error;
mod explaining;
mod given;
mod glossary;
mod group;
mod id;
mod option;
mod panel;
mod people;
mod planning;
mod playing;
mod records;
mod settings;
mod settings_panel;
mod setup;
#[cfg(test)]
mod tests;
mod time;

pub use advice::*;
pub use after::*;
pub use cards::*;
pub use challenges::*;
pub use choice::{Choice, SWITCH, WordSet};
pub use clock::*;
pub use component::{CLAIM_PREFIX, Component, ConfirmedEnd, Target, promotion_move, promotion_value};
pub use definition::{HelpGroup, Needs, Spec};
pub use ending::*;
pub use error::{CommandError, LINE_LIMIT};
pub use explaining::*;
pub use given::{Given, Value};
pub use glossary::{GLOSSARY, Term};
pub use group::PieceGroup;
pub use id::Nth;
pub use option::{NumberBounds, Opt, OptionKind, OptionSpec};
pub use panel::{PanelTarget, RuleValue};
pub use people::*;
pub use planning::*;
pub use playing::*;
pub use records::*;
pub use settings::*;
pub use settings_panel::{On, OtherSetting, PlaceLanguage, SettingsTarget};
pub use setup::*;
pub use time::*;

use adoube_rules::{PieceDialect, Square};

use crate::game::{GameId, Reminders};

/// The definitions of all commands, in the order in which a menu lists them.
pub static COMMANDS: &[&Spec] = &[
    &PLAY, &SETUP, &ACCEPT, &DECLINE, &WITHDRAW, &PICK, &MOVE, &IF, &BOARD, &CLOCK, &MOVES, &HINT, &TOUCH,
    &RELEASE, &HAND, &DROP, &PASS, &RESIGN, &DRAW, &CLAIM, &TAKEBACK, &ABORT, &MORE_TIME, &PAUSE, &RESUME,
    &VACATION, &REMIND, &PROTECT, &REMATCH, &GAMES, &GAME, &STEPS, &REPLAY, &ANALYSE, &EXPORT, &VERIFY,
    &PIECE, &PIECES, &FOLLOW, &UNFOLLOW, &RULES, &SETTINGS, &BLOCK, &UNBLOCK, &BAR, &UNBAR, &HELP,
];

/// The command with that key.
pub fn command(name: &str) -> Option<&'static Spec> {
    COMMANDS.iter().copied().find(|spec| spec.name == name)
}

/// A command, read and complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Challenge one person, or anybody in the channel.
    Play(Invitation),
    /// Set a game of Grand Chess up.
    Setup(Box<SetupWish>),
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
    If(PlanWish),
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
    Draw(OfferWord),
    /// Claim a draw by the rules; with the intended move as typed, if there is one.
    Claim(Option<String>),
    /// Ask for the last move back, or answer such a request.
    Takeback(OfferWord),
    /// End a game without a result.
    Abort,
    /// Give the opponent more time.
    MoreTime,
    /// Offer a pause of so many milliseconds, or answer such an offer.
    Pause(OfferWord, Option<u64>),
    /// End a pause.
    Resume,
    /// Be on vacation, or no more, or see how much of it is left.
    Vacation(VacationWish),
    /// Be reminded there, or see where that is.
    Remind(Option<Reminders>),
    /// Be protected from losing on time, or not, or see whether that is so.
    Protect(Option<bool>),
    /// Play the same again: with which array, and after which game.
    Rematch(Again, Option<GameId>),
    /// List games.
    Games(GamesOf),
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
    Settings(SettingsWish),
    /// The rules in short.
    Rules(RulesOf),
    /// How to talk to the bot.
    Help(Option<&'static Spec>),
    /// What a term means; all of them if none is named.
    Glossary(Option<&'static str>),
    /// Whether everything works here.
    Check,
}
