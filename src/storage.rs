//! Where records are kept: in a folder of this machine, with sled, or in a database that several processes share. Not here:
//! how they are kept there (`adoube-store`).

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use adoube_store::{PostgresSettings, PostgresStore, SledStore, Store, StoreError};

use crate::config::{StoreConfig, check_address};

/// The word for what the configuration says.
const CONFIGURED: &str = "configured";

/// Where records are kept.
#[derive(Clone, Debug)]
pub enum Storage {
    /// In a folder, of one process at a time.
    Folder(PathBuf),
    /// In a database, which several processes may use at the same time.
    Database(Box<PostgresSettings>),
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Database(settings) => f.write_str(&settings.place()),
        }
    }
}

impl Storage {
    /// What the configuration says, else this folder.
    ///
    /// # Errors
    ///
    /// [`StoreError::Address`] when an address is none of a database.
    pub fn of(config: &StoreConfig, folder: &Path) -> Result<Self, StoreError> {
        let Some(url) = &config.url else { return Ok(Self::Folder(folder.to_owned())) };
        check_address(url.expose())?;
        let settings = PostgresSettings::new(url.expose())?.schema(&config.schema)?;
        Ok(Self::Database(Box::new(settings.connections(config.connections.get()))))
    }

    /// What somebody names: an address, `configured` for what the configuration says, else a folder.
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

    /// Opens it, ready to be used.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being used.
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            Self::Folder(folder) => Arc::new(SledStore::open(folder)?),
            Self::Database(settings) => Arc::new(PostgresStore::open(settings).await?),
        })
    }
}
