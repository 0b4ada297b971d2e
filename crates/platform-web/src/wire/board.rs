//! JSON of the live board, which the page draws itself, and of confirmation questions, as the
//! server sends them.

use adoube_bot::{ControlRow, LiveBoard};
use adoube_render::BoardColours;
use serde::Serialize;

/// A confirmation question, asked before an action that cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Question {
    /// The text of the question.
    pub(crate) text: String,
    /// The buttons that answer it.
    pub(crate) rows: Vec<ControlRow>,
}

/// The interactive board, in the reader's colours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BoardJson {
    /// The board.
    #[serde(flatten)]
    pub(crate) board: LiveBoard,
    /// The colours of the reader's theme.
    pub(crate) look: BoardColours,
}
