//! Chooses the steps in which a move is picked from menus: its piece, its square, its promotion,
//! and whether a draw is claimed with it.

use adoube_rules::{Game, Move, OutcomeReason, Square, notation};

use crate::{
    Notice,
    core::{
        game::PendingPromotion,
        notice::{BoardEvent, BoardNotice, ClaimCount, ClaimRefusal, GameRefusal, MovePickerStep},
    },
    gameplay::{HandlerRequest, HandlerResult},
};

impl HandlerRequest<'_> {
    /// A step of picking a move in the present position; it offers at least one legal move.
    pub(crate) fn pick(&self, game: &Game, step: MovePickerStep) -> HandlerResult<Notice> {
        let offers = |chosen: &Move| match step {
            MovePickerStep::Piece { .. } => true,
            MovePickerStep::Square { from, .. } => chosen.from == from,
            MovePickerStep::Promotion { from, to, .. } | MovePickerStep::Claim { from, to, .. } => {
                (chosen.from, chosen.to) == (from, to)
            }
        };
        let record = self.require_game()?;
        if !record.moves_left(game).iter().any(offers) {
            // Touches since the button was shown may have left nothing to pick in this step.
            if record.touch_move && game.legal_moves().iter().any(offers) {
                return self.next_step(game, None);
            }
            return Err(GameRefusal::UnknownButton.into());
        }
        let board = BoardNotice::of(record, BoardEvent::Shown);
        Ok(Notice::MovePicker { board: Box::new(board), step })
    }

    /// The next step with a choice: the open promotion, the squares of the picked piece or of the
    /// only one that can move, or else the pieces.
    pub(crate) fn next_step(&self, game: &Game, picked: Option<Square>) -> HandlerResult<Notice> {
        let record = self.require_game()?;
        let left = record.moves_left(game);
        let only = left.first().filter(|first| left.iter().all(|made| made.from == first.from));
        let can_move = |from: &Square| left.iter().any(|made| made.from == *from);
        let piece = picked.filter(can_move).or(only.map(|made| made.from));
        let step = match (record.touches.promoting, piece) {
            (Some(PendingPromotion { from, to }), _) => MovePickerStep::Promotion { from, to, page: 0 },
            (None, Some(from)) => MovePickerStep::Square { from, page: 0 },
            (None, None) => MovePickerStep::Piece { page: 0 },
        };
        let board = Box::new(BoardNotice::of(record, BoardEvent::Shown));
        Ok(Notice::MovePicker { board, step })
    }
}

/// The step in which the player decides between a claim with this move and the move.
pub(crate) fn claim_step(game: &Game, intended: &Move) -> HandlerResult<MovePickerStep> {
    let count = ClaimCount::intended(game, intended).ok_or_else(|| no_claim_with(game, intended))?;
    Ok(MovePickerStep::Claim { from: intended.from, to: intended.to, promotion: intended.choice, count })
}

/// The refusal of a claim with this move.
pub(crate) fn no_claim_with(game: &Game, intended: &Move) -> ClaimRefusal {
    let san = notation::san(game.position(), intended);
    let Some(after) = game.after(intended) else {
        return ClaimRefusal::Unclear { text: san, moves: Vec::new() };
    };
    match after.outcome().map(|outcome| outcome.reason) {
        Some(OutcomeReason::Checkmate | OutcomeReason::Stalemate | OutcomeReason::DeadPosition) => {
            ClaimRefusal::EndsGame { san }
        }
        _ => ClaimRefusal::NoClaimWith {
            san,
            repetitions: after.repetitions() as u32,
            plies: after.position().halfmove_clock().into(),
            made: false,
        },
    }
}
