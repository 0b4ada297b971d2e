//! Reads card drops of Schachen in typed moves: `/Q@o1`, "drop Queen on o1", "drop Q", "pass". Only
//! the unbounded grid has cards.

use super::candidate::{CandidateCard, CandidateMeaning};
use super::grammar::{self, Grammar};
use super::{folded, nearest_refusal};
use crate::notation::MoveRefusal;
use crate::notation::vocabulary::{MoveVocabulary, MoveWord, Spelling};
use crate::{CardDrop, Move, Position, Region};

/// The reading of a text about the card drop after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropReading {
    /// Exactly one drop.
    Drop(CardDrop),
    /// Several drops, at least two, sorted.
    Several(Vec<CardDrop>),
    /// No card is dropped.
    Pass,
    /// A drop that is not legal.
    Refused(MoveRefusal),
    /// The text does not look like a drop.
    NotADrop,
}

/// Reads the second step of a turn alone: `Q@o1`, `Q o1`, "drop Queen on o1", "Queen", "o1",
/// "pass". `made` is the first step, a legal move of the position.
pub fn read_drop(position: &Position, made: &Move, text: &str, words: &MoveVocabulary) -> DropReading {
    let cards = folded(text).map(|glyphs| grammar::cards_alone(&glyphs, words)).unwrap_or_default();
    if cards.contains(&CandidateCard::Pass) {
        return DropReading::Pass;
    }
    let said = |drop: &CardDrop| cards.iter().any(|card| card.includes(*drop));
    let drops: Vec<CardDrop> = position.drops_after(made).into_iter().filter(said).collect();
    match drops.as_slice() {
        [only] => DropReading::Drop(*only),
        [] => cards
            .into_iter()
            .find_map(|card| nearest_refusal::refuse_drop(position, made, card))
            .map_or(DropReading::NotADrop, DropReading::Refused),
        _ => DropReading::Several(drops),
    }
}

/// Whether a typed move declines a drop, as in `n3 pass`. A text without a word about cards is the
/// same move, but then the caller may ask.
pub fn declines_drop(text: &str, words: &MoveVocabulary) -> bool {
    let spelling = Spelling::of(words);
    let candidates = folded(text).map(|glyphs| grammar::candidates(&glyphs, spelling, Region::Unbounded));
    let passes = |meaning: CandidateMeaning| matches!(meaning, CandidateMeaning::Move(candidate_move) if candidate_move.card == CandidateCard::Pass);
    candidates.is_some_and(|candidates| candidates.iter().any(|candidate| passes(candidate.meaning)))
}

impl CandidateCard {
    /// Whether a drop is one of those the text names.
    pub(super) fn includes(self, drop: CardDrop) -> bool {
        match self {
            Self::Unstated | Self::Pass => false,
            Self::Drop { card, square } => {
                card.is_none_or(|card| card == drop.card) && square.is_none_or(|square| square == drop.square)
            }
        }
    }
}

impl Grammar<'_> {
    /// Everything the text may say about a card from `start` on, with the ends. Saying nothing is
    /// one of them.
    pub(super) fn cards(&self, start: usize) -> Vec<(CandidateCard, usize)> {
        let mut cards = vec![(CandidateCard::Unstated, start)];
        if !self.unbounded {
            return cards;
        }
        let at = self.after_commas(start);
        let slash = (self.char_at(at) == Some('/')).then(|| self.after_spaces(at + 1));
        let opened = slash.unwrap_or(at);
        if slash.is_some() && self.char_at(opened) == Some('-') {
            cards.push((CandidateCard::Pass, opened + 1));
        }
        self.cards_from(opened, slash.is_some(), &mut cards);
        cards
    }

    /// What the text says about a card from exactly `at` on. Unless something else says that a card
    /// is dropped, an at sign is required: people also type two moves in a row.
    pub(super) fn cards_from(&self, at: usize, is_said: bool, cards: &mut Vec<(CandidateCard, usize)>) {
        if let Some(end) = self.phrase_end(at, MoveWord::Pass) {
            cards.push((CandidateCard::Pass, end));
        }
        let word = self.phrase_end(at, MoveWord::Drop).map(|end| self.after_spaces(end));
        self.dropped(word.unwrap_or(at), is_said || word.is_some(), cards);
    }

    /// A card, a square, or both.
    fn dropped(&self, start: usize, is_said: bool, cards: &mut Vec<(CandidateCard, usize)>) {
        let mut push = |card: CandidateCard, end: usize| {
            // "setze D o1 ein": the word may come last, or in two parts.
            let end = self.phrase_end(self.after_spaces(end), MoveWord::Drop).unwrap_or(end);
            cards.push((card, end));
        };
        for named in self.pieces(start) {
            let card = Some(named.kind);
            let at = self.after_spaces(named.end);
            let at_sign = self.char_at(at) == Some('@');
            if is_said {
                push(CandidateCard::Drop { card, square: None }, named.end);
            }
            if !(is_said || at_sign) {
                continue;
            }
            for place in self.places(if at_sign { at + 1 } else { at }) {
                if let Some((square, end)) = self.square(place) {
                    push(CandidateCard::Drop { card, square: Some(square) }, end);
                }
            }
        }
        let at_sign = self.char_at(start) == Some('@');
        if is_said || at_sign {
            for place in self.places(start + usize::from(at_sign)) {
                if let Some((square, end)) = self.square(place) {
                    push(CandidateCard::Drop { card: None, square: Some(square) }, end);
                }
            }
        }
    }

    /// The places where a square may begin: `start`, and behind separators.
    fn places(&self, start: usize) -> Vec<usize> {
        let mut at = self.after_spaces(start);
        let mut places = vec![at];
        while let Some((_, end)) = self.separator_part(at) {
            at = self.after_spaces(end);
            places.push(at);
        }
        places
    }

    fn after_commas(&self, start: usize) -> usize {
        let mut at = start;
        while matches!(self.char_at(at), Some(' ' | ',' | ';')) {
            at += 1;
        }
        at
    }
}
