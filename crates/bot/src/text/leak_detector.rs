//! Leak detector: finds words in a message that could reveal a turn or a hidden card. Nothing is
//! parsed as a move; a message is harmless only when each of its words is proven to be, in any game
//! and language, with spelling variants and typing errors. Not here: which players have hidden
//! cards (`gameplay::visibility`).

use std::collections::BTreeSet;

use adoube_rules::{PieceType, notation};

use super::{Localizer, Translations};

/// Marks within a word: "that's", "geht’s".
const APOSTROPHES: [char; 4] = ['\'', '’', '‘', '`'];
/// Suffixes of numbers that are no squares: "1st", "5min".
const UNITS: [&str; 12] = ["st", "nd", "rd", "th", "er", "te", "ten", "min", "mins", "sec", "mal", "x"];
/// Emoticons with a letter that could be a piece's, in no particular language.
const FACES: [&str; 18] = [
    ":d", ":-d", ";d", "=d", "xd", "d:", ":p", ":-p", ";p", ";-p", "=p", ":b", ":o", ":-o", ":s", ":x", ":3",
    "<3",
];
/// A game's name with a number that is no square.
const GAMES: [&str; 1] = ["chess960"];
/// The pieces on cards.
pub(super) const CARDS: [PieceType; 6] = [
    PieceType::KING,
    PieceType::QUEEN,
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::KNIGHT,
    PieceType::PAWN,
];
/// Words without a vowel up to this length may be letters of cards: `QNB`.
const CODES: usize = 4;
/// Secret words shorter than this match exactly only: too many other words are similar.
const SHORT: usize = 4;
/// Secret words from this length on match with two typing errors.
const LONG: usize = 7;
/// Secret words from this length on match inside other words, where they do not occur by chance.
const DISTINCT: usize = 5;

/// A possible leak in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeakRisk {
    /// The first suspicious word.
    pub word: String,
    /// Whether the message names a square, or a card together with an action on it: then it is
    /// meant as a turn, or nearly so.
    pub is_turn: bool,
}

/// What a word may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordDisguise {
    /// A square such as `n3`, also within a word.
    Square,
    /// A card's name.
    Card,
    /// An action on a card.
    Deed,
    /// A letter of a card or of a file, or an unclassified word.
    Letter,
}

/// The words that tell of cards, and ordinary words that only look like them, of every language at
/// once.
#[derive(Debug, Default)]
pub struct LeakDetector {
    cards: Vec<String>,
    deeds: Vec<String>,
    ordinary: BTreeSet<String>,
}

impl LeakDetector {
    /// Collects the words of all languages.
    pub fn new(wording: &Translations) -> Self {
        let mut talk = Self::default();
        for language in wording.languages() {
            let speaker = Localizer::new(wording, language);
            let ordinary = speaker.fixed_sentence("words-talk");
            talk.ordinary.extend(ordinary.split(',').map(|word| notation::fold_text(word.trim())));
            for kind in CARDS {
                add(&mut talk.cards, &speaker.kind(kind));
            }
            for command in ["command-drop", "command-pass"] {
                add(&mut talk.deeds, &speaker.fixed_sentence(command));
                let others = speaker.attribute(command, "aliases").unwrap_or_default();
                others.split(',').for_each(|word| add(&mut talk.deeds, word));
            }
            for phrases in [speaker.fixed_sentence("words-drop"), speaker.fixed_sentence("words-pass")] {
                phrases.split([',', ' ']).for_each(|word| add(&mut talk.deeds, word));
            }
        }
        // Phrases contain ordinary words, too: "and", "then", "ein".
        talk.deeds.retain(|word| !talk.ordinary.contains(word));
        talk
    }

    /// A possible leak in a text; `None` proves that there is none.
    pub fn suspicion(&self, text: &str) -> Option<LeakRisk> {
        let plain = notation::fold_text(text);
        let figurine = plain.chars().find(|letter| ('♔'..='♟').contains(letter)).map(String::from);
        let mut found: Vec<(String, WordDisguise)> =
            figurine.map(|word| (word, WordDisguise::Card)).into_iter().collect();
        for part in plain.split_whitespace() {
            if !self.is_ordinary(part) {
                found.extend(words(part).filter_map(|word| self.guise(&word).map(|guise| (word, guise))));
            }
        }
        found.extend(spaced_square(&plain).map(|word| (word, WordDisguise::Square)));
        let any = |wanted: WordDisguise| found.iter().any(|(_, guise)| *guise == wanted);
        let is_turn = any(WordDisguise::Square) || (any(WordDisguise::Card) && any(WordDisguise::Deed));
        found.into_iter().next().map(|(word, _)| LeakRisk { word, is_turn })
    }

