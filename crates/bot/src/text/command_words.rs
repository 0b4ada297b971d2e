//! Writes the words of commands as people type and read them: usage, names of options, words of
//! closed sets. Not here: a command with all its options (`command_help`).

use super::Localizer;
use crate::core::command::{AnyWordChoice, CommandSpec, OptionSpec, TimeControlWord};

/// "play [opponent] [variant] [colour] [promotion]"
pub(crate) fn usage(speaker: Localizer<'_>, spec: &CommandSpec) -> String {
    let name = command_name(speaker, spec.name);
    let options = spec.options.iter().map(|option| format!(" [{}]", option_name(speaker, option)));
    options.fold(name, |usage, option| usage + &option)
}

/// The name of a command in the reader's language, by its key.
pub(crate) fn command_name(speaker: Localizer<'_>, key: &str) -> String {
    speaker.fixed_sentence(&format!("command-{key}"))
}

/// The typed name of an option.
pub(crate) fn option_name(speaker: Localizer<'_>, option: &OptionSpec) -> String {
    speaker.fixed_sentence(&format!("option-{}", option.name))
}

/// The typed form of a set's word in this language: the first one listed.
pub(crate) fn typed_word(speaker: Localizer<'_>, set: &dyn AnyWordChoice, word: &str) -> String {
    let words = speaker.attribute(&format!("choice-{}-{word}", set.key()), "words").unwrap_or_default();
    words.split(',').next().map_or_else(|| word.to_owned(), |first| first.trim().to_owned())
}

/// The shown form of a set's word.
pub(crate) fn word_label(speaker: Localizer<'_>, set: &dyn AnyWordChoice, word: &str) -> String {
    speaker.fixed_sentence(&format!("choice-{}-{word}", set.key()))
}

/// All words of a set: each as typed and as shown.
pub(crate) fn typed_words(speaker: Localizer<'_>, set: &dyn AnyWordChoice) -> Vec<(String, String)> {
    let said = |word| (typed_word(speaker, set, word), word_label(speaker, set, word));
    set.words().into_iter().map(said).collect()
}

/// The offered time controls: each as typed and as shown.
pub(crate) fn usual_paces(speaker: Localizer<'_>) -> Vec<(String, String)> {
    let offered = TimeControlWord::offered();
    offered.map(|pace| (speaker.typed_pace(TimeControlWord::Pace(pace)), speaker.pace(pace))).collect()
}
