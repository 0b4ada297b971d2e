//! Notices of a Grand Chess set-up: the panel and the piece selection. Like boards they carry
//! everything they show, so that an old one stays as it was.

use adoube_rules::PieceType;
use serde::{Deserialize, Serialize};

use super::ClockView;
use crate::{
    Person, PersonId,
    command::PieceGroup,
    game::{ArrayTerms, GameEnding, GameId, GameRecord, Seats, SetupPanel},
};

/// A set-up panel as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupPanelNotice {
    /// The panel.
    pub panel: SetupPanel,
    /// The start position, as position text; none when its pieces are still to be chosen.
    pub start: Option<String>,
    /// What the panel is open at.
    pub page: SetupPanelPage,
}

/// A page of a panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetupPanelPage {
    /// The rules.
    Rules,
    /// Whom to challenge: one of these, 24 at most, or anybody.
    Opponents(Vec<Person>),
    /// The extra pieces to read about.
    Pieces,
    /// How much time the players have.
    Time,
}

/// How far the choosing of extra pieces is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelectionNotice {
    /// In which game.
    pub game: GameId,
    /// At which of its revisions.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// Who plays.
    pub seats: Seats,
    /// What was agreed.
    pub array: ArrayTerms,
    /// What has been chosen, in order.
    pub chosen: Vec<PieceType>,
    /// Who follows the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub followers: Vec<PersonId>,
    /// How the clock stands; none in a game without a pace, and on a list that tells nothing of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// How the game ended, if it ended before all were chosen.
    pub ending: Option<GameEnding>,
    /// What just happened.
    pub event: SelectionEvent,
}

/// What a choosing notice is said for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelectionEvent {
    /// The choosing begins.
    Started,
    /// The last piece of the list was chosen.
    Chosen,
    /// The game ended.
    Ended,
    /// Somebody asked to see it.
    Shown,
}

impl SelectionNotice {
    /// The choosing of a game as it stands. `None` when nothing is chosen in it.
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
    /// In which game.
    pub game: GameId,
    /// At which of its revisions.
    #[serde(rename = "turn")]
    pub revision: u64,
    /// The types that may be chosen.
    pub open: Vec<PieceType>,
    /// Which step.
    pub step: SelectionStep,
}

/// Which step of choosing a piece is next.
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
    /// Whether it shall be this one.
    Kind(PieceType),
}
