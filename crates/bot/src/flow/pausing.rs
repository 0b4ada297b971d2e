//! Pauses that the players of a game with a clock agree to: the clocks stand still, and moves may go on. Not here: other
//! offers (`offering`), and the end of a pause that is over by itself (`ticking`).

use adoube_rules::Side;

use super::{Decided, Flow};
use crate::{
    Reply,
    command::OfferWord,
    game::{DAY, GameEvent, MOST_PAUSES, OfferKind, OfferTopic, StopCause},
    notice::{Refusal, TimeEvent, TimeRefusal},
};

/// The shortest pause, in milliseconds.
const SHORTEST: u64 = DAY;
/// The longest one.
const LONGEST: u64 = 30 * DAY;
/// How long one is when nobody says.
const USUAL: u64 = 7 * DAY;

impl Flow<'_> {
    pub(super) fn pause(&mut self, word: OfferWord, length: Option<u64>) -> Decided {
        let (record, side, _) = self.at_the_clock()?;
        let open = record.offer.filter(|offer| offer.kind.topic() == OfferTopic::Pause && offer.by != side);
        match (word, open.map(|offer| offer.kind)) {
            (OfferWord::Accept, Some(OfferKind::Pause { millis })) => self.begin_pause(millis),
            (OfferWord::Offer, Some(OfferKind::Pause { millis })) if length.is_none_or(|is| is == millis) => {
                self.begin_pause(millis)
            }
            (OfferWord::Decline, Some(kind)) => self.decline_offer(kind, side),
            (OfferWord::Offer, _) => self.offer_pause(length.unwrap_or(USUAL), side),
            _ => Err(Refusal::NoOffer { topic: OfferTopic::Pause }.into()),
        }
    }

    fn offer_pause(&mut self, millis: u64, by: Side) -> Decided {
        let (_, _, clock) = self.at_the_clock()?;
        if let Some(pause) = clock.pause {
            return Err(TimeRefusal::Pausing { until: pause.to, said_at: self.draft.now() }.into());
        }
        if clock.pauses >= MOST_PAUSES {
            return Err(TimeRefusal::PausesUsed { most: MOST_PAUSES }.into());
        }
        if !(SHORTEST..=LONGEST).contains(&millis) {
            return Err(TimeRefusal::PauseLength { least: SHORTEST, most: LONGEST }.into());
        }
        if self.plays_computer(by) {
            return self.begin_pause(millis);
        }
        self.offer(OfferKind::Pause { millis }, by)
    }

    fn begin_pause(&mut self, millis: u64) -> Decided {
        let (now, still) = (self.draft.now(), self.draft.still().clone());
        let until = now.saturating_add(millis);
        if let Some(clock) = self.course().clock_mut() {
            // Whoever agrees to a pause although time is up takes no win: the mover has a turn's time after it.
            clock.turn.asked = None;
            clock.begin_pause(until, now, &still);
        }
        self.set_offer(None);
        self.draft.log(GameEvent::Stopped { why: StopCause::Pause })?;
        self.course().tell_time(TimeEvent::PauseBegan { until });
        Ok(Reply::Posted)
    }

    /// Either player ends the pause.
    pub(super) fn resume(&mut self) -> Decided {
        let (_, by, clock) = self.at_the_clock()?;
        if clock.pause.is_none() {
            return Err(TimeRefusal::NotPausing.into());
        }
        self.course().end_pause(Some(by))?;
        Ok(Reply::Posted)
    }
}
