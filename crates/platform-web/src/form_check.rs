//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`).

use adoube_bot::forms::FormError;

use super::identity::SECRET_BYTES;
use super::records::{
    BELL, CHANNEL, HEAD, HERE, HIDDEN, INVITE, LEAVING, LISTED, LOG, LOOK, LOOKS, MODERATOR, NAME, OWN,
    PERSON, PRESENT, SECRET, StoredBell, StoredEntry, StoredFounded, StoredHead, StoredHolder, StoredInvite,
    StoredLeaving, StoredListed, StoredLooks, StoredPresent, StoredProfile, StoredSession, read_secret,
};
use adoube_platform::form_check::{FormCheck, check, form};

/// Reads a record of the table of the web chat; whether its kind is known.
///
/// # Errors
///
/// It is nothing that any program wrote, or a newer one did.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    check(key, value, FORMS)
}

/// The forms by the first part of their keys.
const FORMS: &[(&str, FormCheck)] = &[
    (LOG, form::<StoredEntry>),
    (OWN, form::<StoredEntry>),
    (HEAD, form::<StoredHead>),
    (PERSON, form::<StoredProfile>),
    (NAME, form::<StoredHolder>),
    (LOOK, form::<StoredHolder>),
    (MODERATOR, form::<StoredHolder>),
    (LOOKS, form::<StoredLooks>),
    (CHANNEL, form::<StoredFounded>),
    (HIDDEN, form::<StoredFounded>),
    (LEAVING, form::<StoredLeaving>),
    (LISTED, form::<StoredListed>),
    (BELL, form::<StoredBell>),
    (HERE, form::<StoredSession>),
    (PRESENT, form::<StoredPresent>),
    (INVITE, form::<StoredInvite>),
    (SECRET, |value| read_secret(value, SECRET_BYTES).map(drop)),
];
