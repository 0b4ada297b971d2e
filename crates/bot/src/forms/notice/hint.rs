//! Stored forms of hints.

use serde::{Deserialize, Serialize};

use crate::{
    game::LastMove,
    notice::{BoardNotice, HintNotice, HintOutlook},
};

kept! {
    HintNotice as HintNoticeForm,
    HintOutlook as HintOutlookForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "HintNotice", deny_unknown_fields)]
struct HintNoticeForm {
    board: Box<BoardNotice>,
    made: LastMove,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    keeps_cards: bool,
    outlook: HintOutlook,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "HintOutlook", rename_all = "snake_case")]
enum HintOutlookForm {
    Mates(u32),
    IsMated(u32),
    Winning,
    Better,
    Even,
    Worse,
    Losing,
}
