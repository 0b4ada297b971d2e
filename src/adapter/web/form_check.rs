//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`).

use adoube_service::stored::{FormError, read};
use adoube_store::KeyReader;

use super::identity::SECRET_BYTES;
use super::records::{
    BELL, CHANNEL, HEAD, HERE, HIDDEN, INVITE, LEAVING, LISTED, LOG, LOOK, LOOKS, MIXED, MODERATOR, NAME,
    OWN, PERSON, PRESENT, SECRET, StoredBell, StoredEntry, StoredFounded, StoredHead, StoredHolder,
    StoredInvite, StoredLeaving, StoredListed, StoredLooks, StoredPresent, StoredProfile, StoredSession,
    read_secret,
};

/// Reads a record of the table of the web chat; whether its kind is known.
///
/// # Errors
///
/// It is nothing that any program wrote, or a newer one did.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    match KeyReader::new(key).text().unwrap_or_default().as_str() {
        LOG | OWN | MIXED => read::<StoredEntry>(value).map(drop),
        HEAD => read::<StoredHead>(value).map(drop),
        PERSON => read::<StoredProfile>(value).map(drop),
        NAME | LOOK | MODERATOR => read::<StoredHolder>(value).map(drop),
        LOOKS => read::<StoredLooks>(value).map(drop),
        CHANNEL | HIDDEN => read::<StoredFounded>(value).map(drop),
        LEAVING => read::<StoredLeaving>(value).map(drop),
        LISTED => read::<StoredListed>(value).map(drop),
        BELL => read::<StoredBell>(value).map(drop),
        HERE => read::<StoredSession>(value).map(drop),
        PRESENT => read::<StoredPresent>(value).map(drop),
        INVITE => read::<StoredInvite>(value).map(drop),
        SECRET => read_secret(value, SECRET_BYTES).map(drop),
        _ => return Ok(false),
    }?;
    Ok(true)
}
