//! Prepares the web page in each language when the server starts, and its static files, compressed.

use std::collections::HashMap;

use adoube_bot::{Language, Locales, TranslationError};

use crate::{
    http::{
        assets,
        page_texts::{PageTexts, PageTranslations},
    },
    media::compressed_text::CompressedText,
    site_url::BasePath,
};

/// The page of one language and its texts.
#[derive(Debug)]
pub(crate) struct PreparedPage {
    pub(crate) page: CompressedText,
    pub(crate) words: CompressedText,
}

/// The page and its texts in every language, and its files.
#[derive(Debug)]
pub(crate) struct Pages {
    pub(crate) languages: HashMap<Language, PreparedPage>,
    pub(crate) files: HashMap<&'static str, (&'static str, CompressedText)>,
}

/// Why the pages cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PagesError {
    /// The translations are not valid.
    #[error(transparent)]
    Words(#[from] TranslationError),
    /// The texts cannot be written as JSON.
    #[error("the words of the page: {0}")]
    Form(#[from] serde_json::Error),
}

impl Pages {
    /// Prepares the pages. `commands` gives the names of commands in a language, in the same order
    /// for every language.
    pub(crate) fn prepare(
        locales: &Locales,
        base: &BasePath,
        commands: impl Fn(Language) -> Vec<String>,
    ) -> Result<Self, PagesError> {
        let keys = commands(Language::default());
        let named = |language| {
            keys.iter().zip(commands(language)).map(|(key, name)| (format!("command-{key}"), name))
        };
        let words = PageTranslations::new(locales)?;
        let prepared = locales.languages().map(|language| {
            let prepared = PreparedPage::new(words.of(language), base, language, named(language))?;
            Ok((language, prepared))
        });
        let files =
            assets::all().map(|file| (file.name, (file.media_type, CompressedText::new(file.body()))));
        Ok(Self { languages: prepared.collect::<Result<_, PagesError>>()?, files: files.collect() })
    }
}

impl PreparedPage {
    fn new(
        mut words: PageTexts,
        base: &BasePath,
        language: Language,
        commands: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, PagesError> {
        let page = assets::page(base, |place| match place {
            "lang" => Some(language.tag().to_owned()),
            // The page needs it again when the person chooses another language.
            "direction" => words.get("direction").cloned(),
            // Texts that stand only in the page itself are not sent again with the rest.
            key => words.remove(key),
        });
        words.extend(commands);
        let words = serde_json::to_string(&words)?;
        Ok(Self { page: CompressedText::new(page), words: CompressedText::new(words) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_page_is_filled() {
        let play = |language: Language| vec![format!("play-{}", language.tag())];
        let pages = Pages::prepare(&Locales::embedded(), &BasePath::default(), play).unwrap();
        for (language, prepared) in pages.languages {
            let (page, words) = (prepared.page.text(), prepared.words.text());
            assert!(!page.contains("{{"), "{page}");
            let command = format!("\"command-play-en\":\"play-{}\"", language.tag());
            assert!(words.contains(&command), "{words}");
        }
    }
}
