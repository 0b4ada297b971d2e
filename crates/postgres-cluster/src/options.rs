//! How a server is to be. Not here: making it so.

use std::path::PathBuf;

/// How a server is made: for tests, unless something else is said. Nothing is synced to the disk, as only the machine's
/// own end would show it; a server that is killed keeps all it was told, as the system has it.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    pub(crate) settings: Vec<String>,
    pub(crate) port: Option<u16>,
    pub(crate) below: Option<PathBuf>,
    pub(crate) initdb: Vec<String>,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl ServerOptions {
    /// Small, for tests.
    pub fn new() -> Self {
        let settings = [
            "fsync=off",
            "shared_buffers=64MB",
            "max_connections=200",
            "max_wal_senders=4",
            "wal_keep_size=128MB",
            "checkpoint_timeout=30min",
            // What is killed leaves no shared memory behind but in its folder.
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

    /// With a setting of `postgresql.conf`, such as `fsync=on`; a later one counts.
    #[must_use]
    pub fn set(mut self, setting: &str) -> Self {
        self.settings.push(setting.to_owned());
        self
    }

    /// With a file beside its data that nobody else can read, such as a key. Settings name it as `{folder}/name`.
    #[must_use]
    pub fn with_file(mut self, name: &str, contents: impl Into<Vec<u8>>) -> Self {
        self.files.push((name.to_owned(), contents.into()));
        self
    }

    /// On this port instead of one that is free.
    #[must_use]
    pub fn on_port(mut self, port: u16) -> Self {
        self.port = Some(port);
        self
    }

    /// With its folder below this one instead of the system's folder for what passes.
    #[must_use]
    pub fn below(mut self, folder: impl Into<PathBuf>) -> Self {
        self.below = Some(folder.into());
        self
    }

    /// With a further word for `initdb`, such as `--wal-segsize=1`.
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
