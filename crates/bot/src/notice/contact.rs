//! Notices about blocked people, and refusals of blocking and of challenges. Not here: the
//! sentences (`people.ftl`).

use super::GameRefusal;
use crate::Person;
use serde::{Deserialize, Serialize};

/// The people a person blocks, for that person alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockNotice {
    /// What just happened; nothing where they only asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<BlockChange>,
    /// Whom they block, the newest first; not all of them where they are many.
    pub blocked: Vec<Person>,
    /// How many they are.
    pub count: usize,
}

/// The change just made to the people a person blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BlockChange {
    /// This person is blocked.
    Blocked {
        /// Who.
        person: Person,
        /// Whether that is new.
        is_new: bool,
    },
    /// This person is blocked no more.
    Unblocked {
        /// Who.
        person: Person,
    },
}

/// A no because of how people approach one another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "contact", deny_unknown_fields)]
pub enum ContactRefusal {
    /// The person wants no challenge, or none of the speaker, who does not learn which.
    Unavailable {
        /// Who.
        person: Person,
    },
    /// A challenge of the speaker to them is open in another channel.
    OpenElsewhere {
        /// To whom.
        person: Person,
    },
    /// Challenges of the speaker to them came to nothing a short time ago.
    TooSoon {
        /// To whom.
        person: Person,
        /// When the speaker may challenge them again, in milliseconds since 1970.
        until: u64,
        /// When this is said.
        said_at: u64,
    },
    /// Nobody blocks themselves.
    Oneself,
    /// Nobody is called so.
    Nobody {
        /// The name typed.
        name: String,
    },
    /// The speaker blocks as many people as may be.
    ManyBlocked {
        /// How many that is.
        most: usize,
    },
    /// The speaker does not block them.
    NotBlocked {
        /// The name typed.
        name: String,
    },
    /// Everybody would read the answer.
    Overheard,
}

impl From<ContactRefusal> for GameRefusal {
    fn from(refusal: ContactRefusal) -> Self {
        GameRefusal::Contact(refusal)
    }
}
