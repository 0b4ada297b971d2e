//! The section `[store]`: a database for records. Not here: how its address is read (`adoube-store`).

use std::num::NonZero;

use adoube_store::{PostgresSettings, StoreError};
use serde::{Deserialize, Deserializer, Serialize};

use crate::secret::Secret;

/// Connections to a database when nothing else is said.
const CONNECTIONS: NonZero<usize> = NonZero::new(48).unwrap();

/// A database for records, which several processes may share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StoreConfig {
    /// Its address, with a password in it; records are in the folder when absent.
    #[serde(deserialize_with = "address")]
    pub url: Option<Secret>,
    /// The schema in the database.
    #[serde(deserialize_with = "schema")]
    pub schema: String,
    /// How many connections there may be.
    pub connections: NonZero<usize>,
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self { url: None, schema: "adoube".to_owned(), connections: CONNECTIONS }
    }
}

/// What makes an address one of a database that is known here: its scheme, or the form `key=value`.
///
/// # Errors
///
/// [`StoreError::Address`] where it is none. It never shows the address, which holds a password.
pub fn check_address(url: &str) -> Result<(), StoreError> {
    let is_known = match url.split_once("://") {
        Some((scheme, _)) => ["postgres", "postgresql"].contains(&scheme),
        None => url.contains('='),
    };
    if is_known {
        return Ok(());
    }
    let detail = "it is not a postgres:// address, such as postgres://user@host/database".to_owned();
    Err(StoreError::Address { detail })
}

fn address<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Secret>, D::Error> {
    let url = Option::<Secret>::deserialize(from)?;
    if let Some(url) = &url {
        check_address(url.expose()).and_then(|()| PostgresSettings::new(url.expose())).map_err(reason)?;
    }
    Ok(url)
}

fn schema<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let schema = String::deserialize(from)?;
    PostgresSettings::new("postgres://host/database").and_then(|any| any.schema(&schema)).map_err(reason)?;
    Ok(schema)
}

fn reason<E: serde::de::Error>(error: StoreError) -> E {
    match error {
        StoreError::Address { detail } => E::custom(detail),
        other => E::custom(other),
    }
}
