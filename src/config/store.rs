//! The section `[store]` of the configuration: the database of the records.

use std::num::NonZero;

use adoube_platform::secret::Secret;
#[cfg(feature = "postgres")]
use adoube_store::{PostgresSettings, StoreError};
use serde::{Deserialize, Deserializer, Serialize};

/// The error for an address in a program that was built without PostgreSQL.
#[cfg(not(feature = "postgres"))]
pub(crate) const WITHOUT_POSTGRES: &str = "this program was built without PostgreSQL: build it with `--features postgres`, or leave \
                                           the address out and keep the records in a folder";

/// The default number of connections: six processes fit into PostgreSQL's default of a hundred.
const CONNECTIONS: NonZero<usize> = NonZero::new(16).unwrap();

/// The default wait for a database that is down at the start.
const WAIT_SECONDS: u64 = 60;

/// The database of the records, which several processes may share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StoreConfig {
    /// The address, which may hold a password; records are in a folder without it.
    #[serde(deserialize_with = "address")]
    pub url: Option<Secret>,
    /// The schema of the tables.
    #[serde(deserialize_with = "schema")]
    pub schema: String,
    /// The most connections.
    pub connections: NonZero<usize>,
    /// Seconds to wait at the start for a database that is down.
    pub wait_seconds: u64,
    /// Whether statements are prepared by name, unless a pooler is detected.
    pub prepared_statements: bool,
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self {
            url: None,
            schema: "adoube".to_owned(),
            connections: CONNECTIONS,
            wait_seconds: WAIT_SECONDS,
            prepared_statements: true,
        }
    }
}

fn address<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Secret>, D::Error> {
    let url = Option::<Secret>::deserialize(from)?;
    if let Some(url) = &url {
        check_address(url)?;
    }
    Ok(url)
}

#[cfg(feature = "postgres")]
fn check_address<E: serde::de::Error>(url: &Secret) -> Result<(), E> {
    PostgresSettings::new(url.expose()).map(drop).map_err(reason)
}

#[cfg(not(feature = "postgres"))]
fn check_address<E: serde::de::Error>(_: &Secret) -> Result<(), E> {
    Err(E::custom(WITHOUT_POSTGRES))
}

fn schema<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let schema = String::deserialize(from)?;
    #[cfg(feature = "postgres")]
    PostgresSettings::new("postgres://host/database").and_then(|any| any.schema(&schema)).map_err(reason)?;
    Ok(schema)
}

#[cfg(feature = "postgres")]
fn reason<E: serde::de::Error>(error: StoreError) -> E {
    match error {
        StoreError::Address { detail } => E::custom(detail),
        other => E::custom(other),
    }
}
