//! Closed sets of words for an option, each with its value. Not here: the words of a language
//! (`assets/locales`).

use std::fmt::Debug;

/// A few words one of which is said, each with its meaning.
#[derive(Debug)]
pub struct WordChoice<T: 'static> {
    /// The set's key; the locale key of a word is `choice-<set>-<word>`.
    pub key: &'static str,
    /// The words, as they are understood in every language, in the order in which they are shown.
    pub words: &'static [(&'static str, T)],
}

impl<T: Clone + PartialEq> WordChoice<T> {
    /// What a word stands for.
    pub fn meaning(&self, word: &str) -> Option<T> {
        self.words.iter().find(|(known, _)| *known == word).map(|(_, meaning)| meaning.clone())
    }

    /// The word for something; empty where there is none.
    pub fn word(&self, meaning: &T) -> &'static str {
        self.words.iter().find(|(_, known)| known == meaning).map_or("", |(word, _)| word)
    }
}

/// A closed set for those who need its words alone.
pub trait AnyWordChoice: Debug + Sync {
    /// The set's key.
    fn key(&self) -> &'static str;

    /// Its words, in order.
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

/// Whether a switch is on: what can be said of every option that is one.
pub static SWITCH: WordChoice<bool> = WordChoice { key: "switch", words: &[("on", true), ("off", false)] };