    /// Whether a text is one everyday word that only looks like a secret one.
    pub fn is_everyday(&self, text: &str) -> bool {
        self.ordinary
            .contains(notation::fold_text(text).trim_matches(|letter: char| !letter.is_alphanumeric()))
    }

    /// Whether a part is an emoticon or an ordinary word or abbreviation.
    fn is_ordinary(&self, part: &str) -> bool {
        let bare = part.trim_end_matches(['.', ',', '!', '?', ';', ')']);
        FACES.contains(&part) || FACES.contains(&bare) || self.ordinary.contains(bare)
    }

    fn guise(&self, word: &str) -> Option<WordDisguise> {
        let is_digit = |letter: char| letter.is_numeric();
        if word.chars().all(is_digit) || self.ordinary.contains(word) || GAMES.contains(&word) {
            return None;
        }
        if word.contains(is_digit) {
            let is_measure = UNITS.contains(&word.trim_start_matches(is_digit));
            return (!is_measure).then_some(WordDisguise::Square);
        }
        let foreign = word.chars().filter(|letter| !letter.is_ascii()).count();
        let length = word.chars().count();
        if foreign == length {
            // Other scripts have no card names here, but letters that look like Latin ones.
            let is_one_letter = length < 3 && word.chars().any(char::is_lowercase);
            return is_one_letter.then_some(WordDisguise::Letter);
        }
        let has_vowel = word.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        if foreign > 0 || length < 3 || (length <= CODES && !has_vowel) {
            return Some(WordDisguise::Letter);
        }
        let is_like = |secrets: &[String]| secrets.iter().any(|secret| looks_like(word, secret));
        if is_like(&self.cards) {
            Some(WordDisguise::Card)
        } else if is_like(&self.deeds) {
            Some(WordDisguise::Deed)
        } else {
            None
        }
    }
}

/// Adds a folded word, also spelt without umlauts.
fn add(words: &mut Vec<String>, word: &str) {
    let word = word.trim().to_lowercase();
    let spelt_out = word.replace('ä', "ae").replace('ö', "oe").replace('ü', "ue");
    for word in [word, spelt_out] {
        let word = notation::fold_text(&word);
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
}

/// The words of a part of a text between spaces.
fn words(part: &str) -> impl Iterator<Item = String> {
    let is_apart = |letter: char| !letter.is_alphanumeric() && !APOSTROPHES.contains(&letter);
    let words = part.split(is_apart).map(|word| word.replace(APOSTROPHES, ""));
    words.filter(|word| !word.is_empty())
}

/// A square written with a space between letter and number, as a slip of the thumb causes it: `a
/// 3`.
fn spaced_square(plain: &str) -> Option<String> {
    let words: Vec<String> = words(plain).collect();
    let is_letter = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    words.windows(2).find_map(|pair| match pair {
        [file, rank] if is_letter(file) && rank.chars().all(char::is_numeric) => {
            Some(format!("{file} {rank}"))
        }
        _ => None,
    })
}

/// Whether `word` may be a spelling of a secret word.
fn looks_like(word: &str, secret: &str) -> bool {
    let length = secret.chars().count();
    if length < SHORT {
        return word == secret;
    }
    let mistakes = if length >= LONG { 2 } else { 1 };
    let is_part = word.starts_with(secret)
        || (length >= DISTINCT && word.contains(secret))
        // "looking" is no King, and "compass" no pass.
        || (word.ends_with(secret) && !["king", "pass"].contains(&secret));
    is_part
        || strsim::damerau_levenshtein(word, secret) <= mistakes
        || without_repeats(word) == without_repeats(secret)
}

/// Reduces repeated letters to one: "roook".
fn without_repeats(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests;
