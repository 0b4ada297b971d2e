//! Settings of a PostgreSQL store: address, schema, pool size, isolation. The address holds a password, so it is never printed.
//! Not here: the connections (`connection_pool`).

use std::{fmt, time::Duration};

use tokio_postgres::{
    Config,
    config::{Host, TargetSessionAttrs},
};

use super::{address::DatabaseAddress, tls::TlsPolicy};
use crate::error::StoreError;

/// The default port of PostgreSQL.
const USUAL_PORT: u16 = 5432;
/// The default size of the pool.
const CONNECTIONS: usize = 16;
/// The timeout of opening a connection.
const CONNECT_TIME: Duration = Duration::from_secs(3);
/// The TCP user timeout: how long sent data may stay unacknowledged.
const DEAD_AFTER: Duration = Duration::from_secs(8);
/// The idle time before TCP keepalives.
const IDLE: Duration = Duration::from_secs(15);
/// The longest name of a schema, as of anything in PostgreSQL.
const MAX_SCHEMA_NAME: usize = 63;

/// Isolation level of transactions. Both levels keep every guarantee of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TransactionIsolation {
    /// The default of PostgreSQL.
    #[default]
    ReadCommitted,
    /// The only level of some databases that speak PostgreSQL's protocol.
    Serializable,
}

/// A database, and how to use it.
#[derive(Clone)]
pub struct PostgresSettings {
    pub(super) config: Config,
    pub(super) tls: TlsPolicy,
    pub(super) schema: String,
    pub(super) connections: usize,
    pub(super) isolation: TransactionIsolation,
    pub(super) prepares: bool,
}

impl fmt::Debug for PostgresSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresSettings").field("place", &self.place()).finish_non_exhaustive()
    }
}

impl PostgresSettings {
    /// By an address as `psql` takes it: `postgres://user:password@host:5432/database`, also with several hosts, or
    /// `host=... dbname=...`; with `sslmode`, `sslrootcert`, `sslcert` and `sslkey` as `psql` has them (`tls`).
    ///
    /// # Errors
    /// [`StoreError::Address`] when that is none.
    pub fn new(url: &str) -> Result<Self, StoreError> {
        let DatabaseAddress { plain, tls } = DatabaseAddress::read(url)?;
        let mut config: Config =
            plain.parse().map_err(|error| StoreError::Address { detail: reason(&error) })?;
        if config.get_hosts().is_empty() {
            return Err(StoreError::Address { detail: "it names no host".to_owned() });
        }
        if config.get_dbname().is_none() {
            return Err(StoreError::Address { detail: "it names no database".to_owned() });
        }
        if config.get_application_name().is_none() {
            config.application_name("adoube");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIME);
        }
        // Of several hosts the one that takes writes is used.
        if config.get_hosts().len() > 1 && config.get_target_session_attrs() == TargetSessionAttrs::Any {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        config.tcp_user_timeout(DEAD_AFTER).keepalives_idle(IDLE);
        let tls = if has_only_sockets(&config) { TlsPolicy::none() } else { TlsPolicy::of(tls)? };
        Ok(Self {
            config,
            tls,
            schema: "adoube".to_owned(),
            connections: CONNECTIONS,
            isolation: TransactionIsolation::default(),
            prepares: true,
        })
    }

    /// In a schema of this name: 1 to 63 letters, digits and underscores.
    ///
    /// # Errors
    /// [`StoreError::Address`] when it is another one.
    pub fn schema(self, name: &str) -> Result<Self, StoreError> {
        let is_good = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if name.is_empty() || name.len() > MAX_SCHEMA_NAME || !name.chars().all(is_good) {
            let detail = format!(
                "{name:?} is no name of a schema: letters, digits and underscores, at most {MAX_SCHEMA_NAME}"
            );
            return Err(StoreError::Address { detail });
        }
        Ok(Self { schema: name.to_owned(), ..self })
    }

    /// With a pool of at most so many connections, at least 1.
    #[must_use]
    pub fn connections(self, connections: usize) -> Self {
        Self { connections: connections.max(1), ..self }
    }

    /// With this isolation level.
    #[must_use]
    pub fn isolation(self, isolation: TransactionIsolation) -> Self {
        Self { isolation, ..self }
    }

    /// Whether statements are prepared by name, which is faster. Behind a detected pooler they never are.
    #[must_use]
    pub fn prepared_statements(self, prepares: bool) -> Self {
        Self { prepares, ..self }
    }

    /// The place of the database, for the operator: hosts, database and schema, without user and password.
    pub fn place(&self) -> String {
        let ports = self.config.get_ports();
        let port = |place| ports.get(place).or(ports.first()).copied().unwrap_or(USUAL_PORT);
        let hosts = self.config.get_hosts().iter().enumerate();
        let hosts: Vec<String> = hosts.map(|(place, name)| host(name, port(place))).collect();
        let database = self.config.get_dbname().unwrap_or_default();
        format!("{}/{database}, schema {}", hosts.join(","), self.schema)
    }

    pub(super) fn quoted_schema(&self) -> String {
        format!("\"{}\"", self.schema)
    }
}

/// A host, and its port where that is not the usual one.
fn host(host: &Host, port: u16) -> String {
    match host {
        Host::Tcp(name) if port != USUAL_PORT => format!("{name}:{port}"),
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(path) => path.display().to_string(),
    }
}

/// Whether every host is a Unix socket, on which PostgreSQL has no TLS, regardless of `sslmode`.
fn has_only_sockets(config: &Config) -> bool {
    config.get_hosts().iter().all(|host| !matches!(host, Host::Tcp(_)))
}

/// The message of the error's source, which is more precise; neither repeats the address.
fn reason(error: &tokio_postgres::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_its_password_never_shown() {
        let url =
            "postgres://ada:tops3cret@one:5432,two:5433/chess?sslmode=verify-full&sslrootcert=/etc/ca.pem";
        let settings = PostgresSettings::new(url).expect("an address");
        assert_eq!(settings.place(), "one,two:5433/chess, schema adoube");
        assert_eq!(settings.config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
        assert!(!format!("{settings:?}").contains("tops3cret"));
    }

    #[test]
    fn what_is_wrong_with_an_address_is_said_without_it() {
        for url in [
            "",
            "tops3cret",
            "mysql://a:tops3cret@h/d",
            "dbname=d password=tops3cret",
            "host=h dbname=d password='tops3cret",
            "postgres://a:tops3cret@",
            "postgres://a:tops3cret@h",
            "postgres://a:tops3cret@h:x/d",
        ] {
            let error = PostgresSettings::new(url).expect_err("no address").to_string();
            assert!(!error.contains("tops3cret"), "{error}");
        }
        let settings = PostgresSettings::new("postgres://h/d").expect("an address");
        for name in ["", "a b", "a\"b", "a;b"] {
            assert!(settings.clone().schema(name).is_err(), "{name}");
        }
    }
}
