//! Tests of the style of every sentence: each message of both languages, with every piece, side,
//! number and name that can stand in it, is checked for articles, agreement, punctuation, quotation
//! marks, forbidden words and length. A variable that `table` does not know is a failure.
//! `ADOUBE_REPORT=1` also prints the twenty hardest sentences of each language; `ADOUBE_SEED`
//! repeats or varies a run. Not here: whether every language has every sentence
//! (`src/text/completeness.rs`), and what the help of a piece means (`piece_help`).

mod english;
mod forms;
mod german;
mod heard;
mod mixing;
mod numbers;
mod played;
mod report;
mod spelling;
mod table;
mod texts;
mod values;
mod vocabulary;
mod voice;
mod words;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write as _},
};

use adoube_bot::Language;
use adoube_testing::seeds;
use english::English;
use german::German;
use mixing::Mix;
use played::Line;
use report::Report;
use texts::Text;
use voice::Voice;

use crate::support::languages::{READ, by_language};

/// The seed of a run, unless another one is asked for.
const SEED: u64 = 20_261_122;
/// Faults shown at once.
const SHOWN: usize = 200;

/// What is wrong: by text and fault one sentence that shows it, and how many there are.
#[derive(Default)]
struct Faults(BTreeMap<(String, String), (String, usize)>);

impl Faults {
    fn note(&mut self, text: &Text, said: &str, faults: impl IntoIterator<Item = String>) {
        for fault in faults {
            let place = format!("{} {}", text.file, text.key);
            self.0.entry((place, fault)).or_insert_with(|| (said.to_owned(), 0)).1 += 1;
        }
    }

    fn told(&self) -> String {
        let line = |((place, fault), (said, times)): (&(String, String), &(String, usize))| {
            format!("{place}: {fault} ({times}×)\n    {said}\n")
        };
        self.0.iter().take(SHOWN).map(line).collect()
    }
}

/// What checks a sentence.
struct Reader {
    language: Language,
    english: English,
    german: German,
}

impl Reader {
    fn new(language: Language) -> Self {
        Self {
            language,
            english: English::new(&Voice::new(Language::EN)),
            german: German::new(&Voice::new(Language::of("de"))),
        }
    }

    /// What is wrong with a text wherever it stands.
    fn grammar(&self, said: &str) -> Vec<String> {
        let mut faults = numbers::faults(self.language, said);
        let read: fn(&Self, &str) -> Vec<String> = by_language(
            self.language,
            |reader, said| reader.english.faults(said),
            |reader, said| reader.german.faults(said),
        );
        faults.extend(read(self, said));
        faults
    }

    fn faults(&self, text: &Text, said: &str, mix: &Mix) -> Vec<String> {
        let (form, most) = forms::of(text);
        let mut faults = spelling::faults(self.language, text, form, said);
        faults.extend(self.grammar(said));
        faults.extend(mix.iter().filter_map(|(_, value)| verb_after_list(self.language, said, value)));
        faults.extend(vocabulary::hash_in_a_sentence(said));
        let length = said.chars().count();
        if length > most {
            faults.push(format!("{length} characters, {most} are shown"));
        }
        faults
    }
}

/// "Knight g1 and Pawn e2 was …"
fn verb_after_list(language: Language, said: &str, value: &values::Value) -> Option<String> {
    let text = Some(value.text()).filter(|text| value.several && text.contains(' '))?;
    let (before, after) = said.split_once(&text)?;
    // Only what stands at the beginning of a sentence is surely what the verb speaks of.
    if !before.is_empty() && !before.ends_with([' ', '“', '„'])
        || before.trim_end().ends_with(char::is_alphanumeric)
    {
        return None;
    }
    let verb = after.strip_prefix(' ')?.split_whitespace().next()?;
    numbers::verb_after(language, verb, true)
}

