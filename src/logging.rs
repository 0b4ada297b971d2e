//! The log: to standard error, for people or as JSON. Not here: what is logged.

use std::io;

use tracing_subscriber::EnvFilter;

use crate::config::{LogConfig, LogFormat};

/// Libraries that are heard only where somebody names them, and what is heard otherwise: the one for Discord, and the Matrix
/// SDK, which notes every answer of the server, and as an error what it asks for the first time.
const QUIETER: [(&str, &str); 5] = [
    adoube_discord::QUIETER,
    ("matrix_sdk", "matrix_sdk=warn"),
    ("matrix_sdk", "matrix_sdk_base=warn"),
    ("matrix_sdk", "matrix_sdk_crypto=error"),
    ("matrix_sdk", "matrix_sdk::http_client=off"),
];

/// How much can be logged.
const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

/// A level that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "log.level cannot be {0:?}: it is one of {levels}, also by part of the program, such as \"adoube=debug,warn\"",
    levels = LEVELS.join(", ")
)]
pub struct LevelError(String);

/// Begins logging as configured; does nothing when logging has begun already.
///
/// # Errors
///
/// A level that cannot be, named with those that can.
pub fn begin(config: &LogConfig) -> Result<(), LevelError> {
    let filter = filter(&config.level).ok_or_else(|| LevelError(config.level.clone()))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // A second subscriber is refused; the first one goes on.
    let _ = match config.format {
        LogFormat::Text => log.compact().try_init(),
        LogFormat::Json => log.json().try_init(),
    };
    Ok(())
}

fn filter(level: &str) -> Option<EnvFilter> {
    // A word that is no level would be taken for a part of the program of which everything is logged, and nothing else.
    let is_level = |word: &str| LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word.trim()));
    let wishes = || level.split(',').map(|wish| wish.rsplit('=').next().unwrap_or_default());
    if !wishes().all(is_level) {
        return None;
    }
    let mut filter = EnvFilter::builder().parse(level).ok()?;
    for (library, quieter) in QUIETER {
        if !level.contains(library) {
            filter = filter.add_directive(quieter.parse().ok()?);
        }
    }
    Some(filter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        for level in [
            "info",
            "WARN",
            "adoube=debug,warn",
            "adoube::adapter=trace, info",
            "off",
            &format!("{}=debug,error", adoube_discord::QUIETER.0),
        ] {
            assert!(filter(level).is_some(), "{level}");
        }
        for level in ["", "loud", "adoube", "adoube=loud", "info,", "a=b=c", "adoube=debug,loud"] {
            assert!(filter(level).is_none(), "{level}");
        }
    }
}
