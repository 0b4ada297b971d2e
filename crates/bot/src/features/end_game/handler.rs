//! Handles `/resign` and `/abort`, each with a confirmation. Not here: draw claims (`draw_claim`),
//! and the common end of a game (`gameplay::progress`).

use adoube_rules::Side;

use crate::{
    Audience, Notice,
    core::{
        command::ConfirmableEnd,
        game::{EndReason, GameEnding, GameRecord},
        notice::{BoardEvent, ClaimCount, GameRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult, history::most_plies, private_reply, update_reply},
};

/// Plies after which a player can no longer abort: each side has moved.
const ABORT_PLIES: u32 = 2;

impl HandlerRequest<'_> {
    pub(crate) fn ask_to_resign(&mut self) -> HandlerResult {
        let (record, side) = self.require_player()?;
        Ok(private_reply(confirm(record, ConfirmableEnd::Resign, None, Some(side))))
    }

    pub(crate) async fn ask_to_abort(&mut self) -> HandlerResult {
        let record = self.may_abort().await?;
        let side = record.seats.side_of(&self.incoming.person.id);
        Ok(private_reply(confirm(record, ConfirmableEnd::Abort, None, side)))
    }

    /// Ends the game after a confirmation. Others may see the question, but must not answer it.
    pub(crate) async fn confirmed(&mut self, end: ConfirmableEnd, asked: Option<Side>) -> HandlerResult {
        let seats = &self.require_game()?.seats;
        if let Some(side) = asked.filter(|side| seats.side_of(&self.incoming.person.id) != Some(*side)) {
            return Err(GameRefusal::NotAsked { asked: seats.of(side).clone() }.into());
        }
        match end {
            ConfirmableEnd::Resign => self.resign()?,
            ConfirmableEnd::Claim => self.claim_draw()?,
            ConfirmableEnd::Abort => self.abort().await?,
        }
        Ok(update_reply(Notice::EndAnswered { end: Some(end) }))
    }

    fn resign(&mut self) -> HandlerResult<()> {
        let (_, side) = self.require_player()?;
        let ending = GameEnding::new(EndReason::Resigned, Some(side.other()));
        self.course().end_game(ending, BoardEvent::Ended { by: Some(side) })
    }

    async fn abort(&mut self) -> HandlerResult<()> {
        let by = self.may_abort().await?.seats.side_of(&self.incoming.person.id);
        self.course().end_game(GameEnding::new(EndReason::Aborted, None), BoardEvent::Ended { by })
    }

    /// A player may abort before each side has moved, and where the computer no longer plays. A
    /// moderator may abort games of others at any time, but not their own, which they may be
    /// losing.
    async fn may_abort(&self) -> HandlerResult<&GameRecord> {
        let record = self.require_game()?;
        let moderates = self.incoming.moderator;
        if record.seats.side_of(&self.incoming.person.id).is_none() {
            return match self.incoming.audience {
                _ if moderates => Ok(record),
                Audience::TextAndReplyVisible => Err(GameRefusal::ModeratorUnseen.into()),
                Audience::SenderOnly | Audience::TextVisible | Audience::Public => Err(self.watches(record)),
            };
        }
        match self.has_begun(record).await? {
            false => Ok(record),
            // The computer will not move, and no player should lose because of that.
            true if record.has_computer() && !self.context.engine.settings.enabled => Ok(record),
            true if moderates => Err(GameRefusal::ModeratorPlays.into()),
            true => Err(GameRefusal::TooLateToAbort.into()),
        }
    }

    /// Whether each side has moved, including moves that were taken back.
    async fn has_begun(&self, record: &GameRecord) -> HandlerResult<bool> {
        let most = match record.plies {
            plies if plies >= ABORT_PLIES => plies,
            _ => most_plies(&self.context.ledger.events(&record.id).await?),
        };
        Ok(most >= ABORT_PLIES)
    }
}

pub(crate) fn confirm(
    record: &GameRecord,
    end: ConfirmableEnd,
    claim: Option<ClaimCount>,
    asked: Option<Side>,
) -> Notice {
    Notice::Confirm { game: record.id.clone(), revision: record.revision, end, claim, asked }
}
