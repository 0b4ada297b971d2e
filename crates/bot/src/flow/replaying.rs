//! A game move by move, for whoever asks: its moves are handed over as they stand in the record; nothing is played again
//! here.

use super::{Decided, Flow, private, record::RECORD_LIMIT};
use crate::{
    Notice,
    game::GameId,
    notice::{BoardEvent, BoardNotice, Refusal, ReplayNotice, SetupRefusal},
    pgn,
};

impl Flow<'_> {
    pub(super) async fn replay(&self, id: Option<&GameId>) -> Decided {
        let record = self.named_game(id).await?;
        if record.choosing.is_some() {
            return Err(SetupRefusal::NoPosition.into());
        }
        if record.hides_cards() {
            return Err(Refusal::CardsStillHidden.into());
        }
        let plies = self.standing_moves(&record.id).await?;
        if plies.is_empty() {
            return Err(Refusal::NothingToReplay.into());
        }
        if plies.iter().map(|ply| ply.lan.len() + ply.san.len()).sum::<usize>() > RECORD_LIMIT {
            return Err(Refusal::LongRecord.into());
        }
        let start = pgn::start(&record);
        let board = Box::new(BoardNotice::of(&record, BoardEvent::Shown));
        Ok(private(Notice::Replay(Box::new(ReplayNotice { board, start, plies }))))
    }
}
