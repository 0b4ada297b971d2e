//! Corrects typing slips in moves: finds the corrected texts and the legal moves they name. Only
//! texts that look like a move are corrected, so that talk stays unanswered. Not here: the question
//! that follows (`move_doubt`).

use crate::gameplay::HandlerRequest;
use adoube_rules::{
    Move, Position,
    notation::{self, MoveReading, MoveVocabulary},
};

/// Upper limit of letters of a text in which a doubled letter is corrected.
const ONE_WORD: usize = 10;
/// Upper limit of parts of a move typed with spaces between its letters: `e 2 e 4`.
const SPACED_PARTS: usize = 4;
/// Upper limit of letters of such a part.
const PART_LETTERS: usize = 2;
/// Upper limit of suggested moves.
const SUGGESTED: usize = 3;

impl HandlerRequest<'_> {
    /// The legal moves that corrections of a text name; empty if they are too many to guess what
    /// was meant.
    pub(crate) fn slips(&self, position: &Position, text: &str) -> Vec<Move> {
        let words = self.context.words(self.reading());
        let mut found: Vec<Move> = Vec::new();
        for mended in self.corrections(position, text, words) {
            if let MoveReading::Move(made) = notation::read(position, &mended, words)
                && !found.contains(&made)
            {
                found.push(made);
            }
        }
        if found.len() > SUGGESTED { Vec::new() } else { found }
    }

    /// Corrections of a text.
    fn corrections(&self, position: &Position, text: &str, words: &MoveVocabulary) -> Vec<String> {
        let bare = text.trim().trim_matches(|c: char| !c.is_alphanumeric());
        if notation::remarks(bare).is_word || !bare.chars().any(char::is_alphabetic) {
            return Vec::new();
        }
        let mut mended = Vec::new();
        if bare != text.trim() && has_square(bare) {
            mended.push(bare.to_owned());
        }
        let is_number = |part: &&str| part.ends_with('.') && part.starts_with(|c: char| c.is_ascii_digit());
        let parts: Vec<&str> = bare.split_whitespace().filter(|part| !is_number(part)).collect();
        match parts.as_slice() {
            [only] => mended.extend(without_doubled(only)),
            [first, rest @ ..] => {
                let is_short = |part: &&str| part.chars().count() <= PART_LETTERS;
                if parts.len() <= SPACED_PARTS && parts.iter().all(is_short) && has_square(&parts.concat()) {
                    mended.push(parts.concat());
                }
                if rest.iter().all(|part| notation::looks_like_move(position, part, words)) {
                    mended.push((*first).to_owned());
                }
                if let Some(name) = self.context.text.move_words.names().nearest(first)
                    && rest.iter().any(|part| has_square(part))
                {
                    mended.push(format!("{name} {}", rest.join(" ")));
                }
            }
            [] => {}
        }
        mended.extend(self.context.text.move_words.names().after_lead(bare));
        mended.extend(self.context.text.move_words.names().nearest_castling(bare).map(str::to_owned));
        mended
    }
}

/// Whether the text contains a letter followed by a digit.
fn has_square(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    letters.windows(2).any(|pair| matches!(pair, [file, rank] if file.is_alphabetic() && rank.is_numeric()))
}

/// The text without one letter of each doubled pair, if it contains a square.
fn without_doubled(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() > ONE_WORD || !has_square(text) {
        return Vec::new();
    }
    let doubled = (1..letters.len()).filter(|&at| letters.get(at) == letters.get(at - 1));
    doubled
        .map(|at| letters.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, c)| *c).collect())
        .collect()
}
