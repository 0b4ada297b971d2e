//! Names the table of Matrix's records and the keys in it, and reads, writes and deletes records by
//! key. Each stored form is defined beside its type.
//!
//! | key | value |
//! |---|---|
//! | `reply`, channel, number | [`StoredQueuedReply`](crate::outbound::queued_reply::StoredQueuedReply) |
//! | `picture`, channel, number | [`StoredAttachment`](crate::outbound::attachments::StoredAttachment) |
//! | `words`, channel | [`StoredSentText`](crate::outbound::send_text::StoredSentText) of the newest message there |
//! | `aside`, the key of a reply | quarantine: a reply that cannot be read |
//! | `list`, room, event | [`StoredList`](crate::state::numbered_lists::StoredList) |
//! | `newest`, channel, person or nothing | [`NewestLists`](crate::state::numbered_lists::NewestLists) |
//! | `meant`, channel, person | [`NumberMeanings`](crate::state::numbered_lists::NumberMeanings) |
//! | `edits`, channel, person | [`StoredEdits`](crate::inbound::edits::StoredEdits) |
//! | `unreadable`, event | [`UndecryptableMessage`](crate::inbound::undecryptable::UndecryptableMessage) |
//! | `unreadable-told`, room, user | [`StoredMark`]: the user was told that their messages there cannot be decrypted |
//! | `unreadable-since`, whether its sender was told, time, event | [`StoredMark`]: the key says it |
//! | `person`, person | [`MatrixProfile`](crate::state::people::MatrixProfile) |
//! | `language`, channel | [`StoredLanguage`](crate::state::people::StoredLanguage): the language of most actions there |
//! | `arriving`, room, the room it replaces or nothing | [`StoredPendingJoin`](crate::rooms::pending_joins::StoredPendingJoin) |
//! | `replaced`, channel | [`StoredReplacement`](crate::state::forwarding::StoredReplacement) |
//! | `plain`, person | [`StoredConsent`](crate::outbound::unencrypted_consent::StoredConsent) |
//! | `plain-revoked`, person | [`StoredConsentRevocation`](crate::outbound::unencrypted_consent::StoredConsentRevocation) |
//! | `answer-threads`, room | [`StoredAnswerThreads`](crate::inbound::answer_threads::StoredAnswerThreads) |
//! | `absent`, room, person | [`StoredAbsence`](crate::outbound::unjoined_rooms::StoredAbsence) |
//! | `screened`, room | [`StoredMark`]: the room was told that pictures are refused there |
//! | `progress` | over a shared store: the sync position of the account ([`AccountProgress`](crate::AccountProgress)) |

use adoube_bot::forms::{self, StoredForm};
use adoube_store::{Batch, BatchWrite, Key, Store, StoreError, Table};
use serde::{Deserialize, Serialize};

/// The table of all records of Matrix.
pub(crate) const TABLE: Table = Table::Matrix;

pub(crate) const REPLY: &str = "reply";
pub(crate) const PICTURE: &str = "picture";
pub(crate) const WORDS: &str = "words";
pub(crate) const ASIDE: &str = "aside";
pub(crate) const LIST: &str = "list";
pub(crate) const NEWEST: &str = "newest";
pub(crate) const MEANT: &str = "meant";
pub(crate) const EDITS: &str = "edits";
pub(crate) const UNREADABLE: &str = "unreadable";
pub(crate) const TOLD: &str = "unreadable-told";
pub(crate) const SINCE: &str = "unreadable-since";
pub(crate) const PERSON: &str = "person";
pub(crate) const LANGUAGE: &str = "language";
pub(crate) const ARRIVING: &str = "arriving";
pub(crate) const REPLACED: &str = "replaced";
pub(crate) const PLAIN: &str = "plain";
pub(crate) const REVOKED: &str = "plain-revoked";
pub(crate) const ABSENT: &str = "absent";
pub(crate) const SCREENED: &str = "screened";
pub(crate) const ANSWER_THREADS: &str = "answer-threads";
pub(crate) const PROGRESS: &str = "progress";

/// A record whose key carries all of its information.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredMark {}

impl StoredForm for StoredMark {
    const KIND: &'static str = "a mark on Matrix";
    const VERSION: u64 = 2;
}

/// Begins the key of a kind of record.
pub(crate) fn key(kind: &str) -> Key {
    Key::new().text(kind)
}

/// Reads a record; a record that cannot be read is logged and counts as absent.
pub(crate) async fn read<F: StoredForm>(store: &dyn Store, key: &[u8]) -> Result<Option<F>, StoreError> {
    let record = store.get(TABLE, key).await?;
    Ok(record.and_then(|record| forms::read_or_tell(key, &record.value)))
}

/// Commits writes in one batch, if there are any.
pub(crate) async fn write_all(store: &dyn Store, writes: Vec<BatchWrite>) -> Result<(), StoreError> {
    if !writes.is_empty() {
        store.commit(Batch { writes, ..Batch::new() }).await?;
    }
    Ok(())
}

/// The write that stores a record.
pub(crate) fn put(key: impl Into<Vec<u8>>, value: Vec<u8>) -> BatchWrite {
    BatchWrite::Put { table: TABLE, key: key.into(), value }
}

/// The write that deletes a record.
pub(crate) fn delete(key: impl Into<Vec<u8>>) -> BatchWrite {
    BatchWrite::Delete { table: TABLE, key: key.into() }
}
