//! JSON of a person's running games, and of calls from channels their page does not show, as the
//! server sends them to the page.

use adoube_bot::ControlRow;
use serde::Serialize;

/// A call of the page's own person from a channel that the page does not show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Call {
    /// The channel's name.
    pub(crate) channel: String,
    /// The text.
    pub(crate) text: String,
    /// The buttons that answer a challenge.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) rows: Vec<ControlRow>,
}

/// A running game of the page's own person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MyGameJson {
    /// The game's id.
    pub(crate) game: String,
    /// The name of the channel it is played in.
    pub(crate) channel: String,
    /// The opponent.
    pub(crate) with: String,
    /// The name of the variant.
    pub(crate) variant: String,
    /// Whether it is their turn.
    pub(crate) your_turn: bool,
    /// When the person's time runs out, in milliseconds since 1970; only while it is their turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<u64>,
}
