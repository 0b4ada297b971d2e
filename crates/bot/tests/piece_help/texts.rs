//! Reads the help texts of the pieces from the locale files, sentence by sentence. Not here: what
//! they mean.

use adoube_bot::{Language, Locales};
use adoube_rules::PieceType;
use fluent_syntax::ast::{Entry, PatternElement};

/// The help of a type.
fn about(language: Language, kind: PieceType) -> String {
    let key = format!("piece-{}", kind.key());
    let locales = Locales::embedded();
    let source = locales.file(language, "pieces.ftl").expect("a file about the pieces").to_owned();
    let parsed = fluent_syntax::parser::parse(source).expect("a file the program can read");
    let message = parsed.body.into_iter().find_map(|entry| match entry {
        Entry::Message(message) if message.id.name == key => Some(message),
        _ => None,
    });
    let about = message.into_iter().flat_map(|message| message.attributes).find(|it| it.id.name == "about");
    let elements = about.into_iter().flat_map(|attribute| attribute.value.elements);
    elements
        .map(|element| match element {
            PatternElement::TextElement { value } => value,
            PatternElement::Placeable { .. } => panic!("{key} holds a placeable"),
        })
        .collect()
}

/// The sentences of the help of a type, without their full stops.
pub fn sentences(language: Language, kind: PieceType) -> Vec<String> {
    let text = about(language, kind);
    text.split_inclusive(". ").map(|sentence| sentence.trim_end().trim_end_matches('.').to_owned()).collect()
}
