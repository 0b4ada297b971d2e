//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`).

use adoube_bot::forms::FormError;

use crate::identity::cookie::SECRET_BYTES;
use crate::records::{
    BELL, CHANNEL, HEAD, HERE, HIDDEN, INVITE, LEAVING, LISTED, LOG, LOOK, LOOKS, MODERATOR, NAME, OWN,
    PERSON, PRESENT, SECRET, StoredChannelInfo, StoredChannelRemoval, StoredInvite, StoredNameForms,
    StoredOwner, StoredWebEntry, StoredWebProfile, read_secret,
    shared::{StoredListVersion, StoredLogTail, StoredPresenceList, StoredPresenceSlot, StoredWakeup},
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
    (LOG, form::<StoredWebEntry>),
    (OWN, form::<StoredWebEntry>),
    (HEAD, form::<StoredLogTail>),
    (PERSON, form::<StoredWebProfile>),
    (NAME, form::<StoredOwner>),
    (LOOK, form::<StoredOwner>),
    (MODERATOR, form::<StoredOwner>),
    (LOOKS, form::<StoredNameForms>),
    (CHANNEL, form::<StoredChannelInfo>),
    (HIDDEN, form::<StoredChannelInfo>),
    (LEAVING, form::<StoredChannelRemoval>),
    (LISTED, form::<StoredListVersion>),
    (BELL, form::<StoredWakeup>),
    (HERE, form::<StoredPresenceSlot>),
    (PRESENT, form::<StoredPresenceList>),
    (INVITE, form::<StoredInvite>),
    (SECRET, |value| read_secret(value, SECRET_BYTES).map(drop)),
];
