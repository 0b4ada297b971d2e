//! Formats sentences with given values, as the bot does, in one language, for the checks of
//! sentences. Not here: which values there are (`values`).

use std::collections::BTreeMap;

use adoube_bot::Language;
use adoube_rules::PieceType;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};

use super::texts::{self, Text};

/// A value by the name of its variable.
pub type Named = (String, FluentValue<'static>);

/// One language.
pub struct Voice {
    pub language: Language,
    pub texts: Vec<Text>,
    shelves: BTreeMap<String, FluentBundle<FluentResource>>,
}

impl Voice {
    pub fn new(language: Language) -> Self {
        let shelves = texts::shelves(language).into_iter();
        let shelves = shelves.map(|(name, sources)| (name, bundle(language, sources))).collect();
        Self { language, texts: texts::texts(language), shelves }
    }

    /// A text with these values; what Fluent has against it.
    pub fn say(&self, text: &Text, values: &[Named]) -> Result<String, String> {
        let args: FluentArgs<'_> =
            values.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let (key, attribute) = text.place();
        let bundle = &self.shelves[text.shelf()];
        let message = bundle.get_message(key).ok_or("no such message")?;
        let pattern = match attribute {
            Some(name) => message.get_attribute(name).map(|attribute| attribute.value()),
            None => message.value(),
        };
        let mut errors = Vec::new();
        let said = bundle.format_pattern(pattern.ok_or("no text")?, Some(&args), &mut errors).into_owned();
        if errors.is_empty() { Ok(said) } else { Err(format!("{errors:?}")) }
    }

    /// One of the bot's own texts.
    pub fn find(&self, key: &str) -> &Text {
        let found = self.texts.iter().find(|text| text.key == key);
        found.unwrap_or_else(|| panic!("{:?} does not say {key}", self.language))
    }

    /// What a text without variables says.
    pub fn plain(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// What a text says with values.
    pub fn with(&self, key: &str, values: &[Named]) -> String {
        self.say(self.find(key), values).unwrap_or_else(|error| panic!("{key}: {error}"))
    }

    /// "Knight"
    pub fn piece(&self, kind: PieceType) -> String {
        self.plain(&format!("piece-{}", kind.key()))
    }

    /// "Knights"
    pub fn several(&self, kind: PieceType) -> String {
        self.plain(&format!("piece-{}.plural", kind.key()))
    }

    /// "2 Knights"
    pub fn counted(&self, kind: PieceType, count: u64) -> String {
        if count == 1 { self.piece(kind) } else { format!("{count} {}", self.several(kind)) }
    }

    /// "a, b and c", or with another last word between.
    pub fn list(&self, key: &str, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => {
                let values = [("first", first.join(", ")), ("last", last.clone())];
                self.with(key, &values.map(|(name, value)| (name.to_owned(), value.into())))
            }
        }
    }
}

fn bundle(language: Language, sources: Vec<String>) -> FluentBundle<FluentResource> {
    let tag = language.tag().parse().expect("a language tag");
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    bundle.set_use_isolating(false);
    for source in sources {
        let resource = FluentResource::try_new(source).expect("a Fluent file");
        bundle.add_resource(resource).expect("keys of their own");
    }
    bundle
}
