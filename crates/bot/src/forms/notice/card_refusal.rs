//! Stored forms of refusals about cards.

use adoube_rules::{Square, Variant};
use serde::{Deserialize, Serialize};

use crate::notice::CardRefusal;

kept! {
    CardRefusal as CardRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CardRefusal", rename_all = "snake_case", tag = "cards", deny_unknown_fields)]
enum CardRefusalForm {
    NoCards { variant: Variant },
    NoKingsChoice { variant: Variant },
    MoveFirst,
    NotADrop { text: String },
    MoveMade { from: Square, to: Square },
    NoTakebacks,
    NoIntendedClaims,
    Telling { word: String },
    Overheard,
    CommandOverheard,
    TurnOverheard,
}
