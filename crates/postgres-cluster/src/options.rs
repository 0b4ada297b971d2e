//! Options of a test server: settings of PostgreSQL, files, port and folder.

use std::path::PathBuf;

/// Options of a server, by default for tests: nothing is synced to disk. A killed server still loses nothing, as the operating
/// system has its writes.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    pub(crate) settings: Vec<String>,
    pub(crate) port: Option<u16>,
    pub(crate) below: Option<PathBuf>,
    pub(crate) initdb: Vec<String>,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl ServerOptions {
    /// A small server for tests.
    pub fn new() -> Self {
        let settings = [
            "fsync=off",
            "shared_buffers=64MB",
            "max_connections=200",
            "max_wal_senders=4",
            "wal_keep_size=128MB",
            "checkpoint_timeout=30min",
            // A killed server leaves shared memory in its folder only.
            "dynamic_shared_memory_type=mmap",
        ];
        Self {
            settings: settings.map(str::to_owned).into(),
            port: None,
            below: None,
            initdb: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Adds a setting of `postgresql.conf`, such as `fsync=on`. The last one counts.
    #[must_use]
    pub fn set(mut self, setting: &str) -> Self {
        self.settings.push(setting.to_owned());
        self
    }

    /// Adds a file that other users cannot read, such as a key. Settings name it as `{folder}/name`.
    #[must_use]
    pub fn with_file(mut self, name: &str, contents: impl Into<Vec<u8>>) -> Self {
        self.files.push((name.to_owned(), contents.into()));
        self
    }

    /// Sets the port, in place of a free one.
    #[must_use]
    pub fn on_port(mut self, port: u16) -> Self {
        self.port = Some(port);
        self
    }

    /// Sets the parent of the server's folder, in place of the system's temporary folder.
    #[must_use]
    pub fn below(mut self, folder: impl Into<PathBuf>) -> Self {
        self.below = Some(folder.into());
        self
    }

    /// Adds an argument for `initdb`, such as `--wal-segsize=1`.
    #[must_use]
    pub fn made_with(mut self, word: &str) -> Self {
        self.initdb.push(word.to_owned());
        self
    }
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self::new()
    }
}
