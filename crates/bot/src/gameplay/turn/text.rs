//! Helpers for the typed text of a turn: its greatest length, the candidates of an ambiguous move,
//! and whether it may name a square.

use adoube_rules::{
    Game, Move, Square,
    notation::{MoveReading, MoveRefusal as Reason},
};

use crate::{
    core::notice::{GameRefusal, MoveChoice},
    gameplay::{HandlerRequest, HandlerResult},
};

/// Upper limit of words where a turn can have two parts: "Springer n3, dann setze Dame auf o1".
pub(crate) const TURN_WORDS: usize = 9;

/// Upper limit of moves in a question about a text: the number of buttons of a message.
const CANDIDATE_LIMIT: usize = 25;

/// A text read as a move, or as the completion of a pending turn.
pub(crate) struct TurnText {
    pub(crate) reading: MoveReading,
    /// Whether the text declines a drop.
    pub(crate) passes: bool,
}

impl HandlerRequest<'_> {
    /// The question which of these moves a text means.
    pub(crate) fn which_move(&self, game: &Game, text: &str, moves: &[Move]) -> HandlerResult<GameRefusal> {
        let record = self.require_game()?;
        let moves = candidates(game, moves);
        Ok(GameRefusal::SeveralMoves {
            text: text.to_owned(),
            game: record.id.clone(),
            revision: record.revision,
            moves,
            doubt: None,
        })
    }
}

/// The possible meanings of a text, for the question.
pub(crate) fn candidates(game: &Game, moves: &[Move]) -> Vec<MoveChoice> {
    moves.iter().take(CANDIDATE_LIMIT).map(|chosen| MoveChoice::of(game.position(), chosen)).collect()
}

/// The square that a text names and nothing else.
pub(crate) fn typed_square(text: &str) -> Option<Square> {
    text.trim().to_lowercase().parse().ok()
}

/// Whether a letter stands before a number: `n3`, `Nn3`, `a-1`.
pub(crate) fn names_a_square(text: &str) -> bool {
    let mut after_letter = false;
    text.chars().any(|character| {
        let found = after_letter && character.is_ascii_digit();
        after_letter = character.is_ascii_alphabetic() || (after_letter && character == '-');
        found
    })
}

/// Whether a refused move fails because of a card, so that it touches no piece.
pub(crate) fn mentions_card(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::NoCards
            | Reason::NotInHand { .. }
            | Reason::NoPawnToDropBy
            | Reason::NoPlaceForCard { .. }
            | Reason::DropOccupied { .. }
            | Reason::CannotDrop { .. }
    )
}

/// Whether these moves, at least two, differ only in the promotion.
pub(crate) fn only_promotion_is_open(moves: &[Move]) -> bool {
    let [first, rest @ ..] = moves else { return false };
    let mut choices: Vec<_> = moves.iter().map(|made| made.choice).collect();
    choices.sort_unstable();
    choices.dedup();
    let same_squares = rest.iter().all(|made| (made.from, made.to) == (first.from, first.to));
    !rest.is_empty() && same_squares && choices.len() == moves.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_before_a_number_names_a_square() {
        for (text, names_one) in [
            ("n3", true),
            ("Nn3", true),
            ("a-1", true),
            ("a--1", true),
            ("(-b12)", true),
            ("to a 3", false),
            ("at 5", false),
            ("-3", false),
            ("3a", false),
            ("\u{fc}5", false),
            ("", false),
        ] {
            assert_eq!(names_a_square(text), names_one, "{text}");
        }
    }
}
