//! Error types of the configuration, each with the place of the wrong setting.

use std::{fmt, io, path::PathBuf};

use super::entry::{ConfigKey, ValueOrigin};
use crate::logging::LogFormat;

/// A configuration that cannot be used, with everything that is wrong.
#[derive(Debug)]
pub struct ConfigError {
    /// In the order of the file.
    pub problems: Vec<ConfigProblem>,
    /// The configured format of the log, if it can be read: errors are printed in it.
    pub format: LogFormat,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [problem] = &self.problems[..] {
            return problem.fmt(f);
        }
        write!(f, "the configuration has {} errors:", self.problems.len())?;
        self.problems.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
    }
}

impl std::error::Error for ConfigError {}

/// One thing that is wrong with a configuration.
#[derive(Debug, thiserror::Error)]
#[expect(private_interfaces, reason = "a problem is told, not taken apart")]
pub enum ConfigProblem {
    /// The named file does not exist.
    #[error("there is no configuration file {}", .0.display())]
    Missing(PathBuf),
    /// The file is there and cannot be read.
    #[error("the configuration file {} cannot be read: {error}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// The file is a link that leads nowhere.
    #[error("the configuration file {} is a link to a file that is not there", .0.display())]
    DeadLink(PathBuf),
    /// The file is too large.
    #[error("the configuration file {} is larger than {limit} bytes", .file.display())]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// The file is not UTF-8.
    #[error("{}, line {line}: the file is not UTF-8", .file.display())]
    NoText {
        /// The file.
        file: PathBuf,
        /// The line of the first wrong byte.
        line: usize,
    },
    /// The file is not TOML.
    #[error("{}, line {line}, column {column}: {message}", .file.display())]
    Syntax {
        /// The file.
        file: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The character in it, counted from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// There is no such section.
    #[error("{origin}: there is no section [{section}], only {}", .known.join(", "))]
    Section {
        /// Where it is set.
        origin: Box<ValueOrigin>,
        /// Its name.
        section: String,
        /// The sections there are.
        known: &'static [&'static str],
    },
    /// There is no such key.
    #[error(
        "{origin}: there is no key {key}; [{section}] has {known}",
        section = .key.section, known = .known.join(", ")
    )]
    Key {
        /// Where it is set.
        origin: Box<ValueOrigin>,
        /// Its name.
        key: ConfigKey,
        /// The keys of the section.
        known: &'static [&'static str],
    },
    /// A key has a wrong value.
    #[error("{origin}: {key} cannot be {value}: {reason}")]
    Value {
        /// Where it is set.
        origin: Box<ValueOrigin>,
        /// The key, with the place in its list.
        key: String,
        /// The value, unless it is a secret.
        value: String,
        /// The values that are allowed.
        reason: String,
    },
    /// An environment variable has the form of a setting and is none.
    #[error("environment variable {0} belongs to no key; that of web.port is ADOUBE_WEB__PORT")]
    Variable(String),
    /// An environment variable is not UTF-8.
    #[error("environment variable {0} is not UTF-8")]
    VariableNoText(String),
    /// The file of a secret cannot be used.
    #[error("{origin}: {reason}")]
    Secret {
        /// Which file.
        origin: Box<ValueOrigin>,
        /// What is wrong with it.
        reason: String,
    },
    /// A secret is set in two places.
    #[error("{key} is given twice, by {one} and by {other}: take one of them out")]
    Twice {
        /// Its name.
        key: ConfigKey,
        /// One place.
        one: Box<ValueOrigin>,
        /// Another one.
        other: Box<ValueOrigin>,
    },
    /// Keys contradict one another.
    #[error("the configuration cannot be used: {0}")]
    Whole(String),
    /// The section is for a platform that this program was built without.
    #[error(
        "{origin}: this is a setting for {platform}, but this program was built without it: build it with `--features {section}`, \
         or take [{section}] out"
    )]
    NotBuiltIn {
        /// Where it is set.
        origin: Box<ValueOrigin>,
        /// Its name, which is that of the feature.
        section: &'static str,
        /// The platform, as people call it.
        platform: &'static str,
    },
}

impl ConfigProblem {
    /// The line in the file. Problems without a line come first.
    pub(super) fn line(&self) -> usize {
        match self {
            Self::NoText { line, .. } | Self::Syntax { line, .. } => *line,
            Self::Section { origin, .. }
            | Self::Key { origin, .. }
            | Self::Value { origin, .. }
            | Self::NotBuiltIn { origin, .. } => match **origin {
                ValueOrigin::Line { line, .. } => line,
                _ => 0,
            },
            _ => 0,
        }
    }
}
