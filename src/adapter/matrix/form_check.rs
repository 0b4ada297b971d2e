//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`, and
//! beside what keeps them).

use adoube_service::stored::{FormError, read};
use adoube_store::KeyReader;

use super::{
    agreeing::{StoredAgreement, StoredRevocation},
    arrivals::StoredArriving,
    forwarding::StoredReplacement,
    progress::StoredProgress,
    records::{
        ARRIVING, LANGUAGE, LIST, MEANT, NEWEST, PERSON, PICTURE, PLAIN, PROGRESS, REPLACED, REPLY, REVOKED,
        SINCE, StoredFollowing, StoredLanguage, StoredList, StoredMark, StoredMeant, StoredMissing,
        StoredNewest, StoredProfile, StoredWaiting, TOLD, UNREADABLE, WORDS,
    },
    saying::StoredWords,
};

/// Reads a record of the table of Matrix; whether its kind is known. What was put aside is known not to be readable.
///
/// # Errors
///
/// It is nothing that any program wrote, or a newer one did.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    match KeyReader::new(key).text().unwrap_or_default().as_str() {
        REPLY => read::<StoredWaiting>(value).map(drop),
        PICTURE => read::<StoredFollowing>(value).map(drop),
        WORDS => read::<StoredWords>(value).map(drop),
        LIST => read::<StoredList>(value).map(drop),
        NEWEST => read::<StoredNewest>(value).map(drop),
        MEANT => read::<StoredMeant>(value).map(drop),
        UNREADABLE => read::<StoredMissing>(value).map(drop),
        TOLD | SINCE => read::<StoredMark>(value).map(drop),
        PERSON => read::<StoredProfile>(value).map(drop),
        LANGUAGE => read::<StoredLanguage>(value).map(drop),
        ARRIVING => read::<StoredArriving>(value).map(drop),
        REPLACED => read::<StoredReplacement>(value).map(drop),
        PLAIN => read::<StoredAgreement>(value).map(drop),
        REVOKED => read::<StoredRevocation>(value).map(drop),
        PROGRESS => read::<StoredProgress>(value).map(drop),
        _ => return Ok(false),
    }?;
    Ok(true)
}
