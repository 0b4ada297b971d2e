//! Handles `/touch` and `/release`: touches by name, and their release by the opponent. Not here:
//! what counts as a touch in a turn (`gameplay::turn::touch`), and what touched pieces demand
//! (`adoube-rules`).

use adoube_rules::Square;

use crate::{
    Reply,
    core::{
        game::{GameEvent, GameRecord, PendingPromotion, TouchCause},
        notice::{BoardEvent, GameRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply, restore_game, turn::touch::pieces_on},
};

impl HandlerRequest<'_> {
    /// Touches the squares that the player to move names.
    pub(crate) fn touch(&mut self, squares: &[Square]) -> HandlerResult {
        let (record, _, game) = self.require_turn()?;
        check_touch_move(record)?;
        check_no_promotion(record)?;
        self.require_same_pending_move(None)?;
        let there = pieces_on(game.position(), squares);
        if there.is_empty() {
            return Err(GameRefusal::NothingThere { squares: squares.to_vec() }.into());
        }
        if self.add_touches(game.position(), squares, TouchCause::Name)?.is_empty() {
            return Err(GameRefusal::TouchedBefore { pieces: there }.into());
        }
        Ok(Reply::Public)
    }

    /// Picks an own piece, touches any other one.
    pub(crate) fn touch_from_board(&mut self, square: Square) -> HandlerResult {
        let (record, side, game) = self.require_turn()?;
        let is_own = game.position().piece_at(square).is_some_and(|piece| piece.side == side);
        if is_own && record.touch_move {
            self.require_same_pending_move(None)?;
            return Ok(private_reply(self.pick_by_touch(&game, square)?));
        }
        self.touch(&[square])
    }

    /// The opponent releases touches as an obvious accident: those on these squares, or all.
    pub(crate) fn release(&mut self, squares: &[Square]) -> HandlerResult {
        let (record, side) = self.require_player()?;
        self.require_board()?;
        check_touch_move(record)?;
        let game = restore_game(record)?;
        if game.position().side_to_move() == side {
            let opponent = record.seats.of(side.other()).clone();
            return Err(GameRefusal::OpponentReleases { opponent }.into());
        }
        let touched = record.touches.squares.iter().copied();
        let meant: Vec<Square> =
            touched.filter(|square| squares.is_empty() || squares.contains(square)).collect();
        if meant.is_empty() {
            return Err(GameRefusal::NothingTouched { squares: squares.to_vec() }.into());
        }
        let pieces = pieces_on(game.position(), &meant);
        if let Some(record) = &mut self.draft.channel.game {
            record.touches.squares.retain(|square| !meant.contains(square));
        }
        self.draft.log(GameEvent::Released { by: side, pieces: pieces.clone() })?;
        self.course().post_board(BoardEvent::Released { pieces });
        Ok(Reply::Public)
    }
}

fn check_touch_move(record: &GameRecord) -> HandlerResult<()> {
    if record.touch_move { Ok(()) } else { Err(GameRefusal::NoTouchMove.into()) }
}

/// Refuses touches while a promotion is open.
fn check_no_promotion(record: &GameRecord) -> HandlerResult<()> {
    match record.touches.promoting {
        Some(PendingPromotion { from, to }) => Err(GameRefusal::PromotionOpen { from, to }.into()),
        None => Ok(()),
    }
}
