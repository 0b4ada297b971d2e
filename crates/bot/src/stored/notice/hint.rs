//! Hints, as answers keep them.

use serde::{Deserialize, Serialize};

use crate::{
    game::LastMove,
    notice::{BoardNotice, HintNotice, Outlook},
};

kept! {
    HintNotice as HintNoticeForm,
    Outlook as OutlookForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "HintNotice", deny_unknown_fields)]
struct HintNoticeForm {
    board: Box<BoardNotice>,
    made: LastMove,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    keeps_cards: bool,
    outlook: Outlook,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Outlook", rename_all = "snake_case")]
enum OutlookForm {
    Mates(u32),
    IsMated(u32),
    Winning,
    Better,
    Even,
    Worse,
    Losing,
}
