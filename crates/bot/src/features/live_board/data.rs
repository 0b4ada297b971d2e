//! Data types of the live board, all that a page needs to draw a game itself and to act on it, for
//! one viewer. Squares, types and sides are words, so that a page needs no rules. Not here: how it
//! is built.

use std::collections::BTreeMap;

use adoube_render::BoardWindow;
use serde::Serialize;

use crate::ControlRow;

/// The newest game of a channel as one viewer may see and play it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own that the page shows")]
pub struct LiveBoard {
    /// The game's id.
    pub game: String,
    /// The revision of the game.
    pub revision: u64,
    /// The key of the variant.
    pub variant: &'static str,
    /// The name of the variant.
    pub variant_name: String,
    /// Whether the viewer wants to see which pieces may move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// Whether the game is running.
    pub running: bool,
    /// The side the viewer plays.
    pub seat: Option<String>,
    /// The side from which the viewer looks.
    pub viewpoint: String,
    /// The side to move, or to choose a piece; `None` when the game is over.
    pub to_move: Option<String>,
    /// Whether the viewer is to move.
    pub your_turn: bool,
    /// The sentence on the side to move, or on the game's end.
    pub status: String,
    /// The agreed terms in one line; empty for defaults.
    pub terms: String,
    /// The result, once there is one.
    pub result: Option<String>,
    /// Plies on the board.
    pub plies: u32,
    /// The last move.
    pub last: Option<LiveLastMove>,
    /// The shown part of the board.
    pub window: BoardWindow,
    /// Whether the board has no edges.
    pub endless: bool,
    /// Ranks of promotion zones, where they are marked.
    pub zones: Vec<i32>,
    /// The players.
    pub seats: LiveSeats,
    /// The types on the board and those that may appear, by code.
    pub types: BTreeMap<&'static str, LivePieceType>,
    /// The pieces on the board.
    pub pieces: Vec<LivePiece>,
    /// Marks on squares.
    pub marks: LiveMarks,
    /// The moves the viewer may make now, without drops.
    pub moves: Vec<LiveMove>,
    /// The button id for a move; the move's value goes with it.
    pub act: Option<String>,
    /// Touch-move, in games with it.
    pub touch: Option<LiveTouch>,
    /// The viewer's own cards.
    pub hand: Option<LiveHand>,
    /// The open offer.
    pub offer: Option<LiveOffer>,
    /// The clocks of a running game with a time control.
    pub clock: Option<LiveClock>,
    /// The viewer's own conditional moves, visible to no other player.
    pub plans: Option<LiveConditionalMoves>,
    /// The buttons of the newest board in the channel.
    pub rows: Vec<ControlRow>,
}

/// The public clocks of a game. They stay the same until the next event, so the page counts down
/// itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveClock {
    /// The side whose clock runs.
    pub side: String,
    /// Its deadline, in milliseconds since 1970; `None` while unknown.
    pub deadline: Option<u64>,
    /// Its remaining time while the clock stands still, in milliseconds.
    pub stopped: Option<u64>,
    /// The sentence on why it stands still.
    pub why: Option<String>,
    /// Time for each move, in milliseconds.
    pub per_move: u64,
    /// White's and Black's reserves at the beginning of the turn, in milliseconds.
    pub reserves: [u64; 2],
    /// Remaining time below which the page warns, in milliseconds.
    pub little: u64,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveLastMove {
    /// The number of the ply.
    pub ply: u32,
    /// "14. Nf3"
    pub san: String,
    /// The move in words, with its side.
    pub says: String,
}

/// The players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveSeats {
    /// White.
    pub white: LiveSeat,
    /// Black.
    pub black: LiveSeat,
}

/// A player's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveSeat {
    /// The shown name.
    pub name: String,
    /// Whether the viewer sits here.
    pub you: bool,
    /// Pieces of the opponent that this side has captured, by code.
    pub captured: Vec<&'static str>,
    /// The number of their cards, in games with cards.
    pub cards: Option<LiveCards>,
}

/// The number of a side's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LiveCards {
    /// In hand.
    pub hand: usize,
    /// In the stack.
    pub stack: usize,
}

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LivePieceType {
    /// Its name.
    pub name: String,
    /// Its letters in moves.
    pub letter: String,
    /// The addresses of its drawings, if the page provides them.
    #[serde(flatten)]
    pub art: Option<LiveArt>,
}

