//! Quarantine for records that cannot be read: moves them under a reserved key prefix of their
//! table, where they block nothing. Not here: records written by a newer program, which wait for
//! one.

use adoube_store::{Batch, CommitOutcome, Key, MAX_KEY_BYTES, Record, Store, StoreError, Table};
use sha2::{Digest, Sha256};

/// Key prefix of the quarantine in the bot's own tables.
const ASIDE: &str = "unreadable";

/// Moves a record to quarantine under a key prefix of its table. Returns false if the record has
/// changed since it was read: another process has moved or handled it.
///
/// # Errors
///
/// The store fails.
pub async fn quarantine(
    store: &dyn Store,
    word: &str,
    (table, key, record): (Table, Vec<u8>, Record),
) -> Result<bool, StoreError> {
    let batch = Batch::new()
        .expect_version(table, key.clone(), record.version)
        .put(table, place_under(word, &key), record.value)
        .delete(table, key);
    Ok(store.commit(batch).await? == CommitOutcome::Applied)
}

fn place_under(word: &str, key: &[u8]) -> Vec<u8> {
    let mut aside: Vec<u8> = Key::new().text(word).into();
    aside.extend(key);
    if aside.len() > MAX_KEY_BYTES {
        // A longer key is none of the bot's own, so no reader ever asks for it: a hash is enough.
        let hash = Sha256::digest(key).iter().take(8).fold(0, |hash, byte| (hash << 8) | u64::from(*byte));
        aside = Key::new().text(word).number(hash).into();
    }
    aside
}

/// The quarantine key of a key, or of a key prefix, in the bot's own tables.
pub(super) fn place(key: &[u8]) -> Vec<u8> {
    place_under(ASIDE, key)
}

/// Moves a record of the bot's own tables to quarantine.
pub(super) async fn put_aside(
    store: &dyn Store,
    table: Table,
    key: Vec<u8>,
    record: Record,
) -> Result<bool, StoreError> {
    quarantine(store, ASIDE, (table, key, record)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_stays_what_it_is_as_long_as_it_may_be() {
        let word = place("".as_bytes()).len();
        for (longer, is_kept) in [(0, true), (1, false)] {
            let key = vec![b'k'; MAX_KEY_BYTES - word + longer];
            let aside = place(&key);
            assert_eq!(aside.ends_with(&key), is_kept, "{longer}");
            assert!(aside.len() <= MAX_KEY_BYTES);
            assert_ne!(aside, place(&key[1..]));
        }
    }
}
