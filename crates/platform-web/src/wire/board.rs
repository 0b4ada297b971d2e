//! The live board in the page's JSON, and questions asked beside it.

use adoube_bot::{ControlRow, LiveBoard};
use adoube_render::BoardColours;
use serde::Serialize;

/// A question before something is done that cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Question {
    /// The words.
    pub(crate) text: String,
    /// The answers.
    pub(crate) rows: Vec<ControlRow>,
}

/// A board one can touch, in the reader's colours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BoardJson {
    /// The board.
    #[serde(flatten)]
    pub(crate) board: LiveBoard,
    /// How it looks.
    pub(crate) look: BoardColours,
}
