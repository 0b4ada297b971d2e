//! The log: to standard error, for people or as JSON. Not here: what is logged.

use std::io;

use tracing_subscriber::{EnvFilter, filter::LevelFilter};

use crate::config::{LogConfig, LogFormat};

/// Parts of libraries that are heard less than the rest unless somebody names them, and how much then. The connections to
/// browsers and to Discord's gateway, and both stores, write down all that passes through them, with what people say, cards
/// that are hidden and tokens; the Matrix SDK notes every answer of the server, and as an error what it asks for the first
/// time.
const QUIETER: [(&str, &str, LevelFilter); 7] = [
    ("tungstenite", "tungstenite", LevelFilter::DEBUG),
    ("sled", "sled", LevelFilter::DEBUG),
    ("tokio_postgres", "tokio_postgres", LevelFilter::INFO),
    ("matrix_sdk", "matrix_sdk", LevelFilter::WARN),
    ("matrix_sdk", "matrix_sdk_base", LevelFilter::WARN),
    ("matrix_sdk", "matrix_sdk_crypto", LevelFilter::ERROR),
    ("matrix_sdk", "matrix_sdk::http_client", LevelFilter::OFF),
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
    let of_all = level.split(',').rfind(|wish| !wish.contains('='));
    let of_all: LevelFilter = of_all.map_or(Ok(LevelFilter::OFF), |of_all| of_all.trim().parse()).ok()?;
    for (library, part, most) in QUIETER {
        if !level.contains(library) && most < of_all {
            filter = filter.add_directive(format!("{part}={most}").parse().ok()?);
        }
    }
    Some(filter)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, PoisonError};

    use tracing::{Level, subscriber::with_default};

    use super::*;

    /// What is written, in memory.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Of some lines of libraries and of this program, those that are written at a level.
    fn heard(level: &str) -> String {
        let written = Written::default();
        let writer = written.clone();
        let log = tracing_subscriber::fmt()
            .with_env_filter(filter(level).expect("a level"))
            .with_ansi(false)
            .with_writer(move || writer.clone());
        with_default(log.finish(), || {
            tracing::event!(target: "tungstenite::protocol", Level::TRACE, "a frame");
            tracing::event!(target: "tungstenite::handshake::client", Level::DEBUG, "a handshake");
            tracing::event!(target: "sled::tree", Level::TRACE, "a batch");
            tracing::event!(target: "tokio_postgres::query", Level::DEBUG, "parameters");
            tracing::event!(target: "tokio_postgres::connection", Level::WARN, "a warning");
            tracing::event!(target: "matrix_sdk::http_client", Level::ERROR, "a request");
            tracing::event!(target: "matrix_sdk::sync", Level::INFO, "a sync");
            tracing::event!(target: "matrix_sdk_crypto::machine", Level::WARN, "a key");
            tracing::event!(target: "adoube::adapter", Level::TRACE, "our own");
        });
        let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let text = String::from_utf8(bytes).expect("text");
        let said = text.lines().filter_map(|line| line.rsplit_once(": ")).map(|(_, said)| said);
        said.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn what_libraries_tell_of_secrets_is_heard_where_somebody_names_them_alone() {
        assert_eq!(heard("trace"), "a handshake; a warning; our own");
        assert_eq!(heard("info,adoube=trace"), "a warning; our own");
        assert_eq!(heard("tokio_postgres=debug,info"), "parameters; a warning");
        assert_eq!(heard("info,tungstenite=trace"), "a frame; a handshake; a warning");
        assert_eq!(heard("matrix_sdk=info"), "a request; a sync; a key");
    }

    #[test]
    fn nothing_is_heard_that_nobody_asked_for() {
        assert_eq!(heard("off"), "");
        assert_eq!(heard("error"), "");
        assert_eq!(heard("adoube=trace"), "our own");
    }

    #[test]
    fn levels_are_read() {
        for level in
            ["info", "WARN", "adoube=debug,warn", "adoube::adapter=trace, info", "off", "sled=debug,error"]
        {
            assert!(filter(level).is_some(), "{level}");
        }
        for level in ["", "loud", "adoube", "adoube=loud", "info,", "a=b=c", "adoube=debug,loud"] {
            assert!(filter(level).is_none(), "{level}");
        }
    }
}
