//! Definitions of the commands about time: `/moretime`, `/pause`, `/resume`, `/vacation`, `/remind`
//! and `/protect`. Not here: the time control of a game (`challenges`), and the handlers
//! (`handlers`).

use super::{
    Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OfferAction, OptionKind, OptionValue,
    SWITCH, WordChoice, end_game::ANSWER,
};
use crate::game::ReminderTarget;

/// Request of the vacation command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VacationRequest {
    /// Show how much vacation is left.
    Look,
    /// Begin a vacation of this length, in milliseconds.
    Begin(u64),
    /// End the vacation.
    End,
}

/// The word that ends a vacation early.
static VACATION_ENDS: WordChoice<VacationRequest> =
    WordChoice { key: "vacation", words: &[("end", VacationRequest::End)] };

/// Where the sender is reminded.
static REMINDED: WordChoice<ReminderTarget> = WordChoice {
    key: "remind",
    words: &[
        ("here", ReminderTarget::Here),
        ("private", ReminderTarget::Private),
        ("off", ReminderTarget::Off),
    ],
};

/// The length of a pause, a vacation or a bar.
pub(super) static LENGTH: CommandOption<u64> =
    CommandOption::new("length", OptionKind::Span, |value| match value {
        OptionValue::Span(millis) => Some(*millis),
        _ => None,
    });
static VACATION_END: CommandOption<VacationRequest> = CommandOption::choice("return", &VACATION_ENDS);
static WHERE: CommandOption<ReminderTarget> = CommandOption::choice("where", &REMINDED);
static PROTECTED: CommandOption<bool> = CommandOption::choice("protection", &SWITCH);

/// Gives the opponent more time.
pub static MORE_TIME: CommandSpec = CommandSpec {
    name: "moretime",
    group: HelpGroup::Time,
    options: &[],
    needs: CommandRequirement::Clock,
    read: |_| Ok(Command::MoreTime),
};

/// Offers a pause, or answers such an offer.
pub static PAUSE: CommandSpec = CommandSpec {
    name: "pause",
    group: HelpGroup::Time,
    options: &[LENGTH.spec, ANSWER.spec],
    needs: CommandRequirement::Clock,
    read: |given| {
        Ok(Command::Pause(given.value(&ANSWER).unwrap_or(OfferAction::Offer), given.value(&LENGTH)))
    },
};

/// Ends a pause.
pub static RESUME: CommandSpec = CommandSpec {
    name: "resume",
    group: HelpGroup::Time,
    options: &[],
    needs: CommandRequirement::Clock,
    read: |_| Ok(Command::Resume),
};

/// Begins or ends a vacation in all the sender's games.
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

/// Chooses where the sender is reminded.
pub static REMIND: CommandSpec = CommandSpec {
    name: "remind",
    group: HelpGroup::Time,
    options: &[WHERE.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Remind(given.value(&WHERE))),
};

/// Turns protection from losing on time on or off.
pub static PROTECT: CommandSpec = CommandSpec {
    name: "protect",
    group: HelpGroup::Time,
    options: &[PROTECTED.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Protect(given.value(&PROTECTED))),
};
