//! Offers between the players of a running game: a draw, a takeback, and how any of them is made and declined. Not here:
//! what comes of a pause (`pausing`).

use adoube_rules::Side;

use super::{Course, Decided, Flow};
use crate::{
    Notice, Reply,
    command::OfferWord,
    game::{EndReason, Ending, GameEvent, Offer, OfferKind, OfferTopic, Seat},
    notice::{BoardEvent, CardRefusal, Refusal},
};

impl Flow<'_> {
    pub(super) fn draw(&mut self, word: OfferWord) -> Decided {
        let (record, side) = self.as_player()?;
        self.on_board()?;
        let open = record.offer.filter(|offer| offer.kind == OfferKind::Draw);
        let offered_to_me = open.is_some_and(|offer| offer.by != side);
        match word {
            OfferWord::Offer | OfferWord::Accept if offered_to_me => {
                self.course().agree_to_draw()?;
                Ok(Reply::Posted)
            }
            OfferWord::Offer => self.offer(OfferKind::Draw, side),
            OfferWord::Decline if offered_to_me => self.decline_offer(OfferKind::Draw, side),
            _ => Err(Refusal::NoOffer { topic: OfferTopic::Draw }.into()),
        }
    }

    pub(super) async fn takeback(&mut self, word: OfferWord) -> Decided {
        let (record, side) = self.as_player()?;
        self.on_board()?;
        if !record.variant.has_takebacks() {
            return Err(CardRefusal::NoTakebacks.into());
        }
        if record.touch_move {
            return Err(Refusal::NoTakebacks.into());
        }
        let open = record.offer.filter(|offer| matches!(offer.kind, OfferKind::Takeback { .. }));
        let to_me = open.filter(|offer| offer.by != side).map(|offer| offer.kind);
        match (word, to_me) {
            (OfferWord::Offer | OfferWord::Accept, Some(OfferKind::Takeback { plies })) => {
                self.take_back(plies).await
            }
            (OfferWord::Decline, Some(kind)) => self.decline_offer(kind, side),
            (OfferWord::Offer, None) => self.ask_for_takeback(side).await,
            _ => Err(Refusal::NoOffer { topic: OfferTopic::Takeback }.into()),
        }
    }

    /// The speaker's last move goes back, and the reply to it if there was one.
    async fn ask_for_takeback(&mut self, side: Side) -> Decided {
        let record = self.running()?;
        let plies = match &record.last {
            Some(last) if last.piece.side == side => 1,
            _ => 2,
        };
        if record.plies < plies {
            return Err(Refusal::NothingToTakeBack.into());
        }
        if self.plays_computer(side) {
            return self.take_back(plies).await;
        }
        self.offer(OfferKind::Takeback { plies }, side)
    }

    /// One offer at a time: a second one would sweep the first from the table unanswered. And none again at once that
    /// was declined: asking until the other gives in is no way to agree.
    pub(super) fn offer(&mut self, kind: OfferKind, by: Side) -> Decided {
        match self.running()?.offer {
            Some(open) if open.by == by => return Err(Refusal::OfferOpen { kind: open.kind }.into()),
            Some(open) => return Err(Refusal::AnswerFirst { kind: open.kind }.into()),
            None => {}
        }
        let record = self.running()?;
        if record.has_declined(kind.topic(), by) {
            let other = record.seats.of(by.other()).clone();
            return Err(Refusal::OfferDeclined { topic: kind.topic(), by: other }.into());
        }
        self.draft.log(match kind {
            OfferKind::Draw => GameEvent::DrawOffered { by },
            OfferKind::Takeback { .. } => GameEvent::TakebackAsked { by },
            OfferKind::Pause { millis } => GameEvent::PauseOffered { by, millis },
        })?;
        let record = self.running()?;
        let (game, revision, seats) = (record.id.clone(), record.revision, record.seats.clone());
        self.set_offer(Some(Offer { kind, by, revision }));
        self.draft.post(Notice::Offered { game, revision, seats, by, kind });
        Ok(Reply::Posted)
    }

    pub(super) fn decline_offer(&mut self, kind: OfferKind, by: Side) -> Decided {
        self.course().decline(kind, by)?;
        Ok(Reply::Posted)
    }

    pub(super) fn set_offer(&mut self, offer: Option<Offer>) {
        if let Some(record) = &mut self.draft.channel.game {
            record.offer = offer;
        }
    }

    /// Whether the computer plays the other side of the running game, which gives back moves and agrees to pauses at once.
    pub(super) fn plays_computer(&self, side: Side) -> bool {
        let game = self.draft.channel.game.as_ref();
        game.is_some_and(|record| matches!(record.seats.of(side.other()), Seat::Computer { .. }))
    }
}

impl Course<'_> {
    pub(super) fn agree_to_draw(&mut self) -> Decided<()> {
        let ending = Ending::new(EndReason::DrawAgreed, None);
        self.end(ending, BoardEvent::Ended { by: None })
    }

    pub(super) fn decline(&mut self, kind: OfferKind, by: Side) -> Decided<()> {
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
