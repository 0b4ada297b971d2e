//! Sentences of one platform's own, in every language, from the Fluent files of the languages. Not here: which
//! there are (each adapter's `words`), and everything about games (the service's wording).

use adoube_service::{Language, Locales};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};

/// The sentences cannot be used as they are in the program.
#[derive(Debug, thiserror::Error)]
#[error("{file} in {}: {problem}", .language.tag())]
pub struct SentencesError {
    file: &'static str,
    language: Language,
    problem: String,
}

/// The sentences of every language, by key.
pub struct Sentences(Vec<(Language, FluentBundle<FluentResource>)>);

impl Sentences {
    /// From the file of this name in every language that has it.
    ///
    /// # Errors
    ///
    /// One that is no Fluent file.
    pub fn new(file: &'static str, locales: &Locales) -> Result<Self, SentencesError> {
        let there =
            locales.languages().filter_map(|language| Some((language, locales.file(language, file)?)));
        let of = |(language, source)| {
            let bundle = bundle(language, source);
            bundle.map(|bundle| (language, bundle)).map_err(|problem| SentencesError {
                file,
                language,
                problem,
            })
        };
        there.map(of).collect::<Result<_, _>>().map(Self)
    }

    /// A sentence with values in it. What a language lacks is said in the fallback; empty when there is none of this name.
    pub fn say(&self, language: Language, key: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        let arguments: FluentArgs<'_> = values.iter().cloned().collect();
        let of = |wanted| self.0.iter().filter(move |(each, _)| *each == wanted).map(|(_, bundle)| bundle);
        let mut bundles = of(language).chain(of(Language::default()));
        let pattern = bundles.find_map(|bundle| Some((bundle, bundle.get_message(key)?.value()?)));
        let mut problems = Vec::new();
        pattern.map_or_else(String::new, |(bundle, pattern)| {
            bundle.format_pattern(pattern, Some(&arguments), &mut problems).into_owned()
        })
    }
}

fn bundle(language: Language, source: &str) -> Result<FluentBundle<FluentResource>, String> {
    let resource =
        FluentResource::try_new(source.to_owned()).map_err(|(_, problems)| format!("{problems:?}"))?;
    let tag = language.tag().parse().map_err(|problem| format!("{problem:?}"))?;
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // The marks that keep a name's direction apart would stand in what people copy and type.
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).map_err(|problems| format!("{problems:?}"))?;
    Ok(bundle)
}

/// The keys of a file's sentences.
#[cfg(test)]
pub(crate) fn keys(source: &str) -> std::collections::BTreeSet<String> {
    let resource = FluentResource::try_new(source.to_owned()).expect("a Fluent file");
    let key = |entry: &fluent_syntax::ast::Entry<&str>| match entry {
        fluent_syntax::ast::Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    };
    resource.entries().filter_map(key).collect()
}

#[cfg(test)]
mod tests {
    use adoube_service::Locale;

    use super::*;

    fn locales(file: &'static str, texts: [&'static str; 2]) -> Locales {
        let [english, german] = [Language::EN, Language::of("de")]
            .into_iter()
            .zip(texts)
            .map(|(language, text)| Locale { language, files: vec![(file.into(), text.into())] })
            .collect::<Vec<_>>()
            .try_into()
            .expect("two languages");
        Locales::new(english, [german])
    }

    #[test]
    fn a_sentence_has_its_values_and_an_unknown_one_is_empty() {
        let texts = ["greeting = Hello, { $name }!\nwelcome = Welcome", "greeting = Hallo, { $name }!"];
        let sentences = Sentences::new("test.ftl", &locales("test.ftl", texts)).expect("Fluent files");
        let said = |tag, key| sentences.say(Language::of(tag), key, &[("name", "Ada".into())]);
        for (tag, key, wanted) in [
            ("en", "greeting", "Hello, Ada!"),
            ("de", "greeting", "Hallo, Ada!"),
            ("fr", "greeting", "Hello, Ada!"),
            ("de", "welcome", "Welcome"),
            ("en", "farewell", ""),
        ] {
            assert_eq!(said(tag, key), wanted, "{key} in {tag}");
        }
    }

    #[test]
    fn a_broken_file_is_named() {
        let broken = Sentences::new("test.ftl", &locales("test.ftl", ["greeting = Hello", "= nothing"]));
        let error = broken.err().expect("no sentences").to_string();
        assert!(error.starts_with("test.ftl in de: "), "{error}");
    }
}
