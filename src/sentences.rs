//! Sentences of one platform's own, in every language, from Fluent files that are part of the program. Not here: which
//! there are (each adapter's `words`), and everything about games (the service's wording).

use adoube_service::Language;
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
    /// From the file of each language.
    ///
    /// # Errors
    ///
    /// One that is no Fluent file.
    pub fn new(
        file: &'static str,
        source: impl Fn(Language) -> &'static str,
    ) -> Result<Self, SentencesError> {
        let of = |language| {
            let bundle = bundle(language, source(language));
            bundle.map(|bundle| (language, bundle)).map_err(|problem| SentencesError {
                file,
                language,
                problem,
            })
        };
        Language::ALL.into_iter().map(of).collect::<Result<_, _>>().map(Self)
    }

    /// A sentence with values in it; empty when there is none of this name.
    pub fn say(&self, language: Language, key: &str, values: &[(&'static str, FluentValue<'_>)]) -> String {
        let arguments: FluentArgs<'_> = values.iter().cloned().collect();
        let bundle = self.0.iter().find(|(each, _)| *each == language).map(|(_, bundle)| bundle);
        let pattern = bundle.and_then(|bundle| Some((bundle, bundle.get_message(key)?.value()?)));
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
    use super::*;

    #[test]
    fn a_sentence_has_its_values_and_an_unknown_one_is_empty() {
        let sentences = Sentences::new("test.ftl", |language| match language {
            Language::En => "greeting = Hello, { $name }!",
            Language::De => "greeting = Hallo, { $name }!",
        });
        let sentences = sentences.expect("Fluent files");
        for (language, said) in [(Language::En, "Hello, Ada!"), (Language::De, "Hallo, Ada!")] {
            assert_eq!(sentences.say(language, "greeting", &[("name", "Ada".into())]), said);
        }
        assert_eq!(sentences.say(Language::En, "farewell", &[]), "");
    }

    #[test]
    fn a_broken_file_is_named() {
        let broken = Sentences::new("test.ftl", |_| "= nothing");
        let error = broken.err().expect("no sentences").to_string();
        assert!(error.starts_with("test.ftl in en: "), "{error}");
    }
}
