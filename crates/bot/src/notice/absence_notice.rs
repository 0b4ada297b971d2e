//! Notices to one person about their vacation, their reminders and their protection from losing on
//! time. Not here: refusals (`clock_refusal`), and lines on boards (`clock_view`).

use crate::game::ReminderTarget;
use serde::{Deserialize, Serialize};

/// What one person is told. Instants are in milliseconds since 1970, spans in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "of", deny_unknown_fields)]
pub enum AbsenceNotice {
    /// About their vacation.
    Vacation {
        /// What just happened to it.
        change: VacationChange,
        /// Until when they are away, if they are.
        until: Option<u64>,
        /// How much is left for them.
        left: u64,
        /// In how many of their running games it stops no clock, as a move has less than a day.
        #[serde(default, skip_serializing_if = "is_zero")]
        unstopped: u32,
        /// When some of what they used is theirs again.
        more_at: Option<u64>,
        /// When this is said.
        said_at: u64,
    },
    /// Where they are reminded.
    Reminders {
        /// Where.
        how: ReminderTarget,
        /// Whether that is new.
        is_new: bool,
    },
    /// Whether they are protected.
    Protection {
        /// Whether they are.
        on: bool,
        /// Whether that is new.
        is_new: bool,
    },
}

/// What just happened to a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VacationChange {
    /// Nothing: they only asked.
    Nothing,
    /// It began, or lasts until another time.
    Began,
    /// It ended.
    Ended,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}
