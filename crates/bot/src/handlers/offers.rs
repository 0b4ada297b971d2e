//! Handles offers between the players of a running game: `/draw` and `/takeback`, and how any offer
//! is made, accepted and declined. Not here: the effect of a pause (`pause`).

use adoube_rules::Side;

use crate::{
    Notice, Reply,
    command::OfferAction,
    game::{EndReason, GameEnding, GameEvent, Offer, OfferKind, OfferTopic, Seat},
    gameplay::{GameProgress, HandlerRequest, HandlerResult},
    notice::{BoardEvent, CardRefusal, GameRefusal},
};

impl HandlerRequest<'_> {
    pub(super) fn draw(&mut self, word: OfferAction) -> HandlerResult {
        let (record, side) = self.require_player()?;
        self.require_board()?;
        let open = record.offer.filter(|offer| offer.kind == OfferKind::Draw);
        let offered_to_me = open.is_some_and(|offer| offer.by != side);
        match word {
            OfferAction::Offer | OfferAction::Accept if offered_to_me => {
                self.course().accept_draw()?;
                Ok(Reply::Public)
            }
            OfferAction::Offer => self.offer(OfferKind::Draw, side),
            OfferAction::Decline if offered_to_me => self.decline_offer(OfferKind::Draw, side),
            _ => Err(GameRefusal::NoOffer { topic: OfferTopic::Draw }.into()),
        }
    }

    pub(super) async fn takeback(&mut self, word: OfferAction) -> HandlerResult {
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

    /// Makes an offer. Only one is open at a time, as a second one would remove the first
    /// unanswered. A declined offer may not be repeated at once, to prevent pressure by repetition.
    pub(super) fn offer(&mut self, kind: OfferKind, by: Side) -> HandlerResult {
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

    pub(super) fn decline_offer(&mut self, kind: OfferKind, by: Side) -> HandlerResult {
        self.course().decline(kind, by)?;
        Ok(Reply::Public)
    }

    pub(super) fn set_offer(&mut self, offer: Option<Offer>) {
        if let Some(record) = &mut self.draft.channel.game {
            record.offer = offer;
        }
    }

    /// Whether the computer plays the other side; it grants takebacks and pauses at once.
    pub(super) fn plays_computer(&self, side: Side) -> bool {
        let game = self.draft.channel.game.as_ref();
        game.is_some_and(|record| matches!(record.seats.of(side.other()), Seat::Computer { .. }))
    }
}

impl GameProgress<'_> {
    pub(super) fn accept_draw(&mut self) -> HandlerResult<()> {
        let ending = GameEnding::new(EndReason::DrawAgreed, None);
        self.end_game(ending, BoardEvent::Ended { by: None })
    }

    pub(super) fn decline(&mut self, kind: OfferKind, by: Side) -> HandlerResult<()> {
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
