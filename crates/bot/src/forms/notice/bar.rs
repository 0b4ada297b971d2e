//! Stored forms of notices and refusals about barred people.

use serde::{Deserialize, Serialize};

use crate::{
    Person,
    game::Bar,
    notice::{BarChange, BarNotice, BarRefusal},
};

kept! {
    BarNotice as BarNoticeForm,
    BarChange as BarChangeForm,
    BarRefusal as BarRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BarNotice", deny_unknown_fields)]
struct BarNoticeForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<BarChange>,
    bars: Vec<Bar>,
    count: usize,
    said_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BarChange", rename_all = "snake_case", deny_unknown_fields)]
enum BarChangeForm {
    Barred(Bar),
    Unbarred { person: Person },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BarRefusal", rename_all = "snake_case", tag = "bar", deny_unknown_fields)]
enum BarRefusalForm {
    Barred {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<u64>,
        said_at: u64,
    },
    NoPlace,
    NotModerator,
    Oneself,
    Many {
        most: usize,
    },
    NotBarred {
        name: String,
    },
}
