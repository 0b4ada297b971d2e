//! Tests that Matrix records of the fixture store are read and written again unchanged.

use std::collections::BTreeSet;

use adoube_testing::stored_forms::{fixture_rows, stays_the_same};

use super::*;
use crate::{
    outbound::{attachments::PendingAttachment, queued_reply::QueuedReply},
    records::TABLE,
    rooms::pending_joins::PendingJoin,
    state::numbered_lists::NumberedList,
};

#[tokio::test]
async fn every_row_of_the_fixture_is_read_and_stays_the_same() {
    let mut found = BTreeSet::new();
    for (key, value) in fixture_rows(TABLE).await {
        let kind = key.split('/').next().unwrap_or_default();
        match kind {
            REPLY => stays_the_same(&key, &value, |each: &QueuedReply| StoredQueuedReply::from(each)),
            PICTURE => stays_the_same(&key, &value, |each: &PendingAttachment| StoredAttachment::from(each)),
            WORDS => stays_the_same(&key, &value, |each: &StoredSentText| StoredSentText {
                of: each.of.clone(),
                events: each.events.clone(),
                complete: each.complete.clone(),
            }),
            TOLD => stays_the_same(&key, &value, |_: &StoredMark| StoredMark {}),
            REPLACED => stays_the_same(&key, &value, |each: &StoredReplacement| each.clone()),
            PLAIN => stays_the_same(&key, &value, |each: &StoredConsent| each.clone()),
            REVOKED => stays_the_same(&key, &value, |each: &StoredConsentRevocation| each.clone()),
            LIST => stays_the_same(&key, &value, |each: &NumberedList| StoredList::from(each)),
            NEWEST => stays_the_same(&key, &value, |each: &NewestLists| each.clone()),
            MEANT => stays_the_same(&key, &value, |each: &NumberMeanings| each.clone()),
            UNREADABLE => stays_the_same(&key, &value, |each: &UndecryptableMessage| each.clone()),
            SINCE => stays_the_same(&key, &value, |_: &StoredMark| StoredMark {}),
            ANSWER_THREADS => {
                stays_the_same(&key, &value, |each: &StoredAnswerThreads| each.clone());
            }
            PERSON => stays_the_same(&key, &value, |each: &MatrixProfile| each.clone()),
            ARRIVING => stays_the_same(&key, &value, |each: &PendingJoin| StoredPendingJoin::from(each)),
            LANGUAGE => stays_the_same(&key, &value, |each: &StoredLanguage| StoredLanguage {
                language: each.language,
                lead: each.lead,
            }),
            _ => panic!("{key}: nothing of that kind is known"),
        }
        found.insert(kind.to_owned());
    }
    let expected = [
        REPLY, LIST, NEWEST, MEANT, UNREADABLE, SINCE, PERSON, LANGUAGE, ARRIVING, PICTURE, WORDS, TOLD,
        REPLACED, PLAIN, REVOKED,
    ];
    assert!(found.is_superset(&expected.map(str::to_owned).into()), "{found:?}");
}

#[test]
fn what_no_kept_store_has_is_read_and_stays_the_same() {
    stays_the_same(PROGRESS, br#"{"format":1,"progress":"s72594"}"#, |each: &StoredProgress| {
        StoredProgress { progress: each.progress.clone() }
    });
    let absence = br#"{"format":1,"private":"!p:x","about":"matrix:!r:x","since":7,"told":true}"#;
    stays_the_same(ABSENT, absence, |each: &StoredAbsence| each.clone());
    stays_the_same(ANSWER_THREADS, br#"{"format":1,"roots":["$a"]}"#, |each: &StoredAnswerThreads| {
        each.clone()
    });
}
