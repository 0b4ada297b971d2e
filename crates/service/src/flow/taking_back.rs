//! Moves that go back: the game is played again from where it stood shortly before. Not here: who may ask for it
//! (`offering`).

use adoube_rules::{Game, notation};

use super::{Decided, Flow, Stop};
use crate::{
    Reply,
    game::{Checkpoint, GameEvent, GameId, GameRecord, LastMove, LoggedEvent, Taken, made},
    ledger::LedgerError,
    notice::{BoardEvent, ReplayPly},
};

/// A game as it stood before some of its moves.
struct Earlier {
    game: Game,
    last: Option<LastMove>,
    taken: Taken,
    plies: u32,
}

impl Flow<'_> {
    /// The moves of a game that stand: what was taken back is gone.
    pub(super) async fn standing_moves(&self, id: &GameId) -> Result<Vec<ReplayPly>, LedgerError> {
        Ok(standing(self.context.ledger.events(id).await?))
    }

    /// Takes the last plies back.
    pub(super) async fn take_back(&mut self, plies: u32) -> Decided {
        let record = self.running()?;
        let earlier = self.earlier(record, record.plies.saturating_sub(plies)).await?;
        if let Some(record) = &mut self.draft.channel.game {
            record.state = earlier.game.snapshot();
            record.last = earlier.last;
            record.taken = earlier.taken;
            record.plies = earlier.plies;
            record.offer = None;
        }
        self.draft.log(GameEvent::TakenBack { plies })?;
        self.course().post_board(BoardEvent::TakenBack { plies });
        Ok(Reply::Posted)
    }

    /// The running game as it stood after that many plies.
    async fn earlier(&self, record: &GameRecord, plies: u32) -> Decided<Earlier> {
        let ledger = &self.context.ledger;
        let kept = match Checkpoint::before(plies) {
            Some(before) => ledger.checkpoint(&record.id, before).await?,
            None => None,
        };
        let (from, events) = match kept {
            Some(kept) => {
                let events = ledger.events_since(&record.id, kept.revision).await?;
                let game = Game::restore(kept.state).map_err(|error| broken(record, error.to_string()))?;
                (Earlier { game, last: None, taken: kept.taken, plies: kept.plies }, events)
            }
            // An early one, or of a game that began when none were kept.
            None => (beginning(record)?, ledger.events(&record.id).await?),
        };
        let missing = plies.saturating_sub(from.plies) as usize;
        standing(events).iter().take(missing).try_fold(from, |earlier, ply| play_on(record, earlier, ply))
    }
}

fn beginning(record: &GameRecord) -> Decided<Earlier> {
    let start = record.first_position().map_err(|error| broken(record, error.to_string()))?;
    Ok(Earlier { game: Game::new(start), last: None, taken: Taken::default(), plies: 0 })
}

fn play_on(record: &GameRecord, mut earlier: Earlier, ply: &ReplayPly) -> Decided<Earlier> {
    let broken = |reason: String| broken(record, reason);
    let chosen =
        notation::parse_lan(earlier.game.position(), &ply.lan).map_err(|error| broken(error.to_string()))?;
    let last = made::make_in(&mut earlier.game, &chosen).map_err(|error| broken(error.to_string()))?;
    earlier.taken.note(&last.captured);
    Ok(Earlier { last: Some(last), plies: earlier.plies + 1, ..earlier })
}

/// The moves among events that stand.
fn standing(events: Vec<LoggedEvent>) -> Vec<ReplayPly> {
    let mut moves = Vec::new();
    for logged in events {
        match logged.event {
            GameEvent::Move { lan, san, .. } => moves.push(ReplayPly { lan, san }),
            GameEvent::TakenBack { plies } => moves.truncate(moves.len().saturating_sub(plies as usize)),
            _ => {}
        }
    }
    moves
}

fn broken(record: &GameRecord, reason: String) -> Stop {
    let (table, key) = (adoube_store::Table::Event, record.id.to_string());
    Stop::Fault(LedgerError::Unreadable { table, key, reason })
}
