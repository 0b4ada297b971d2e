//! Writes messages that explain a term of the glossary. Not here: the list of terms (`command`).

use crate::{
    Block, Message,
    command::{CommandSpec, GLOSSARY, GlossaryTerm},
    text::Localizer,
};

/// All terms, or one.
pub(super) fn message(speaker: Localizer<'_>, term: Option<&str>) -> Message {
    let blocks = match GLOSSARY.iter().find(|known| Some(known.name) == term) {
        Some(term) => vec![Block::Heading(title(speaker, term)), Block::Text(about(speaker, term))],
        None => vec![
            Block::Heading(speaker.fixed_sentence("glossary")),
            Block::List(GLOSSARY.iter().map(|term| line(speaker, term)).collect()),
        ],
    };
    Message { blocks, ..Message::default() }
}

/// The terms that belong to a command.
pub(super) fn of_command(speaker: Localizer<'_>, command: &CommandSpec) -> Option<Block> {
    let terms = GLOSSARY.iter().filter(|term| term.commands.contains(&command));
    let lines: Vec<String> = terms.map(|term| line(speaker, term)).collect();
    (!lines.is_empty()).then_some(Block::List(lines))
}

/// Each term as typed, and its title.
pub(crate) fn typed_terms(speaker: Localizer<'_>) -> Vec<(String, String)> {
    let typed = |term: &GlossaryTerm| {
        let words = speaker.attribute(&key(term), "words")?;
        Some((words.split(',').next()?.trim().to_owned(), title(speaker, term)))
    };
    GLOSSARY.iter().filter_map(typed).collect()
}

fn key(term: &GlossaryTerm) -> String {
    format!("glossary-{}", term.name)
}

fn title(speaker: Localizer<'_>, term: &GlossaryTerm) -> String {
    speaker.fixed_sentence(&key(term))
}

fn about(speaker: Localizer<'_>, term: &GlossaryTerm) -> String {
    speaker.attribute(&key(term), "about").unwrap_or_default()
}

fn line(speaker: Localizer<'_>, term: &GlossaryTerm) -> String {
    format!("{}: {}", title(speaker, term), about(speaker, term))
}
