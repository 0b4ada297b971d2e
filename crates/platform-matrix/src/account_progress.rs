//! Stores how far the bot's account has read the homeserver's event stream, shared by all
//! processes: the process that takes the lease over continues there, on another machine and with
//! another device. Not here: what the position means (`adoube-matrix-client`), and which process
//! plays (`standby`).

use std::{fmt, sync::Arc};

use adoube_bot::{
    LeaseTerm,
    forms::{self, StoredForm},
};
use adoube_matrix_client::{BoxFuture, MatrixError};
use adoube_store::{Batch, CommitOutcome, Store};
use serde::{Deserialize, Serialize};

use crate::records::{self, PROGRESS, TABLE};

/// Stored form of the sync position, as the client serialised it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredProgress {
    pub(crate) progress: String,
}

impl StoredForm for StoredProgress {
    const KIND: &'static str = "how far the account on Matrix has come";
    const VERSION: u64 = 1;
}

/// Sync position in the store. Only the process that holds the lease writes it.
pub struct AccountProgress {
    store: Arc<dyn Store>,
    term: LeaseTerm,
}

impl AccountProgress {
    /// Binds the writes to a lease term: after the term ends, they fail.
    pub fn new(store: Arc<dyn Store>, term: LeaseTerm) -> Self {
        Self { store, term }
    }

    async fn read_kept(&self) -> Result<Option<String>, MatrixError> {
        let key = records::key(PROGRESS);
        let kept = records::read::<StoredProgress>(&*self.store, key.as_ref()).await;
        Ok(kept.map_err(|error| later(&error))?.map(|kept| kept.progress))
    }

    async fn keep(&self, progress: String) -> Result<(), MatrixError> {
        let value = forms::write(&StoredProgress { progress }).map_err(|error| later(&error))?;
        let mut batch = Batch::new().put(TABLE, records::key(PROGRESS), value);
        batch.version_checks.push(self.term.expect());
        match self.store.commit(batch).await.map_err(|error| later(&error))? {
            CommitOutcome::Applied | CommitOutcome::Duplicate { .. } => Ok(()),
            CommitOutcome::Conflict { .. } => Err(later(&"another process plays on Matrix now")),
        }
    }
}

impl fmt::Debug for AccountProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AccountProgress").finish_non_exhaustive()
    }
}

impl adoube_matrix_client::SyncProgressStore for AccountProgress {
    fn read(&self) -> BoxFuture<'_, Result<Option<String>, MatrixError>> {
        Box::pin(self.read_kept())
    }

    fn write(&self, progress: String) -> BoxFuture<'_, Result<(), MatrixError>> {
        Box::pin(self.keep(progress))
    }
}

fn later(reason: &dyn fmt::Display) -> MatrixError {
    MatrixError::Transient { reason: reason.to_string(), after: None }
}
