//! What a person may say: one table of commands that feeds parsing, help, autocomplete and the docs.
//!
//! Not here: how a line is read (`typing`), what a command does (`flow`) and the sentences about it (`wording`,
//! `assets/locales`).

mod component;
mod error;
mod glossary;
mod group;
mod panel;
mod setup;
mod table;

pub use component::{Component, ConfirmedEnd, Target, promotion_move, promotion_value};
pub use error::{CommandError, LINE_LIMIT};
pub use glossary::{GLOSSARY, Term};
pub use group::PieceGroup;
pub use panel::{PanelTarget, RuleValue};
pub use setup::{ARRAYS, ColourWord, PanelStep, SetupWish, array_from_key, array_key};
pub use table::{Choice, HelpGroup, OptionKind, OptionSpec, Spec, TABLE, Verb};

use adoube_rules::{Kings, PromotionMode, Side, Square, Variant};
use serde::{Deserialize, Serialize};

use crate::game::GameId;

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
    /// Show the board again.
    Board(BoardView),
    /// List legal moves: all, or those of a square or a piece.
    Moves(Option<String>),
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
    /// Claim a draw by the rules.
    Claim,
    /// Ask for the last move back, or answer such a request.
    Takeback(OfferWord),
    /// End a game without a result.
    Abort,
    /// List games.
    Games(GamesOf),
    /// Show one game.
    Game(Option<GameId>),
    /// Hand out the record.
    Export(ExportFormat, Option<GameId>),
    /// Show a game move by move.
    Replay(Option<GameId>),
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
    /// The rules in short.
    Rules(RulesOf),
    /// How to talk to the bot.
    Help(Option<Verb>),
    /// What a term means; all of them if none is named.
    Glossary(Option<&'static str>),
    /// Whether everything works here.
    Check,
}

/// What a challenge asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invitation {
    /// The person as typed; `None` for anybody.
    pub opponent: Option<String>,
    /// Which game, if that was said.
    pub kind: Option<Variant>,
    /// The challenger's side; `None` when it is drawn by lot.
    pub colour: Option<Side>,
    /// How Pawns promote in Grand Chess.
    pub promotion: Option<PromotionMode>,
    /// Where the Kings of Schachen stand.
    pub kings: Option<Kings>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
}

/// Which rules to tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesOf {
    /// Those of a game; by default of the one that is played here.
    Game(Option<Variant>),
    /// Those of touch-move.
    TouchMove,
}

/// How to show the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardView {
    /// From the asker's side.
    #[default]
    Plain,
    /// From the other side.
    Flipped,
    /// With the pieces that may move.
    Hints,
    /// As text.
    Text,
}

/// What to do about an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OfferWord {
    /// Offer; or accept when the opponent has offered.
    #[default]
    Offer,
    /// Accept the opponent's offer.
    Accept,
    /// Decline it.
    Decline,
}

/// Whose games to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum GamesOf {
    /// The speaker's.
    #[default]
    Mine,
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
