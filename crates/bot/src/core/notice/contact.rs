//! Notices (messages as data, before they are worded) about the people a person blocks, and the
//! reasons why blocking a person or challenging one by name is refused. Not here: the sentences
//! (`people.ftl`).

use serde::{Deserialize, Serialize};

use crate::Person;

/// The people a person blocks, for that person alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockNotice {
    /// The change just made; `None` where the person only asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<BlockChange>,
    /// The blocked people, newest first; shortened where there are many.
    pub blocked: Vec<Person>,
    /// How many people are blocked in all.
    pub count: usize,
}

/// The change just made to the people a person blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum BlockChange {
    /// This person is blocked.
    Blocked {
        /// The person.
        person: Person,
        /// Whether the block is new.
        is_new: bool,
    },
    /// This person is blocked no more.
    Unblocked {
        /// The person.
        person: Person,
    },
}

/// Refusals that follow from blocks and limits of challenges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "contact", deny_unknown_fields)]
pub enum ContactRefusal {
    /// The person accepts no challenges, or none of the sender, who does not learn which.
    Unavailable {
        /// The person.
        person: Person,
    },
    /// The sender has an open challenge to the person in another channel.
    OpenElsewhere {
        /// The person.
        person: Person,
    },
    /// Challenges of the sender to the person failed a short time ago.
    TooSoon {
        /// The person.
        person: Person,
        /// When the sender may challenge them again, in milliseconds since 1970.
        until: u64,
        /// When the refusal is given.
        said_at: u64,
    },
    /// The sender tried to block themselves.
    Oneself,
    /// The name belongs to no person.
    Nobody {
        /// The name typed.
        name: String,
    },
    /// The sender's block list is full.
    ManyBlocked {
        /// The maximum.
        most: usize,
    },
    /// The sender does not block the person.
    NotBlocked {
        /// The name typed.
        name: String,
    },
    /// Everybody would read the reply.
    Overheard,
}
