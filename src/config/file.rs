//! Reads the configuration file: TOML, with the line of each key.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::Path,
};

use toml::de::{DeTable, DeValue};

use super::{
    entry::{ConfigEntry, ConfigKey, ValueOrigin},
    error::ConfigProblem,
    value::Value,
};

/// The file that is read when none is named, if it exists.
const DEFAULT_FILE: &str = "config.toml";
/// The most bytes of a file.
const MAX_BYTES: u64 = 1024 * 1024;

/// The settings of a file.
#[derive(Default)]
pub(super) struct FileSettings {
    /// The sections, also those without keys.
    pub(super) sections: Vec<(String, ValueOrigin)>,
    pub(super) entries: Vec<ConfigEntry>,
    pub(super) problems: Vec<ConfigProblem>,
}

/// Reads the named file, else `config.toml` of the working folder if it exists.
pub(super) fn read(named: Option<&Path>) -> FileSettings {
    let file = named.unwrap_or(Path::new(DEFAULT_FILE));
    match text(file, named.is_some()) {
        Ok(Some(text)) => parse(file, &text),
        Ok(None) => FileSettings::default(),
        Err(problem) => FileSettings { problems: vec![problem], ..FileSettings::default() },
    }
}

/// The text of a file. Only the default file may be missing.
fn text(file: &Path, is_named: bool) -> Result<Option<String>, ConfigProblem> {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|open| open.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    match read {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return if fs::symlink_metadata(file).is_ok() {
                Err(ConfigProblem::DeadLink(file.to_owned()))
            } else if is_named {
                Err(ConfigProblem::Missing(file.to_owned()))
            } else {
                Ok(None)
            };
        }
        Err(error) => return Err(ConfigProblem::Unreadable { file: file.to_owned(), error }),
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ConfigProblem::TooLarge { file: file.to_owned(), limit: MAX_BYTES });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ConfigProblem::NoText { file: file.to_owned(), line: line(before) }
    })?;
    Ok(Some(text))
}

/// The number of the line after these bytes, counted from 1.
fn line(before: &[u8]) -> usize {
    before.split(|byte| *byte == b'\n').count()
}

pub(super) fn parse(file: &Path, text: &str) -> FileSettings {
    let mut settings = FileSettings::default();
    let before = |end: usize| &text.as_bytes()[..end.min(text.len())];
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            // The error of the parser would show the line, which may hold a secret.
            let before = before(error.span().map_or(0, |span| span.start));
            let in_line = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
            settings.problems.push(ConfigProblem::Syntax {
                file: file.to_owned(),
                line: line(before),
                column: 1 + String::from_utf8_lossy(in_line).chars().count(),
                message: error.message().to_owned(),
            });
            return settings;
        }
    };
    let origin = |start: usize| ValueOrigin::Line { file: file.to_owned(), line: line(before(start)) };
    for (section, keys) in table {
        let at = origin(section.span().start);
        let section = section.into_inner().into_owned();
        let keys = match keys.into_inner() {
            DeValue::Table(keys) => keys,
            other => {
                settings.problems.push(ConfigProblem::Value {
                    origin: Box::new(at),
                    key: section,
                    value: value(other).to_string(),
                    reason: "keys stand in a section, such as [web]".to_owned(),
                });
                continue;
            }
        };
        settings.sections.push((section.clone(), at));
        settings.entries.extend(keys.into_iter().map(|(name, given)| ConfigEntry {
            origin: origin(name.span().start),
            key: ConfigKey { section: section.clone(), name: name.into_inner().into_owned() },
            value: value(given.into_inner()),
        }));
    }
    settings
}

fn value(given: DeValue<'_>) -> Value {
    match given {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
            .map_or_else(|_| Value::Other(number.to_string()), Value::Number),
        DeValue::Boolean(is_so) => Value::Boolean(is_so),
        DeValue::Float(number) => Value::Other(number.to_string()),
        DeValue::Datetime(moment) => Value::Other(moment.to_string()),
        DeValue::Array(values) => {
            Value::List(values.into_iter().map(|given| value(given.into_inner())).collect())
        }
        DeValue::Table(values) => {
            let values = values.into_iter();
            Value::Table(
                values
                    .map(|(key, given)| (key.into_inner().into_owned(), value(given.into_inner())))
                    .collect(),
            )
        }
    }
}
