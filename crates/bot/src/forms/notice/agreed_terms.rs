//! Stored form of agreed terms.

use adoube_rules::{PieceType, Side};
use serde::{Deserialize, Serialize};

use crate::{
    game::{GameId, GameTerms, Seats},
    notice::AgreedTerms,
};

kept! {
    AgreedTerms as AgreedTermsForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AgreedTerms", deny_unknown_fields)]
struct AgreedTermsForm {
    game: GameId,
    seats: Seats,
    terms: GameTerms,
    extra: Vec<PieceType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<Side>,
}
