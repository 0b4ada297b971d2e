//! Checks whether records of the web chat can be read, by the kind in their keys, for `adoube store
//! check`.

use adoube_bot::forms::FormError;

use crate::{
    channels::stored::{StoredChannelInfo, StoredChannelRemoval, StoredInvite, StoredListVersion},
    identity::{
        cookie::SECRET_BYTES,
        stored::{StoredNameForms, StoredOwner, StoredWebProfile, read_secret},
    },
    log::stored::{StoredLogTail, StoredWebEntry},
    presence::stored::{StoredPresenceList, StoredPresenceSlot},
    records::{
        BELL, CHANNEL, HEAD, HERE, HIDDEN, INVITE, LEAVING, LISTED, LOG, LOOK, LOOKS, MODERATOR, NAME, OWN,
        PERSON, PRESENT, SECRET,
    },
    sync::stored::StoredWakeup,
};

use adoube_platform::form_check::{FormCheck, check, form};

/// Checks a record of the web chat's table; returns whether its kind is known.
///
/// # Errors
///
/// The record is damaged, or a newer program has written it.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    check(key, value, FORMS)
}

/// Checks of stored forms, by the first part of their keys.
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

#[cfg(test)]
mod tests;
