//! Reads settings from the environment: variables, secret files that variables name, and
//! credentials of the service manager.

use std::{
    env,
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use super::{
    entry::{ConfigEntry, ConfigKey, ValueOrigin},
    error::ConfigProblem,
    value::Value,
};

/// The beginning of variables for settings. A dot in a key is two underscores: `ADOUBE_WEB__PORT`.
const PREFIX: &str = "ADOUBE_";
/// Between section and key.
const SEPARATOR: &str = "__";
/// The end of variables that name the file of a secret.
const FILE: &str = "_file";
/// The variable in which systemd names the folder with the credentials of a service.
const CREDENTIALS: &str = "CREDENTIALS_DIRECTORY";
/// The most bytes of a secret.
const MAX_BYTES: u64 = 64 * 1024;

/// The keys of secrets, which can be in files of their own.
pub(super) const SECRETS: [&str; 7] = [
    "store.url",
    "door.token",
    "discord.token",
    "matrix.password",
    "matrix.access_token",
    "matrix.passphrase",
    "matrix.recovery_key",
];

/// Variables of the project's own tests and builds, without the prefix.
const OF_TESTS: [&str; 27] = [
    "BENCH_DISCORD",
    "BENCH_FOLDER",
    "COMMIT",
    "DATABASE_KILLS",
    "EACH",
    "FAILOVERS",
    "FAULTS",
    "FRESH_SEED",
    "FUZZ_MATRIX",
    "FUZZ_SECONDS",
    "GAMES",
    "HELD_SECONDS",
    "LINES",
    "PATRONI_FAILOVERS",
    "PICTURES",
    "PLIES",
    "PROGRAM",
    "PROGRAM_KILLS",
    "REPORT",
    "REWRITE_GOLDENS",
    "ROOMS",
    "RUNS",
    "SCHEDULES",
    "SEED",
    "SEEDS",
    "SOAK_SECONDS",
    "SECONDS",
];

/// The settings of the environment.
#[derive(Default)]
pub(super) struct EnvironmentSettings {
    pub(super) entries: Vec<ConfigEntry>,
    pub(super) problems: Vec<ConfigProblem>,
    /// Variables that look like settings and are none.
    pub(super) warnings: Vec<String>,
}

/// Variables and credentials as they were at the start.
#[derive(Default)]
pub(super) struct Environment {
    /// Names and texts; `None` if not UTF-8.
    variables: Vec<(String, Option<String>)>,
    credentials: Option<PathBuf>,
}

impl Environment {
    /// The environment of this process.
    pub(super) fn of_process() -> Self {
        let names = env::vars_os().map(|(name, value)| (name.to_string_lossy().into_owned(), value));
        let is_ours = |name: &str| name.to_ascii_uppercase().starts_with(PREFIX);
        let ours = names.filter(|(name, _)| is_ours(name));
        let variables = ours.map(|(name, value)| (name, value.into_string().ok())).collect();
        let credentials = env::var_os(CREDENTIALS).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        Self::new(variables, credentials)
    }

    /// An environment with these variables and the folder of credentials.
    pub(super) fn new(mut variables: Vec<(String, Option<String>)>, credentials: Option<PathBuf>) -> Self {
        variables.sort();
        Self { variables, credentials }
    }

    /// Reads the settings, with the files of secrets.
    pub(super) fn read(&self) -> EnvironmentSettings {
        let mut settings = EnvironmentSettings::default();
        for (name, text) in &self.variables {
            let rest = name.to_ascii_lowercase().split_off(PREFIX.len());
            if OF_TESTS.contains(&rest.to_ascii_uppercase().as_str()) || rest.starts_with("test_") {
                continue;
            }
            let Some((section, key)) = rest.split_once(SEPARATOR) else {
                settings.add_foreign(name);
                continue;
            };
            let Some(text) = text else {
                settings.problems.push(ConfigProblem::VariableNoText(name.clone()));
                continue;
            };
            // The key of a nested section has a further separator.
            let (key, within) =
                key.split_once(SEPARATOR).map_or((key, None), |(key, rest)| (key, Some(rest)));
            let key = ConfigKey { section: section.to_owned(), name: key.to_owned() };
            let value = Value::Variable(text.clone());
            match (key.of_file(), within) {
                (Some(key), None) => settings.add_named_file(key, name, text),
                (_, None) => settings.add(key, value, ValueOrigin::Variable(name.clone())),
                (_, Some(within)) => {
                    let value = Value::Table(vec![(within.to_owned(), value)]);
                    settings.add(key, value, ValueOrigin::Variable(name.clone()));
                }
            }
        }
        if let Some(folder) = &self.credentials {
            settings.add_credentials(folder);
        }
        settings
    }
}

impl ConfigKey {
    fn is_secret(&self) -> bool {
        SECRETS.contains(&self.to_string().as_str())
    }

    /// The key of the secret, if this is the name of a variable for its file.
    fn of_file(&self) -> Option<Self> {
        let name = self.name.strip_suffix(FILE)?.to_owned();
        Some(Self { section: self.section.clone(), name }).filter(Self::is_secret)
    }
}

impl EnvironmentSettings {
    /// Handles a variable that is no setting. Kubernetes and Docker create some for services called adoube.
    fn add_foreign(&mut self, name: &str) {
        if name.contains(SEPARATOR) {
            return self.problems.push(ConfigProblem::Variable(name.to_owned()));
        }
        self.warnings.push(format!(
            "environment variable {name} is no setting and has no effect: settings have two underscores in their names, such \
             as ADOUBE_WEB__PORT"
        ));
    }

    /// Adds a setting. A secret that is set twice is a problem. An empty variable counts only if nothing else is set.
    fn add(&mut self, key: ConfigKey, value: Value, origin: ValueOrigin) {
        let is_empty = |value: &Value| matches!(value, Value::Variable(text) if text.is_empty());
        let Some(there) = self.entries.iter_mut().find(|entry| entry.key == key) else {
            return self.entries.push(ConfigEntry { key, value, origin });
        };
        match (&mut there.value, value) {
            (Value::Table(keys), Value::Table(others)) => keys.extend(others),
            (empty, value) if is_empty(empty) => (there.value, there.origin) = (value, origin),
            (_, value) if is_empty(&value) => {}
            _ => {
                let one = Box::new(there.origin.clone());
                self.problems.push(ConfigProblem::Twice { key, one, other: Box::new(origin) });
            }
        }
    }

    fn add_named_file(&mut self, key: ConfigKey, variable: &str, file: &str) {
        if file.is_empty() {
            return;
        }
        let origin = ValueOrigin::SecretFile { variable: variable.to_owned(), file: file.into() };
        match secret(Path::new(file)) {
            Ok(secret) => self.add(key, Value::Variable(secret), origin),
            Err(reason) => {
                self.problems
                    .push(ConfigProblem::Secret { origin: Box::new(origin), reason: reason.to_string() });
            }
        }
    }

    fn add_credentials(&mut self, folder: &Path) {
        for key in SECRETS {
            let Some((section, name)) = key.split_once('.') else { continue };
            let file = folder.join(key);
            let origin = ValueOrigin::Credential(file.clone());
            match secret(&file) {
                Ok(secret) => {
                    let key = ConfigKey { section: section.to_owned(), name: name.to_owned() };
                    self.add(key, Value::Variable(secret), origin);
                }
                Err(SecretError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
                Err(reason) => self
                    .problems
                    .push(ConfigProblem::Secret { origin: Box::new(origin), reason: reason.to_string() }),
            }
        }
    }
}

/// Why a file is no secret. Never shows the contents.
#[derive(Debug, thiserror::Error)]
enum SecretError {
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("it is larger than {MAX_BYTES} bytes, so it is no secret")]
    TooLarge,
    #[error("it is not UTF-8")]
    NoText,
    #[error("it is empty")]
    Empty,
}

/// The secret in a file, without the line break at the end.
fn secret(file: &Path) -> Result<String, SecretError> {
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(SecretError::TooLarge);
    }
    let text = String::from_utf8(bytes).map_err(|_| SecretError::NoText)?;
    let text = text.trim_end_matches(['\r', '\n']);
    if text.trim().is_empty() { Err(SecretError::Empty) } else { Ok(text.to_owned()) }
}
