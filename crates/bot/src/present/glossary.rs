//! What terms mean. Which terms there are is a table of `command`.

use crate::{
    Block, Message,
    command::{GLOSSARY, Spec, Term},
    wording::Speaker,
};

/// All terms, or one.
pub(super) fn message(speaker: Speaker<'_>, term: Option<&str>) -> Message {
    let blocks = match GLOSSARY.iter().find(|known| Some(known.name) == term) {
        Some(term) => vec![Block::Heading(title(speaker, term)), Block::Text(about(speaker, term))],
        None => vec![
            Block::Heading(speaker.plain("glossary")),
            Block::List(GLOSSARY.iter().map(|term| line(speaker, term)).collect()),
        ],
    };
    Message { blocks, ..Message::default() }
}

/// The terms that one meets with a command.
pub(super) fn of_command(speaker: Speaker<'_>, command: &Spec) -> Option<Block> {
    let terms = GLOSSARY.iter().filter(|term| term.commands.contains(&command));
    let lines: Vec<String> = terms.map(|term| line(speaker, term)).collect();
    (!lines.is_empty()).then_some(Block::List(lines))
}

/// Each term as one types it, and its title.
pub(crate) fn typed_terms(speaker: Speaker<'_>) -> Vec<(String, String)> {
    let typed = |term: &Term| {
        let words = speaker.attribute(&key(term), "words")?;
        Some((words.split(',').next()?.trim().to_owned(), title(speaker, term)))
    };
    GLOSSARY.iter().filter_map(typed).collect()
}

fn key(term: &Term) -> String {
    format!("glossary-{}", term.name)
}

fn title(speaker: Speaker<'_>, term: &Term) -> String {
    speaker.plain(&key(term))
}

fn about(speaker: Speaker<'_>, term: &Term) -> String {
    speaker.attribute(&key(term), "about").unwrap_or_default()
}

fn line(speaker: Speaker<'_>, term: &Term) -> String {
    format!("{}: {}", title(speaker, term), about(speaker, term))
}
