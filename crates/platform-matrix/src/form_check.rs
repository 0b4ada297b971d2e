//! Checks whether stored records of Matrix can be read, for `adoube store check`: the first part of
//! a key selects the stored form. Not here: the forms, which are defined beside their types.

use adoube_bot::forms::FormError;

use crate::{
    account_progress::StoredProgress,
    inbound::{answer_threads::StoredAnswerThreads, edits::StoredEdits, undecryptable::UndecryptableMessage},
    outbound::{
        attachments::StoredAttachment,
        queued_reply::StoredQueuedReply,
        send_text::StoredSentText,
        unencrypted_consent::{StoredConsent, StoredConsentRevocation},
        unjoined_rooms::StoredAbsence,
    },
    records::{
        ABSENT, ANSWER_THREADS, ARRIVING, EDITS, LANGUAGE, LIST, MEANT, NEWEST, PERSON, PICTURE, PLAIN,
        PROGRESS, REPLACED, REPLY, REVOKED, SCREENED, SINCE, StoredMark, TOLD, UNREADABLE, WORDS,
    },
    rooms::pending_joins::StoredPendingJoin,
    state::{
        forwarding::StoredReplacement,
        numbered_lists::{NewestLists, NumberMeanings, StoredList},
        people::{MatrixProfile, StoredLanguage},
    },
};
use adoube_platform::form_check::{FormCheck, check, form};

/// Reads a record of the Matrix table. Returns whether its kind is known. Quarantined records count
/// as known, although they cannot be read.
///
/// # Errors
///
/// Fails if the value is not of this form, or if a newer program wrote it.
pub fn check_form(key: &[u8], value: &[u8]) -> Result<bool, FormError> {
    check(key, value, FORMS)
}

/// Stored forms by the first part of their keys.
const FORMS: &[(&str, FormCheck)] = &[
    (REPLY, form::<StoredQueuedReply>),
    (PICTURE, form::<StoredAttachment>),
    (WORDS, form::<StoredSentText>),
    (LIST, form::<StoredList>),
    (NEWEST, form::<NewestLists>),
    (MEANT, form::<NumberMeanings>),
    (EDITS, form::<StoredEdits>),
    (UNREADABLE, form::<UndecryptableMessage>),
    (TOLD, form::<StoredMark>),
    (SINCE, form::<StoredMark>),
    (ABSENT, form::<StoredAbsence>),
    (SCREENED, form::<StoredMark>),
    (PERSON, form::<MatrixProfile>),
    (LANGUAGE, form::<StoredLanguage>),
    (ARRIVING, form::<StoredPendingJoin>),
    (REPLACED, form::<StoredReplacement>),
    (PLAIN, form::<StoredConsent>),
    (REVOKED, form::<StoredConsentRevocation>),
    (ANSWER_THREADS, form::<StoredAnswerThreads>),
    (PROGRESS, form::<StoredProgress>),
];

#[cfg(test)]
mod tests;
