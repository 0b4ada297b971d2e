//! Set-up panel: the terms of a Grand Chess game while its owner changes them, stored in the
//! channel so that its buttons work after a restart. Not here: what changes it (`handlers`).

use adoube_rules::{ArrayError, Position, PromotionMode, Side, Variant};

use super::{ArrayTerms, ClaimMode, FlagRule, GameId, GameTerms, TimeControl};
use crate::Person;

/// How long a panel waits for its owner, in milliseconds: a week, like a challenge.
const LIFE: u64 = 7 * 24 * 60 * 60 * 1000;

/// Somebody's open panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupPanel {
    /// The name the challenge and the game will have.
    pub id: GameId,
    /// How often it was changed: the version its buttons carry.
    pub version: u64,
    /// Whose it is.
    pub owner: Person,
    /// Who is to be challenged; `None` for anybody.
    pub opponent: Option<Person>,
    /// How Pawns promote.
    pub promotion: PromotionMode,
    /// The owner's side; `None` when it is drawn by lot.
    pub colour: Option<Side>,
    /// Whether touched pieces bind.
    pub touch_move: bool,
    /// Whether draws by repetition and by the 50-move rule are claimed.
    pub claims: ClaimMode,
    /// How much time the players have; `None` for as much as they like.
    pub pace: Option<TimeControl>,
    /// What happens when it is up.
    pub time_out: FlagRule,
    /// The start array.
    pub array: ArrayTerms,
    /// What a random array is drawn from; what is shown is what will be played.
    pub seed: u64,
    /// When it last changed, in milliseconds since 1970.
    pub changed_at: u64,
}

impl SetupPanel {
    /// The most that may be open in a channel.
    pub const MOST: usize = 10;

    /// When it goes if its owner leaves it alone, in milliseconds since 1970.
    pub fn expires_at(&self) -> u64 {
        self.changed_at.saturating_add(LIFE)
    }

    /// Whether its owner has left it alone too long; `now` in milliseconds since 1970.
    pub fn has_expired(&self, now: u64) -> bool {
        now >= self.expires_at()
    }

    /// What a challenge with it would be about.
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

    /// The start position; none when its pieces are still to be chosen.
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
