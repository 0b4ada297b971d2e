//! A challenge: the terms of a game that has not begun.

use adoube_rules::{PromotionMode, Side, Variant};
use serde::{Deserialize, Serialize};

use super::GameId;
use crate::{Person, PersonId};

/// The full rules of a game to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Which game.
    pub variant: Variant,
    /// How Pawns promote; only Grand Chess has a choice.
    pub promotion: Option<PromotionMode>,
    /// The challenger's side; `None` when it is drawn by lot on acceptance.
    pub colour: Option<Side>,
}

/// An open challenge in a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// The id the game will have.
    pub id: GameId,
    /// Who challenges.
    pub challenger: Person,
    /// Who is challenged; `None` for anybody.
    pub opponent: Option<Person>,
    /// What is to be played.
    pub terms: Terms,
}

impl Challenge {
    /// Whether this person may take it up.
    pub fn is_open_to(&self, person: &PersonId) -> bool {
        self.challenger.id != *person && self.opponent.as_ref().is_none_or(|opponent| opponent.id == *person)
    }
}
