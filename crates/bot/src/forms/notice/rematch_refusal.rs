//! Stored forms of refusals about finished games.

use serde::{Deserialize, Serialize};

use crate::{Person, game::Seats, notice::RematchRefusal};

kept! {
    RematchRefusal as RematchRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RematchRefusal", rename_all = "snake_case", tag = "after", deny_unknown_fields)]
enum RematchRefusalForm {
    StillRunning,
    NothingToRepeat,
    NotTheirs { seats: Seats },
    Asked { opponent: Person },
    OpponentElsewhere { opponent: Person },
    NoOtherArray,
}
