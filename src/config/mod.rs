//! The configuration: defaults that run without any file, then `config.toml`, then environment variables. Not here: the
//! sections, each in its own file; what the settings do.

mod games;
mod log;
mod store;
mod web;

use std::path::{Path, PathBuf};

use serde::Deserialize;

pub use self::{
    games::{ComputerConfig, GamesConfig},
    log::{LogConfig, LogFormat},
    store::StoreConfig,
    web::WebConfig,
};
use crate::adapter::discord::DiscordSettings;
#[cfg(feature = "matrix")]
use crate::adapter::matrix::MatrixSettings;

/// The file read when none is named, if it is there.
const DEFAULT_FILE: &str = "config.toml";

/// Environment variables begin with this; a dot in a key is two underscores: `ADOUBE_WEB__PORT`.
const ENVIRONMENT_PREFIX: &str = "ADOUBE";

/// Variables that are words as they stand: a password of digits is no number, and keeps its zeros.
const WORDS: [&str; 9] = [
    "ADOUBE_STORE__URL",
    "ADOUBE_STORE__SCHEMA",
    "ADOUBE_DISCORD__TOKEN",
    "ADOUBE_MATRIX__PASSWORD",
    "ADOUBE_MATRIX__ACCESS_TOKEN",
    "ADOUBE_MATRIX__DEVICE_ID",
    "ADOUBE_MATRIX__PASSPHRASE",
    "ADOUBE_MATRIX__RECOVERY_KEY",
    "ADOUBE_MATRIX__USER",
];

/// Everything that can be set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where records are kept.
    pub data: DataConfig,
    /// Where records are kept when they are in no folder.
    pub store: StoreConfig,
    /// What holds for all games.
    pub games: GamesConfig,
    /// The computer as an opponent.
    pub computer: ComputerConfig,
    /// The web chat.
    pub web: WebConfig,
    /// Discord.
    pub discord: DiscordSettings,
    /// Matrix.
    #[cfg(feature = "matrix")]
    pub matrix: MatrixSettings,
    /// Something about Matrix, of which this program knows nothing.
    #[cfg(not(feature = "matrix"))]
    matrix: Mentioned,
    /// What is logged.
    pub log: LogConfig,
}

/// Whether there is anything, whatever it is.
#[cfg(not(feature = "matrix"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "serde::de::IgnoredAny")]
struct Mentioned(bool);

#[cfg(not(feature = "matrix"))]
impl From<serde::de::IgnoredAny> for Mentioned {
    fn from(_: serde::de::IgnoredAny) -> Self {
        Self(true)
    }
}

/// Where records are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DataConfig {
    /// The folder; the platform's own place for data when absent.
    pub path: Option<PathBuf>,
}

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file named does not exist.
    #[error("there is no configuration file {}", .0.display())]
    Missing(PathBuf),
    /// A key is unknown or has a value it cannot have.
    #[error("the configuration cannot be used: {0}")]
    Bad(#[from] config::ConfigError),
    /// There are settings for a part that was left out of this program.
    #[error(
        "the configuration has settings for Matrix, but this program was built without it: build it with `--features matrix`, or take [matrix] out"
    )]
    NoMatrix,
}

impl Config {
    /// Reads the named file, or `config.toml` here if there is one, and the environment.
    ///
    /// # Errors
    ///
    /// A named file that does not exist; an unknown key or a wrong value, named with where it stands.
    pub fn read(file: Option<&Path>) -> Result<Self, ConfigError> {
        if let Some(file) = file.filter(|file| !file.exists()) {
            return Err(ConfigError::Missing(file.to_owned()));
        }
        let path = file.unwrap_or(Path::new(DEFAULT_FILE));
        let named = config::File::from(path).format(config::FileFormat::Toml).required(file.is_some());
        let environment = config::Environment::with_prefix(ENVIRONMENT_PREFIX)
            .prefix_separator("_")
            .separator("__")
            .list_separator(",")
            .with_list_parse_key("web.hosts")
            .with_list_parse_key("web.moderators")
            .with_list_parse_key("web.proxies")
            .with_list_parse_key("web.security.contact")
            .with_list_parse_key("discord.guilds")
            .with_list_parse_key("matrix.allow")
            .with_list_parse_key("matrix.deny")
            .with_list_parse_key("matrix.captions_apart")
            .try_parsing(true);
        let words = WORDS.into_iter().filter_map(|name| Some((name.to_owned(), std::env::var(name).ok()?)));
        let words = config::Environment::with_prefix(ENVIRONMENT_PREFIX)
            .prefix_separator("_")
            .separator("__")
            .source(Some(words.collect()));
        let sources = config::Config::builder().add_source(named).add_source(environment).add_source(words);
        let read = sources.build()?;
        let read: Self = read.try_deserialize()?;
        #[cfg(not(feature = "matrix"))]
        if read.matrix.0 {
            return Err(ConfigError::NoMatrix);
        }
        Ok(read)
    }
}
