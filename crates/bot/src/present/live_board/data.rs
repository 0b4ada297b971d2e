//! A live board as plain data: what a page needs to show it and to act on it, for one viewer.
//! Squares, types and sides are words, so that a page needs no rules. Not here: how it is built.

use std::collections::BTreeMap;

use adoube_render::BoardWindow;
use serde::Serialize;

use crate::ControlRow;

/// The newest game of a channel as one viewer may see and play it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own that the page shows")]
pub struct LiveBoard {
    /// Which game.
    pub game: String,
    /// At which of its revisions.
    pub revision: u64,
    /// Which rules, as a key.
    pub variant: &'static str,
    /// Which rules, as they are called.
    pub variant_name: String,
    /// Whether the viewer wants to see which pieces may move.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// Whether it goes on.
    pub running: bool,
    /// The side the viewer plays.
    pub seat: Option<String>,
    /// The side from which they look.
    pub viewpoint: String,
    /// The side to move, or to choose a piece; nobody's when the game is over.
    pub to_move: Option<String>,
    /// Whether it is the viewer's turn.
    pub your_turn: bool,
    /// Whose turn it is, or how it ended.
    pub status: String,
    /// What was agreed, in one line; empty if there is nothing to say.
    pub terms: String,
    /// The result, once there is one.
    pub result: Option<String>,
    /// Plies on the board.
    pub plies: u32,
    /// The last move.
    pub last: Option<LiveLastMove>,
    /// What is to be shown of the board.
    pub window: BoardWindow,
    /// Whether the board has no edges.
    pub endless: bool,
    /// Ranks of promotion zones, where they need to be told.
    pub zones: Vec<i32>,
    /// Who plays.
    pub seats: LiveSeats,
    /// Every type that stands somewhere or may come, by its code.
    pub types: BTreeMap<&'static str, LivePieceType>,
    /// What stands on the board.
    pub pieces: Vec<LivePiece>,
    /// Marks on squares.
    pub marks: LiveMarks,
    /// The moves the viewer may make now, without drops.
    pub moves: Vec<LiveMove>,
    /// What is pressed to make one of them: its value goes with it.
    pub act: Option<String>,
    /// Touching, in a game with touch-move.
    pub touch: Option<LiveTouch>,
    /// The viewer's own cards.
    pub hand: Option<LiveHand>,
    /// An offer that is open.
    pub offer: Option<LiveOffer>,
    /// The clocks, in a game with a pace that goes on.
    pub clock: Option<LiveClock>,
    /// What the viewer has planned, and nobody else sees.
    pub plans: Option<LiveConditionalMoves>,
    /// The buttons of the newest board in the channel.
    pub rows: Vec<ControlRow>,
}

/// The clocks of a game, as everybody may see them. It is the same as long as nothing happens, so whoever shows it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveClock {
    /// Whose clock it is.
    pub side: String,
    /// When their time is up, in milliseconds since 1970; nothing while nobody knows.
    pub deadline: Option<u64>,
    /// How much they have left while the clock stands still, in milliseconds.
    pub stopped: Option<u64>,
    /// Why it stands still, in a sentence.
    pub why: Option<String>,
    /// Time for each move, in milliseconds.
    pub per_move: u64,
    /// What each had in reserve when the turn began, in milliseconds: White and Black.
    pub reserves: [u64; 2],
    /// Below this little is left, in milliseconds.
    pub little: u64,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveLastMove {
    /// The number of the ply.
    pub ply: u32,
    /// "14. Nf3"
    pub san: String,
    /// In words, with whose it was.
    pub says: String,
}

/// Both who play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveSeats {
    /// White.
    pub white: LiveSeat,
    /// Black.
    pub black: LiveSeat,
}

/// One who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveSeat {
    /// As they are shown.
    pub name: String,
    /// Whether it is the viewer.
    pub you: bool,
    /// What this side has taken: pieces of the other one.
    pub captured: Vec<&'static str>,
    /// How many cards they have, in a game with cards.
    pub cards: Option<LiveCards>,
}

/// How many cards a side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LiveCards {
    /// In hand.
    pub hand: usize,
    /// In the stack.
    pub stack: usize,
}

