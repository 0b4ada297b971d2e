//! Panics of sled, which checks what it reads by assertions and indexes: on damaged files one of them may fail. The store catches
//! them and says what is damaged; here they get one line of the log in place of the usual report. Not here: every other panic.

use std::{panic, thread};

/// How the files of its sources and the names of its threads are told: those of dependencies lie in folders of this name.
const SOURCES: &str = "sled-0.";
const THREADS: &str = "sled";

/// Sets the program's panic hook. For the program's first lines: a library must not.
pub fn log_briefly() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let place = info.location().map(|location| (location.file(), location.line()));
        match place {
            // The message may show what is stored.
            Some((file, line)) if is_of_sled(file, thread::current().name()) => {
                let file = file.rsplit(SOURCES).next().unwrap_or(file);
                tracing::error!(file, line, "sled panicked; what it was asked for is not done");
            }
            _ => usual(info),
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
            ("crates/store/src/sled_store/engine.rs".to_owned(), "main", false),
            (format!("{registry}/tokio-1.54.1/src/lib.rs"), "tokio-runtime-worker", false),
        ] {
            assert_eq!(is_of_sled(&file, Some(thread)), is_sleds, "{file} in {thread}");
        }
        assert!(!is_of_sled("src/main.rs", None));
    }
}