fn read(language: Language) {
    let voice = Voice::new(language);
    let reader = Reader::new(language);
    let (seed, mut faults, mut report) = (seeds::seed(SEED), Faults::default(), Report::default());
    for text in voice.texts.iter().filter(|text| !text.is_typed()) {
        faults.note(text, &text.literal, vocabulary::faults(language, text));
        let slots = match table::slots(text, &voice) {
            Ok(slots) => slots,
            Err(fault) => {
                faults.note(text, &text.literal, [fault]);
                continue;
            }
        };
        if language == Language::of("de") {
            let gendered = german::gendered(text, |name| table::is_of_any_gender(text, name));
            faults.note(text, &text.literal, gendered.into_iter().chain(german::of_its_piece(text)));
        }
        let mut heard = BTreeSet::new();
        for mix in mixing::enough(&slots, seed) {
            let named: Vec<_> = mix.iter().map(|(name, value)| (name.clone(), value.value.clone())).collect();
            match voice.say(text, &named) {
                Ok(said) if heard.contains(&said) => {}
                Ok(said) => {
                    faults.note(text, &said, reader.faults(text, &said, &mix));
                    report.note(text, &said);
                    heard.insert(said);
                }
                Err(fault) => faults.note(text, &text.literal, [fault]),
            }
        }
    }
    // Also seen where the output of a test that passes is kept back.
    let _ = io::stderr().write_all(report.told(language).as_bytes());
    assert!(faults.0.is_empty(), "{} faults in {language:?}:\n{}", faults.0.len(), faults.told());
}

#[test]
fn every_english_sentence_is_well_said() {
    read(Language::EN);
}

#[test]
fn every_german_sentence_is_well_said() {
    read(Language::of("de"));
}

#[test]
fn everything_that_stands_in_a_sentence_is_in_the_table() {
    for language in READ {
        let voice = Voice::new(language);
        let unknown: Vec<String> =
            voice.texts.iter().filter_map(|text| table::slots(text, &voice).err()).collect();
        assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    }
}

/// The same values and choices in every language, so that a table for one is a table for all.
#[test]
fn both_languages_put_the_same_values_into_the_same_sentences() {
    let variables = |language| -> BTreeMap<String, BTreeSet<String>> {
        let of = |text: Text| {
            let mut names: BTreeSet<String> = text.variables.into_iter().collect();
            // In English a piece's letters are its code, and need no second mention.
            if names.remove("code") {
                names.insert("letter".to_owned());
            }
            // "Knight g1" may be told in two places: „Auf g1 steht Springer“.
            if names.contains("kind") && names.remove("square") {
                names.remove("kind");
                names.insert("piece".to_owned());
            }
            (format!("{} {}", text.file, text.key), names)
        };
        texts::texts(language).into_iter().map(of).collect()
    };
    let [english, german] = READ.map(variables);
    let differing: Vec<String> = english
        .iter()
        .filter_map(|(key, names)| Some((key, names, german.get(key)?)))
        .filter(|(_, names, others)| names != others)
        .map(|(key, names, others)| format!("{key}: {names:?} and {others:?}"))
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// What is wrong with lines that somebody reads.
fn read_lines(lines: Vec<Line>) {
    assert!(lines.len() > 500, "only {} lines are found", lines.len());
    let (readers, mut faults) = (READ.map(Reader::new), BTreeMap::new());
    for line in lines {
        let reader = readers.iter().find(|reader| reader.language == line.language).expect("a reader");
        let mut wrong = spelling::anywhere(line.language, &line.said);
        wrong.extend(reader.grammar(&line.said));
        wrong.extend(vocabulary::hash_in_a_sentence(&line.said));
        for fault in wrong {
            faults.entry((fault, line.said.clone())).or_insert_with(|| line.place.clone());
        }
    }
    let told =
        faults.iter().take(SHOWN).map(|((fault, said), place)| format!("{place}: {fault}\n    {said}"));
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), told.collect::<Vec<_>>().join("\n"));
}

/// Whole messages, as people get them in conversations that are kept.
#[test]
fn what_is_read_in_conversations_is_well_said() {
    read_lines(played::lines());
}

/// Whole messages, as people get them whatever they do.
#[tokio::test]
async fn what_is_read_in_random_games_is_well_said() {
    read_lines(heard::lines(seeds::seed(SEED)).await);
}

/// Rows that no sentence needs any more would hide that a new one is unknown.
#[test]
fn the_tables_hold_nothing_that_is_not_said() {
    let [english, german] = READ.map(|language| (language, texts::texts(language)));
    for (language, texts) in [&english, &german] {
        assert_eq!(vocabulary::unused(*language, texts), [""; 0]);
    }
    let texts: Vec<Text> = english.1.into_iter().chain(german.1).collect();
    assert_eq!(table::unused(&texts), [""; 0]);
    assert_eq!(forms::unused(&texts), [""; 0]);
}
