//! Boards of games that somebody goes through, as notices keep them.

use serde::{Deserialize, Serialize};

use crate::notice::{BoardNotice, StepNotice};

kept! {
    StepNotice as StepNoticeForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "StepNotice", deny_unknown_fields)]
struct StepNoticeForm {
    board: Box<BoardNotice>,
    ply: u32,
    plies: u32,
    is_open: bool,
}
