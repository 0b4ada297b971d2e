//! Handles `/takeback`: a takeback is asked for and answered, and the game is replayed from the
//! nearest checkpoint without its last moves. Not here: how an offer is made (`gameplay::offers`).

use adoube_rules::{Game, Side, notation};

use crate::{
    Reply,
    core::{
        command::OfferAction,
        game::{
            CapturedPieces, Checkpoint, GameEvent, GameRecord, LastMove, OfferKind, OfferTopic, last_move,
        },
        notice::{BoardEvent, CardRefusal, GameRefusal, ReplayPly},
        records::{RepositoryError, readable},
    },
    gameplay::{HandlerError, HandlerRequest, HandlerResult, history::standing},
};

/// A game before some of its moves.
struct ReplayStart {
    game: Game,
    last: Option<LastMove>,
    taken: CapturedPieces,
    plies: u32,
}

impl HandlerRequest<'_> {
    pub(crate) async fn takeback(&mut self, word: OfferAction) -> HandlerResult {
        let (record, side) = self.require_player()?;
        self.require_board()?;
        if !record.variant.has_takebacks() {
            return Err(CardRefusal::NoTakebacks.into());
        }
        if record.touch_move {
            return Err(GameRefusal::NoTakebacks.into());
        }
        let open = record.offer.filter(|offer| matches!(offer.kind, OfferKind::Takeback { .. }));
        let to_me = open.filter(|offer| offer.by != side).map(|offer| offer.kind);
        match (word, to_me) {
            (OfferAction::Offer | OfferAction::Accept, Some(OfferKind::Takeback { plies })) => {
                self.apply_takeback(plies).await
            }
            (OfferAction::Decline, Some(kind)) => self.decline_offer(kind, side),
            (OfferAction::Offer, None) => self.ask_for_takeback(side).await,
            _ => Err(GameRefusal::NoOffer { topic: OfferTopic::Takeback }.into()),
        }
    }

    /// Asks to take back the sender's last move, and the reply to it if there is one.
    async fn ask_for_takeback(&mut self, side: Side) -> HandlerResult {
        let record = self.require_game()?;
        let plies = match &record.last {
            Some(last) if last.piece.side == side => 1,
            _ => 2,
        };
        if record.plies < plies {
            return Err(GameRefusal::NothingToTakeBack.into());
        }
        if self.plays_computer(side) {
            return self.apply_takeback(plies).await;
        }
        self.offer(OfferKind::Takeback { plies }, side)
    }

    /// Takes the last plies back.
    pub(crate) async fn apply_takeback(&mut self, plies: u32) -> HandlerResult {
        let record = self.require_game()?;
        let earlier = self.earlier(record, record.plies.saturating_sub(plies)).await?;
        let (to_move, now) = (earlier.game.position().side_to_move(), self.draft.now());
        let still = self.draft.pause_times().clone();
        let mut passes = false;
        if let Some(record) = &mut self.draft.channel.game {
            record.state = earlier.game.snapshot();
            record.last = earlier.last;
            record.taken = earlier.taken;
            record.plies = earlier.plies;
            record.offer = None;
            if let Some(clock) = &mut record.clock {
                passes = clock.turn.side != to_move;
                clock.restore_after_takeback(plies, to_move, now, &still);
            }
        }
        if passes {
            self.draft.hand_over();
        }
        self.draft.log(GameEvent::TakenBack { plies })?;
        self.course().post_board(BoardEvent::TakenBack { plies });
        Ok(Reply::Public)
    }

    /// The running game after this number of plies.
    async fn earlier(&self, record: &GameRecord, plies: u32) -> HandlerResult<ReplayStart> {
        let ledger = &self.context.ledger;
        let (from, events) = match self.nearest(record, plies).await? {
            Some((from, since)) => (from, ledger.events_since(&record.id, since).await?),
            // An early ply, or a game of a release without checkpoints.
            None => (beginning(record)?, ledger.events(&record.id).await?),
        };
        let missing = plies.saturating_sub(from.plies) as usize;
        let moves = standing(events);
        let made = moves.get(..missing).ok_or_else(|| broken(record, "moves are missing".to_owned()))?;
        made.iter().try_fold(from, |earlier, ply| play_on(record, earlier, ply))
    }

    /// The nearest checkpoint before a ply, with the game's revision there. One that cannot be read
    /// is skipped: the event log holds everything.
    async fn nearest(&self, record: &GameRecord, plies: u32) -> HandlerResult<Option<(ReplayStart, u64)>> {
        let Some(before) = Checkpoint::before(plies) else { return Ok(None) };
        let kept = self.context.ledger.checkpoint(record, before).await;
        let kept = readable(kept, "the whole game is played again instead")?;
        let restored = kept.flatten().and_then(|kept| {
            let game = Game::restore(kept.state).inspect_err(
                |_| tracing::error!(game = %record.id, before, "how a game stood earlier is no game's"),
            );
            let earlier = ReplayStart { game: game.ok()?, last: None, taken: kept.taken, plies: kept.plies };
            Some((earlier, kept.revision))
        });
        Ok(restored)
    }
}

fn beginning(record: &GameRecord) -> HandlerResult<ReplayStart> {
    let start = record.first_position().map_err(|error| broken(record, error.to_string()))?;
    Ok(ReplayStart { game: Game::new(start), last: None, taken: CapturedPieces::default(), plies: 0 })
}

fn play_on(record: &GameRecord, mut earlier: ReplayStart, ply: &ReplayPly) -> HandlerResult<ReplayStart> {
    let broken = |reason: String| broken(record, reason);
    let chosen =
        notation::parse_lan(earlier.game.position(), &ply.lan).map_err(|error| broken(error.to_string()))?;
    let last = last_move::make_in(&mut earlier.game, &chosen).map_err(|error| broken(error.to_string()))?;
    earlier.taken.note(&last.captured);
    Ok(ReplayStart { last: Some(last), plies: earlier.plies.saturating_add(1), ..earlier })
}

fn broken(record: &GameRecord, reason: String) -> HandlerError {
    let (table, key) = (adoube_store::Table::Event, record.id.to_string());
    HandlerError::Internal(RepositoryError::Unreadable { table, key, reason })
}
