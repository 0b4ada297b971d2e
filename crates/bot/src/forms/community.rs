//! Stored form of community settings: `{"format":1,"variant":"chess","pace":"3d+7d",…}`.
//!
//! Versions: 1 is the first; nothing else has been written.

use adoube_rules::Variant;
use serde::{Deserialize, Serialize};

use super::StoredForm;
use crate::{
    ChannelId, Language, ThreadPolicy,
    game::{CommunitySettings, CommunityTerms, FlagRule, IdleDays, PublicView, TimeControl},
};

impl StoredForm for CommunitySettings {
    const KIND: &'static str = "the settings of a place";
    const VERSION: u64 = 1;
}

kept! {
    CommunitySettings as CommunitySettingsForm,
    CommunityTerms as CommunityTermsForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CommunitySettings", deny_unknown_fields)]
struct CommunitySettingsForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<Variant>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pace: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_out: Option<FlagRule>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    channels: Vec<ChannelId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    threads: Option<ThreadPolicy>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set_up_in: Option<Language>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pictures_apart: bool,
    #[serde(default)]
    terms: CommunityTerms,
}

/// Days without a move; none of them where games may lie for ever.
#[derive(Serialize, Deserialize)]
#[serde(remote = "CommunityTerms", deny_unknown_fields)]
struct CommunityTermsForm {
    reminders: bool,
    #[serde(with = "idle")]
    idle: IdleDays,
    #[serde(default, skip_serializing_if = "PublicView::is_usual")]
    view: PublicView,
}

/// As the number of days, or null.
mod idle {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use crate::game::IdleDays;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
    pub(super) fn serialize<S: Serializer>(idle: &IdleDays, to: S) -> Result<S::Ok, S::Error> {
        idle.days().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<IdleDays, D::Error> {
        match Option::<u64>::deserialize(from)? {
            None => Ok(IdleDays::NEVER),
            Some(days) => IdleDays::after(days).ok_or_else(|| D::Error::custom("no such number of days")),
        }
    }
}
