//! Report of the sentences that are hardest to read (long, nested or passive ones), for writers who
//! want to make them easier. Nothing fails here. Not here: mistakes.

use std::{collections::BTreeMap, env, fmt::Write as _};

use adoube_bot::Language;

use super::{
    forms::{self, Form},
    texts::Text,
    values::LONG_NAME,
    words::{sentences, words},
};
use crate::support::languages::by_language;

/// Sentences shown of each language.
const SHOWN: usize = 20;
/// About as many characters as two lines of a phone hold.
const TWO_LINES: usize = 90;
/// Longer names of places, addresses and people say nothing about a sentence.
const LONGEST_WORD: usize = 24;

/// So many words may still be no sentence.
const FEW: usize = 4;

/// What makes a clause.
const ENGLISH: &[&str] =
    &["that", "which", "who", "because", "if", "when", "until", "while", "so", "but", "as", "where", "what"];
const GERMAN: &[&str] = &[
    "dass", "die", "der", "das", "den", "welche", "wer", "weil", "wenn", "bis", "während", "aber", "denn",
    "wo", "was", "ob", "sodass", "damit", "indem", "bevor",
];
const ENGLISH_PASSIVE: &[&str] = &["is", "are", "was", "were", "be", "been", "being"];
const GERMAN_PASSIVE: &[&str] = &["wird", "werden", "wurde", "wurden", "worden"];

/// A sentence, and what makes it hard.
struct Read {
    hardness: f64,
    why: String,
    place: String,
    sentence: String,
}

/// The hardest sentences of a language.
#[derive(Default)]
pub struct Report {
    /// By key and sentence number, the longest that was said.
    longest: BTreeMap<(String, usize), (String, String)>,
    sentences: usize,
}

impl Report {
    /// Notes what a text says.
    pub fn note(&mut self, text: &Text, said: &str) {
        if !matches!(forms::of(text).0, Form::Sentence | Form::Reason | Form::Page) {
            return;
        }
        // A long name makes a sentence long, and not hard.
        if said.contains(&LONG_NAME[..SHOWN]) {
            return;
        }
        for (place, sentence) in sentences(said).into_iter().enumerate() {
            self.sentences += 1;
            let known = self.longest.entry((text.key.clone(), place)).or_default();
            if known.1.len() < sentence.len() {
                *known = (text.file.clone(), sentence);
            }
        }
    }

    /// For a reader: the worst with key and file, and how many do not fit on two lines of a phone.
    pub fn told(&self, language: Language) -> String {
        let read = |((key, _), (file, sentence)): (&(String, usize), &(String, String))| {
            read(language, format!("{file} {key}"), sentence)
        };
        let mut all: Vec<Read> = self.longest.iter().map(read).collect();
        let small: Vec<&Read> =
            all.iter().filter(|read| is_small_after_colon(language, &read.sentence)).collect();
        let mut told_small = String::new();
        for read in &small {
            let _ = writeln!(told_small, "     {}: {}", read.place, read.sentence);
        }
        let small = small.len();
        all.sort_by(|a, b| b.hardness.total_cmp(&a.hardness));
        let long = all.iter().filter(|read| read.sentence.chars().count() > TWO_LINES).count();
        let mut told = format!(
            "{language:?}: {} sentences said, {} of their own, {long} longer than {TWO_LINES} characters\n",
            self.sentences,
            all.len()
        );
        if small > 0 {
            let _ = writeln!(
                told,
                "     {small} go on with a small letter after a colon, and may be whole sentences"
            );
        }
        if env::var_os("ADOUBE_REPORT").is_some() {
            for read in all.iter().take(SHOWN) {
                let _ = writeln!(
                    told,
                    "{:4.0} {} ({})\n     {}",
                    read.hardness, read.place, read.why, read.sentence
                );
            }
            told.push_str(&told_small);
        }
        told
    }
}

fn read(language: Language, place: String, sentence: &str) -> Read {
    let (joints, helpers) = by_language(language, (ENGLISH, ENGLISH_PASSIVE), (GERMAN, GERMAN_PASSIVE));
    let words = words(sentence);
    let commas = sentence.matches([',', ';', ':', '(', '–']).count();
    let after_comma = words.windows(2).filter(|pair| pair[0].raw.ends_with([',', ';', ':']));
    let clauses = after_comma.filter(|pair| joints.contains(&pair[1].bare.to_lowercase().as_str())).count();
    let passive = words.iter().any(|word| helpers.contains(&word.bare))
        && words.iter().any(|word| is_participle(language, word.bare));
    let syllables: usize = words.iter().map(|word| syllables(word.bare)).sum();
    let count = words.len().max(1);
    let hardness = count as f64
        + 4.0 * commas as f64
        + 5.0 * clauses as f64
        + 10.0 * (syllables as f64 / count as f64)
        + if passive { 6.0 } else { 0.0 };
    let passive = if passive { ", passive" } else { "" };
    let why = format!("{count} words, {commas} commas, {clauses} clauses, {syllables} syllables{passive}");
    Read { hardness, why, place, sentence: sentence.to_owned() }
}

/// In German a whole sentence after a colon begins with a capital; a few words do not.
fn is_small_after_colon(language: Language, sentence: &str) -> bool {
    let after = sentence.split_once(": ").map_or("", |(_, after)| after);
    language == Language::of("de")
        && after.starts_with(char::is_lowercase)
        && words(after).iter().filter(|word| word.bare.chars().all(char::is_alphabetic)).count() > FEW
}

fn is_participle(language: Language, word: &str) -> bool {
    by_language::<fn(&str) -> bool>(language, is_english_participle, is_german_participle)(word)
}

fn is_english_participle(word: &str) -> bool {
    word.ends_with("ed") || ["taken", "played", "shown", "drawn", "made", "said", "kept"].contains(&word)
}

fn is_german_participle(word: &str) -> bool {
    let inner =
        ["ge", "be", "ver", "er", "zurückge", "abge", "auf"].iter().any(|start| word.starts_with(start));
    inner && (word.ends_with("en") || word.ends_with('t')) && word.chars().count() > 5
}

/// Groups of vowels, as far as a word is one.
fn syllables(word: &str) -> usize {
    if word.chars().count() > LONGEST_WORD {
        return 1;
    }
    let is_vowel = |c: char| "aeiouyäöüAEIOUYÄÖÜ".contains(c);
    let letters: Vec<char> = word.chars().collect();
    let starts = letters
        .iter()
        .enumerate()
        .filter(|(place, letter)| is_vowel(**letter) && (*place == 0 || !is_vowel(letters[place - 1])));
    starts.count().max(1)
}
