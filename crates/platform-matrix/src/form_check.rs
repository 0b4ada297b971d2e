//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`, and
//! beside what keeps them).

use adoube_bot::forms::FormError;

use super::{
    absent::StoredAbsence,
    agreeing::{StoredAgreement, StoredRevocation},
    answer_threads::StoredAnswerThreads,
    arrivals::StoredArriving,
    edits::StoredEdits,
    forwarding::StoredReplacement,
    progress::StoredProgress,
    records::{
        ABSENT, ANSWER_THREADS, ARRIVING, EDITS, LANGUAGE, LIST, MEANT, NEWEST, PERSON, PICTURE, PLAIN,
        PROGRESS, REPLACED, REPLY, REVOKED, SCREENED, SINCE, StoredFollowing, StoredLanguage, StoredList,
        StoredMark, StoredMeant, StoredMissing, StoredNewest, StoredProfile, StoredWaiting, TOLD, UNREADABLE,
        WORDS,
    },
    saying::StoredWords,
};
use adoube_platform::form_check::{FormCheck, check, form};

/// Reads a record of the table of Matrix; whether its kind is known. What was put aside is known not to be readable.
///
/// # Errors
///
/// It is nothing that any program wrote, or a newer one did.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    check(key, value, FORMS)
}

/// The forms by the first part of their keys.
const FORMS: &[(&str, FormCheck)] = &[
    (REPLY, form::<StoredWaiting>),
    (PICTURE, form::<StoredFollowing>),
    (WORDS, form::<StoredWords>),
    (LIST, form::<StoredList>),
    (NEWEST, form::<StoredNewest>),
    (MEANT, form::<StoredMeant>),
    (EDITS, form::<StoredEdits>),
    (UNREADABLE, form::<StoredMissing>),
    (TOLD, form::<StoredMark>),
    (SINCE, form::<StoredMark>),
    (ABSENT, form::<StoredAbsence>),
    (SCREENED, form::<StoredMark>),
    (PERSON, form::<StoredProfile>),
    (LANGUAGE, form::<StoredLanguage>),
    (ARRIVING, form::<StoredArriving>),
    (REPLACED, form::<StoredReplacement>),
    (PLAIN, form::<StoredAgreement>),
    (REVOKED, form::<StoredRevocation>),
    (ANSWER_THREADS, form::<StoredAnswerThreads>),
    (PROGRESS, form::<StoredProgress>),
];
