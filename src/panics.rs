//! Panic hook of the program: writes panics to the log, in its format. Written past the log they
//! would break the format, and could block a thread for ever where nobody reads standard error.
//!
//! sled panics on damaged files. The store catches these panics and reports the damage, so the hook logs one line for each.

use std::{
    backtrace::{Backtrace, BacktraceStatus},
    panic, thread,
};

/// The beginning of the folder of sled's sources.
const SOURCES: &str = "sled-0.";
/// The beginning of the names of sled's threads.
const THREADS: &str = "sled";

/// Sets the panic hook of the process. For programs alone: a library must not set one.
pub fn log() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|location| (location.file(), location.line()));
        let current = thread::current();
        match place {
            // The message may show what is stored.
            Some((file, line)) if is_of_sled(file, current.name()) => {
                let file = file.rsplit(SOURCES).next().unwrap_or(file);
                tracing::error!(file, line, "sled panicked; what it was asked for is not done");
            }
            // Commands without a log have their standard error to themselves.
            _ if !tracing::dispatcher::has_been_set() => usual(info),
            place => {
                let (file, line) = place.unwrap_or_default();
                let payload = info.payload();
                let text = payload.downcast_ref::<&str>().copied();
                let message =
                    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
                let trace = Backtrace::capture();
                let backtrace =
                    (trace.status() == BacktraceStatus::Captured).then(|| tracing::field::display(&trace));
                let name = current.name().unwrap_or_default();
                tracing::error!(file, line, thread = name, backtrace, "the program panicked: {message}");
            }
        }
    }));
}

/// Whether sled panicked in a file of its own or, by way of the standard library, in a thread of its own.
fn is_of_sled(file: &str, thread: Option<&str>) -> bool {
    let is_source = file.split(['/', '\\']).any(|folder| folder.starts_with(SOURCES));
    is_source || thread.is_some_and(|name| name.starts_with(THREADS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_panics_of_sled_are_brief() {
        let registry = "/home/ada/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f";
        for (file, thread, is_sleds) in [
            (format!("{registry}/sled-0.34.7/src/pagecache/mod.rs"), "main", true),
            (format!("{registry}\\sled-0.34.7\\src\\lib.rs"), "main", true),
            ("/rustc/abc/library/alloc/src/raw_vec.rs".to_owned(), "sled-opening", true),
            ("/rustc/abc/library/alloc/src/raw_vec.rs".to_owned(), "main", false),
            ("crates/store/src/sled_store/database.rs".to_owned(), "main", false),
            (format!("{registry}/tokio-1.54.1/src/lib.rs"), "tokio-runtime-worker", false),
        ] {
            assert_eq!(is_of_sled(&file, Some(thread)), is_sleds, "{file} in {thread}");
        }
        assert!(!is_of_sled("src/main.rs", None));
    }
}
