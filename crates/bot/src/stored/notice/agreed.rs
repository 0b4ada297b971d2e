//! What was agreed, as notices keep it.

use adoube_rules::{PieceType, Side};
use serde::{Deserialize, Serialize};

use crate::{
    game::{GameId, Seats, Terms},
    notice::Agreed,
};

kept! {
    Agreed as AgreedForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Agreed", deny_unknown_fields)]
struct AgreedForm {
    game: GameId,
    seats: Seats,
    terms: Terms,
    extra: Vec<PieceType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_move: Option<Side>,
}
