//! Stored forms of the notice about blocked people, and of the refusals of blocking and of challenges.

use serde::{Deserialize, Serialize};

use crate::{
    Person,
    notice::{BlockChange, BlockNotice, ContactRefusal},
};

kept! {
    BlockNotice as BlockNoticeForm,
    BlockChange as BlockChangeForm,
    ContactRefusal as ContactRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BlockNotice", deny_unknown_fields)]
struct BlockNoticeForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<BlockChange>,
    blocked: Vec<Person>,
    count: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BlockChange", rename_all = "snake_case", deny_unknown_fields)]
enum BlockChangeForm {
    Blocked { person: Person, is_new: bool },
    Unblocked { person: Person },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ContactRefusal", rename_all = "snake_case", tag = "contact", deny_unknown_fields)]
enum ContactRefusalForm {
    Unavailable { person: Person },
    OpenElsewhere { person: Person },
    TooSoon { person: Person, until: u64, said_at: u64 },
    Oneself,
    Nobody { name: String },
    ManyBlocked { most: usize },
    NotBlocked { name: String },
    Overheard,
}
