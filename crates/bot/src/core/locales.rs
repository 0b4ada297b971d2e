//! The set of languages with their Fluent files, as a value, and the look-up of a language by its
//! tag. The embedded value holds every folder of `assets/locales`, so a new language is a new
//! folder. Not here: sentences (`text`, and each platform's own).

use std::{borrow::Cow, sync::Arc};

use crate::Language;

/// Fluent files, by name.
type LocaleFiles = Vec<(Cow<'static, str>, Cow<'static, str>)>;

/// Name and text of an embedded file.
type EmbeddedFile = (&'static str, &'static str);

// `FALLBACK`, the files of English, and `OTHERS`, those of every other language by tag, come from
// the build script.
include!(concat!(env!("OUT_DIR"), "/locales.rs"));

/// The files of one language.
#[derive(Clone, Debug)]
pub struct Locale {
    /// The language.
    pub language: Language,
    /// Fluent files, by name.
    pub files: LocaleFiles,
}

/// All languages of the bot, the fallback first. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Locales(Arc<[Locale]>);

impl Locales {
    /// The languages embedded in the program.
    pub fn embedded() -> Self {
        // A folder whose name is no tag is skipped; a test finds it.
        let others = OTHERS.iter().filter_map(|(tag, files)| {
            Some(Locale { language: Language::parse(tag)?, files: embedded(files) })
        });
        Self::new(embedded(FALLBACK), others)
    }

    /// English, the fallback with all sentences, and other languages, for whose missing sentences
    /// the fallback is used.
    pub fn new(english: LocaleFiles, others: impl IntoIterator<Item = Locale>) -> Self {
        let fallback = Locale { language: Language::default(), files: english };
        Self(std::iter::once(fallback).chain(others).collect())
    }

    /// All of them, the fallback first.
    pub fn all(&self) -> impl Iterator<Item = &Locale> {
        self.0.iter()
    }

    /// All languages, the fallback first.
    pub fn languages(&self) -> impl Iterator<Item = Language> {
        self.0.iter().map(|locale| locale.language)
    }

    /// The best language for a BCP 47 tag that a client asks for: `de` for `de-AT`; `None` if there
    /// is none.
    pub fn find(&self, tag: &str) -> Option<Language> {
        let mut tag = tag.trim();
        loop {
            let wanted = Language::parse(tag);
            if let Some(found) = self.languages().find(|language| Some(*language) == wanted) {
                return Some(found);
            }
            tag = tag.rsplit_once(['-', '_'])?.0;
        }
    }

    /// The text of a language's file, if it exists.
    pub fn file(&self, language: Language, name: &str) -> Option<&str> {
        let locale = self.0.iter().find(|locale| locale.language == language)?;
        locale.files.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_ref())
    }
}

fn embedded(files: &'static [EmbeddedFile]) -> LocaleFiles {
    files.iter().map(|(name, text)| (Cow::Borrowed(*name), Cow::Borrowed(*text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made_of(tags: &[&str]) -> Locales {
        let bare = |tag: &str| Locale { language: Language::of(tag), files: Vec::new() };
        Locales::new(Vec::new(), tags.iter().map(|tag| bare(tag)))
    }

    #[test]
    fn the_nearest_language_of_a_tag_is_found() {
        let locales = made_of(&["de", "pt-br", "zh-hant"]);
        let table = [
            ("de", Some("de")),
            (" de-AT ", Some("de")),
            ("DE_at", Some("de")),
            ("en-US", Some("en")),
            ("pt-BR", Some("pt-br")),
            ("pt", None),
            ("zh-Hant-TW", Some("zh-hant")),
            ("fr", None),
            ("", None),
            ("*", None),
            ("-de", None),
            ("größe", None),
            ("a-tag-that-is-far-too-long", None),
        ];
        for (tag, found) in table {
            assert_eq!(locales.find(tag), found.map(Language::of), "{tag:?}");
        }
    }

    #[test]
    fn every_embedded_language_has_the_files_of_the_fallback() {
        let locales = Locales::embedded();
        let names = |locale: &Locale| locale.files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let fallback = names(locales.all().next().expect("a fallback"));
        assert!(fallback.len() > 10 && locales.languages().count() > 1);
        assert_eq!(locales.languages().count(), 1 + OTHERS.len(), "every folder is called by a tag");
        for locale in locales.all() {
            assert_eq!(names(locale), fallback, "{:?}", locale.language);
        }
    }
}
