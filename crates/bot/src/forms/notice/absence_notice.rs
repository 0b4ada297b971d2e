//! Stored forms of notices about vacation, reminders and protection.

use serde::{Deserialize, Serialize};

use crate::{
    game::ReminderTarget,
    notice::{AbsenceNotice, VacationChange},
};

kept! {
    AbsenceNotice as AbsenceNoticeForm,
    VacationChange as VacationChangeForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AbsenceNotice", rename_all = "snake_case", tag = "of", deny_unknown_fields)]
enum AbsenceNoticeForm {
    Vacation {
        change: VacationChange,
        until: Option<u64>,
        left: u64,
        #[serde(default, skip_serializing_if = "is_none")]
        unstopped: u32,
        more_at: Option<u64>,
        said_at: u64,
    },
    Reminders {
        how: ReminderTarget,
        is_new: bool,
    },
    Protection {
        on: bool,
        is_new: bool,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "VacationChange", rename_all = "snake_case")]
enum VacationChangeForm {
    Nothing,
    Began,
    Ended,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
const fn is_none(count: &u32) -> bool {
    *count == 0
}
