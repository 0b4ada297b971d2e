//! Type of a closed set of words that an option takes, each with its value (White, Black, random).
//! Not here: the words of a language (`assets/locales`).

use std::fmt::Debug;

/// A closed set of words, each with its meaning.
#[derive(Debug)]
pub struct WordChoice<T: 'static> {
    /// The set's key; the locale key of a word is `choice-<set>-<word>`.
    pub key: &'static str,
    /// The words, which are understood in every language, in display order.
    pub words: &'static [(&'static str, T)],
}

impl<T: Clone + PartialEq> WordChoice<T> {
    /// The meaning of a word.
    pub fn meaning(&self, word: &str) -> Option<T> {
        self.words.iter().find(|(known, _)| *known == word).map(|(_, meaning)| meaning.clone())
    }

    /// The word with a meaning; empty if no word has it.
    pub fn word(&self, meaning: &T) -> &'static str {
        self.words.iter().find(|(_, known)| known == meaning).map_or("", |(word, _)| word)
    }
}

/// A closed set without its meanings, for users of the words alone.
pub trait AnyWordChoice: Debug + Sync {
    /// The set's key.
    fn key(&self) -> &'static str;

    /// Its words, in display order.
    fn words(&self) -> Vec<&'static str>;
}

impl<T: Debug + Sync> AnyWordChoice for WordChoice<T> {
    fn key(&self) -> &'static str {
        self.key
    }

    fn words(&self) -> Vec<&'static str> {
        self.words.iter().map(|(word, _)| *word).collect()
    }
}

/// Words that every switch option understands.
pub static SWITCH: WordChoice<bool> = WordChoice { key: "switch", words: &[("on", true), ("off", false)] };
