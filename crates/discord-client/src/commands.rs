//! Types that describe application commands (slash commands, and context-menu commands on users and
//! messages), and their JSON for Discord. Not here: which commands the bot has (its caller), their
//! registration (`command_registration`), the interactions they cause (`interaction_payload`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::installation::Installations;

/// Most characters of a command's or option's name.
const NAME: usize = 32;
/// Most characters of a description, and of a choice.
const DESCRIPTION: usize = 100;
/// Option types; <https://discord.com/developers/docs/interactions/application-commands>.
const TEXT: u8 = 3;
const NUMBER: u8 = 4;
const USER: u8 = 6;
/// Command types: slash commands, and those in the menu of a user and of a message;
/// `#user-commands`, `#message-commands`.
pub(crate) const CHAT_INPUT: u8 = 1;
const ON_PERSON: u8 = 2;
const ON_MESSAGE: u8 = 3;
/// Interaction contexts: servers, the bot's own direct messages, direct messages between people.
const IN_A_SERVER: u8 = 0;
const WITH_THE_BOT: u8 = 1;
const BETWEEN_PEOPLE: u8 = 2;

/// A command of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandDescription {
    /// Where people find it.
    pub kind: CommandKind,
    /// Its name. In a slash command's name every character but lower-case letters and digits
    /// becomes one, or `-`.
    pub name: LocalizedText,
    /// Its description; only slash commands have one.
    pub description: LocalizedText,
    /// Its options; only slash commands have any.
    pub options: Vec<DescribedOption>,
}

/// Where people find a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    /// Typed after a slash.
    Slash,
    /// In the context menu of a user.
    UserMenu,
    /// In the context menu of a message.
    MessageMenu,
}

/// Discord's locale codes; <https://discord.com/developers/docs/reference#locales>. It accepts no
/// others.
pub const LANGUAGES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk",
    "vi", "zh-CN", "zh-TW",
];

/// A text with its translations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalizedText {
    /// The text for every locale without a translation.
    pub text: String,
    /// Translations by Discord's locale code.
    pub others: BTreeMap<String, String>,
}

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedOption {
    /// Its name, under the rules for command names.
    pub name: LocalizedText,
    /// Its description.
    pub description: LocalizedText,
    /// Its type.
    pub form: DescribedOptionKind,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DescribedOptionKind {
    /// Any text, with autocompletion by the bot.
    Text,
    /// A whole number within bounds.
    Number {
        /// The smallest allowed number.
        least: i64,
        /// The largest allowed number.
        most: i64,
    },
    /// A user.
    Person,
    /// One of these choices.
    Choices(Vec<OptionChoice>),
}

/// A choice of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionChoice {
    /// The label people see.
    pub label: LocalizedText,
    /// The value the bot receives.
    pub value: String,
}

/// A command object. Fields that Discord adds (ids, versions) are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SlashCommand {
    #[serde(rename = "type", default = "chat_input")]
    kind: u8,
    name: String,
    #[serde(default, deserialize_with = "or_none")]
    name_localizations: BTreeMap<String, String>,
    description: String,
    #[serde(default, deserialize_with = "or_none")]
    description_localizations: BTreeMap<String, String>,
    #[serde(default, deserialize_with = "or_none")]
    options: Vec<SlashOption>,
    /// Only of commands that are registered everywhere.
    #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
    pub(crate) integration_types: Vec<u8>,
    /// Only of commands that are registered everywhere.
    #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
    pub(crate) contexts: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SlashOption {
    #[serde(rename = "type")]
    kind: u8,
    name: String,
    #[serde(default, deserialize_with = "or_none")]
    name_localizations: BTreeMap<String, String>,
    description: String,
    #[serde(default, deserialize_with = "or_none")]
    description_localizations: BTreeMap<String, String>,
    #[serde(default)]
    required: bool,
    #[serde(default, deserialize_with = "or_none", skip_serializing_if = "Vec::is_empty")]
    choices: Vec<SlashChoice>,
    /// Bounds of a number;
    /// <https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-structure>.
    #[serde(default, deserialize_with = "bound", skip_serializing_if = "Option::is_none")]
    min_value: Option<i64>,
    #[serde(default, deserialize_with = "bound", skip_serializing_if = "Option::is_none")]
    max_value: Option<i64>,
    #[serde(default)]
    autocomplete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SlashChoice {
    name: String,
    #[serde(default, deserialize_with = "or_none")]
    name_localizations: BTreeMap<String, String>,
    value: String,
}

fn chat_input() -> u8 {
    CHAT_INPUT
}

/// A missing value may be `null`.
fn or_none<'de, D: serde::Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

/// A bound of a whole number, which may be written as 3.0.
fn bound<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    let bound = Option::<serde_json::Number>::deserialize(from)?;
    #[expect(clippy::cast_possible_truncation, reason = "the bot's own bounds are whole and small")]
    let whole =
        |bound: serde_json::Number| bound.as_i64().or_else(|| bound.as_f64().map(|bound| bound as i64));
    Ok(bound.and_then(whole))
}

