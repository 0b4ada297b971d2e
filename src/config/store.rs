//! The section `[store]`: a database for records. Not here: how its address is read (`adoube-store`).

use std::num::NonZero;

use serde::Deserialize;

use crate::secret::Secret;

/// Connections to a database when nothing else is said.
const CONNECTIONS: NonZero<usize> = NonZero::new(48).unwrap();

/// A database for records, which several processes may share.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StoreConfig {
    /// Its address, with a password in it; records are in the folder when absent.
    pub url: Option<Secret>,
    /// The schema in the database.
    pub schema: String,
    /// How many connections there may be.
    pub connections: NonZero<usize>,
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self { url: None, schema: "adoube".to_owned(), connections: CONNECTIONS }
    }
}
