//! Parses settings with a few allowed words, such as a language; an error lists these words.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Reads one of the words of `choices`.
///
/// # Errors
///
/// The text is not in the list.
pub fn read<'de, D: Deserializer<'de>, T: Copy>(from: D, choices: &[(&str, T)]) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    let found = choices.iter().find(|(word, _)| *word == text);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let words: Vec<String> = choices.iter().map(|(word, _)| format!("{word:?}")).collect();
        Error::custom(format!("it is one of {}", words.join(", ")))
    })
}

/// Reads the setting of when a game gets its own thread.
///
/// # Errors
///
/// As [`read`].
pub fn threads<'de, D: Deserializer<'de>>(from: D) -> Result<adoube_bot::ThreadPolicy, D::Error> {
    use adoube_bot::ThreadPolicy;
    read(
        from,
        &[("busy", ThreadPolicy::WhenBusy), ("always", ThreadPolicy::Always), ("never", ThreadPolicy::Never)],
    )
}

/// Reads a language by its tag.
///
/// # Errors
///
/// As [`read`].
pub fn language<'de, D: Deserializer<'de>>(from: D) -> Result<adoube_bot::Language, D::Error> {
    // The configuration cannot add languages, so the embedded ones are all.
    let languages: Vec<_> = adoube_bot::Locales::embedded().languages().collect();
    let choices: Vec<_> = languages.iter().map(|language| (language.tag(), *language)).collect();
    read(from, &choices)
}

/// Writes a language's tag.
///
/// # Errors
///
/// The serializer fails.
pub fn write_language<S: Serializer>(language: &adoube_bot::Language, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(language.tag())
}
