//! The section `[store]`: a database for records. Not here: how its address is read (`adoube-store`).

use std::num::NonZero;

#[cfg(feature = "postgres")]
use adoube_platform::secret::Secret;
use adoube_store::{PostgresSettings, StoreError};
use serde::{Deserialize, Deserializer, Serialize};

/// Why an address of a database is refused in a program that knows none.
#[cfg(not(feature = "postgres"))]
pub(crate) const WITHOUT_POSTGRES: &str = "this program was built without PostgreSQL: build it with `--features postgres`, or leave \
                                           the address out and keep the records in a folder";

/// Connections to a database when nothing else is said: six programs fit into PostgreSQL's usual hundred.
const CONNECTIONS: NonZero<usize> = NonZero::new(16).unwrap();

/// How long a database that is down is waited for at the start.
const WAIT_SECONDS: u64 = 60;

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
    /// For how many seconds the bot waits at its start for a database that is down; 0 for not at all.
    pub wait_seconds: u64,
    /// Whether statements are prepared by name where no pooler is noticed.
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
