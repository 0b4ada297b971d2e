//! Terms of a game that is to be played, and an open challenge with them: who made it, to whom it
//! is open, and when it expires. Not here: making and accepting one (`features::challenge`).

use adoube_rules::{KingPlacement, PromotionMode, Side, Variant};

use super::{ArrayTerms, ClaimMode, FlagRule, GameId, TimeControl};
use crate::{Person, PersonId};

/// The rules of a game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTerms {
    /// The variant.
    pub variant: Variant,
    /// How Pawns promote; only Grand Chess has a choice.
    pub promotion: Option<PromotionMode>,
    /// The challenger's side; `None` if it is drawn by lot on acceptance.
    pub colour: Option<Side>,
    /// The start array of Grand Chess; `None` for the classic one and in variants without a choice.
    pub array: Option<ArrayTerms>,
    /// Where the Kings of Schachen stand; `None` in other games.
    pub kings: Option<KingPlacement>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
    /// Whether draws by repetition and by the 50-move rule are claimed or automatic.
    pub claims: ClaimMode,
    /// The time control; `None` for no clock.
    pub pace: Option<TimeControl>,
    /// The flag rule.
    pub time_out: FlagRule,
}

/// An open challenge in a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The id that the game will have.
    pub id: GameId,
    /// The challenger.
    pub challenger: Person,
    /// The challenged person; `None` for anybody.
    pub opponent: Option<Person>,
    /// The rules of the game.
    pub terms: GameTerms,
    /// The start position, as position text, when it was drawn and shown with the challenge.
    pub start: Option<String>,
    /// Whether the variant is a default, so that the notice explains how to choose another one.
    pub assumed: bool,
    /// The game to repeat, if the challenge asks for a rematch.
    pub rematch: Option<GameId>,
    /// When it was made, in milliseconds since 1970.
    pub made_at: u64,
}

impl Challenge {
    /// Upper limit of open challenges in a channel.
    pub const MOST: usize = 10;

    /// Lifetime of a challenge without an answer, in milliseconds: a week.
    pub const LIFE: u64 = 7 * 24 * 60 * 60 * 1000;

    /// When the challenge expires, in milliseconds since 1970.
    pub fn expires_at(&self) -> u64 {
        self.made_at.saturating_add(Self::LIFE)
    }

    /// Whether the challenge has expired; `now` in milliseconds since 1970.
    pub fn has_expired(&self, now: u64) -> bool {
        now >= self.expires_at()
    }

    /// Whether this person may accept the challenge.
    pub fn is_open_to(&self, person: &PersonId) -> bool {
        self.challenger.id != *person && self.opponent.as_ref().is_none_or(|opponent| opponent.id == *person)
    }
}
