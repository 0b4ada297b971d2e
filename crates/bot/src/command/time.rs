//! What people do with time: give some, stop the clocks, go away, be reminded. Not here: how much time a game has
//! (`challenges`), and what comes of any of it (`handlers`).

use super::{
    Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OfferAction, OptionKind, OptionValue,
    SWITCH, WordChoice, end_game::ANSWER,
};
use crate::game::ReminderTarget;

/// Request of the vacation command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationRequest {
    /// Know how much is left.
    Look,
    /// Be away for so long from now on, in milliseconds.
    Begin(u64),
    /// Be back.
    End,
}

/// How a vacation ends before it is over.
static VACATION_ENDS: WordChoice<VacationRequest> =
    WordChoice { key: "vacation", words: &[("end", VacationRequest::End)] };

/// Where somebody is reminded.
static REMINDED: WordChoice<ReminderTarget> = WordChoice {
    key: "remind",
    words: &[
        ("here", ReminderTarget::Here),
        ("private", ReminderTarget::Private),
        ("off", ReminderTarget::Off),
    ],
};

/// How long something lasts.
pub(super) static LENGTH: CommandOption<u64> =
    CommandOption::new("length", OptionKind::Span, |value| match value {
        OptionValue::Span(millis) => Some(*millis),
        _ => None,
    });
static VACATION_END: CommandOption<VacationRequest> = CommandOption::choice("return", &VACATION_ENDS);
static WHERE: CommandOption<ReminderTarget> = CommandOption::choice("where", &REMINDED);
static PROTECTED: CommandOption<bool> = CommandOption::choice("protection", &SWITCH);

/// Give the opponent more time.
pub static MORE_TIME: CommandSpec = CommandSpec {
    name: "moretime",
    group: HelpGroup::Time,
    options: &[],
    needs: CommandRequirement::Clock,
    read: |_| Ok(Command::MoreTime),
};

/// Offer a pause, or answer such an offer.
pub static PAUSE: CommandSpec = CommandSpec {
    name: "pause",
    group: HelpGroup::Time,
    options: &[LENGTH.spec, ANSWER.spec],
    needs: CommandRequirement::Clock,
    read: |given| {
        Ok(Command::Pause(given.value(&ANSWER).unwrap_or(OfferAction::Offer), given.value(&LENGTH)))
    },
};

/// End a pause.
pub static RESUME: CommandSpec = CommandSpec {
    name: "resume",
    group: HelpGroup::Time,
    options: &[],
    needs: CommandRequirement::Clock,
    read: |_| Ok(Command::Resume),
};

/// Be on vacation, in all one's games.
pub static VACATION: CommandSpec = CommandSpec {
    name: "vacation",
    group: HelpGroup::Time,
    options: &[LENGTH.spec, VACATION_END.spec],
    needs: CommandRequirement::Nothing,
    read: |given| {
        let begin = given.value(&LENGTH).map_or(VacationRequest::Look, VacationRequest::Begin);
        Ok(Command::Vacation(given.value(&VACATION_END).unwrap_or(begin)))
    },
};

/// Where to be reminded.
pub static REMIND: CommandSpec = CommandSpec {
    name: "remind",
    group: HelpGroup::Time,
    options: &[WHERE.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Remind(given.value(&WHERE))),
};

/// Whether to be protected from losing on time.
pub static PROTECT: CommandSpec = CommandSpec {
    name: "protect",
    group: HelpGroup::Time,
    options: &[PROTECTED.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Protect(given.value(&PROTECTED))),
};
