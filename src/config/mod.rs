//! The configuration of the program: defaults, overlaid by `config.toml`, overlaid by the
//! environment. Checked key by key, so that each error has its place.

mod door;
mod entry;
mod environment;
mod error;
mod file;
mod games;
mod show;
mod store;
mod value;
mod web;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

#[cfg(not(feature = "postgres"))]
pub(crate) use self::store::WITHOUT_POSTGRES;
pub use self::{
    door::DoorConfig,
    error::{ConfigError, ConfigProblem},
    games::{ComputerConfig, GamesConfig},
    store::StoreConfig,
    web::WebConfig,
};
use self::{
    entry::{ConfigEntry, ConfigKey, ValueOrigin},
    environment::{Environment, EnvironmentSettings, SECRETS},
    file::FileSettings,
    value::{Value, ValueError},
};
use crate::logging::{LogConfig, LogFormat};
#[cfg(feature = "discord")]
use adoube_platform_discord::DiscordSettings;
#[cfg(feature = "matrix")]
use adoube_platform_matrix::MatrixSettings;

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The folder of the records.
    pub data: DataConfig,
    /// The database of the records, if they are in one.
    pub store: StoreConfig,
    /// All games.
    pub games: GamesConfig,
    /// The computer as an opponent.
    pub computer: ComputerConfig,
    /// The web chat.
    pub web: WebConfig,
    /// The chat door of the running program.
    pub door: DoorConfig,
    /// Discord.
    #[cfg(feature = "discord")]
    pub discord: DiscordSettings,
    /// Matrix.
    #[cfg(feature = "matrix")]
    pub matrix: MatrixSettings,
    /// The log.
    pub log: LogConfig,
}

/// The folder of the records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DataConfig {
    /// The folder; the platform's own place for data without it.
    #[serde(deserialize_with = "folder")]
    pub path: Option<PathBuf>,
}

fn folder<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    let folder = Option::<PathBuf>::deserialize(from)?;
    if folder.as_ref().is_some_and(|folder| folder.as_os_str().is_empty()) {
        return Err(D::Error::custom("it names no folder; take the key out for the usual one"));
    }
    Ok(folder)
}

/// A configuration as it was read.
pub struct LoadedConfig {
    /// The settings.
    pub config: Config,
    /// Warnings for the log, about variables that look like settings.
    pub warnings: Vec<String>,
    /// Where each key is set, unless it has its default.
    origins: BTreeMap<ConfigKey, ValueOrigin>,
}

impl Config {
    /// Reads the named file, else `config.toml` of the working folder if it exists, and the environment.
    ///
    /// # Errors
    ///
    /// The named file does not exist, a file cannot be read, a key is unknown, or a value is wrong: all of it, each with its
    /// place.
    pub fn read(file: Option<&Path>) -> Result<LoadedConfig, ConfigError> {
        merge(file::read(file), Environment::of_process().read())
    }
}

/// Overlays file and environment. Each key is read by itself first, so that every error has its place.
fn merge(file: FileSettings, environment: EnvironmentSettings) -> Result<LoadedConfig, ConfigError> {
    let mut problems = file.problems;
    let mut sections = Vec::new();
    for (section, origin) in file.sections {
        match check_section(&section, origin) {
            Ok(()) => sections.push(section),
            Err(problem) => problems.push(problem),
        }
    }
    let of_file = file.entries.into_iter().filter(|entry| sections.contains(&entry.key.section));
    let mut entries: BTreeMap<ConfigKey, ConfigEntry> =
        of_file.map(|entry| (entry.key.clone(), entry)).collect();
    for ConfigEntry { key, value, origin } in environment.entries {
        let value = match entries.remove(&key) {
            Some(ConfigEntry { value: of_file, .. }) => of_file.overlaid(value),
            None => value,
        };
        entries.insert(key.clone(), ConfigEntry { key, value, origin });
    }
    problems.extend(environment.problems);
    problems.extend(entries.values().filter_map(|entry| check(entry).err()));
    let config = if problems.is_empty() {
        whole(&entries).map_err(|problem| problems.push(problem)).ok()
    } else {
        None
    };
    let Some(config) = config else {
        problems.sort_by_key(ConfigProblem::line);
        return Err(ConfigError { problems, format: format(&entries) });
    };
    let origins = entries.into_iter().map(|(key, entry)| (key, entry.origin)).collect();
    Ok(LoadedConfig { config, warnings: environment.warnings, origins })
}

/// Reads all keys together.
fn whole(entries: &BTreeMap<ConfigKey, ConfigEntry>) -> Result<Config, ConfigProblem> {
    let mut sections: BTreeMap<String, Vec<(String, Value)>> = BTreeMap::new();
    for (key, entry) in entries {
        sections.entry(key.section.clone()).or_default().push((key.name.clone(), entry.value.clone()));
    }
    let sections = sections.into_iter().map(|(section, keys)| (section, Value::Table(keys))).collect();
    Config::deserialize(Value::Table(sections)).map_err(|error| ConfigProblem::Whole(error.to_string()))
}

fn check_section(section: &str, origin: ValueOrigin) -> Result<(), ConfigProblem> {
    let without_keys = Value::Table(vec![(section.to_owned(), Value::Table(Vec::new()))]);
    match Config::deserialize(without_keys) {
        Err(ValueError::UnknownKey(known)) => Err(no_section(section, origin, known)),
        Ok(_) | Err(ValueError::Wrong(_)) => Ok(()),
    }
}

fn no_section(section: &str, origin: ValueOrigin, known: &'static [&'static str]) -> ConfigProblem {
    let origin = Box::new(origin);
    // Sections of platforms that are built in do not come here.
    let left_out = [("discord", "Discord"), ("matrix", "Matrix")];
    if let Some((section, platform)) = left_out.into_iter().find(|(left_out, _)| *left_out == section) {
        return ConfigProblem::NotBuiltIn { origin, section, platform };
    }
    ConfigProblem::Section { origin, section: section.to_owned(), known }
}

/// Reads one key by itself.
fn check(entry: &ConfigEntry) -> Result<(), ConfigProblem> {
    let ConfigEntry { key, value, origin } = entry;
    let keys = Value::Table(vec![(key.name.clone(), value.clone())]);
    let alone = Value::Table(vec![(key.section.clone(), keys)]);
    let Err(error) = serde_path_to_error::deserialize::<_, Config>(alone) else { return Ok(()) };
    let place = error.path().to_string();
    let origin = Box::new(origin.clone());
    Err(match error.into_inner() {
        ValueError::UnknownKey(known) if place == key.section => no_section(&key.section, *origin, known),
        ValueError::UnknownKey(known) => {
            let (section, name) = place.rsplit_once('.').unwrap_or((&key.section, &key.name));
            ConfigProblem::Key {
                origin,
                key: ConfigKey { section: section.to_owned(), name: name.to_owned() },
                known,
            }
        }
        ValueError::Wrong(reason) => {
            let is_secret = SECRETS.contains(&key.to_string().as_str());
            let at = place.strip_prefix(&key.to_string()).unwrap_or_default();
            let value = if is_secret { "what it is set to".to_owned() } else { value.at(at).to_string() };
            ConfigProblem::Value { origin, key: format!("{key}{at}"), value, reason }
        }
    })
}

/// The format of the log, also from a configuration that cannot be used.
fn format(entries: &BTreeMap<ConfigKey, ConfigEntry>) -> LogFormat {
    let key = ConfigKey { section: "log".to_owned(), name: "format".to_owned() };
    let given = entries.get(&key).map(|entry| entry.value.clone());
    given.and_then(|value| LogFormat::deserialize(value).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
