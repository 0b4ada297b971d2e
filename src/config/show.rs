//! Prints the configuration in effect as TOML, with the origin of each value, for
//! `adoube config show`.

use std::fmt::Write as _;

use serde_json::Value as Json;

use super::{ConfigKey, LoadedConfig};

/// The origin of a value that is set nowhere.
const DEFAULT: &str = "default";

impl LoadedConfig {
    /// The configuration in effect as TOML: each value with its origin, keys without a value as comments, secrets hidden.
    pub fn show(&self) -> String {
        let mut shown = String::new();
        // Settings are numbers, texts and lists, which can always be written.
        let Ok(Json::Object(sections)) = serde_json::to_value(&self.config) else { return shown };
        for (section, keys) in sections {
            let Json::Object(keys) = keys else { continue };
            let _ = writeln!(shown, "{}[{section}]", if shown.is_empty() { "" } else { "\n" });
            for (name, value) in keys {
                let key = ConfigKey { section: section.clone(), name: name.clone() };
                let origin = self.origins.get(&key).map_or(DEFAULT.to_owned(), ToString::to_string);
                // A line break in a name would end the comment.
                let origin = origin.replace(char::is_control, " ");
                let _ = match toml::Value::try_from(&value) {
                    Ok(value) => writeln!(shown, "{name} = {value} # {origin}"),
                    Err(_) => writeln!(shown, "# {name} is not set"),
                };
            }
        }
        shown
    }
}
