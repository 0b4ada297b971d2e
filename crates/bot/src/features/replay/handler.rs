//! Handles `/replay`: sends the moves of a game as recorded. Not here: how they are shown (`text`).

use crate::{
    Notice,
    core::{
        game::GameId,
        notice::{BoardEvent, BoardNotice, GameRefusal, ReplayNotice, SetupRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, private_reply},
    text::pgn,
};

/// Upper limit of the moves of a game that is shown move by move, in bytes; some four thousand
/// plies.
pub(crate) const RECORD_LIMIT: usize = 48 * 1024;

impl HandlerRequest<'_> {
    pub(crate) async fn replay(&self, id: Option<&GameId>) -> HandlerResult {
        let record = self.named_game(id).await?;
        if record.choosing.is_some() {
            return Err(SetupRefusal::NoPosition.into());
        }
        if record.hides_cards() {
            return Err(GameRefusal::CardsStillHidden.into());
        }
        let plies = self.moves_on_board(&record.id).await?;
        if plies.is_empty() {
            return Err(GameRefusal::NothingToReplay.into());
        }
        if plies.iter().map(|ply| ply.lan.len() + ply.san.len()).sum::<usize>() > RECORD_LIMIT {
            return Err(GameRefusal::LongRecord.into());
        }
        let start = pgn::start(&record);
        let board = Box::new(BoardNotice::of(&record, BoardEvent::Shown));
        Ok(private_reply(Notice::Replay(Box::new(ReplayNotice { board, start, plies }))))
    }
}
