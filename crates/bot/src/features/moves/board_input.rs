//! Handles input from a live board, which a page draws itself, with the same effect as typed or
//! picked from menus: a move (asks for a missing promotion), a card dropped on a square after a
//! move, and taking back a move that still waits for its card. Not here: which moves a live board
//! offers (`features::live_board`).

use adoube_rules::{CardDrop, Move, PieceType};

use crate::{
    Notice,
    core::notice::{BoardEvent, BoardNotice, CardRefusal, GameRefusal, MovePickerStep},
    gameplay::{HandlerRequest, HandlerResult},
};

impl HandlerRequest<'_> {
    /// Makes a move from the board; asks for the promotion if it is missing.
    pub(crate) fn play_from_board(&mut self, text: &str) -> HandlerResult<Notice> {
        let (_, _, game) = self.require_turn()?;
        let moves = || game.legal_moves().iter().filter(|legal| legal.drop.is_none());
        if let Some(wanted) = moves().find(|legal| legal.to_string() == text) {
            let wanted = *wanted;
            return self.move_picked(wanted);
        }
        let without_choice = |legal: &&Move| Move::new(legal.from, legal.to).to_string() == text;
        match moves().find(without_choice).copied() {
            Some(Move { from, to, .. }) => self.square_picked(from, to),
            None => Err(GameRefusal::NotAMove { text: text.to_owned() }.into()),
        }
    }

    /// Drops a card on a square after this move.
    pub(crate) fn drop_from_board(&mut self, made: &Move, value: Option<&str>) -> HandlerResult<Notice> {
        let drop = value.and_then(read_drop).ok_or(GameRefusal::UnknownButton)?;
        self.move_picked(made.dropping(drop))
    }

    /// Takes back the pending move that waits for a drop; under touch-move it stays made.
    pub(crate) fn resume_turn(&mut self) -> HandlerResult<Notice> {
        self.require_turn()?;
        self.require_same_pending_move(None)?;
        let Some(record) = self.draft.channel.game.as_mut().filter(|record| record.begun.is_some()) else {
            return Err(CardRefusal::MoveFirst.into());
        };
        record.begun = None;
        let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
        self.draft.mark_changed();
        Ok(Notice::MovePicker { board, step: MovePickerStep::Piece { page: 0 } })
    }
}

/// Reads `Q@b3`.
fn read_drop(text: &str) -> Option<CardDrop> {
    let (card, square) = text.split_once('@')?;
    Some(CardDrop { card: PieceType::from_code(card)?, square: square.parse().ok()? })
}
