//! The log: to standard error, for people or as JSON. Not here: what is logged.

use std::io;

use tracing_subscriber::{EnvFilter, filter::ParseError};

use crate::config::{LogConfig, LogFormat};

/// Libraries that are heard only where somebody names them, and what is heard otherwise: serenity notes every request with
/// its whole body, pictures and tokens of interactions included; the Matrix SDK every answer of the server, and as an error
/// what it asks for the first time.
const QUIETER: [(&str, &str); 5] = [
    ("serenity", "serenity=warn"),
    ("matrix_sdk", "matrix_sdk=warn"),
    ("matrix_sdk", "matrix_sdk_base=warn"),
    ("matrix_sdk", "matrix_sdk_crypto=error"),
    ("matrix_sdk", "matrix_sdk::http_client=off"),
];

/// Begins logging as configured; does nothing when logging has begun already.
///
/// # Errors
///
/// A filter that cannot be read.
pub fn begin(config: &LogConfig) -> Result<(), ParseError> {
    let mut filter = EnvFilter::builder().parse(&config.level)?;
    for (library, quieter) in QUIETER {
        if !config.level.contains(library) {
            filter = filter.add_directive(quieter.parse()?);
        }
    }
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // A second subscriber is refused; the first one goes on.
    let _ = match config.format {
        LogFormat::Text => log.compact().try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    Ok(())
}
