//! Data types of one setting of the configuration: key, value, and where it is set.

use std::{fmt, path::PathBuf};

use super::value::Value;

/// Where a value is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ValueOrigin {
    /// In the configuration file.
    Line { file: PathBuf, line: usize },
    /// In an environment variable.
    Variable(String),
    /// In a file that an environment variable names.
    SecretFile { variable: String, file: PathBuf },
    /// In a credential that the service manager passes.
    Credential(PathBuf),
}

impl fmt::Display for ValueOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { file, line } => write!(f, "{}, line {line}", file.display()),
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::SecretFile { variable, file } => {
                write!(f, "file {} of environment variable {variable}", file.display())
            }
            Self::Credential(file) => write!(f, "credential {}", file.display()),
        }
    }
}

/// The name of a setting: a section and a key in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ConfigKey {
    pub(super) section: String,
    pub(super) name: String,
}

impl fmt::Display for ConfigKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.section, self.name)
    }
}

/// A setting.
#[derive(Clone)]
pub(super) struct ConfigEntry {
    pub(super) key: ConfigKey,
    pub(super) value: Value,
    pub(super) origin: ValueOrigin,
}
