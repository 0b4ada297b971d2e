//! The log: to standard error, for people or as JSON. Not here: what is logged.

use std::io;

use tracing_subscriber::{EnvFilter, filter::ParseError};

use crate::config::{LogConfig, LogFormat};

/// Begins logging as configured; does nothing when logging has begun already.
///
/// # Errors
///
/// A filter that cannot be read.
pub fn begin(config: &LogConfig) -> Result<(), ParseError> {
    let mut filter = EnvFilter::builder().parse(&config.level)?;
    if !config.level.contains("serenity") {
        // At lower levels it notes every request with its whole body, pictures and tokens of interactions included.
        filter = filter.add_directive("serenity=warn".parse()?);
    }
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // A second subscriber is refused; the first one goes on.
    let _ = match config.format {
        LogFormat::Text => log.compact().try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    Ok(())
}
