//! The words of the page in every language, as JSON for its scripts. A Fluent message becomes one text in which its
//! variables stand as `{name}`. Not here: what the bot says (the service's wording).

use std::collections::BTreeMap;

use adoube_service::{Language, Locales};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use fluent_syntax::ast;

/// What may stand in a sentence.
const VARIABLES: [&str; 6] = ["channel", "count", "menu", "name", "play", "setup"];

/// The words cannot be used as they are in the program.
#[derive(Debug, thiserror::Error)]
#[error("web.ftl in {}: {problem}", .language.tag())]
pub(super) struct WordsError {
    language: Language,
    problem: String,
}

/// The words of one language, by key.
pub(super) type PageWords = BTreeMap<String, String>;

/// The file they are in.
const FILE: &str = "web.ftl";

/// The words of a language; what it lacks is said in the fallback.
pub(super) fn words(locales: &Locales, language: Language) -> Result<PageWords, WordsError> {
    let mut words = own_words(locales, Language::default())?;
    words.extend(own_words(locales, language)?);
    Ok(words)
}

/// The words that the language has itself.
fn own_words(locales: &Locales, language: Language) -> Result<PageWords, WordsError> {
    let Some(source) = locales.file(language, FILE) else { return Ok(PageWords::new()) };
    let error = |problem: String| WordsError { language, problem };
    let resource =
        FluentResource::try_new(source.to_owned()).map_err(|(_, problems)| error(format!("{problems:?}")))?;
    let keys: Vec<String> = resource.entries().filter_map(key).collect();
    let tag = language.tag().parse().map_err(|problem| error(format!("{problem:?}")))?;
    let mut bundle = FluentBundle::new(vec![tag]);
    // The marks that keep a name's direction apart would end up in text that the page treats as one piece anyway.
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).map_err(|problems| error(format!("{problems:?}")))?;
    let mut arguments = FluentArgs::new();
    for variable in VARIABLES {
        arguments.set(variable, format!("{{{variable}}}"));
    }
    keys.into_iter()
        .map(|key| formatted(&bundle, &key, &arguments).map(|text| (key, text)).map_err(error))
        .collect()
}

fn key(entry: &ast::Entry<&str>) -> Option<String> {
    match entry {
        ast::Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    }
}

fn formatted(
    bundle: &FluentBundle<FluentResource>,
    key: &str,
    arguments: &FluentArgs,
) -> Result<String, String> {
    let pattern =
        bundle.get_message(key).and_then(|message| message.value()).ok_or(format!("{key} has no text"))?;
    let mut problems = Vec::new();
    let text = bundle.format_pattern(pattern, Some(arguments), &mut problems).into_owned();
    if problems.is_empty() { Ok(text) } else { Err(format!("{key}: {problems:?}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_word_with_the_same_variables() {
        let locales = Locales::embedded();
        let english = own_words(&locales, Language::EN).unwrap();
        let places = |text: &str| VARIABLES.map(|variable| text.contains(&format!("{{{variable}}}")));
        for language in locales.languages() {
            let other = own_words(&locales, language).unwrap();
            assert_eq!(other.keys().collect::<Vec<_>>(), english.keys().collect::<Vec<_>>(), "{language:?}");
            for (key, text) in &other {
                assert_eq!(places(text), places(&english[key]), "{key} in {language:?}");
            }
        }
    }

    #[test]
    fn every_word_the_page_asks_for_is_there() {
        let english = words(&Locales::embedded(), Language::EN).unwrap();
        let asked: Vec<String> =
            crate::adapter::web::assets::texts().into_iter().flat_map(keys_asked_for).collect();
        assert!(asked.len() > 60, "the pattern finds only {}", asked.len());
        for key in asked {
            assert!(english.contains_key(&key), "{key}");
        }
    }

    #[test]
    fn no_word_is_left_over() {
        let texts = crate::adapter::web::assets::texts();
        for key in words(&Locales::embedded(), Language::EN).unwrap().keys() {
            // These are composed: `error-` and a reason, `theme-` and a theme.
            let composed = key.starts_with("error-") || key.starts_with("theme-");
            let forms = [format!("\"{key}\""), format!("{{{{{key}}}}}")];
            let used = texts.iter().any(|text| forms.iter().any(|form| text.contains(form)));
            assert!(composed || used, "{key}");
        }
    }

    /// Keys in `data-words="…"`, `data-words-label="…"`, `word("…")`, `refusal("…")` and `Refused("…")`.
    fn keys_asked_for(text: &str) -> Vec<String> {
        let starts = [
            ("data-words=\"", ""),
            ("data-words-label=\"", ""),
            ("word(\"", ""),
            ("refusal(\"", "error-"),
            ("Refused(\"", "error-"),
        ];
        let found = starts
            .iter()
            .flat_map(|(start, prefix)| text.split(start).skip(1).map(move |rest| (prefix, rest)));
        found.filter_map(|(prefix, rest)| Some(format!("{prefix}{}", rest.split_once('"')?.0))).collect()
    }
}