/// A type of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LivePieceType {
    /// What it is called.
    pub name: String,
    /// What stands for it in moves.
    pub letter: String,
    /// Where it is drawn, as far as whoever shows it has such places.
    #[serde(flatten)]
    pub art: Option<LiveArt>,
}

/// Where a type is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveArt {
    /// As White's.
    pub white: String,
    /// As Black's.
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
    /// What holds it or is otherwise about it now.
    pub holds: Option<String>,
    /// The mark for that.
    pub held: Option<LivePieceState>,
}

/// What there is a mark for on a piece: the strongest of what holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LivePieceState {
    /// May not move yet.
    Locked,
    /// Cannot move while something stands next to it.
    Frozen,
    /// Moves as another type.
    Copies,
}

/// Marks on squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LiveMarks {
    /// Through which the last move went.
    pub last: Vec<String>,
    /// Where it took something besides.
    pub also: Vec<String>,
    /// The King in check.
    pub check: Vec<String>,
    /// What gives check.
    pub checkers: Vec<String>,
    /// What was touched.
    pub touched: Vec<String>,
}

/// What a move does, as far as it looks different.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LiveMoveKind {
    /// Goes.
    Move,
    /// Takes something, on its target or elsewhere.
    Capture,
    /// Makes something change sides.
    Convert,
    /// King and Rook.
    Castle,
}

/// A move that may be made now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveMove {
    /// From where.
    pub from: String,
    /// The square it names.
    pub to: String,
    /// Where the piece stands afterwards: not on `to` where it converts, and where the King castles by naming the Rook.
    pub stands: String,
    /// Further squares on which letting the piece go means this move.
    pub also_to: Vec<String>,
    /// What it does.
    pub kind: LiveMoveKind,
    /// Squares of pieces that leave the game or change sides.
    pub takes: Vec<String>,
    /// In words: "e5, takes Pawn".
    pub says: String,
    /// What is pressed with; nothing while there is a choice.
    pub value: Option<String>,
    /// What is asked while there is a choice; nothing where it is what a Pawn becomes.
    pub asks: Option<String>,
    /// What a Pawn may become, or whether a draw is claimed with the move.
    pub choices: Vec<LiveChoice>,
}

/// One way to go on with a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveChoice {
    /// What is pressed with.
    pub value: String,
    /// The code of the type; nothing if it stays what it is.
    #[serde(rename = "type")]
    pub kind: Option<&'static str>,
    /// In words.
    pub name: String,
}

/// Touching where it binds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveTouch {
    /// What is pressed with the square of a piece to touch it; nothing when the viewer has nothing to touch.
    pub act: Option<String>,
    /// What was touched, in that order.
    pub bound: Vec<String>,
    /// A Pawn that has moved for good and whose promotion is still to be chosen.
    pub promoting: Option<LivePath>,
    /// What was touched and what that demands; empty if nothing was.
    pub says: String,
}

/// From one square to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LivePath {
    /// From where.
    pub from: String,
    /// To where.
    pub to: String,
}

/// The viewer's own cards.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct LiveHand {
    /// Each kind once.
    pub cards: Vec<LiveCard>,
    /// What is pressed with a card and its square, `Q@b3`, while a card may be dropped.
    pub drop: Option<String>,
    /// What is pressed to drop none.
    pub pass: Option<String>,
    /// What is pressed to take the move up again; not under touch-move.
    pub undo: Option<String>,
    /// The move that is made and waits for a drop.
    pub begun: Option<LivePendingTurn>,
}

/// Without the cards: this may end up in a log.
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
    /// What it is called.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// Where one may go: after the move that was begun, or on the board as it is.
    pub drops: Vec<String>,
}

/// A move that waits for a drop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LivePendingTurn {
    /// From where.
    pub from: String,
    /// To where.
    pub to: String,
    /// In words.
    pub says: String,
}

/// What a player has planned, for that player alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveConditionalMoves {
    /// The lines.
    pub text: String,
    /// A button for each, which removes it.
    pub rows: Vec<ControlRow>,
}

/// An offer that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveOffer {
    /// Who offers what.
    pub text: String,
    /// How the viewer answers, if it is to them.
    pub rows: Vec<ControlRow>,
}
