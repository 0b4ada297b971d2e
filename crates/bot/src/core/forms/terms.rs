//! Stored forms (JSON) of the agreed terms of a game, of a channel's open challenges, and of its
//! set-up panels of Grand Chess.

use adoube_rules::{ArrayKind, ArraySymmetry, DuplicateRule, KingPlacement, PromotionMode, Side, Variant};
use serde::{Deserialize, Serialize};

use crate::{
    Person,
    core::{
        game::{ArrayTerms, Challenge, ClaimMode, FlagRule, GameId, GameTerms, SetupPanel, TimeControl},
        versioned_form::field,
    },
};

kept! {
    ArrayTerms as ArrayForm,
    Challenge as ChallengeForm,
    ClaimMode as ClaimModeForm,
    SetupPanel as SetupPanelForm,
    GameTerms as GameTermsForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GameTerms", deny_unknown_fields)]
struct GameTermsForm {
    variant: Variant,
    promotion: Option<PromotionMode>,
    colour: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    array: Option<ArrayTerms>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kings: Option<KingPlacement>,
    #[serde(default)]
    touch_move: bool,
    #[serde(default, skip_serializing_if = "field::is_default")]
    claims: ClaimMode,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pace: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "field::is_default")]
    time_out: FlagRule,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ArrayTerms", deny_unknown_fields)]
struct ArrayForm {
    array: ArrayKind,
    extra: usize,
    duplicates: DuplicateRule,
    symmetry: ArraySymmetry,
    lock: u16,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Challenge", deny_unknown_fields)]
struct ChallengeForm {
    id: GameId,
    challenger: Person,
    opponent: Option<Person>,
    terms: GameTerms,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    assumed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rematch: Option<GameId>,
    made_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SetupPanel", deny_unknown_fields)]
struct SetupPanelForm {
    id: GameId,
    version: u64,
    owner: Person,
    opponent: Option<Person>,
    promotion: PromotionMode,
    colour: Option<Side>,
    touch_move: bool,
    #[serde(default, skip_serializing_if = "field::is_default")]
    claims: ClaimMode,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pace: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "field::is_default")]
    time_out: FlagRule,
    array: ArrayTerms,
    seed: u64,
    changed_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ClaimMode", rename_all = "kebab-case")]
enum ClaimModeForm {
    ByPlayer,
    Automatic,
}
