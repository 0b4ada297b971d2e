//! Notices (messages as data, before they are worded) of a Grand Chess set-up: the panel on which
//! its terms are chosen, and the selection of extra pieces. Like boards they carry everything they
//! show, so that an old one stays as it was.

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

use super::ClockView;
use crate::{
    Person, PersonId,
    core::{
        command::PieceGroup,
        game::{ArrayTerms, GameEnding, GameId, GameRecord, Seats, SetupPanel},
    },
};

/// A set-up panel, for its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupPanelNotice {
    /// The panel.
    pub panel: SetupPanel,
    /// The start position, as position text; `None` while its pieces are still to be chosen.
    pub start: Option<String>,
    /// The open page.
    pub page: SetupPanelPage,
}

/// A page of a panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupPanelPage {
    /// The rules.
    Rules,
    /// The opponent: one of these people, 24 at most, or anybody.
    Opponents(Vec<Person>),
    /// Descriptions of the extra pieces.
    Pieces,
    /// The time control.
    Time,
}

/// Progress of a piece selection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectionNotice {
    /// The game.
    pub game: GameId,
    /// The revision of the game.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// The players.
    pub seats: Seats,
    /// The agreed terms of the array.
    pub array: ArrayTerms,
    /// The chosen pieces, in order.
    pub chosen: Vec<PieceType>,
    /// Spectators who follow the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<PersonId>,
    /// The clock; `None` in a game without a time control, and on a list that does not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// How the game ended, if it ended before all were chosen.
    pub ending: Option<GameEnding>,
    /// The occasion.
    pub event: SelectionEvent,
}

/// The occasion of a selection notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelectionEvent {
    /// The selection begins.
    Started,
    /// The last piece of the list was chosen.
    Chosen,
    /// The game ended.
    Ended,
    /// A person asked to see it.
    Shown,
}

impl SelectionNotice {
    /// The present selection of a game; `None` in a game without one.
    pub fn of(record: &GameRecord, event: SelectionEvent) -> Option<Self> {
        let (array, choosing) = (record.array.as_ref()?, record.choosing.as_ref()?);
        Some(Self {
            game: record.id.clone(),
            revision: record.revision,
            seats: record.seats.clone(),
            array: array.clone(),
            chosen: choosing.chosen.clone(),
            followers: record.followers.clone(),
            clock: None,
            ending: record.ending.clone(),
            event,
        })
    }
}

/// A step of choosing a piece by menus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectionStepNotice {
    /// The game.
    pub game: GameId,
    /// The revision of the game.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// The types that may be chosen.
    pub open: Vec<PieceType>,
    /// The step.
    pub step: SelectionStep,
}

/// The next step of choosing a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SelectionStep {
    /// The group.
    Groups,
    /// A piece of this group.
    Group(PieceGroup),
    /// One of the pieces that a text may mean, 25 at most.
    Found {
        /// The text.
        text: String,
        /// The pieces.
        kinds: Vec<PieceType>,
    },
    /// Confirmation of this piece.
    Kind(PieceType),
}
