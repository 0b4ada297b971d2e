//! Checker of English sentences: "a" and "an", and no plural after them.

use std::collections::BTreeSet;

use adoube_bot::Language;
use adoube_rules::PieceType;

use super::{numbers, voice::Voice, words::words};

/// Words that begin with a vowel one does not hear, and the other way round.
const LIKE_A_CONSONANT: &[&str] = &["one", "once", "uni", "use", "usu", "eu"];
const LIKE_A_VOWEL: &[&str] = &["hour", "honest", "honour", "heir"];

/// What English knows about pieces.
pub struct English {
    /// "Knights", "Pegasi"
    several: BTreeSet<String>,
}

impl English {
    pub fn new(voice: &Voice) -> Self {
        Self { several: PieceType::all().map(|kind| voice.several(kind)).collect() }
    }

    /// What is wrong with the articles of a text.
    pub fn faults(&self, said: &str) -> Vec<String> {
        let words = words(said);
        let mut faults = Vec::new();
        for pair in words.windows(2) {
            let [article, next] = pair else { continue };
            let an = match article.raw.to_lowercase().trim_start_matches(['(', '“']) {
                "a" => false,
                "an" => true,
                _ => continue,
            };
            // A file: "from a to h".
            if ["to", "and", "or"].contains(&next.bare) {
                continue;
            }
            if an != sounds_like_a_vowel(next.bare) {
                faults.push(format!("“{} {}”", article.bare, next.bare));
            }
            if self.several.contains(next.bare) || numbers::is_several(Language::EN, next.bare) == Some(true)
            {
                faults.push(format!("“{}” before several: “{}”", article.bare, next.bare));
            }
        }
        faults
    }
}

fn sounds_like_a_vowel(word: &str) -> bool {
    // "an FEN", "a PGN": letters are spelt out.
    let letters = word.len() > 1 && word.len() < 5 && word.chars().all(char::is_uppercase);
    if letters {
        return word.starts_with(['A', 'E', 'F', 'H', 'I', 'L', 'M', 'N', 'O', 'R', 'S', 'X']);
    }
    let word = word.to_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
    if word.starts_with(char::is_numeric) {
        return word.starts_with('8') || word == "11" || word == "18";
    }
    (word.starts_with(['a', 'e', 'i', 'o', 'u']) && !begins(LIKE_A_CONSONANT)) || begins(LIKE_A_VOWEL)
}

#[cfg(test)]
mod tests {
    use super::sounds_like_a_vowel;

    #[test]
    fn a_word_sounds_as_it_is_spoken() {
        for word in ["Amazon", "Archer", "Ox", "Immobilizer", "hour", "8", "FEN", "unknown"] {
            assert!(sounds_like_a_vowel(word), "{word}");
        }
        for word in ["Unicorn", "one-way", "Knight", "PGN", "used", "10"] {
            assert!(!sounds_like_a_vowel(word), "{word}");
        }
    }
}
