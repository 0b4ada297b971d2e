//! Lexicon: finds what a typed word means, in every language at once: names and aliases of
//! commands, options and choices, and the words most similar to an unknown one.

use crate::{
    Language,
    core::command::{
        AnyWordChoice, CommandList, CommandSpec, GLOSSARY, OptionKind, OptionSpec, SETTING_WORDS, SWITCH,
    },
};

use super::{DurationGrammar, Translations};

/// Minimal similarity to a term; names of people are similar to one by chance.
const LIKE_A_TERM: f64 = 0.7;

/// Minimal similarity to the name of a command, or of another help topic.
const LIKE_A_COMMAND: f64 = 0.6;

/// Typed words with their meanings, folded to lower case.
#[derive(Debug, Default)]
pub struct Lexicon {
    list: CommandList,
    commands: Vec<(String, &'static CommandSpec)>,
    /// Words of commands, once for each language they belong to.
    spoken: Vec<(String, Language)>,
    /// Words of closed sets, by the key of the set.
    choices: Vec<(&'static str, String, &'static str)>,
    options: Vec<(String, &'static str)>,
    /// Names of languages.
    languages: Vec<(String, Language)>,
    /// Terms of the glossary, with hyphens between their words.
    terms: Vec<(String, &'static str)>,
    durations: DurationGrammar,
}

impl Lexicon {
    /// Collects the words of all languages.
    pub fn new(wording: &Translations) -> Self {
        let durations = DurationGrammar::new(wording);
        let mut lexicon = Self { list: wording.commands(), durations, ..Self::default() };
        // First the keys, which platforms send that have fields of their own for options.
        for spec in wording.commands().iter() {
            push_word(&mut lexicon.commands, spec.name, spec);
            for option in spec.options {
                push_word(&mut lexicon.options, option.name, option.name);
            }
        }
        for language in wording.languages() {
            lexicon.add_commands(wording, language);
            lexicon.add_choices(wording, language);
            lexicon.add_terms(wording, language);
            lexicon.add_language(wording, language);
        }
        lexicon
    }

    fn add_commands(&mut self, wording: &Translations, language: Language) {
        for spec in wording.commands().iter() {
            let key = format!("command-{}", spec.name);
            // A missing name falls back to English when shown, but is no typed word of this
            // language.
            if let Some(name) = wording.own(language, &key) {
                let others = wording.attribute(language, &key, "aliases", &[]).unwrap_or_default();
                for word in std::iter::once(name.as_str()).chain(others.split(',')) {
                    push_word(&mut self.commands, word, spec);
                    self.spoken.push((fold(word.trim()), language));
                }
            }
            for OptionSpec { name, .. } in spec.options {
                let key = format!("option-{name}");
                let typed = wording.say(language, &key, &[]);
                let others = wording.attribute(language, &key, "aliases", &[]).unwrap_or_default();
                for word in std::iter::once(typed.as_str()).chain(others.split(',')) {
                    push_word(&mut self.options, word, *name);
                }
            }
        }
    }

    fn add_choices(&mut self, wording: &Translations, language: Language) {
        for set in word_sets(wording.commands()) {
            for word in set.words() {
                let key = format!("choice-{}-{word}", set.key());
                let typed = wording.attribute(language, &key, "words", &[]).unwrap_or_default();
                for typed in std::iter::once(word).chain(typed.split(',')) {
                    let typed = fold(typed.trim());
                    let known = self.choices.iter().any(|(of, text, _)| *of == set.key() && *text == typed);
                    if !typed.is_empty() && !known {
                        self.choices.push((set.key(), typed, word));
                    }
                }
            }
        }
    }

    /// Adds a language's own name, and the names others have for it.
    fn add_language(&mut self, wording: &Translations, language: Language) {
        let own = wording.own(language, "language-name").unwrap_or_default();
        let others = wording.attribute(language, "language-name", "words", &[]);
        let others = others.filter(|_| !own.is_empty()).unwrap_or_default();
        for word in [language.tag(), own.as_str()].into_iter().chain(others.split(',')) {
            push_word(&mut self.languages, word, language);
        }
    }

    /// The language with this name, in any language.
    pub fn language(&self, word: &str) -> Option<Language> {
        let word = fold(word.trim());
        self.languages.iter().find(|(known, _)| *known == word).map(|(_, language)| *language)
    }

    fn add_terms(&mut self, wording: &Translations, language: Language) {
        for term in GLOSSARY {
            let key = format!("glossary-{}", term.name);
            let words = wording.attribute(language, &key, "words", &[]).unwrap_or_default();
            for word in words.split(',') {
                push_word(&mut self.terms, &hyphened(word), term.name);
            }
        }
    }

    /// All commands, in the order of menus.
    pub fn commands(&self) -> CommandList {
        self.list
    }

    /// The command with this name.
    pub fn command(&self, word: &str) -> Option<&'static CommandSpec> {
        let word = fold(word);
        self.commands.iter().find(|(name, _)| *name == word).map(|(_, command)| *command)
    }

    /// The language of a command's name, if it belongs to one language alone.
    pub fn language_of(&self, word: &str) -> Option<Language> {
        let word = fold(word);
        let mut languages =
            self.spoken.iter().filter(|(name, _)| *name == word).map(|(_, language)| *language);
        let first = languages.next().filter(|_| !word.is_empty())?;
        languages.all(|other| other == first).then_some(first)
    }

    /// The command whose name is most similar to a mistyped word, if one is similar enough.
    pub fn nearest_command(&self, word: &str) -> Option<&'static CommandSpec> {
        nearest(&fold(word), self.commands.iter().map(|(name, command)| (name, *command)))
    }

    /// The glossary term with this name.
    pub fn glossary(&self, word: &str) -> Option<&'static str> {
        let word = hyphened(word);
        self.terms.iter().find(|(known, _)| *known == word).map(|(_, term)| *term)
    }

