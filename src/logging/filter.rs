//! Filter of the log (`log.level`): parses which levels of which parts of the program are logged,
//! and keeps libraries quiet that would log secrets.

use tracing_subscriber::filter::{LevelFilter, Targets};

/// Parts of libraries that are logged less than the rest unless the level names them: library, target and highest level. The
/// libraries for web sockets and stores log their payload, with words of people, hidden cards and tokens. The Matrix SDK logs
/// every answer of the server, and as an error what it asks for the first time.
const QUIETER: [(&str, &str, LevelFilter); 7] = [
    ("tungstenite", "tungstenite", LevelFilter::DEBUG),
    ("sled", "sled", LevelFilter::INFO),
    ("tokio_postgres", "tokio_postgres", LevelFilter::INFO),
    ("matrix_sdk", "matrix_sdk", LevelFilter::WARN),
    ("matrix_sdk", "matrix_sdk_base", LevelFilter::WARN),
    ("matrix_sdk", "matrix_sdk_crypto", LevelFilter::ERROR),
    ("matrix_sdk", "matrix_sdk::http_client", LevelFilter::OFF),
];

/// The beginning of the program's own targets.
const OWN: &str = "adoube";

/// The levels.
const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

/// A level that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "it is one of {levels}, also by part of the program, such as \"adoube=debug,warn\"",
    levels = LEVELS.join(", ")
)]
pub struct LevelError;

/// Checks a level.
pub(super) fn check(level: &str) -> Result<(), LevelError> {
    filter(level).map(|_| ())
}

/// The filter for a level.
pub(super) fn filter(level: &str) -> Result<Targets, LevelError> {
    parse(level).ok_or(LevelError)
}

fn parse(level: &str) -> Option<Targets> {
    let (mut filter, mut of_all, mut names_own) = (Targets::new(), LevelFilter::OFF, false);
    for wish in level.split(',') {
        let (part, word) =
            wish.split_once('=').map_or((None, wish), |(part, word)| (Some(part.trim()), word));
        let word = word.trim();
        // A number is a level for the library.
        LEVELS.iter().find(|level| level.eq_ignore_ascii_case(word))?;
        let most: LevelFilter = word.parse().ok()?;
        match part {
            // Spans and fields, as other programs take them, are no parts of the program.
            Some(part) if part.contains(['[', '{']) => return None,
            Some(part) => {
                names_own |= part == OWN;
                filter = filter.with_target(part, most);
            }
            None => of_all = most,
        }
    }
    if of_all == LevelFilter::DEBUG {
        // At `debug` a fault of this program is looked for, and libraries would hide it; `trace` is for both.
        of_all = LevelFilter::INFO;
        if !names_own {
            filter = filter.with_target(OWN, LevelFilter::DEBUG);
        }
    }
    for (library, part, most) in QUIETER {
        if !level.contains(library) && most < of_all {
            filter = filter.with_target(part, most);
        }
    }
    Some(filter.with_default(of_all))
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex, PoisonError},
    };

    use tracing::{Level, Subscriber as _, subscriber::with_default};

    use super::*;
    use crate::logging::{LogFormat, subscriber};

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
        let log = subscriber(LogFormat::Text, filter(level).expect("a level"), move || writer.clone());
        with_default(log, || {
            tracing::event!(target: "hyper::proto", Level::DEBUG, "a head");
            tracing::event!(target: "sled::pagecache", Level::DEBUG, "a page");
            tracing::event!(target: "tungstenite::protocol", Level::TRACE, "a frame");
            tracing::event!(target: "tungstenite::handshake::client", Level::DEBUG, "a handshake");
            tracing::event!(target: "sled::tree", Level::TRACE, "a batch");
            tracing::event!(target: "tokio_postgres::query", Level::DEBUG, "parameters");
            tracing::event!(target: "tokio_postgres::connection", Level::WARN, "a warning");
            tracing::event!(target: "matrix_sdk::http_client", Level::ERROR, "a request");
            tracing::event!(target: "matrix_sdk::sync", Level::INFO, "a sync");
            tracing::event!(target: "matrix_sdk_crypto::machine", Level::WARN, "a key");
            tracing::event!(target: "adoube::adapter", Level::TRACE, "our own");
            tracing::event!(target: "adoube_bot::handlers", Level::DEBUG, "our service");
        });
        let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let text = String::from_utf8(bytes).expect("text");
        let said = text.lines().filter_map(|line| line.rsplit_once(": ")).map(|(_, said)| said);
        said.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn the_level_of_the_process_is_the_most_verbose_that_is_wanted() {
        for (level, most) in [
            ("info", LevelFilter::INFO),
            ("warn,adoube=debug", LevelFilter::DEBUG),
            ("off", LevelFilter::OFF),
        ] {
            let log = subscriber(LogFormat::Text, filter(level).expect("a level"), io::sink);
            assert_eq!(log.max_level_hint(), Some(most), "{level}");
        }
    }

    #[test]
    fn what_libraries_tell_of_secrets_is_heard_where_somebody_names_them_alone() {
        assert_eq!(heard("trace"), "a head; a handshake; a warning; our own; our service");
        assert_eq!(heard("info,adoube=trace"), "a warning; our own; our service");
        assert_eq!(heard("tokio_postgres=debug,info"), "parameters; a warning");
        assert_eq!(heard("info,tungstenite=trace"), "a frame; a handshake; a warning");
        assert_eq!(heard("matrix_sdk=info"), "a request; a sync; a key");
    }

    #[test]
    fn nothing_is_heard_that_nobody_asked_for() {
        assert_eq!(heard("off"), "");
        assert_eq!(heard("error"), "");
        assert_eq!(heard("adoube=trace"), "our own; our service");
    }

    #[test]
    fn at_debug_the_program_is_heard_and_no_library_that_nobody_names() {
        assert_eq!(heard("debug"), "a warning; our service");
        assert_eq!(heard("debug,sled=debug"), "a page; a warning; our service");
        assert_eq!(heard("hyper=debug, DEBUG"), "a head; a warning; our service");
        assert_eq!(heard("debug,adoube=trace"), "a warning; our own; our service");
        assert_eq!(heard("debug,adoube=info"), "a warning");
    }

    #[test]
    fn levels_are_read() {
        for level in
            ["info", "WARN", "adoube=debug,warn", "adoube::adapter=trace, info", "off", "sled=debug,error"]
        {
            assert!(filter(level).is_ok(), "{level}");
        }
        for level in
            ["", "loud", "adoube", "adoube=loud", "info,", "a=b=c", "adoube=debug,loud", "adoube[span]=debug"]
        {
            assert!(filter(level).is_err(), "{level}");
        }
    }
}
