//! Captures the output of the processes that a test starts, and keeps it if the test fails. Not
//! here: what they are.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{self, Stdio},
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
};

/// A file that stays after a failure alone.
pub struct Journal {
    path: PathBuf,
    keep: AtomicBool,
}

impl Journal {
    pub fn new(of: &str) -> Self {
        let name = format!("matrix-{of}-{}-{}.log", process::id(), fresh());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        File::create(&path).expect("a file");
        Self { path, keep: false.into() }
    }

    /// The same file for another writer.
    pub fn writer(&self) -> File {
        File::options().append(true).open(&self.path).expect("a file")
    }

    pub fn as_output(&self) -> Stdio {
        self.writer().into()
    }

    /// All of it.
    pub fn whole(&self) -> String {
        fs::read_to_string(&self.path).unwrap_or_default()
    }

    /// Its last lines.
    pub fn end(&self) -> String {
        let text = self.whole();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }

    /// Keeps it, because somebody will want to read it.
    pub fn keep(&self) {
        if !self.keep.swap(true, Ordering::Relaxed) {
            eprintln!("see {}", self.path.display());
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.keep();
        }
        if !self.keep.load(Ordering::Relaxed) {
            // Nobody misses it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A number nothing else in this run has.
pub fn fresh() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
