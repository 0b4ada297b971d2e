//! Stored form of a replay step.

use serde::{Deserialize, Serialize};

use crate::notice::{BoardNotice, ReplayStepNotice};

kept! {
    ReplayStepNotice as ReplayStepNoticeForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ReplayStepNotice", deny_unknown_fields)]
struct ReplayStepNoticeForm {
    board: Box<BoardNotice>,
    ply: u32,
    plies: u32,
    is_open: bool,
}
