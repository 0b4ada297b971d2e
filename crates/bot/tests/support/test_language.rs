//! Makes an invented language from the English locale files for tests: every sentence stands in
//! marks, every word to type begins with a q, a few piece letters differ, and some things are left
//! out.

use std::borrow::Cow;

use adoube_bot::{Language, Locale, Locales};
use fluent_syntax::{
    ast::{Attribute, Entry, Identifier, Message, Pattern, PatternElement},
    parser, serializer,
};

/// Letters that are no piece's code.
const LETTERS: [(&str, &str); 2] = [("knight", "Y"), ("rook", "W")];
/// A file the language does not have.
const NO_FILE: &str = "touch.ftl";
/// Sentences and commands it does not have, in files it has.
const LEFT_OUT: [&str; 4] = ["refused-not-your-turn", "command-resign", "nothing-to-choose", "needs-scripts"];

/// The languages there are, and the made-up one under this tag.
pub fn beside_it(tag: &str) -> Locales {
    let embedded = Locales::embedded();
    let mut all = embedded.all().cloned();
    let english = all.next().expect("the fallback");
    let there = english.files.iter().filter(|(name, _)| name != NO_FILE);
    let files = there.map(|(name, text)| (name.clone(), Cow::Owned(made_up(name, text)))).collect();
    let made_up = Locale { language: Language::of(tag), files };
    Locales::new(english.files, all.chain([made_up]))
}

fn made_up(file: &str, text: &str) -> String {
    let mut resource = parser::parse(text.to_owned()).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    resource
        .body
        .retain(|entry| !matches!(entry, Entry::Message(it) if LEFT_OUT.contains(&it.id.name.as_str())));
    for entry in &mut resource.body {
        let Entry::Message(message) = entry else { continue };
        message.attributes.retain(|attribute| attribute.id.name != "aliases");
        let key = message.id.name.clone();
        if let Some(value) = &mut message.value {
            change(&key, None, value);
        }
        for Attribute { id, value } in &mut message.attributes {
            change(&key, Some(&id.name), value);
        }
    }
    if file == "pieces.ftl" {
        resource.body.extend(LETTERS.map(|(piece, letter)| {
            Entry::Message(Message {
                id: Identifier { name: format!("letter-{piece}") },
                value: Some(Pattern {
                    elements: vec![PatternElement::TextElement { value: letter.to_owned() }],
                }),
                attributes: Vec::new(),
                comment: None,
            })
        }));
    }
    serializer::serialize(&resource)
}

fn change(key: &str, attribute: Option<&str>, pattern: &mut Pattern<String>) {
    let begins = |starts: &[&str]| starts.iter().any(|start| key.starts_with(start));
    let is_typed = match attribute {
        Some(name) => name == "words",
        None => begins(&["command-", "option-", "words-"]),
    };
    let is_name = begins(&["piece-"]) && matches!(attribute, None | Some("plural")) && !begins(&["piece-at"]);
    let text = |value: &str| PatternElement::TextElement { value: value.to_owned() };
    match (key, pattern.elements.as_mut_slice()) {
        ("language-name", _) => pattern.elements = vec![text("Qish")],
        ("direction", _) => pattern.elements = vec![text("rtl")],
        (_, [PatternElement::TextElement { value }]) if is_typed => {
            let words: Vec<String> = value.split(',').map(|word| format!("q{}", word.trim())).collect();
            *value = words.join(", ");
        }
        (_, [PatternElement::TextElement { value }]) if is_name => {
            *value = format!("Q{}", value.to_lowercase());
        }
        _ => {
            pattern.elements.insert(0, text("«"));
            pattern.elements.push(text("»"));
        }
    }
}
