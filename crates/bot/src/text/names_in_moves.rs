//! Finds names in mistyped moves: the words nearest to mistyped piece names and castling words, and
//! the words people write before a move. Not here: well-typed moves (`move_words`).

use std::collections::BTreeSet;

use adoube_rules::PieceType;

use super::{Localizer, Translations, fold};

/// Minimal length of a mistyped name: shorter words are similar to too many others.
const NAME_LETTERS: usize = 4;
/// Minimal similarity of a mistyped name.
const LIKE_A_NAME: f64 = 0.8;

/// Piece names, castling words and leads of moves, in every language.
#[derive(Debug, Default)]
pub struct NamesInMoves {
    names: BTreeSet<String>,
    castlings: BTreeSet<String>,
    leads: Vec<String>,
}

impl NamesInMoves {
    /// Collects the words of all languages.
    pub fn new(wording: &Translations) -> Self {
        let mut all = Self::default();
        for language in wording.languages() {
            let speaker = Localizer::new(wording, language);
            all.names.extend(PieceType::all().map(|kind| fold(&speaker.kind(kind))));
            for key in ["words-castle", "words-castle-kingside", "words-castle-queenside"] {
                all.castlings.extend(speaker.fixed_sentence(key).split(',').map(|words| fold(words.trim())));
            }
            let leads = speaker.fixed_sentence("words-before-move");
            all.leads.extend(leads.split(',').map(|lead| fold(lead.trim()) + " "));
        }
        all
    }

    /// The name most similar to a mistyped word; `None` if the word is a name, or similar to none.
    pub fn nearest(&self, word: &str) -> Option<&str> {
        nearest(&self.names, word)
    }

    /// The castling words most similar to a mistyped text; `None` if the text is such words, or
    /// similar to none.
    pub fn nearest_castling(&self, text: &str) -> Option<&str> {
        nearest(&self.castlings, text)
    }

    /// The move in "I play e4"; `None` without such a lead.
    pub fn after_lead(&self, text: &str) -> Option<String> {
        let folded = fold(text);
        let lead = self.leads.iter().find(|lead| folded.starts_with(lead.as_str()))?;
        // Keep the move's capitals, which distinguish a Bishop from a Pawn.
        let (start, _) = text.char_indices().nth(lead.chars().count())?;
        text.get(start..).map(str::to_owned)
    }
}

fn nearest<'n>(names: &'n BTreeSet<String>, typed: &str) -> Option<&'n str> {
    let typed = fold(typed);
    if typed.chars().count() < NAME_LETTERS || names.contains(&typed) {
        return None;
    }
    let near = names.iter().map(|name| (strsim::normalized_damerau_levenshtein(name, &typed), name));
    let best = near.filter(|(likeness, _)| *likeness >= LIKE_A_NAME).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, name)| name.as_str())
}
