//! Ends of a game that a player or a moderator decides: resigning, aborting; each asked about first. Not here: claims of
//! a draw (`claiming`), and the one way in which any game ends (`course`).

use adoube_rules::Side;

use super::{Decided, Flow, private, update};
use crate::{
    Audience, Notice,
    command::ConfirmedEnd,
    game::{EndReason, Ending, GameEvent, GameRecord, LoggedEvent},
    notice::{BoardEvent, ClaimCount, Refusal},
};

/// Plies after which a player alone can no longer abort: each side has moved.
const ABORT_PLIES: u32 = 2;

impl Flow<'_> {
    pub(super) fn ask_to_resign(&mut self) -> Decided {
        let (record, side) = self.as_player()?;
        Ok(private(confirm(record, ConfirmedEnd::Resign, None, Some(side))))
    }

    pub(super) async fn ask_to_abort(&mut self) -> Decided {
        let record = self.may_abort().await?;
        let side = record.seats.side_of(&self.incoming.person.id);
        Ok(private(confirm(record, ConfirmedEnd::Abort, None, side)))
    }

    /// Does what was asked about and confirmed. Others may see the question, and must not answer it for themselves.
    pub(super) async fn confirmed(&mut self, end: ConfirmedEnd, asked: Option<Side>) -> Decided {
        let seats = &self.running()?.seats;
        if let Some(side) = asked.filter(|side| seats.side_of(&self.incoming.person.id) != Some(*side)) {
            return Err(Refusal::NotAsked { asked: seats.of(side).clone() }.into());
        }
        match end {
            ConfirmedEnd::Resign => self.resign()?,
            ConfirmedEnd::Claim => self.claim()?,
            ConfirmedEnd::Abort => self.abort().await?,
        }
        Ok(update(Notice::Settled { end: Some(end) }))
    }

    fn resign(&mut self) -> Decided<()> {
        let (_, side) = self.as_player()?;
        let ending = Ending::new(EndReason::Resigned, Some(side.other()));
        self.course().end(ending, BoardEvent::Ended { by: Some(side) })
    }

    async fn abort(&mut self) -> Decided<()> {
        let by = self.may_abort().await?.seats.side_of(&self.incoming.person.id);
        self.course().end(Ending::new(EndReason::Aborted, None), BoardEvent::Ended { by })
    }

    /// A player may abort before each side has moved, and where the computer does not play any more; a moderator whenever it is the game of others: nobody decides as a
    /// moderator about a game they may be losing.
    async fn may_abort(&self) -> Decided<&GameRecord> {
        let record = self.running()?;
        let moderates = self.incoming.moderator;
        if record.seats.side_of(&self.incoming.person.id).is_none() {
            return match self.incoming.audience {
                _ if moderates => Ok(record),
                Audience::Everybody => Err(Refusal::ModeratorUnseen.into()),
                Audience::Nobody | Audience::Words | Audience::Public => Err(self.watches(record)),
            };
        }
        match self.has_begun(record).await? {
            false => Ok(record),
            // It will not move, and nobody is to lose because of that.
            true if record.has_computer() && !self.context.computer.enabled => Ok(record),
            true if moderates => Err(Refusal::ModeratorPlays.into()),
            true => Err(Refusal::TooLateToAbort.into()),
        }
    }

    /// Whether each side has moved, be it in moves that were taken back.
    async fn has_begun(&self, record: &GameRecord) -> Decided<bool> {
        let most = match record.plies {
            plies if plies >= ABORT_PLIES => plies,
            _ => most_plies(&self.context.ledger.events(&record.id).await?),
        };
        Ok(most >= ABORT_PLIES)
    }
}

/// The most plies that ever stood on the board.
pub(super) fn most_plies(events: &[LoggedEvent]) -> u32 {
    let plies = events.iter().scan(0_u32, |plies, logged| {
        *plies = match logged.event {
            GameEvent::Move { .. } => plies.saturating_add(1),
            GameEvent::TakenBack { plies: back } => plies.saturating_sub(back),
            _ => *plies,
        };
        Some(*plies)
    });
    plies.max().unwrap_or_default()
}

pub(super) fn confirm(
    record: &GameRecord,
    end: ConfirmedEnd,
    claim: Option<ClaimCount>,
    asked: Option<Side>,
) -> Notice {
    Notice::Confirm { game: record.id.clone(), revision: record.revision, end, claim, asked }
}

impl From<adoube_rules::GameOutcome> for Ending {
    fn from(outcome: adoube_rules::GameOutcome) -> Self {
        use adoube_rules::{GameResult, OutcomeReason};
        let reason = match outcome.reason {
            OutcomeReason::Checkmate => EndReason::Checkmate,
            OutcomeReason::Stalemate => EndReason::Stalemate,
            OutcomeReason::DeadPosition => EndReason::DeadPosition,
            OutcomeReason::FivefoldRepetition => EndReason::FivefoldRepetition,
            OutcomeReason::SeventyFiveMoves => EndReason::SeventyFiveMoves,
        };
        let winner = match outcome.result {
            GameResult::WhiteWins => Some(Side::White),
            GameResult::BlackWins => Some(Side::Black),
            GameResult::Draw => None,
        };
        Ending::new(reason, winner)
    }
}
