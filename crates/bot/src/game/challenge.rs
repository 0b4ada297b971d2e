//! A challenge: the terms of a game that has not begun.

use adoube_rules::{KingPlacement, PromotionMode, Side, Variant};

use super::{ArrayTerms, ClaimMode, FlagRule, GameId, TimeControl};
use crate::{Person, PersonId};

/// The full rules of a game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTerms {
    /// Which game.
    pub variant: Variant,
    /// How Pawns promote; only Grand Chess has a choice.
    pub promotion: Option<PromotionMode>,
    /// The challenger's side; `None` when it is drawn by lot on acceptance.
    pub colour: Option<Side>,
    /// The start array of Grand Chess; `None` for the classic one, and in games that have no choice.
    pub array: Option<ArrayTerms>,
    /// Where the Kings of Schachen stand; `None` in other games.
    pub kings: Option<KingPlacement>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
    /// Whether draws by repetition and by the 50-move rule are claimed.
    pub claims: ClaimMode,
    /// How much time the players have; `None` for as much as they like.
    pub pace: Option<TimeControl>,
    /// What happens when it is up.
    pub time_out: FlagRule,
}

/// An open challenge in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The id the game will have.
    pub id: GameId,
    /// Who challenges.
    pub challenger: Person,
    /// Who is challenged; `None` for anybody.
    pub opponent: Option<Person>,
    /// What is to be played.
    pub terms: GameTerms,
    /// The start position, as position text, when it was drawn and shown with the challenge.
    pub start: Option<String>,
    /// Whether nobody said which game, so that it is told how another one is chosen.
    pub assumed: bool,
    /// The game that would be played again, if it asks for a rematch.
    pub rematch: Option<GameId>,
    /// When it was made, in milliseconds since 1970.
    pub made_at: u64,
}

impl Challenge {
    /// The most that may be open in a channel.
    pub const MOST: usize = 10;

    /// How long a challenge waits for an answer, in milliseconds: a week. After that it no longer counts.
    pub const LIFE: u64 = 7 * 24 * 60 * 60 * 1000;

    /// When it is over if nobody answers, in milliseconds since 1970.
    pub fn expires_at(&self) -> u64 {
        self.made_at.saturating_add(Self::LIFE)
    }

    /// Whether nobody has answered in time; `now` in milliseconds since 1970.
    pub fn has_expired(&self, now: u64) -> bool {
        now >= self.expires_at()
    }

    /// Whether this person may take it up.
    pub fn is_open_to(&self, person: &PersonId) -> bool {
        self.challenger.id != *person && self.opponent.as_ref().is_none_or(|opponent| opponent.id == *person)
    }
}
