//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`, and
//! beside what keeps them).

use adoube_bot::forms::FormError;

use crate::{
    records::{
        BOARD, DENIAL, FLEET, LANGUAGE, PERSON, PLACE, REGISTRATION, SESSION, SILENCE, STARTS, StoredChannel,
        StoredDenial, StoredDiscordProfile, StoredRegistration, StoredSeries, StoredSteadyLanguage,
        StoredThread, StoredWelcome, THREAD, WELCOME,
    },
    shards,
};
use adoube_platform::form_check::{FormCheck, check, form};

/// Reads a record of Discord's table; whether its kind is known.
///
/// # Errors
///
/// It is nothing that any program wrote, or a newer one did.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    check(key, value, FORMS)
}

/// The forms by the first part of their keys.
const FORMS: &[(&str, FormCheck)] = &[
    (PLACE, form::<StoredChannel>),
    (BOARD, form::<StoredSeries>),
    (PERSON, form::<StoredDiscordProfile>),
    (REGISTRATION, form::<StoredRegistration>),
    (THREAD, form::<StoredThread>),
    (WELCOME, form::<StoredWelcome>),
    (DENIAL, form::<StoredDenial>),
    (LANGUAGE, form::<StoredSteadyLanguage>),
    (FLEET, form::<shards::ShardFleet>),
    (STARTS, form::<shards::SessionStarts>),
    (SESSION, form::<shards::StoredShardSession>),
    (SILENCE, form::<shards::SharedBackoff>),
];
