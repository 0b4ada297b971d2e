//! What is known of a person across all their games, as it is kept: `{"format":2,"begun":2,"ended":1,…}`.
//!
//! Version 2 is the oldest that is read.

use adoube_render::ThemeKey;
use serde::{Deserialize, Deserializer, Serialize};

use super::Form;
use crate::{
    ChannelId, Language, Letters,
    game::{Absence, Challengers, PersonRecord, Preferences, RemindedIn, Reminders, Stretch},
};

impl Form for PersonRecord {
    const KIND: &'static str = "a person's record";
    const VERSION: u64 = 2;
}

fields! { PersonRecord as PersonForm }
kept! {
    Absence as AbsenceForm,
    Challengers as ChallengersForm,
    Preferences as PreferencesForm,
    RemindedIn as RemindedInForm,
    Reminders as RemindersForm,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PersonRecord", deny_unknown_fields)]
struct PersonForm {
    begun: u64,
    ended: u64,
    #[serde(default, skip_serializing_if = "is_usual")]
    absence: Absence,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    reminded: Vec<(RemindedIn, u64)>,
    #[serde(default, skip_serializing_if = "is_usual")]
    preferences: Preferences,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Absence", deny_unknown_fields)]
struct AbsenceForm {
    vacations: Vec<Stretch>,
    protections: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "RemindedIn", rename_all = "snake_case")]
enum RemindedInForm {
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
    #[serde(default, skip_serializing_if = "is_usual")]
    letters: Letters,
    #[serde(default, skip_serializing_if = "is_usual")]
    hints: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    words: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    reminders: Reminders,
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    protection: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    challengers: Challengers,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Reminders", rename_all = "snake_case")]
enum RemindersForm {
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

/// Colours that are no more are no reason not to read a record.
fn theme<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ThemeKey>, D::Error> {
    Option::<String>::deserialize(from).map(|key| key.as_deref().and_then(ThemeKey::from_key))
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over so")]
const fn is_true(value: &bool) -> bool {
    *value
}
