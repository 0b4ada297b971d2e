//! Recognises terms that the bot does not support behind a command: games that are not offered, and
//! clock times. Not here: the words commands take (`lexicon`), and names of people
//! (`gameplay::lookup`).

use super::{Translations, fold};
use crate::core::{
    command::CommandError,
    notice::{GameRefusal, MissingFeature, UnknownTermRefusal},
};

/// Maximum of words in a game's name: "king of the hill".
const NAME_WORDS: usize = 4;
/// Possible endings of any game's name: "atomic-chess".
const ENDINGS: [&str; 2] = ["chess", "schach"];
/// Separators between the numbers of a time: "5+3", "10|0", "10:00".
const BETWEEN: [char; 6] = ['+', '|', ':', '/', '\'', '’'];

/// Unsupported terms in all languages, folded.
#[derive(Debug, Default)]
pub struct UnsupportedTerms {
    /// Other games: the letters of each name, and the name as shown.
    games: Vec<(String, String)>,
    /// Words about chess clocks.
    times: Vec<String>,
    /// Units that make a number before them a time: "10m".
    units: Vec<String>,
    /// Words between a command's terms: "against", "with".
    between: Vec<String>,
    /// Words that are never suggested a similar command.
    no_typos: Vec<String>,
    /// Words for features that the bot does not have.
    missing: Vec<(String, MissingFeature)>,
}

impl UnsupportedTerms {
    /// Collects the words of all languages.
    pub fn new(wording: &Translations) -> Self {
        let mut stray = Self::default();
        for language in wording.languages() {
            let listed = |key: &str| wording.say(language, key, &[]);
            let games = listed("words-other-games");
            stray.games.extend(games.split(',').map(|name| (letters(name), name.trim().to_owned())));
            stray.times.extend(listed("words-time").split(',').map(|word| fold(word.trim())));
            stray.no_typos.extend(listed("words-no-typos").split(',').map(letters));
            stray.between.extend(listed("words-between").split(',').map(|word| fold(word.trim())));
            for feature in MissingFeature::ALL {
                let words = listed(feature.words_key());
                stray.missing.extend(words.split(',').map(|word| (letters(word), feature)));
            }
            stray.units.extend(listed("words-time-units").split(',').map(|word| fold(word.trim())));
        }
        stray
    }

    /// A name without leading connecting words and commas: "with Bob," as "Bob".
    pub fn bare_name(&self, name: &str) -> String {
        // The name of a game may contain connecting words: "King of the Hill".
        if self.game(&name.split_whitespace().collect::<Vec<_>>()).is_some() {
            return name.to_owned();
        }
        let trimmed = name.split_whitespace().map(|word| word.trim_matches([',', ';']));
        let is_between = |word: &&str| self.between.contains(&fold(word.trim_end_matches(['.', ':'])));
        let words: Vec<&str> = trimmed.filter(|word| !word.is_empty() && !is_between(word)).collect();
        words.join(" ")
    }

    /// The first word for a missing feature, with the feature.
    pub fn missing<'t>(&self, words: &[&'t str]) -> Option<(&'t str, MissingFeature)> {
        words.iter().find_map(|word| {
            let typed = letters(word);
            let known = self.missing.iter().find(|(known, _)| *known == typed);
            known.map(|(_, feature)| (*word, *feature))
        })
    }

    /// The refusal of a line without a command's name.
    pub fn no_command(&self, line: &str, error: CommandError) -> GameRefusal {
        let refusal = self.known_beginning(line).map_or_else(|| error.into(), GameRefusal::from);
        match refusal {
            GameRefusal::UnknownCommand { word, .. } if self.no_typos.contains(&letters(&word)) => {
                GameRefusal::UnknownCommand { word, nearest: None }
            }
            refusal => refusal,
        }
    }

    /// The refusal of a line that begins with a known unsupported term.
    fn known_beginning(&self, line: &str) -> Option<UnknownTermRefusal> {
        let words: Vec<&str> = line.split_whitespace().take(NAME_WORDS).collect();
        let first = words.get(..1)?;
        let mut begun = (1..=words.len()).rev().filter_map(|count| words.get(..count));
        if let Some(game) = begun.find_map(|words| self.known_game(&letters(&words.concat()))) {
            return Some(UnknownTermRefusal::OtherGame { game: game.to_owned() });
        }
        if let Some((word, feature)) = self.missing(first) {
            return Some(UnknownTermRefusal::Missing { word: word.to_owned(), feature });
        }
        self.time(first).map(|words| UnknownTermRefusal::NoClocks { words })
    }

    /// The name of an unsupported game among the words.
    pub fn game(&self, words: &[&str]) -> Option<&str> {
        let spans = (1..=NAME_WORDS).rev().flat_map(|length| words.windows(length));
        let mut names = spans.map(|span| letters(&span.concat()));
        names.find_map(|name| self.known_game(&name))
    }

    fn known_game(&self, name: &str) -> Option<&str> {
        let short = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
        let is_it = |known: &str| known == name || known == short;
        self.games.iter().find(|(known, _)| is_it(known)).map(|(_, shown)| shown.as_str())
    }

    /// The words that form a time: "10 minutes".
    pub fn time(&self, words: &[&str]) -> Option<String> {
        let said = |place: usize| words.get(place).is_some_and(|word| self.is_time(word));
        let counts = |place: usize| words[place].bytes().all(|byte| byte.is_ascii_digit()) && said(place + 1);
        let found: Vec<&str> = (0..words.len())
            .filter(|place| said(*place) || counts(*place))
            .map(|place| words[place])
            .collect();
        (!found.is_empty()).then(|| found.join(" "))
    }

    fn is_time(&self, word: &str) -> bool {
        let word = fold(word);
        let word = word.trim_matches(|letter: char| matches!(letter, '.' | '(' | ')' | '!' | '-'));
        let numeric = |letter: char| letter.is_ascii_digit() || BETWEEN.contains(&letter);
        let rest = word.trim_start_matches(numeric).trim_start_matches('-');
        let number = &word[..word.len() - rest.len()];
        let name = rest.split([':', '=']).next().unwrap_or_default();
        if self.times.iter().any(|known| known == name) {
            return true;
        }
        let numbers = number.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
        match numbers.count() {
            0 => false,
            1 => self.units.iter().any(|known| known == rest),
            _ => rest.is_empty() || self.units.iter().any(|known| known == rest),
        }
    }
}

/// Letters and digits only: people write "three-check", "Three Check" and "threecheck".
fn letters(name: &str) -> String {
    fold(name).chars().filter(|letter| letter.is_alphanumeric()).collect()
}
