//! Handles `/pause` and `/resume`: pauses that the players of a game with a clock agree on. The
//! clocks stop; moves remain possible. Not here: how an offer is made (`gameplay::offers`), and the
//! end of a pause that expires (`features::clock`).

use adoube_rules::Side;

use crate::{
    Reply,
    core::{
        command::OfferAction,
        game::{ClockStopCause, DAY, GameEvent, MOST_PAUSES, OfferKind, OfferTopic},
        notice::{ClockEvent, ClockRefusal, GameRefusal},
    },
    gameplay::{HandlerRequest, HandlerResult},
};

/// Shortest pause, in milliseconds.
const SHORTEST: u64 = DAY;
/// Longest pause, in milliseconds.
const LONGEST: u64 = 30 * DAY;
/// Default length of a pause, in milliseconds.
const USUAL: u64 = 7 * DAY;

impl HandlerRequest<'_> {
    pub(crate) fn pause(&mut self, word: OfferAction, length: Option<u64>) -> HandlerResult {
        let (record, side, _) = self.require_clock()?;
        let open = record.offer.filter(|offer| offer.kind.topic() == OfferTopic::Pause && offer.by != side);
        match (word, open.map(|offer| offer.kind)) {
            (OfferAction::Accept, Some(OfferKind::Pause { millis })) => self.begin_pause(millis),
            (OfferAction::Offer, Some(OfferKind::Pause { millis }))
                if length.is_none_or(|is| is == millis) =>
            {
                self.begin_pause(millis)
            }
            (OfferAction::Decline, Some(kind)) => self.decline_offer(kind, side),
            (OfferAction::Offer, _) => self.offer_pause(length.unwrap_or(USUAL), side),
            _ => Err(GameRefusal::NoOffer { topic: OfferTopic::Pause }.into()),
        }
    }

    fn offer_pause(&mut self, millis: u64, by: Side) -> HandlerResult {
        let (_, _, clock) = self.require_clock()?;
        if let Some(pause) = clock.pause {
            return Err(ClockRefusal::Pausing { until: pause.to, said_at: self.draft.now() }.into());
        }
        if clock.pauses >= MOST_PAUSES {
            return Err(ClockRefusal::PausesUsed { most: MOST_PAUSES }.into());
        }
        if !(SHORTEST..=LONGEST).contains(&millis) {
            return Err(ClockRefusal::PauseLength { least: SHORTEST, most: LONGEST }.into());
        }
        if self.plays_computer(by) {
            return self.begin_pause(millis);
        }
        self.offer(OfferKind::Pause { millis }, by)
    }

    fn begin_pause(&mut self, millis: u64) -> HandlerResult {
        let (now, still) = (self.draft.now(), self.draft.pause_times().clone());
        let until = now.saturating_add(millis);
        if let Some(clock) = self.course().clock_mut() {
            // A player who agrees to a pause after the opponent's flag gives up the win: the mover
            // has a turn's time afterwards.
            clock.turn.asked = None;
            clock.begin_pause(until, now, &still);
        }
        self.set_offer(None);
        self.draft.log(GameEvent::Stopped { why: ClockStopCause::Pause })?;
        self.course().tell_time(ClockEvent::PauseBegan { until });
        Ok(Reply::Public)
    }

    /// Ends the pause; either player may.
    pub(crate) fn resume(&mut self) -> HandlerResult {
        let (_, by, clock) = self.require_clock()?;
        if clock.pause.is_none() {
            return Err(ClockRefusal::NotPausing.into());
        }
        self.course().end_pause(Some(by))?;
        Ok(Reply::Public)
    }
}
