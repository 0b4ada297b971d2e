//! What a text says about a card: `/Q@o1`, "drop Queen on o1", "drop Q", "pass". Only the unbounded grid has cards.

use super::candidate::Card;
use super::grammar::Grammar;
use crate::notation::words::Word;

impl Grammar<'_> {
    /// Everything that may be said about a card from a place on, with the places behind it; nothing is said, too.
    pub(super) fn cards(&self, start: usize) -> Vec<(Card, usize)> {
        let mut cards = vec![(Card::Unsaid, start)];
        if !self.unbounded {
            return cards;
        }
        let at = self.after_commas(start);
        let slash = (self.char_at(at) == Some('/')).then(|| self.after_spaces(at + 1));
        let opened = slash.unwrap_or(at);
        let word = self.phrase_end(opened, Word::Drop).map(|end| self.after_spaces(end));
        if let Some(end) = self.phrase_end(opened, Word::Pass) {
            cards.push((Card::Pass, end));
        }
        if slash.is_some() && self.char_at(opened) == Some('-') {
            cards.push((Card::Pass, opened + 1));
        }
        self.dropped(word.unwrap_or(opened), slash.is_some() || word.is_some(), &mut cards);
        cards
    }

    /// A card, a square, or both. Without anything that says that a card is dropped an at sign must.
    fn dropped(&self, start: usize, is_said: bool, cards: &mut Vec<(Card, usize)>) {
        let mut push = |card: Card, end: usize| {
            // "setze D o1 ein": the word may come last, or in two parts.
            let end = self.phrase_end(self.after_spaces(end), Word::Drop).unwrap_or(end);
            cards.push((card, end));
        };
        for named in self.pieces(start) {
            let card = Some(named.kind);
            let at = self.after_spaces(named.end);
            let at_sign = self.char_at(at) == Some('@');
            if is_said {
                push(Card::Dropped { card, square: None }, named.end);
            }
            if !(is_said || at_sign) {
                continue;
            }
            for place in self.places(if at_sign { at + 1 } else { at }) {
                if let Some((square, end)) = self.square(place) {
                    push(Card::Dropped { card, square: Some(square) }, end);
                }
            }
        }
        let at_sign = self.char_at(start) == Some('@');
        if is_said || at_sign {
            for place in self.places(start + usize::from(at_sign)) {
                if let Some((square, end)) = self.square(place) {
                    push(Card::Dropped { card: None, square: Some(square) }, end);
                }
            }
        }
    }

    /// Where a square may begin: there, and behind signs and words that lead to it.
    fn places(&self, start: usize) -> Vec<usize> {
        let mut at = self.after_spaces(start);
        let mut places = vec![at];
        while let Some((_, end)) = self.link_part(at) {
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
