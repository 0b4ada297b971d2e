//! Notices and refusals about people barred from a community. Not here: the sentences
//! (`people.ftl`).

use super::GameRefusal;
use crate::{Person, game::Bar};
use serde::{Deserialize, Serialize};

/// Whom moderators have barred, for one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarNotice {
    /// What just happened; nothing where they only asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<BarChange>,
    /// Who is barred, the newest first; not all of them where they are many.
    pub bars: Vec<Bar>,
    /// How many they are.
    pub count: usize,
    /// When this is said, in milliseconds since 1970.
    pub said_at: u64,
}

/// What just happened to those who are barred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BarChange {
    /// A person was barred.
    Barred(Bar),
    /// A bar was ended.
    Unbarred {
        /// Who.
        person: Person,
    },
}

/// A no about people who are barred.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "bar", deny_unknown_fields)]
pub enum BarRefusal {
    /// The speaker is barred.
    Barred {
        /// Until when, in milliseconds since 1970; for good if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
        /// When this is said.
        said_at: u64,
    },
    /// Where two talk alone nobody is barred.
    NoPlace,
    /// Only moderators bar people.
    NotModerator,
    /// Nobody bars themselves.
    Oneself,
    /// As many people are barred as may be.
    Many {
        /// How many that is.
        most: usize,
    },
    /// The person is not barred.
    NotBarred {
        /// The name typed.
        name: String,
    },
}

impl From<BarRefusal> for GameRefusal {
    fn from(refusal: BarRefusal) -> Self {
        GameRefusal::Bar(refusal)
    }
}
