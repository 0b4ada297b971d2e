//! Stored form (JSON) of a person's record, with counts of games, vacations, reminders and
//! preferences: `{"format":2,"begun":2,"ended":1,…}`.
//!
//! Version 2 is the oldest that is read.

use adoube_render::ThemeKey;
use serde::{Deserialize, Deserializer, Serialize};

use super::StoredForm;
use crate::{
    ChannelId, Language, LetterPreference,
    core::{
        game::{
            AbsenceBudget, Challengers, LastReminder, PersonRecord, Preferences, ReminderTarget, TimeSpan,
        },
        versioned_form::field,
    },
};

impl StoredForm for PersonRecord {
    const KIND: &'static str = "a person's record";
    const VERSION: u64 = 2;
}

fields! { PersonRecord as PersonRecordForm }
kept! {
    AbsenceBudget as AbsenceBudgetForm,
    Challengers as ChallengersForm,
    Preferences as PreferencesForm,
    LastReminder as LastReminderForm,
    ReminderTarget as ReminderTargetForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PersonRecord", deny_unknown_fields)]
struct PersonRecordForm {
    begun: u64,
    ended: u64,
    #[serde(default, skip_serializing_if = "field::is_default")]
    absence: AbsenceBudget,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reminded: Vec<(LastReminder, u64)>,
    #[serde(default, skip_serializing_if = "field::is_default")]
    preferences: Preferences,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AbsenceBudget", deny_unknown_fields)]
struct AbsenceBudgetForm {
    vacations: Vec<TimeSpan>,
    protections: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LastReminder", rename_all = "snake_case")]
enum LastReminderForm {
    Channel(ChannelId),
    Private,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Preferences", deny_unknown_fields)]
struct PreferencesForm {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<Language>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "theme")]
    theme: Option<ThemeKey>,
    #[serde(default, skip_serializing_if = "field::is_default")]
    letters: LetterPreference,
    #[serde(default, skip_serializing_if = "field::is_default")]
    hints: bool,
    #[serde(default, skip_serializing_if = "field::is_default")]
    words: bool,
    #[serde(default, skip_serializing_if = "field::is_default")]
    reminders: ReminderTarget,
    #[serde(default = "field::yes", skip_serializing_if = "field::is_true")]
    protection: bool,
    #[serde(default, skip_serializing_if = "field::is_default")]
    challengers: Challengers,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ReminderTarget", rename_all = "snake_case")]
enum ReminderTargetForm {
    Here,
    Private,
    Off,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Challengers", rename_all = "snake_case")]
enum ChallengersForm {
    Everyone,
    Nobody,
}

/// Reads a theme that no longer exists as none, so that the record stays readable.
fn theme<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ThemeKey>, D::Error> {
    Option::<String>::deserialize(from).map(|key| key.as_deref().and_then(ThemeKey::from_key))
}
