//! Translations: every sentence people read, by key and language, from
//! `assets/locales/<language>/*.ftl`; the languages are handed in (`locales`). Not here: which
//! sentence is used when (`core::notice`, `features`, and each platform).
//!
//! Also here: the parser of commands (`parser`), PGN (`pgn`), the comparison of names (`likeness`),
//! and the parts that several messages share (`sentence_parts`, `buttons`, `offer`, and `board` with
//! pictures and words about boards and pieces).

pub(crate) mod alt_text;
pub(crate) mod board;
pub(crate) mod buttons;
pub(crate) mod clock_line;
pub(crate) mod command_help;
pub(crate) mod command_words;
#[cfg(test)]
mod completeness;
mod conditional_move_grammar;
mod durations;
pub(crate) mod game_over_buttons;
pub(crate) mod game_terms;
pub(crate) mod glossary_words;
mod leak_detector;
#[cfg(test)]
mod letters;
mod lexicon;
pub(crate) mod likeness;
mod localizer;
pub(crate) mod message;
mod move_words;
mod named_people;
mod names_in_moves;
pub(crate) mod offer;
pub(crate) mod parser;
pub(crate) mod pgn;
mod piece_names;
pub(crate) mod scenes;
pub(crate) mod sentence_parts;
mod timestamps;
mod unsupported_terms;

pub use conditional_move_grammar::ConditionalMoveGrammar;
pub use durations::DurationGrammar;
pub use leak_detector::{LeakDetector, LeakRisk};
pub use lexicon::{Lexicon, fold};
pub use localizer::{Localizer, display_name, shown_handle};
pub use move_words::MoveWords;
pub use piece_names::PieceNames;
pub use unsupported_terms::UnsupportedTerms;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::LanguageIdentifier;

use crate::{Language, Locales, core::command::CommandList};

/// A named value of a sentence.
pub type SentenceArg<'a> = (&'static str, FluentValue<'a>);

/// The files of the bot's sentences; other files in a language's folder belong to platforms.
const FILES: [&str; 22] = [
    "absence.ftl",
    "advice.ftl",
    "board.ftl",
    "book.ftl",
    "commands.ftl",
    "described.ftl",
    "flow.ftl",
    "help.ftl",
    "illegal.ftl",
    "people.ftl",
    "pieces.ftl",
    "plans.ftl",
    "refusals.ftl",
    "replay.ftl",
    "rules.ftl",
    "saving.ftl",
    "schachen.ftl",
    "settings.ftl",
    "setup.ftl",
    "time.ftl",
    "touch.ftl",
    "words.ftl",
];

/// The texts of these files that a language has, with the file names.
fn sources<'a>(
    locales: &'a Locales,
    language: Language,
    files: &'a [&'static str],
) -> impl Iterator<Item = (&'static str, &'a str)> {
    files.iter().filter_map(move |file| Some((*file, locales.file(language, file)?)))
}

/// A locale file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TranslationError {
    /// The file is not Fluent text, or repeats a key.
    #[error("{}/{file}: {reason}", .language.tag())]
    BadFile {
        /// The language of the file.
        language: Language,
        /// The file's name.
        file: &'static str,
        /// The error.
        reason: String,
    },
}

/// The sentences of some files, in all languages.
pub struct Translations {
    bundles: Vec<(Language, FluentBundle<FluentResource>)>,
    commands: CommandList,
}

impl Translations {
    /// All sentences of the bot.
    pub(crate) fn new(locales: &Locales) -> Result<Self, TranslationError> {
        Self::of(locales, &FILES)
    }

