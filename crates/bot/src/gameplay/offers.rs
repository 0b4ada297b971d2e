//! Makes, accepts and declines offers between the players of a running game; one offer of any kind
//! is open at a time. Not here: the commands, and the effects of takebacks and pauses (`features`).

use adoube_rules::Side;

use super::{GameProgress, HandlerRequest, HandlerResult};
use crate::{
    Notice, Reply,
    core::{
        game::{EndReason, GameEnding, GameEvent, Offer, OfferKind, Seat},
        notice::{BoardEvent, GameRefusal},
    },
};

impl HandlerRequest<'_> {
    /// Makes an offer. Only one is open at a time, as a second one would remove the first
    /// unanswered. A declined offer may not be repeated at once, to prevent pressure by repetition.
    pub(crate) fn offer(&mut self, kind: OfferKind, by: Side) -> HandlerResult {
        match self.require_game()?.offer {
            Some(open) if open.by == by => return Err(GameRefusal::OfferOpen { kind: open.kind }.into()),
            Some(open) => return Err(GameRefusal::AnswerFirst { kind: open.kind }.into()),
            None => {}
        }
        let record = self.require_game()?;
        if record.has_declined(kind.topic(), by) {
            let other = record.seats.of(by.other()).clone();
            return Err(GameRefusal::OfferDeclined { topic: kind.topic(), by: other }.into());
        }
        self.draft.log(match kind {
            OfferKind::Draw => GameEvent::DrawOffered { by },
            OfferKind::Takeback { .. } => GameEvent::TakebackAsked { by },
            OfferKind::Pause { millis } => GameEvent::PauseOffered { by, millis },
        })?;
        let record = self.require_game()?;
        let (game, revision, seats) = (record.id.clone(), record.revision, record.seats.clone());
        self.set_offer(Some(Offer { kind, by, revision }));
        self.draft.post(Notice::Offered { game, revision, seats, by, kind });
        Ok(Reply::Public)
    }

    pub(crate) fn decline_offer(&mut self, kind: OfferKind, by: Side) -> HandlerResult {
        self.course().decline(kind, by)?;
        Ok(Reply::Public)
    }

    pub(crate) fn set_offer(&mut self, offer: Option<Offer>) {
        if let Some(record) = &mut self.draft.channel.game {
            record.offer = offer;
        }
    }

    /// Whether the computer plays the other side; it grants takebacks and pauses at once.
    pub(crate) fn plays_computer(&self, side: Side) -> bool {
        let game = self.draft.channel.game.as_ref();
        game.is_some_and(|record| matches!(record.seats.of(side.other()), Seat::Computer { .. }))
    }
}

impl GameProgress<'_> {
    pub(crate) fn accept_draw(&mut self) -> HandlerResult<()> {
        let ending = GameEnding::new(EndReason::DrawAgreed, None);
        self.end_game(ending, BoardEvent::Ended { by: None })
    }

    pub(crate) fn decline(&mut self, kind: OfferKind, by: Side) -> HandlerResult<()> {
        let event = match kind {
            OfferKind::Draw => GameEvent::DrawDeclined { by },
            OfferKind::Takeback { .. } => GameEvent::TakebackDeclined { by },
            OfferKind::Pause { .. } => GameEvent::PauseDeclined { by },
        };
        let Some(record) = &mut self.draft.channel.game else { return Ok(()) };
        record.offer = None;
        let (game, seats) = (record.id.clone(), record.seats.clone());
        self.draft.log(event)?;
        self.draft.post(Notice::OfferDeclined { game, seats, by, kind });
        Ok(())
    }
}
