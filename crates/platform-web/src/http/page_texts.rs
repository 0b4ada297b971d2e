//! Converts the translated texts of the page to JSON for its scripts: each Fluent message becomes
//! one text with `{name}` for its variables.

use std::collections::{BTreeMap, BTreeSet};

use adoube_bot::{Language, Locales, TranslationError, Translations};
use adoube_platform::locale_keys::keys;

/// Variables of the page's sentences.
const VARIABLES: [&str; 9] = ["channel", "count", "menu", "name", "play", "setup", "square", "stack", "time"];

/// The Fluent file of the page.
const FILE: &str = "web.ftl";
/// Sentences of all platforms that the page's sentences include.
const SHARED: &str = "saving.ftl";

/// Sentences of one language, by key.
pub(crate) type PageTexts = BTreeMap<String, String>;

/// Sentences of the page in all languages.
pub(crate) struct PageTranslations {
    wording: Translations,
    keys: BTreeSet<String>,
}

impl PageTranslations {
    /// Loads the sentences from these locales.
    pub(crate) fn new(locales: &Locales) -> Result<Self, TranslationError> {
        let wording = Translations::of(locales, &[FILE, SHARED])?;
        let keys = locales.file(Language::default(), FILE).map(keys).unwrap_or_default();
        Ok(Self { wording, keys })
    }

    /// The sentences of a language; missing ones come from the fallback.
    pub(crate) fn of(&self, language: Language) -> PageTexts {
        let places = VARIABLES.map(|variable| (variable, format!("{{{variable}}}").into()));
        let said = |key: &String| (key.clone(), self.wording.say(language, key, &places));
        self.keys.iter().map(said).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_word_with_the_same_variables() {
        let locales = Locales::embedded();
        let words = PageTranslations::new(&locales).unwrap();
        let english = words.of(Language::EN);
        let places = |text: &str| VARIABLES.map(|variable| text.contains(&format!("{{{variable}}}")));
        for language in locales.languages() {
            assert_eq!(keys(locales.file(language, FILE).unwrap()), words.keys, "{language:?}");
            for (key, text) in &words.of(language) {
                assert_eq!(places(text), places(&english[key]), "{key} in {language:?}");
                assert!(!text.contains("{$"), "{key} in {language:?} has another variable: {text}");
            }
        }
    }

    #[test]
    fn every_word_the_page_asks_for_is_there() {
        let english = PageTranslations::new(&Locales::embedded()).unwrap().of(Language::EN);
        let asked: Vec<String> = crate::http::assets::texts().into_iter().flat_map(keys_asked_for).collect();
        assert!(asked.len() > 60, "the pattern finds only {}", asked.len());
        for key in asked {
            assert!(english.contains_key(&key), "{key}");
        }
    }

    #[test]
    fn no_word_is_left_over() {
        let texts = crate::http::assets::texts();
        for key in PageTranslations::new(&Locales::embedded()).unwrap().of(Language::EN).keys() {
            // The page composes these keys of a prefix and a reason, level, theme or choice.
            let composed = ["error-", "level-", "theme-", "letters-", "reminders-"]
                .iter()
                .any(|begin| key.starts_with(begin));
            let forms = [format!("\"{key}\""), format!("{{{{{key}}}}}")];
            let used = texts.iter().any(|text| forms.iter().any(|form| text.contains(form)));
            assert!(composed || used, "{key}");
        }
    }

    /// Keys in `data-words="…"`, `data-words-label="…"`, `translate("…")`, `refusalText("…")` and
    /// `RequestError("…")`.
    fn keys_asked_for(text: &str) -> Vec<String> {
        let starts = [
            ("data-words=\"", ""),
            ("data-words-label=\"", ""),
            ("translate(\"", ""),
            ("refusalText(\"", "error-"),
            ("RequestError(\"", "error-"),
        ];
        let found = starts
            .iter()
            .flat_map(|(start, prefix)| text.split(start).skip(1).map(move |rest| (prefix, rest)));
        found.filter_map(|(prefix, rest)| Some(format!("{prefix}{}", rest.split_once('"')?.0))).collect()
    }
}
