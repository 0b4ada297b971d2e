//! Describes commands and their options as data, from their definitions: names, usage, and the kind
//! of input field for each option, for platforms' menus. Not here: the message of `/help`
//! (`features::help`).

use super::{
    Localizer,
    command_words::{option_name, usage, usual_paces, word_label},
};
use crate::core::command::{AnyWordChoice, CommandSpec, NumberBounds, OptionKind, OptionSpec};

/// A command for a platform's menu of commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandHelp {
    /// Its key, the same in every language, under which platforms register it.
    pub key: &'static str,
    /// Its typed name.
    pub name: String,
    /// Its name with its options: `play [opponent] [variant]`.
    pub usage: String,
    /// Its description in one line.
    pub about: String,
    /// Its options, in their usual order.
    pub options: Vec<OptionHelp>,
}

/// An option of a command, for platforms that show a field for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionHelp {
    /// Its key, the same in every language; `key:value` is understood in a command line.
    pub key: &'static str,
    /// Its name.
    pub name: String,
    /// Its description in one line.
    pub about: String,
    /// The kind of field for it.
    pub form: OptionFieldKind,
}

/// The kind of field for an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFieldKind {
    /// A person.
    Person,
    /// One of these words.
    Words(Vec<WordHelp>),
    /// A time control: text, with the usual ones as typed and as shown.
    Pace(Vec<(String, String)>),
    /// A whole number within these bounds.
    Number(NumberBounds),
    /// Text, with completions.
    Text,
}

/// A word of a closed set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordHelp {
    /// The key, understood in every language.
    pub word: &'static str,
    /// The shown text.
    pub label: String,
}

/// Every command, in the order of menus.
pub(crate) fn commands(speaker: Localizer<'_>) -> Vec<CommandHelp> {
    speaker.commands().iter().map(|spec| command_help(speaker, spec)).collect()
}

/// A command, described.
pub(crate) fn command_help(speaker: Localizer<'_>, spec: &CommandSpec) -> CommandHelp {
    let key = format!("command-{}", spec.name);
    let name = speaker.fixed_sentence(&key);
    let about = speaker.attribute(&key, "about").unwrap_or_default();
    let options = spec.options.iter().map(|option| option_help(speaker, option)).collect();
    CommandHelp { key: spec.name, usage: usage(speaker, spec), about, name, options }
}

/// An option, described.
pub(crate) fn option_help(speaker: Localizer<'_>, option: &OptionSpec) -> OptionHelp {
    OptionHelp {
        key: option.name,
        name: option_name(speaker, option),
        about: speaker.attribute(&format!("option-{}", option.name), "about").unwrap_or_default(),
        form: match option.kind {
            OptionKind::Person => OptionFieldKind::Person,
            OptionKind::Choice(set)
            | OptionKind::NamedChoice(set)
            | OptionKind::FollowingChoice(set)
            | OptionKind::Switch(set) => OptionFieldKind::Words(labelled_words(speaker, set)),
            OptionKind::Pace => OptionFieldKind::Pace(usual_paces(speaker)),
            OptionKind::Number(bounds) | OptionKind::NamedNumber(bounds) => OptionFieldKind::Number(bounds),
            _ => OptionFieldKind::Text,
        },
    }
}

fn labelled_words(speaker: Localizer<'_>, set: &dyn AnyWordChoice) -> Vec<WordHelp> {
    set.words().into_iter().map(|word| WordHelp { word, label: word_label(speaker, set, word) }).collect()
}
