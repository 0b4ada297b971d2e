//! What cannot be read is put aside in its table, under a word that nothing else begins with: it keeps nothing behind it
//! waiting, and whoever runs the program finds it there. Not here: what can be read.

use adoube_store::{Batch, Committed, Key, MAX_KEY_BYTES, Record, StoreError, Table};
use sha2::{Digest, Sha256};

use super::Ledger;

/// The word.
const ASIDE: &str = "unreadable";

/// Where what had this key, or what had keys that begin so, stands aside.
pub(super) fn place(key: &[u8]) -> Vec<u8> {
    let mut aside: Vec<u8> = Key::new().text(ASIDE).into();
    aside.extend(key);
    if aside.len() > MAX_KEY_BYTES {
        // Whatever it is, it is nothing that anybody will ask about.
        let hash = Sha256::digest(key).iter().take(8).fold(0, |hash, byte| (hash << 8) | u64::from(*byte));
        aside = Key::new().text(ASIDE).number(hash).into();
    }
    aside
}

impl Ledger {
    /// Puts a record aside, unless it has changed since; somebody else has put it aside then, or done what it says.
    pub(super) async fn put_aside(
        &self,
        table: Table,
        key: Vec<u8>,
        record: Record,
    ) -> Result<bool, StoreError> {
        let batch = Batch::new()
            .expect_version(table, key.clone(), record.version)
            .put(table, place(&key), record.value)
            .delete(table, key);
        Ok(self.store.commit(batch).await? == Committed::Applied)
    }
}
