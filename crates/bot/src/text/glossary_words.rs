//! Writes terms of the glossary in one language: how each is typed, its title and its explanation.
//! Not here: the list of terms (`core::command::glossary`).

use super::Localizer;
use crate::core::command::{CommandSpec, GLOSSARY, GlossaryTerm};

/// Each term as typed, and its title.
pub(crate) fn typed_terms(speaker: Localizer<'_>) -> Vec<(String, String)> {
    let typed = |term: &GlossaryTerm| {
        let words = speaker.attribute(&key(term), "words")?;
        Some((words.split(',').next()?.trim().to_owned(), title(speaker, term)))
    };
    GLOSSARY.iter().filter_map(typed).collect()
}

/// The terms that belong to a command.
pub(crate) fn lines_of_command(speaker: Localizer<'_>, command: &CommandSpec) -> Vec<String> {
    let terms = GLOSSARY.iter().filter(|term| term.commands.contains(&command.name));
    terms.map(|term| line(speaker, term)).collect()
}

/// "title: explanation"
pub(crate) fn line(speaker: Localizer<'_>, term: &GlossaryTerm) -> String {
    format!("{}: {}", title(speaker, term), about(speaker, term))
}

/// The title of a term.
pub(crate) fn title(speaker: Localizer<'_>, term: &GlossaryTerm) -> String {
    speaker.fixed_sentence(&key(term))
}

/// The explanation of a term.
pub(crate) fn about(speaker: Localizer<'_>, term: &GlossaryTerm) -> String {
    speaker.attribute(&key(term), "about").unwrap_or_default()
}

fn key(term: &GlossaryTerm) -> String {
    format!("glossary-{}", term.name)
}
