//! Whether a record can be read, by what its key begins with: for `adoube store check`. Not here: the forms (`records`, and
//! beside what keeps them).

use adoube_bot::forms::FormError;

use crate::{
    account_progress::StoredProgress,
    inbound::answer_threads::StoredAnswerThreads,
    inbound::edits::StoredEdits,
    outbound::send_text::StoredSentText,
    outbound::unencrypted_consent::{StoredConsent, StoredConsentRevocation},
    outbound::unjoined_rooms::StoredAbsence,
    records::{
        ABSENT, ANSWER_THREADS, ARRIVING, EDITS, LANGUAGE, LIST, MEANT, NEWEST, PERSON, PICTURE, PLAIN,
        PROGRESS, REPLACED, REPLY, REVOKED, SCREENED, SINCE, StoredAttachment, StoredLanguage, StoredList,
        StoredMark, StoredMatrixProfile, StoredNewest, StoredNumberMeanings, StoredQueuedReply,
        StoredUndecryptable, TOLD, UNREADABLE, WORDS,
    },
    rooms::pending_joins::StoredPendingJoin,
    state::forwarding::StoredReplacement,
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
    (REPLY, form::<StoredQueuedReply>),
    (PICTURE, form::<StoredAttachment>),
    (WORDS, form::<StoredSentText>),
    (LIST, form::<StoredList>),
    (NEWEST, form::<StoredNewest>),
    (MEANT, form::<StoredNumberMeanings>),
    (EDITS, form::<StoredEdits>),
    (UNREADABLE, form::<StoredUndecryptable>),
    (TOLD, form::<StoredMark>),
    (SINCE, form::<StoredMark>),
    (ABSENT, form::<StoredAbsence>),
    (SCREENED, form::<StoredMark>),
    (PERSON, form::<StoredMatrixProfile>),
    (LANGUAGE, form::<StoredLanguage>),
    (ARRIVING, form::<StoredPendingJoin>),
    (REPLACED, form::<StoredReplacement>),
    (PLAIN, form::<StoredConsent>),
    (REVOKED, form::<StoredConsentRevocation>),
    (ANSWER_THREADS, form::<StoredAnswerThreads>),
    (PROGRESS, form::<StoredProgress>),
];
