//! A game move by move, for whoever asks: its moves are handed over as they stand in the record; nothing is played again
//! here.

use adoube_rules::Variant;

use super::{Decided, Flow, private, record::RECORD_LIMIT};
use crate::{
    Notice,
    game::{GameEvent, GameId},
    notice::{BoardEvent, BoardNotice, Refusal, ReplayNotice, ReplayPly, SetupRefusal},
    pgn,
};

impl Flow<'_> {
    pub(super) async fn replay(&self, id: Option<&GameId>) -> Decided {
        let record = self.named_game(id).await?;
        if record.choosing.is_some() {
            return Err(SetupRefusal::NoPosition.into());
        }
        if record.is_running() && record.variant == Variant::Schachen {
            return Err(Refusal::CardsStillHidden.into());
        }
        let mut plies: Vec<ReplayPly> = Vec::new();
        for logged in self.inner.ledger.events(&record.id).await? {
            match logged.event {
                GameEvent::Move { lan, san, .. } => plies.push(ReplayPly { lan, san }),
                GameEvent::TakenBack { plies: count } => {
                    plies.truncate(plies.len().saturating_sub(count as usize));
                }
                _ => {}
            }
        }
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
