//! A person's running games in the page's JSON, and calls from channels their page does not show.

use adoube_bot::ControlRow;
use serde::Serialize;

/// Somebody calls a page's own person in a channel it does not show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Call {
    /// The channel's name.
    pub(crate) channel: String,
    /// In which words.
    pub(crate) text: String,
    /// How a challenge is answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) rows: Vec<ControlRow>,
}

/// A running game of the page's own person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MyGameJson {
    /// Which.
    pub(crate) game: String,
    /// The name of the channel it is played in.
    pub(crate) channel: String,
    /// Against whom.
    pub(crate) with: String,
    /// Which rules.
    pub(crate) variant: String,
    /// Whether it is their turn.
    pub(crate) your_turn: bool,
    /// When their time is up then, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deadline: Option<u64>,
}
