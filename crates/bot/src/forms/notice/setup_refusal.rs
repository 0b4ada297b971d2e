//! Stored forms of refusals about a set-up.

use adoube_rules::{ArrayKind, PieceType, Variant};
use serde::{Deserialize, Serialize};

use crate::{Person, game::Seat, notice::SetupRefusal};

kept! {
    SetupRefusal as SetupRefusalForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SetupRefusal", rename_all = "snake_case", tag = "setup", deny_unknown_fields)]
enum SetupRefusalForm {
    NothingToSetUp { variant: Variant },
    ExtraOutOfRange { array: ArrayKind, least: usize, most: usize },
    LockOutOfRange { most: u16 },
    NoArray,
    NothingToRedraw,
    PanelGone,
    NotYourPanel { owner: Person },
    PanelStale,
    PanelSeen,
    NotChoosing,
    NotYourChoice { of: Seat },
    StillChoosing { of: Seat },
    NoExtraPiece { kind: PieceType },
    PieceTaken { kind: PieceType, by: Option<Seat> },
    NoPosition,
}
