//! Writes messages that explain one term of the glossary, or all. Not here: the words of a term (`glossary_words`).

use crate::{
    Block, Message,
    core::command::GLOSSARY,
    text::{
        Localizer,
        glossary_words::{about, line, title},
    },
};

/// All terms, or one.
pub(crate) fn message(speaker: Localizer<'_>, term: Option<&str>) -> Message {
    let blocks = match GLOSSARY.iter().find(|known| Some(known.name) == term) {
        Some(term) => vec![Block::Heading(title(speaker, term)), Block::Text(about(speaker, term))],
        None => vec![
            Block::Heading(speaker.fixed_sentence("glossary")),
            Block::List(GLOSSARY.iter().map(|term| line(speaker, term)).collect()),
        ],
    };
    Message { blocks, ..Message::default() }
}
