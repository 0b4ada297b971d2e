//! Notices (messages as data, before they are worded) to one person about their vacation, their
//! reminders and their protection from losing on time. Not here: refusals (`clock_refusal`), and
//! lines on boards (`clock_view`).

use serde::{Deserialize, Serialize};

use crate::core::{game::ReminderTarget, versioned_form::field};

/// A notice about a person's own absence. Instants are in milliseconds since 1970, spans in
/// milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "of", deny_unknown_fields)]
pub enum AbsenceNotice {
    /// The person's vacation.
    Vacation {
        /// The change just made.
        change: VacationChange,
        /// The end of the vacation, during one.
        until: Option<u64>,
        /// Vacation left in the budget.
        left: u64,
        /// Running games whose clocks it does not stop: they have less than a day per move.
        #[serde(default, skip_serializing_if = "field::is_default")]
        unstopped: u32,
        /// When part of the used budget becomes available again.
        more_at: Option<u64>,
        /// When the notice is posted.
        said_at: u64,
    },
    /// Where reminders go.
    Reminders {
        /// The place.
        how: ReminderTarget,
        /// Whether the choice is new.
        is_new: bool,
    },
    /// Protection from losing on time.
    Protection {
        /// Whether the person is protected.
        on: bool,
        /// Whether the choice is new.
        is_new: bool,
    },
}

/// A change of a vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VacationChange {
    /// No change: the person only asked.
    Nothing,
    /// It began, or its end was moved.
    Began,
    /// It ended.
    Ended,
}
