//! Connector of the pool: opens a connection with or without TLS, and falls back to the other where the server demands it, as
//! `psql` does with `sslmode` `prefer` and `allow`. Not here: the pool (`connection_pool`), verification (`tls`).

use std::{future::Future, pin::Pin};

use deadpool_postgres::Connect;
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Config, Error, config::SslMode, error::SqlState};
use tokio_postgres_rustls::MakeRustlsConnect;

type Opened = Result<(Client, JoinHandle<()>), Error>;

/// Opens connections for a pool.
pub(super) struct Connector {
    pub(super) tls: MakeRustlsConnect,
    /// TLS modes in the order of attempts; the next one is tried when the server rejects a mode.
    pub(super) attempts: &'static [SslMode],
}

impl Connect for Connector {
    fn connect(&self, config: &Config) -> Pin<Box<dyn Future<Output = Opened> + Send + '_>> {
        let mut config = config.clone();
        Box::pin(async move {
            let mut refused = None;
            for mode in self.attempts {
                config.ssl_mode(*mode);
                match open(&config, self.tls.clone()).await {
                    // By `hostssl` or `hostnossl` in `pg_hba.conf`; the first refusal is the one to report.
                    Err(error) if error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION) => {
                        refused.get_or_insert(error);
                    }
                    Err(error) => return Err(refused.unwrap_or(error)),
                    opened => return opened,
                }
            }
            match refused {
                Some(error) => Err(error),
                None => open(&config, self.tls.clone()).await,
            }
        })
    }
}

async fn open(config: &Config, tls: MakeRustlsConnect) -> Opened {
    let (client, connection) = config.connect(tls).await?;
    let task = tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to the database has ended");
        }
    });
    Ok((client, task))
}
