//! What was agreed, as notices keep it.

use adoube_rules::PieceType;
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
}