    /// Reads these files, as far as each language has them.
    ///
    /// # Errors
    ///
    /// A file that does not parse or repeats a key, named with its language.
    pub fn of(locales: &Locales, files: &[&'static str]) -> Result<Self, TranslationError> {
        let bundles = locales
            .languages()
            .map(|language| Ok((language, bundle(locales, language, files)?)))
            .collect::<Result<_, _>>()?;
        Ok(Self { bundles, commands: CommandList::default() })
    }

    /// The same sentences for a program that has these commands, whose names they say.
    pub(crate) fn with_commands(self, commands: CommandList) -> Self {
        Self { commands, ..self }
    }

    /// The commands that the program has.
    pub(crate) fn commands(&self) -> CommandList {
        self.commands
    }

    /// Every language, the fallback first.
    pub fn languages(&self) -> impl Iterator<Item = Language> {
        self.bundles.iter().map(|(language, _)| *language)
    }

    /// The sentence `key` in `language`. A missing one falls back to English; an unknown key is
    /// shown as the key itself, and logged (a test keeps both from happening).
    pub fn say(&self, language: Language, key: &str, args: &[SentenceArg<'_>]) -> String {
        self.find(language, key, None, args).unwrap_or_else(|| {
            tracing::error!(key, language = language.tag(), "no such sentence");
            key.to_owned()
        })
    }

    /// The attribute `name` of the message `key` with values, if it has one.
    pub fn attribute(
        &self,
        language: Language,
        key: &str,
        name: &str,
        args: &[SentenceArg<'_>],
    ) -> Option<String> {
        self.find(language, key, Some(name), args)
    }

    /// The sentence `key` in this language, without the fallback.
    pub fn own(&self, language: Language, key: &str) -> Option<String> {
        let (_, bundle) = self.bundles.iter().find(|(of, _)| *of == language)?;
        format(bundle, key, None, &[])
    }

    fn find(
        &self,
        language: Language,
        key: &str,
        attribute: Option<&str>,
        args: &[SentenceArg<'_>],
    ) -> Option<String> {
        let preferred = self.bundles.iter().filter(|(of, _)| *of == language);
        let fallback = self.bundles.iter().filter(|(of, _)| *of == Language::default());
        preferred.chain(fallback).find_map(|(_, bundle)| format(bundle, key, attribute, args))
    }
}

fn bundle(
    locales: &Locales,
    language: Language,
    files: &[&'static str],
) -> Result<FluentBundle<FluentResource>, TranslationError> {
    let tag: LanguageIdentifier = language.tag().parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // Fluent would put invisible isolation marks around every value; names that need them have
    // them.
    bundle.set_use_isolating(false);
    for (file, source) in sources(locales, language, files) {
        let bad = |reason: String| TranslationError::BadFile { language, file, reason };
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
    args: &[SentenceArg<'_>],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Locale;

    const FILE: &str = "test.ftl";

    fn said_in(english: &'static str, german: &'static str) -> Result<Translations, TranslationError> {
        let files = |text: &'static str| vec![(FILE.into(), text.into())];
        let german = Locale { language: Language::of("de"), files: files(german) };
        Translations::of(&Locales::new(files(english), [german]), &[FILE])
    }

    #[test]
    fn a_sentence_has_its_values_and_an_unknown_one_is_its_key() {
        let english = "greeting = Hello, { $name }!\nwelcome = Welcome";
        let wording = said_in(english, "greeting = Hallo, { $name }!").expect("Fluent files");
        let said = |tag, key| wording.say(Language::of(tag), key, &[("name", "Ada".into())]);
        for (tag, key, wanted) in [
            ("en", "greeting", "Hello, Ada!"),
            ("de", "greeting", "Hallo, Ada!"),
            ("fr", "greeting", "Hello, Ada!"),
            ("de", "welcome", "Welcome"),
            ("en", "farewell", "farewell"),
        ] {
            assert_eq!(said(tag, key), wanted, "{key} in {tag}");
        }
    }

    #[test]
    fn a_broken_file_is_named() {
        let error = said_in("greeting = Hello", "= nothing").err().expect("no sentences").to_string();
        assert!(error.starts_with("de/test.ftl: "), "{error}");
    }
}
