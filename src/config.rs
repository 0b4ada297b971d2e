//! The configuration: defaults that run without any file, then `config.toml`, then environment variables. Not here:
//! what the settings do.

use std::{
    net::{IpAddr, Ipv4Addr},
    num::NonZero,
    path::{Path, PathBuf},
};

use adoube_service::{ComputerSettings, Level};
use serde::{Deserialize, Deserializer};

#[cfg(feature = "matrix")]
use crate::adapter::matrix::MatrixSettings;
use crate::{adapter::discord::DiscordSettings, choice, secret::Secret};

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

/// Connections to a database when nothing else is said.
const CONNECTIONS: NonZero<usize> = NonZero::new(48).unwrap();

/// The most days of vacation there can be in a year.
const MOST_VACATION_DAYS: u64 = 60;

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

/// A database for records, which several processes may share.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StoreConfig {
    /// Its address, with a password in it; records are in the folder when absent.
    pub url: Option<Secret>,
    /// The schema in the database.
    pub schema: String,
    /// How many connections there may be.
    pub connections: NonZero<usize>,
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self { url: None, schema: "adoube".to_owned(), connections: CONNECTIONS }
    }
}

/// What holds for all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GamesConfig {
    /// How many days of vacation a person has in any 365 days: 0 to 60.
    #[serde(deserialize_with = "vacation_days")]
    pub vacation_days: u64,
}

impl Default for GamesConfig {
    fn default() -> Self {
        Self { vacation_days: 28 }
    }
}

fn vacation_days<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let days = u64::deserialize(from)?;
    if days > MOST_VACATION_DAYS {
        let most = format!("{days} days of vacation are more than {MOST_VACATION_DAYS}");
        return Err(serde::de::Error::custom(most));
    }
    Ok(days)
}

/// The computer as an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ComputerConfig {
    /// Whether it plays at all.
    pub enabled: bool,
    /// How many threads think; all cores but one when absent.
    pub threads: Option<NonZero<usize>>,
    /// How strong it plays where nobody says it: 1 to 10.
    #[serde(deserialize_with = "level")]
    pub level: Level,
}

impl Default for ComputerConfig {
    fn default() -> Self {
        let ComputerSettings { enabled, level, .. } = ComputerSettings::default();
        Self { enabled, threads: None, level }
    }
}

impl ComputerConfig {
    /// The same as the service takes it.
    pub fn settings(&self) -> ComputerSettings {
        let Self { enabled, threads, level } = *self;
        let threads = threads.unwrap_or(ComputerSettings::default().threads);
        ComputerSettings { enabled, threads, level }
    }
}

fn level<'de, D: Deserializer<'de>>(from: D) -> Result<Level, D::Error> {
    let number = u8::deserialize(from)?;
    Level::new(number)
        .ok_or_else(|| serde::de::Error::custom(format!("there is no level {number}, only 1 to 10")))
}

/// The web chat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebConfig {
    /// The address to listen on.
    pub listen: IpAddr,
    /// The port to begin with; the next free one is taken. 0 lets the system choose.
    pub port: u16,
    /// Names people may use for this server besides its address, such as `chess.example.org`.
    pub hosts: Vec<String>,
    /// Names or ids of people who may abort the games of others.
    pub moderators: Vec<String>,
    /// Addresses of web servers in front of this one, which say where a request comes from.
    pub proxies: Vec<IpAddr>,
}

impl Default for WebConfig {
    fn default() -> Self {
        Self {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 8424,
            hosts: Vec::new(),
            moderators: Vec::new(),
            proxies: Vec::new(),
        }
    }
}

/// What is logged.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogConfig {
    /// A filter such as `info` or `adoube=debug,warn`.
    pub level: String,
    /// For people or for programs.
    pub format: LogFormat,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { level: "info".to_owned(), format: LogFormat::Text }
    }
}

/// How a line of the log looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl<'de> Deserialize<'de> for LogFormat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        choice::read(from, &[("text", Self::Text), ("json", Self::Json)])
    }
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
