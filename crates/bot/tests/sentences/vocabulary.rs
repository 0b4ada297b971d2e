//! Checker of the words in sentences: lists of words that are not used, and what is said instead,
//! so that one thing has one name. Words are whole, a star stands for any ending or beginning. Not
//! here: grammar.

use adoube_bot::Language;

use super::texts::Text;
use crate::support::languages::by_language;

/// Words, what to say, and the beginnings of keys where they are right all the same.
type Row = (&'static str, &'static str, &'static [&'static str]);

const BOTH: &[Row] = &[("→", "“then”, „dann“", &[]), ("✓", "“(chosen)”, „(gewählt)“", &[])];

/// Sentences about what a server or a room has chosen.
const OF_PLACES: &[&str] =
    &["settings-", "button-settings-", "refused-settings-", "choice-scope-", "command-settings"];

/// Where people are is known to each platform alone.
const PLACES: &[Row] = &[
    ("channel", "here", OF_PLACES),
    ("channels", "here", OF_PLACES),
    ("room", "here", OF_PLACES),
    ("Kanal", "hier", OF_PLACES),
    ("Kanals", "hier", &[]),
    ("Raum", "hier", OF_PLACES),
];

const ENGLISH: &[Row] = &[
    ("array*", "starting position, set-up", &[]),
    ("whom", "who", &[]),
    ("whoever", "anyone who, the person who", &[]),
    ("by lot", "random", &[]),
    ("anybody", "anyone", &[]),
    ("somebody", "someone", &[]),
    ("somebody's", "someone's", &[]),
    ("everybody", "everyone", &[]),
    ("he", "they", &[]),
    ("his", "their", &[]),
    ("him", "them", &[]),
    ("she", "they", &[]),
    ("her", "their", &[]),
    ("the other side's", "your opponent's", &[]),
    ("half a turn", "turned by 180°", &[]),
    ("Remis", "draw", &[]),
];

const GERMAN: &[Row] = &[
    ("array*", "Aufstellung", &[]),
    ("Remis verlang*", "Remis reklamieren", &[]),
    ("verlangt Remis", "reklamiert Remis", &[]),
    ("Remis, verlangt", "reklamiert", &[]),
    ("bekehr*", "umdrehen", &[]),
    ("waagrecht*", "waagerecht", &[]),
    ("Schach960", "Chess960", &[]),
    ("Übereinkunft", "Remis vereinbart", &[]),
    ("die andere Seite", "dein Gegner", &[]),
    ("dem Menschen", "der Person", &[]),
    ("denen, die mich", "der Person, die", &[]),
    ("halbe Drehung", "Spiegelaufstellung", &[]),
    ("daß", "dass", &[]),
    ("muß", "muss", &[]),
    ("weiss*", "weiß", &[]),
    ("gross*", "groß", &[]),
    ("heiss*", "heiß", &[]),
    ("schliess*", "schließ", &[]),
    ("ausser*", "außer", &[]),
    ("draussen", "draußen", &[]),
];

/// The words of a text that are said otherwise.
pub fn faults(language: Language, text: &Text) -> Vec<String> {
    let own = by_language(language, ENGLISH, GERMAN);
    let is_allowed = |keys: &[&str]| keys.iter().any(|key| text.key.starts_with(key));
    let places = if text.shelf() == "service" { PLACES } else { &[] };
    let rows = BOTH.iter().chain(places).chain(own).filter(|(.., keys)| !is_allowed(keys));
    rows.filter(|(word, ..)| has(&text.literal, word))
        .map(|(word, other, _)| format!("“{word}”: say {other}"))
        .collect()
}

fn has(text: &str, word: &str) -> bool {
    let text = text.to_lowercase();
    let word = word.to_lowercase();
    let (word, open) = word.strip_suffix('*').map_or((word.as_str(), false), |word| (word, true));
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        let is_mark = !word.starts_with(char::is_alphabetic);
        is_mark || (!is_letter(before) && (open || !is_letter(after)))
    })
}

/// Hashes stand on a last line of their own, where nobody has to hear them read out in a sentence.
pub fn hash_in_a_sentence(said: &str) -> Option<String> {
    let is_hash = |word: &str| {
        word.matches(|letter: char| letter.is_ascii_hexdigit()).count() >= 64 && !word.contains('/')
    };
    let lines: Vec<&str> = said.lines().collect();
    let (last, others) = lines.split_last()?;
    let among_words = others.iter().any(|line| line.split_whitespace().any(is_hash));
    let in_the_last =
        last.split_whitespace().any(is_hash) && (others.is_empty() || last.split_whitespace().count() > 2);
    (among_words || in_the_last)
        .then(|| "a hash in a sentence: let it stand on a last line of its own".to_owned())
}

/// Exceptions that nothing needs any more.
pub fn unused(language: Language, texts: &[Text]) -> Vec<String> {
    let own = by_language(language, ENGLISH, GERMAN);
    let is_needed = |word: &str, key: &str| {
        texts.iter().any(|text| text.key.starts_with(key) && has(&text.literal, word))
    };
    let exceptions = own.iter().flat_map(|(word, _, keys)| keys.iter().map(move |key| (*word, *key)));
    exceptions
        .filter(|(word, key)| !is_needed(word, key))
        .map(|(word, key)| format!("“{word}” in {key}…"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        for (text, word) in
            [("The array.", "array*"), ("Arrays", "array*"), ("by lot", "by lot"), ("✓ this", "✓")]
        {
            assert!(has(text, word), "{word} in {text}");
        }
        for (text, word) in [("disarray", "array*"), ("there", "he"), ("by lots", "by lot")] {
            assert!(!has(text, word), "{word} in {text}");
        }
        let hash = "0".repeat(64);
        assert!(hash_in_a_sentence(&format!("SHA-256 {hash}, as it was.")).is_some());
        assert_eq!(hash_in_a_sentence(&format!("The fingerprint:\nSHA-256 {hash}")), None);
    }
}
