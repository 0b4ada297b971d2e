//! Parses typed conditional moves: "if Nf6 then Bb5", "Nf6, Bb5", in every language. Not here: the
//! moves themselves (`features::conditional_moves`).

use super::{Translations, fold};

/// Punctuation that separates moves.
const BETWEEN: [char; 3] = [',', ';', '→'];

/// Separating words of all languages, folded.
#[derive(Debug, Default)]
pub struct ConditionalMoveGrammar(Vec<String>);

impl ConditionalMoveGrammar {
    /// Collects the words of all languages.
    pub fn new(wording: &Translations) -> Self {
        let listed = |language| wording.say(language, "words-plan", &[]);
        let lists: Vec<String> = wording.languages().map(listed).collect();
        Self(lists.iter().flat_map(|list| list.split(',')).map(|word| fold(word.trim())).collect())
    }

    /// The moves of a line, as typed.
    pub fn moves(&self, line: &str) -> Vec<String> {
        let mut moves = vec![String::new()];
        for part in line.split(BETWEEN) {
            for word in part.split_whitespace() {
                if self.0.contains(&fold(word)) {
                    moves.push(String::new());
                } else if let Some(last) = moves.last_mut() {
                    if !last.is_empty() {
                        last.push(' ');
                    }
                    last.push_str(word);
                }
            }
            moves.push(String::new());
        }
        moves.retain(|text| !text.is_empty());
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Locales;

    #[test]
    fn lines_are_read_in_every_language() {
        let words =
            ConditionalMoveGrammar::new(&Translations::new(&Locales::embedded()).expect("locale files"));
        let table: [(&str, &[&str]); 8] = [
            ("Nf6 then Bb5", &["Nf6", "Bb5"]),
            ("If Nf6, then Bb5, if a6 then Ba4", &["Nf6", "Bb5", "a6", "Ba4"]),
            ("Sf6 dann Lb5 wenn a6 DANN La4", &["Sf6", "Lb5", "a6", "La4"]),
            ("knight to f6 then bishop b5", &["knight to f6", "bishop b5"]),
            ("e5,Nf3;Nc6 → Bb5", &["e5", "Nf3", "Nc6", "Bb5"]),
            ("e8=Q then Kd7", &["e8=Q", "Kd7"]),
            ("then", &[]),
            (" , ", &[]),
        ];
        for (line, expected) in table {
            assert_eq!(words.moves(line), expected, "{line}");
        }
    }
}
