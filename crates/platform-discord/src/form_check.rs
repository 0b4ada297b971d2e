//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`, and
//! beside what keeps them).

use adoube_bot::forms::FormError;

use super::{
    records::{
        BOARD, DENIAL, FLEET, LANGUAGE, PERSON, PLACE, REGISTRATION, SESSION, SILENCE, STARTS, StoredBoards,
        StoredChannel, StoredDenial, StoredProfile, StoredRegistration, StoredSteadyLanguage, StoredThread,
        StoredWelcome, THREAD, WELCOME,
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
    (BOARD, form::<StoredBoards>),
    (PERSON, form::<StoredProfile>),
    (REGISTRATION, form::<StoredRegistration>),
    (THREAD, form::<StoredThread>),
    (WELCOME, form::<StoredWelcome>),
    (DENIAL, form::<StoredDenial>),
    (LANGUAGE, form::<StoredSteadyLanguage>),
    (FLEET, form::<shards::Fleet>),
    (STARTS, form::<shards::Begun>),
    (SESSION, form::<shards::StoredSession>),
    (SILENCE, form::<shards::Silence>),
];
