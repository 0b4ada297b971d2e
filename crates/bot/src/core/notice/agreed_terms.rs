//! The agreed terms of a game (players, variant, array, clock), as a part of notices that show
//! them. Not here: the text (`text::game_terms`).

use adoube_rules::{PieceType, Side};
use serde::{Deserialize, Serialize};

use crate::core::game::{GameId, GameRecord, GameTerms, Seats};

/// The terms of a game that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgreedTerms {
    /// The game.
    pub game: GameId,
    /// The players.
    pub seats: Seats,
    /// The agreed terms; the colours follow from the seats.
    pub terms: GameTerms,
    /// The extra pieces of a side, in table order; empty while they are still being chosen.
    pub extra: Vec<PieceType>,
    /// The side to move, or to choose a piece; `None` when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Side>,
}

impl AgreedTerms {
    /// The terms of a game record.
    pub fn of(record: &GameRecord) -> Self {
        let array = record.variant.has_array_choice().then(|| record.array.clone().unwrap_or_default());
        let terms = GameTerms {
            variant: record.variant,
            promotion: record.promotion,
            colour: None,
            array,
            kings: record.deal.as_ref().map(|deal| deal.kings),
            touch_move: record.touch_move,
            claims: record.claims,
            pace: record.clock.as_ref().map(|clock| clock.pace),
            time_out: record.clock.as_ref().map(|clock| clock.time_out).unwrap_or_default(),
        };
        Self {
            game: record.id.clone(),
            seats: record.seats.clone(),
            terms,
            extra: record.extra_pieces(),
            to_move: record.to_move(),
        }
    }
}
