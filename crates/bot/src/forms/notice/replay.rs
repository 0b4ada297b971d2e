//! Stored forms of replays.

use serde::{Deserialize, Serialize};

use crate::notice::{BoardNotice, ReplayNotice, ReplayPly};

kept! {
    ReplayNotice as ReplayNoticeForm,
    ReplayPly as ReplayPlyForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ReplayNotice", deny_unknown_fields)]
struct ReplayNoticeForm {
    board: Box<BoardNotice>,
    start: String,
    plies: Vec<ReplayPly>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ReplayPly", deny_unknown_fields)]
struct ReplayPlyForm {
    lan: String,
    san: String,
}
