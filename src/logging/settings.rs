//! The section `[log]` of the configuration: level and format of the log.

use adoube_platform::setting_words;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use super::filter;

/// The settings of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogConfig {
    /// A filter such as `info` or `adoube=debug,warn`.
    #[serde(deserialize_with = "level")]
    pub level: String,
    /// For people or for programs.
    pub format: LogFormat,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { level: "info".to_owned(), format: LogFormat::Text }
    }
}

fn level<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let level = String::deserialize(from)?;
    filter::check(&level).map_err(D::Error::custom)?;
    Ok(level)
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

impl<'de> Deserialize<'de> for LogFormat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        setting_words::read(from, &[("text", Self::Text), ("json", Self::Json)])
    }
}
