//! Opens the store of the records: a folder with sled, or a PostgreSQL database that several
//! processes share; chosen by configuration and command line, with exponential backoff.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

#[cfg(feature = "postgres")]
use adoube_store::{PostgresSettings, PostgresStore};
use adoube_store::{SledStore, Store, StoreError};
use tokio::time::{Instant, sleep};

use crate::config::StoreConfig;
#[cfg(not(feature = "postgres"))]
use crate::config::WITHOUT_POSTGRES;

/// The word that names the configured place.
const CONFIGURED: &str = "configured";

/// The first pause before a database that is down is tried again. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(3);

/// The place of the records.
#[derive(Clone, Debug)]
pub enum Storage {
    /// A folder, for one process at a time.
    Folder(PathBuf),
    /// A database, which several processes may use at the same time.
    #[cfg(feature = "postgres")]
    Database(Box<PostgresSettings>),
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            #[cfg(feature = "postgres")]
            Self::Database(settings) => f.write_str(&settings.place()),
        }
    }
}

impl Storage {
    /// The configured place, else `folder`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Address`] if an address names no database.
    pub fn of(config: &StoreConfig, folder: &Path) -> Result<Self, StoreError> {
        let Some(url) = &config.url else { return Ok(Self::Folder(folder.to_owned())) };
        Self::database(url.expose(), config)
    }

    #[cfg(feature = "postgres")]
    fn database(url: &str, config: &StoreConfig) -> Result<Self, StoreError> {
        let settings = PostgresSettings::new(url)?.schema(&config.schema)?;
        let settings = settings.connections(config.connections.get());
        Ok(Self::Database(Box::new(settings.prepared_statements(config.prepared_statements))))
    }

    #[cfg(not(feature = "postgres"))]
    fn database(_: &str, _: &StoreConfig) -> Result<Self, StoreError> {
        Err(StoreError::Address { detail: WITHOUT_POSTGRES.to_owned() })
    }

    /// The place that a word of the command line names: an address, `configured` for the configured place, else a folder.
    ///
    /// # Errors
    ///
    /// As [`Storage::of`].
    pub fn named(word: &str, config: &StoreConfig, folder: &Path) -> Result<Self, StoreError> {
        if word == CONFIGURED {
            return Self::of(config, folder);
        }
        if !word.contains("://") {
            return Ok(Self::Folder(word.into()));
        }
        Self::of(&StoreConfig { url: Some(word.to_owned().into()), ..config.clone() }, folder)
    }

    /// The folder, unless it is a database.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            #[cfg(feature = "postgres")]
            Self::Database(_) => None,
        }
    }

    /// Opens the store.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    #[cfg_attr(not(feature = "postgres"), expect(clippy::unused_async, reason = "a database is waited for"))]
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            Self::Folder(folder) => Arc::new(SledStore::open(folder)?),
            #[cfg(feature = "postgres")]
            Self::Database(settings) => Arc::new(PostgresStore::open(settings).await?),
        })
    }

    /// Opens the store. A database that is down or starting is tried again for as long as `patience`; other errors, such as a
    /// wrong password, come at once.
    ///
    /// # Errors
    ///
    /// As [`Storage::open`]; [`StoreError::Unreachable`] says how long it was waited.
    pub async fn open_patiently(&self, patience: Duration) -> Result<Arc<dyn Store>, StoreError> {
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        loop {
            let (doing, detail) = match self.open().await {
                Err(StoreError::Unreachable { doing, detail }) => (doing, detail),
                Ok(store) => {
                    if pause > FIRST_PAUSE {
                        tracing::info!("the database is there");
                    }
                    return Ok(store);
                }
                Err(error) => return Err(error),
            };
            let left = patience.saturating_sub(start.elapsed());
            if left.is_zero() {
                let waited = if patience.is_zero() {
                    String::new()
                } else {
                    format!("; it was waited for {} s (store.wait_seconds)", patience.as_secs())
                };
                return Err(StoreError::Unreachable { doing, detail: format!("{detail}{waited}") });
            }
            if pause == FIRST_PAUSE {
                tracing::warn!(
                    error = %detail,
                    "the database cannot be used yet; it is called again and again for {} s (store.wait_seconds)",
                    patience.as_secs()
                );
            }
            sleep(pause.min(left)).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}
