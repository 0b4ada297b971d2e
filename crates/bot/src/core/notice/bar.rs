//! Notices (messages as data, before they are worded) about people barred from a community, and the
//! refusals of a bar or of a barred person. Not here: the sentences (`people.ftl`).

use serde::{Deserialize, Serialize};

use crate::{Person, core::game::Bar};

/// The people barred from a community, for one of its moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarNotice {
    /// The change just made; `None` where the moderator only asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<BarChange>,
    /// The barred people, newest first; shortened where there are many.
    pub bars: Vec<Bar>,
    /// How many people are barred in all.
    pub count: usize,
    /// When the notice is posted, in milliseconds since 1970.
    pub said_at: u64,
}

/// A change of a bar list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BarChange {
    /// A person was barred.
    Barred(Bar),
    /// A bar was ended.
    Unbarred {
        /// The person.
        person: Person,
    },
}

/// Refusals about bars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "bar", deny_unknown_fields)]
pub enum BarRefusal {
    /// The sender is barred.
    Barred {
        /// The end of the bar, in milliseconds since 1970; `None` for a permanent one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
        /// When the refusal is given.
        said_at: u64,
    },
    /// A private chat has no bar list.
    NoPlace,
    /// Only moderators bar people.
    NotModerator,
    /// A moderator tried to bar themselves.
    Oneself,
    /// The list is full.
    Many {
        /// The maximum.
        most: usize,
    },
    /// The person is not barred.
    NotBarred {
        /// The name typed.
        name: String,
    },
}
