//! What somebody does on a board they can touch: a whole move, a touch, a card on its square. It is the same as in words or
//! by menus, and it is only said otherwise. Not here: which moves that board shows (`present/live`).

use adoube_rules::{CardDrop, Move, PieceType, Square};

use super::{Decided, Flow, private};
use crate::{
    Notice,
    command::CLAIM_PREFIX,
    notice::{BoardEvent, BoardNotice, CardRefusal, PickStep, Refusal},
};

impl Flow<'_> {
    /// The move that was made. Where a Pawn may become something and it is not said what, that is asked.
    pub(super) fn made_on_board(&mut self, value: Option<&str>) -> Decided<Notice> {
        let (_, _, game) = self.at_turn()?;
        let text = value.unwrap_or_default();
        let moves = || game.legal_moves().iter().filter(|legal| legal.drop.is_none());
        if let Some(intended) = text.strip_prefix(CLAIM_PREFIX) {
            let intended = moves().find(|legal| legal.to_string() == intended).copied();
            return self.claim_with(&intended.ok_or(Refusal::UnknownComponent)?);
        }
        if let Some(wanted) = moves().find(|legal| legal.to_string() == text) {
            let wanted = *wanted;
            return self.move_picked(wanted);
        }
        let without_choice = |legal: &&Move| Move::new(legal.from, legal.to).to_string() == text;
        match moves().find(without_choice).copied() {
            Some(Move { from, to, .. }) => self.square_picked(from, to),
            None => Err(Refusal::NotAMove { text: text.to_owned() }.into()),
        }
    }

    /// An own piece is picked, any other one is touched.
    pub(super) fn touched_on_board(&mut self, square: Square) -> Decided {
        let (record, side, game) = self.at_turn()?;
        let is_own = game.position().piece_at(square).is_some_and(|piece| piece.side == side);
        if is_own && record.touch_move {
            self.check_move_open(None)?;
            return Ok(private(self.pick_by_touch(&game, square)?));
        }
        self.touch(&[square])
    }

    /// The card that was put on a square after this move.
    pub(super) fn put_on_board(&mut self, made: &Move, value: Option<&str>) -> Decided<Notice> {
        let drop = value.and_then(read_drop).ok_or(Refusal::UnknownComponent)?;
        self.move_picked(made.dropping(drop))
    }

    /// Takes the move up again that waits for a drop; under touch-move it stays made.
    pub(super) fn take_up(&mut self) -> Decided<Notice> {
        self.at_turn()?;
        self.check_move_open(None)?;
        let Some(record) = self.draft.channel.game.as_mut().filter(|record| record.begun.is_some()) else {
            return Err(CardRefusal::MoveFirst.into());
        };
        record.begun = None;
        let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
        self.draft.mark_changed();
        Ok(Notice::Pick { board, step: PickStep::Piece { page: 0 } })
    }
}

/// `Q@b3`
fn read_drop(text: &str) -> Option<CardDrop> {
    let (card, square) = text.split_once('@')?;
    Some(CardDrop { card: PieceType::from_code(card)?, square: square.parse().ok()? })
}
