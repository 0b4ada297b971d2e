//! Handles `/board`: shows the channel's board, or the state of its piece selection. Not here:
//! explanations of pieces and rules (`features::{pieces, help}`).

use crate::{
    core::command::BoardView,
    gameplay::{HandlerRequest, HandlerResult, game_lookup::looked_at, private_reply},
};

impl HandlerRequest<'_> {
    pub(crate) fn show_board(&self, view: BoardView) -> HandlerResult {
        let notice = looked_at(self.require_game()?, view);
        Ok(private_reply(self.with_clock(notice)))
    }
}
