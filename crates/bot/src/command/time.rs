//! What people do with time: give some, stop the clocks, go away, be reminded. Not here: how much time a game has
//! (`challenges`), and what comes of any of it (`flow`).

use super::{
    Choice, Command, HelpGroup, Needs, OfferWord, Opt, OptionKind, SWITCH, Spec, Value, ending::ANSWER,
};
use crate::game::Reminders;

/// What somebody wants of their vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationWish {
    /// Know how much is left.
    Look,
    /// Be away for so long from now on, in milliseconds.
    Begin(u64),
    /// Be back.
    End,
}

/// How a vacation ends before it is over.
static VACATION_ENDS: Choice<VacationWish> = Choice { key: "vacation", words: &[("end", VacationWish::End)] };

/// Where somebody is reminded.
static REMINDED: Choice<Reminders> = Choice {
    key: "remind",
    words: &[("here", Reminders::Here), ("private", Reminders::Private), ("off", Reminders::Off)],
};

/// How long something lasts.
pub(super) static LENGTH: Opt<u64> = Opt::new("length", OptionKind::Span, |value| match value {
    Value::Span(millis) => Some(*millis),
    _ => None,
});
static VACATION_END: Opt<VacationWish> = Opt::choice("return", &VACATION_ENDS);
static WHERE: Opt<Reminders> = Opt::choice("where", &REMINDED);
static PROTECTED: Opt<bool> = Opt::choice("protection", &SWITCH);

/// Give the opponent more time.
pub static MORE_TIME: Spec = Spec {
    name: "moretime",
    group: HelpGroup::Time,
    options: &[],
    needs: Needs::Clock,
    read: |_| Ok(Command::MoreTime),
};

/// Offer a pause, or answer such an offer.
pub static PAUSE: Spec = Spec {
    name: "pause",
    group: HelpGroup::Time,
    options: &[LENGTH.spec, ANSWER.spec],
    needs: Needs::Clock,
    read: |given| Ok(Command::Pause(given.value(&ANSWER).unwrap_or(OfferWord::Offer), given.value(&LENGTH))),
};

/// End a pause.
pub static RESUME: Spec = Spec {
    name: "resume",
    group: HelpGroup::Time,
    options: &[],
    needs: Needs::Clock,
    read: |_| Ok(Command::Resume),
};

/// Be on vacation, in all one's games.
pub static VACATION: Spec = Spec {
    name: "vacation",
    group: HelpGroup::Time,
    options: &[LENGTH.spec, VACATION_END.spec],
    needs: Needs::Nothing,
    read: |given| {
        let begin = given.value(&LENGTH).map_or(VacationWish::Look, VacationWish::Begin);
        Ok(Command::Vacation(given.value(&VACATION_END).unwrap_or(begin)))
    },
};

/// Where to be reminded.
pub static REMIND: Spec = Spec {
    name: "remind",
    group: HelpGroup::Time,
    options: &[WHERE.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Remind(given.value(&WHERE))),
};

/// Whether to be protected from losing on time.
pub static PROTECT: Spec = Spec {
    name: "protect",
    group: HelpGroup::Time,
    options: &[PROTECTED.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Protect(given.value(&PROTECTED))),
};
