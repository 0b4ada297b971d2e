//! Checks whether stored records of Discord can be read, by their kind, for `adoube store check`.

use adoube_bot::forms::FormError;
use adoube_platform::form_check::{FormCheck, check, form};

use crate::{
    delivery::{
        button_removal::StoredSeries, reduced_intents::StoredDenial, thread_records::StoredThread,
        welcome::StoredWelcome,
    },
    records::{
        BOARD, DENIAL, FLEET, LANGUAGE, PERSON, PLACE, REGISTRATION, SESSION, SILENCE, STARTS, THREAD,
        WELCOME,
    },
    registration::round::StoredRegistration,
    shards::{
        fleet::ShardFleet, session_starts::SessionStarts, sessions::StoredShardSession,
        shared_backoff::SharedBackoff,
    },
    state::{channel_context::StoredChannel, languages::StoredSteadyLanguage, profile::StoredDiscordProfile},
};

/// Reads a record of Discord's table; false if its kind is unknown.
///
/// # Errors
///
/// The record is in no form that any version wrote, or in a newer one.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    check(key, value, FORMS)
}

/// The stored forms by the first part of their keys.
const FORMS: &[(&str, FormCheck)] = &[
    (PLACE, form::<StoredChannel>),
    (BOARD, form::<StoredSeries>),
    (PERSON, form::<StoredDiscordProfile>),
    (REGISTRATION, form::<StoredRegistration>),
    (THREAD, form::<StoredThread>),
    (WELCOME, form::<StoredWelcome>),
    (DENIAL, form::<StoredDenial>),
    (LANGUAGE, form::<StoredSteadyLanguage>),
    (FLEET, form::<ShardFleet>),
    (STARTS, form::<SessionStarts>),
    (SESSION, form::<StoredShardSession>),
    (SILENCE, form::<SharedBackoff>),
];

#[cfg(test)]
mod tests;
