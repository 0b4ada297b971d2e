//! Noes about games that are over, as notices keep them.

use serde::{Deserialize, Serialize};

use crate::{Person, game::Seats, notice::AfterRefusal};

kept! {
    AfterRefusal as AfterRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AfterRefusal", rename_all = "snake_case", tag = "after", deny_unknown_fields)]
enum AfterRefusalForm {
    StillRunning,
    NothingToRepeat,
    NotTheirs { seats: Seats },
    Asked { opponent: Person },
    OpponentElsewhere { opponent: Person },
    NoOtherArray,
}