/// Addresses of a type's drawings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveArt {
    /// White's piece.
    pub white: String,
    /// Black's piece.
    pub black: String,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LivePiece {
    /// Its square.
    pub at: String,
    /// The code of its type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its side.
    pub side: String,
    /// "White Knight on g1"
    pub says: String,
    /// Its state in words: what holds it, or what it copies.
    pub holds: Option<String>,
    /// The mark for its state.
    pub held: Option<LivePieceState>,
}

/// State of a piece with a mark; the strongest one if there are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LivePieceState {
    /// It may not move yet.
    Locked,
    /// It cannot move while another piece stands next to it.
    Frozen,
    /// It moves as another type.
    Copies,
}

/// Marks on squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LiveMarks {
    /// Squares of the last move.
    pub last: Vec<String>,
    /// Squares of further captures of the last move.
    pub also: Vec<String>,
    /// The King in check.
    pub check: Vec<String>,
    /// The pieces that give check.
    pub checkers: Vec<String>,
    /// Touched pieces.
    pub touched: Vec<String>,
}

/// Kind of a move, for its look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LiveMoveKind {
    /// A move without a capture.
    Move,
    /// A capture, on the target square or elsewhere.
    Capture,
    /// A conversion of a piece.
    Convert,
    /// Castling.
    Castle,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveMove {
    /// The from-square.
    pub from: String,
    /// The to-square in notation.
    pub to: String,
    /// The square where the piece stands afterwards: not `to` when it converts, or when the King
    /// castles to the Rook's square.
    pub stands: String,
    /// Further squares on which a dropped piece means this move.
    pub also_to: Vec<String>,
    /// Its kind.
    pub kind: LiveMoveKind,
    /// Squares of captured and converted pieces.
    pub takes: Vec<String>,
    /// The move in words: "e5, takes Pawn".
    pub says: String,
    /// The value of its button; `None` while there is a choice.
    pub value: Option<String>,
    /// The question of the choice; `None` for a promotion.
    pub asks: Option<String>,
    /// The choices: promotions, or whether to claim a draw with the move.
    pub choices: Vec<LiveChoice>,
}

/// One choice of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveChoice {
    /// The value of its button.
    pub value: String,
    /// The code of the promoted type; `None` without a promotion.
    #[serde(rename = "type")]
    pub kind: Option<&'static str>,
    /// The choice in words.
    pub name: String,
}

/// Touch-move state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveTouch {
    /// The button id to touch a piece, with its square as value; `None` if the viewer may not
    /// touch.
    pub act: Option<String>,
    /// Squares of touched pieces, in the order of touching.
    pub bound: Vec<String>,
    /// A Pawn that has moved for good and whose promotion is still to be chosen.
    pub promoting: Option<LivePath>,
    /// The touched pieces and their demand in words; empty without any.
    pub says: String,
}

/// A from-square and a to-square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LivePath {
    /// The from-square.
    pub from: String,
    /// The to-square.
    pub to: String,
}

/// The viewer's own cards.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct LiveHand {
    /// The cards, each kind once.
    pub cards: Vec<LiveCard>,
    /// The button id for a drop, with a value such as `Q@b3`, while a card may be dropped.
    pub drop: Option<String>,
    /// The button id to drop no card.
    pub pass: Option<String>,
    /// The button id to take the pending move back; `None` under touch-move.
    pub undo: Option<String>,
    /// The pending turn: a move that waits for a drop.
    pub begun: Option<LivePendingTurn>,
}

/// Prints no cards: the output may end up in a log.
impl std::fmt::Debug for LiveHand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LiveHand").finish_non_exhaustive()
    }
}

/// Cards of one kind.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct LiveCard {
    /// The code of its type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// The number of these cards.
    pub count: usize,
    /// The squares for a drop: after the pending move, or on the present board.
    pub drops: Vec<String>,
}

/// A move that waits for a drop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LivePendingTurn {
    /// The from-square.
    pub from: String,
    /// The to-square.
    pub to: String,
    /// The move in words.
    pub says: String,
}

/// Conditional moves of a player, for that player alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveConditionalMoves {
    /// The lines as text.
    pub text: String,
    /// A button to remove each.
    pub rows: Vec<ControlRow>,
}

/// An open offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveOffer {
    /// The offer in words.
    pub text: String,
    /// The viewer's answers, if the offer is to them.
    pub rows: Vec<ControlRow>,
}
