//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`, and
//! beside what keeps them).

use adoube_service::stored::{FormError, read};
use adoube_store::KeyReader;

use super::{
    records::{
        BOARD, DENIAL, FLEET, PERSON, PLACE, REGISTRATION, SESSION, SILENCE, STARTS, StoredBoards,
        StoredChannel, StoredDenial, StoredProfile, StoredRegistration, StoredThread, THREAD,
    },
    shards,
};

/// Reads a record of Discord's table; whether its kind is known.
///
/// # Errors
///
/// It is nothing that any program wrote, or a newer one did.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    match KeyReader::new(key).text().unwrap_or_default().as_str() {
        PLACE => read::<StoredChannel>(value).map(drop),
        BOARD => read::<StoredBoards>(value).map(drop),
        PERSON => read::<StoredProfile>(value).map(drop),
        REGISTRATION => read::<StoredRegistration>(value).map(drop),
        THREAD => read::<StoredThread>(value).map(drop),
        DENIAL => read::<StoredDenial>(value).map(drop),
        FLEET => read::<shards::Fleet>(value).map(drop),
        STARTS => read::<shards::Begun>(value).map(drop),
        SESSION => read::<shards::StoredSession>(value).map(drop),
        SILENCE => read::<shards::Silence>(value).map(drop),
        _ => return Ok(false),
    }?;
    Ok(true)
}