    /// The command's name or term most similar to a mistyped word, if one is similar enough.
    pub fn nearest_topic(&self, word: &str) -> Option<&str> {
        let commands = self.commands.iter().map(|(name, _)| name);
        let terms = self.terms.iter().map(|(term, _)| term);
        nearest(&hyphened(word), commands.chain(terms).map(|topic| (topic, topic.as_str())))
    }

    /// The word of a closed set with this name or alias.
    pub fn choice(&self, set: &dyn AnyWordChoice, word: &str) -> Option<&'static str> {
        let word = fold(word);
        let mut words = self.choices.iter().filter(|(of, _, _)| *of == set.key());
        words.find(|(_, typed, _)| *typed == word).map(|(_, _, word)| *word)
    }

    /// The word of a command's closed sets most similar to one mistyped word, or to two in a row.
    pub fn nearest_term(&self, spec: &CommandSpec, words: &[&str]) -> Option<&str> {
        let sets: Vec<&str> = spec
            .options
            .iter()
            .filter_map(|option| option.kind.closed_set())
            .map(AnyWordChoice::key)
            .collect();
        let single = words.iter().map(|word| fold(word));
        let typed: Vec<String> = single.chain(words.windows(2).map(|pair| fold(&pair.join("-")))).collect();
        let known = self.choices.iter().filter(|(set, _, _)| sets.contains(set));
        let pairs = known.flat_map(|(_, term, _)| typed.iter().map(move |word| (term.as_str(), word)));
        let near = pairs
            .filter(|(term, word)| term != word)
            .map(|(term, word)| (strsim::normalized_damerau_levenshtein(term, word), term));
        near.filter(|(likeness, _)| *likeness >= LIKE_A_TERM)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, term)| term)
    }

    /// The first word that is a term of the command, with its option.
    pub fn term<'t>(&self, spec: &CommandSpec, words: &[&'t str]) -> Option<(&'t str, &'static str)> {
        let option_of = |word: &str| {
            // A bare number is no level: it counts only after the option before it.
            let is_term = |option: &&OptionSpec| !matches!(option.kind, OptionKind::FollowingChoice(_));
            let mut options = spec.options.iter().filter(is_term);
            options
                .find(|option| option.kind.closed_set().is_some_and(|set| self.choice(set, word).is_some()))
        };
        words.iter().find_map(|word| option_of(word).map(|option| (*word, option.name)))
    }

    /// The words of closed sets in commands that also take a person.
    pub fn words_for_people(&self) -> Vec<&str> {
        let takes_people =
            |spec: &&CommandSpec| spec.options.iter().any(|option| option.kind.may_be_person());
        let options = self.list.iter().filter(takes_people).flat_map(|spec| spec.options);
        let sets: Vec<&str> =
            options.filter_map(|option| option.kind.word_set()).map(AnyWordChoice::key).collect();
        let words = self.choices.iter().filter(|(set, _, _)| sets.contains(set));
        words.map(|(_, typed, _)| typed.as_str()).collect()
    }

    /// The grammar of typed durations.
    pub fn durations(&self) -> &DurationGrammar {
        &self.durations
    }

    /// The option with this name in any language.
    pub fn option(&self, word: &str) -> Option<&'static str> {
        let word = fold(word);
        self.options.iter().find(|(name, _)| *name == word).map(|(_, option)| *option)
    }
}

/// The closed sets of all options, without duplicates.
pub(super) fn word_sets(commands: CommandList) -> Vec<&'static dyn AnyWordChoice> {
    let mut sets: Vec<&'static dyn AnyWordChoice> = vec![&SWITCH];
    let of_options =
        commands.iter().flat_map(|spec| spec.options).filter_map(|option| option.kind.word_set());
    for set in of_options.chain(SETTING_WORDS.iter().copied()) {
        if sets.iter().all(|known| known.key() != set.key()) {
            sets.push(set);
        }
    }
    sets
}

fn push_word<T: PartialEq>(words: &mut Vec<(String, T)>, word: &str, meaning: T) {
    let word = fold(word.trim());
    if !word.is_empty() && !words.iter().any(|(known, _)| *known == word) {
        words.push((word, meaning));
    }
}

/// The most similar word, if one is similar enough.
fn nearest<'w, T>(word: &str, known: impl Iterator<Item = (&'w String, T)>) -> Option<T> {
    let near = known.map(|(name, meaning)| (strsim::normalized_damerau_levenshtein(name, word), meaning));
    near.filter(|(likeness, _)| *likeness >= LIKE_A_COMMAND)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, it)| it)
}

/// Folds a term and puts one hyphen between its words: "Berührt – geführt" is "berührt-geführt".
fn hyphened(word: &str) -> String {
    let folded = fold(word);
    let words = folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// Lower case, with ss for the sharp s, as people without a German keyboard write it.
pub fn fold(word: &str) -> String {
    word.to_lowercase().replace('ß', "ss")
}