impl LocalizedText {
    /// The text and its translations in the accepted form. Discord drops translations equal to the
    /// text.
    fn taken(&self, form: impl Fn(&str) -> String) -> (String, BTreeMap<String, String>) {
        let text = form(&self.text);
        let others = self.others.iter().map(|(language, other)| (language.clone(), form(other)));
        let others = others.filter(|(_, other)| *other != text).collect();
        (text, others)
    }
}

impl CommandDescription {
    /// The command object for one server, or for everywhere where `everywhere` is given.
    pub(crate) fn on_the_wire(&self, everywhere: Option<&Installations>) -> SlashCommand {
        let (name, name_localizations) = match self.kind {
            CommandKind::Slash => self.name.taken(name),
            CommandKind::UserMenu | CommandKind::MessageMenu => self.name.taken(entry),
        };
        let (description, description_localizations) = self.description.taken(described);
        SlashCommand {
            kind: match self.kind {
                CommandKind::Slash => CHAT_INPUT,
                CommandKind::UserMenu => ON_PERSON,
                CommandKind::MessageMenu => ON_MESSAGE,
            },
            name,
            name_localizations,
            description,
            description_localizations,
            options: self.options.iter().map(DescribedOption::on_the_wire).collect(),
            integration_types: everywhere.map(Installations::types).unwrap_or_default(),
            contexts: everywhere.map(contexts).unwrap_or_default(),
        }
    }
}

impl DescribedOption {
    fn on_the_wire(&self) -> SlashOption {
        let (name, name_localizations) = self.name.taken(name);
        let (description, description_localizations) = self.description.taken(described);
        let choices = match &self.form {
            DescribedOptionKind::Choices(choices) => choices.as_slice(),
            DescribedOptionKind::Text | DescribedOptionKind::Number { .. } | DescribedOptionKind::Person => {
                &[]
            }
        };
        let (min_value, max_value) = match self.form {
            DescribedOptionKind::Number { least, most } => (Some(least), Some(most)),
            _ => (None, None),
        };
        SlashOption {
            kind: match self.form {
                DescribedOptionKind::Person => USER,
                DescribedOptionKind::Number { .. } => NUMBER,
                DescribedOptionKind::Choices(_) | DescribedOptionKind::Text => TEXT,
            },
            name,
            name_localizations,
            description,
            description_localizations,
            required: false,
            choices: choices.iter().map(OptionChoice::on_the_wire).collect(),
            min_value,
            max_value,
            autocomplete: self.form == DescribedOptionKind::Text,
        }
    }
}

impl OptionChoice {
    fn on_the_wire(&self) -> SlashChoice {
        let (name, name_localizations) = self.label.taken(described);
        SlashChoice { name, name_localizations, value: self.value.clone() }
    }
}

/// Only an installation for oneself works between people.
fn contexts(installations: &Installations) -> Vec<u8> {
    let between = installations.for_oneself().then_some(BETWEEN_PEOPLE);
    [IN_A_SERVER, WITH_THE_BOT].into_iter().chain(between).collect()
}

/// A valid name of a slash command: lower-case letters, digits, `-` and `_`.
fn name(text: &str) -> String {
    let character = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    text.trim().to_lowercase().chars().map(character).take(NAME).collect()
}

/// A valid name of a menu command, which may have capitals and spaces.
fn entry(text: &str) -> String {
    text.trim().chars().take(NAME).collect()
}

/// A description of at most the allowed length, cut between words.
fn described(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(DESCRIPTION - 1).collect();
    let words = beginning.rsplit_once(char::is_whitespace).map_or(beginning.as_str(), |(words, _)| words);
    format!("{words}…")
}
