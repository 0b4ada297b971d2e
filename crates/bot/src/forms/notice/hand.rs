//! Stored forms of notices about a player's own cards.

use adoube_rules::{CardDrop, PieceType, Side};
use serde::{Deserialize, Serialize};

use crate::{
    game::PendingTurn,
    notice::{BoardNotice, HandNotice, HandStep},
};

kept! {
    HandNotice as HandNoticeForm,
    HandStep as HandStepForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "HandNotice", deny_unknown_fields)]
struct HandNoticeForm {
    board: BoardNotice,
    side: Side,
    hand: Vec<PieceType>,
    begun: Option<PendingTurn>,
    drops: Vec<CardDrop>,
    step: HandStep,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "HandStep", rename_all = "snake_case", deny_unknown_fields)]
enum HandStepForm {
    Look,
    Card,
    Square { card: PieceType },
}
