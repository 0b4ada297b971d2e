//! Every sentence people read, by key and language. The sentences live in `assets/locales/<language>/*.ftl`; a new
//! language is a folder there and a line here. Not here: which sentence is said when (`notice`, `flow`).

#[cfg(test)]
mod completeness;
#[cfg(test)]
mod letters;
mod lexicon;
mod move_words;
mod piece_names;
mod speaker;
mod stray_words;
mod talk;

pub use lexicon::{Lexicon, fold};
pub use move_words::move_words;
pub use piece_names::PieceNames;
pub use speaker::{Speaker, shown_name};
pub use stray_words::StrayWords;
pub use talk::{Suspicion, Talk};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use crate::Language;

/// A named value in a sentence.
pub type Arg<'a> = (&'static str, FluentValue<'a>);

macro_rules! sources {
    ($tag:literal) => {
        [
            ("board.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/board.ftl"))),
            ("commands.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/commands.ftl"))),
            ("described.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/described.ftl"))),
            ("flow.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/flow.ftl"))),
            ("help.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/help.ftl"))),
            ("illegal.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/illegal.ftl"))),
            ("pieces.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/pieces.ftl"))),
            ("refusals.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/refusals.ftl"))),
            ("replay.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/replay.ftl"))),
            ("rules.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/rules.ftl"))),
            ("schachen.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/schachen.ftl"))),
            ("setup.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/setup.ftl"))),
            ("touch.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/touch.ftl"))),
            ("words.ftl", include_str!(concat!("../../../../assets/locales/", $tag, "/words.ftl"))),
        ]
    };
}

/// The source files of a language, by name.
fn sources(language: Language) -> [(&'static str, &'static str); 14] {
    match language {
        Language::En => sources!("en"),
        Language::De => sources!("de"),
    }
}

/// A locale file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WordingError {
    /// The file is not Fluent text, or says something twice.
    #[error("{language}/{file}: {reason}")]
    BadFile {
        /// The language's tag.
        language: &'static str,
        /// The file's name.
        file: &'static str,
        /// What is wrong.
        reason: String,
    },
}

/// All sentences in all languages.
pub struct Wording {
    bundles: Vec<(Language, FluentBundle<FluentResource>)>,
}

impl Wording {
    /// Reads the embedded locale files.
    ///
    /// # Errors
    ///
    /// A file that does not parse or repeats a key, named with its language.
    pub fn new() -> Result<Self, WordingError> {
        let bundles = Language::ALL
            .into_iter()
            .map(|language| Ok((language, bundle(language)?)))
            .collect::<Result<_, _>>()?;
        Ok(Self { bundles })
    }

    /// The sentence `key` in `language`. A key that language lacks is said in English; one that nobody knows is said as
    /// the key itself, and logged (a test keeps both from happening).
    pub fn say(&self, language: Language, key: &str, args: &[Arg<'_>]) -> String {
        self.find(language, key, None, args).unwrap_or_else(|| {
            tracing::error!(key, language = language.tag(), "no such sentence");
            key.to_owned()
        })
    }

    /// The attribute `name` of the message `key` with values, if it has one.
    pub fn attribute(&self, language: Language, key: &str, name: &str, args: &[Arg<'_>]) -> Option<String> {
        self.find(language, key, Some(name), args)
    }

    /// The sentence `key` if this very language has it.
    pub fn own(&self, language: Language, key: &str) -> Option<String> {
        let (_, bundle) = self.bundles.iter().find(|(of, _)| *of == language)?;
        format(bundle, key, None, &[])
    }

    fn find(
        &self,
        language: Language,
        key: &str,
        attribute: Option<&str>,
        args: &[Arg<'_>],
    ) -> Option<String> {
        let preferred = self.bundles.iter().filter(|(of, _)| *of == language);
        let fallback = self.bundles.iter().filter(|(of, _)| *of == Language::default());
        preferred.chain(fallback).find_map(|(_, bundle)| format(bundle, key, attribute, args))
    }
}

fn bundle(language: Language) -> Result<FluentBundle<FluentResource>, WordingError> {
    let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // The isolation marks would stand in every sentence as invisible characters; names that need them carry their own.
    bundle.set_use_isolating(false);
    for (file, source) in sources(language) {
        let bad = |reason: String| WordingError::BadFile { language: language.tag(), file, reason };
        let resource =
            FluentResource::try_new(source.to_owned()).map_err(|(_, errors)| bad(format!("{errors:?}")))?;
        bundle.add_resource(resource).map_err(|errors| bad(format!("{errors:?}")))?;
    }
    Ok(bundle)
}

fn format(
    bundle: &FluentBundle<FluentResource>,
    key: &str,
    attribute: Option<&str>,
    args: &[Arg<'_>],
) -> Option<String> {
    let message = bundle.get_message(key)?;
    let pattern = match attribute {
        Some(name) => message.get_attribute(name)?.value(),
        None => message.value()?,
    };
    let args: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
    if !errors.is_empty() {
        tracing::error!(key, ?errors, "a sentence lacks a value");
    }
    Some(text)
}
