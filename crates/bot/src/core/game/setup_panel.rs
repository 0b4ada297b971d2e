//! Set-up panel: the terms of a Grand Chess game while its owner changes them, stored in the
//! channel so that its buttons work after a restart. Not here: what changes it (`features::setup`).

use adoube_rules::{ArrayError, Position, PromotionMode, Side, Variant};

use super::{ArrayTerms, ClaimMode, FlagRule, GameId, GameTerms, TimeControl};
use crate::Person;

/// Lifetime of a panel without a change, in milliseconds: a week, like a challenge.
const LIFE: u64 = 7 * 24 * 60 * 60 * 1000;

/// An open set-up panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupPanel {
    /// The id that the challenge and the game will have.
    pub id: GameId,
    /// Number of changes: the version in the ids of its buttons.
    pub version: u64,
    /// The owner.
    pub owner: Person,
    /// The person to challenge; `None` for anybody.
    pub opponent: Option<Person>,
    /// How Pawns promote.
    pub promotion: PromotionMode,
    /// The owner's side; `None` if it is drawn by lot.
    pub colour: Option<Side>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
    /// Whether draws by repetition and by the 50-move rule are claimed or automatic.
    pub claims: ClaimMode,
    /// The time control; `None` for no clock.
    pub pace: Option<TimeControl>,
    /// The flag rule.
    pub time_out: FlagRule,
    /// The start array.
    pub array: ArrayTerms,
    /// Seed of a random array; the array shown is the array played.
    pub seed: u64,
    /// When it last changed, in milliseconds since 1970.
    pub changed_at: u64,
}

impl SetupPanel {
    /// Upper limit of open panels in a channel.
    pub const MOST: usize = 10;

    /// When the panel expires, in milliseconds since 1970.
    pub fn expires_at(&self) -> u64 {
        self.changed_at.saturating_add(LIFE)
    }

    /// Whether the panel has expired; `now` in milliseconds since 1970.
    pub fn has_expired(&self, now: u64) -> bool {
        now >= self.expires_at()
    }

    /// The terms of a challenge with this set-up.
    pub fn terms(&self) -> GameTerms {
        GameTerms {
            kings: None,
            variant: Variant::Grand,
            promotion: Some(self.promotion),
            colour: self.colour,
            array: Some(self.array.clone()),
            touch_move: self.touch_move,
            claims: self.claims,
            pace: self.pace,
            time_out: self.time_out,
        }
    }

    /// The start position; `None` if players choose its pieces.
    ///
    /// # Errors
    ///
    /// No array can be drawn.
    pub fn start(&self) -> Result<Option<Position>, ArrayError> {
        if self.array.is_chosen() {
            return Ok(None);
        }
        self.array.setup(self.promotion, &[]).draw(self.seed).map(Some)
    }
}
