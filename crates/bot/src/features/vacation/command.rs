//! Definitions of `/vacation` and `/protect`, and the calls of their handlers.

use crate::{
    core::{
        command::{
            CommandOption, CommandSpec, HelpGroup, LENGTH, LineTakeover, PlainWord, SWITCH,
            TakeoverCondition, WordChoice,
        },
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

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

static VACATION_END: CommandOption<VacationRequest> = CommandOption::choice("return", &VACATION_ENDS);
static PROTECTED: CommandOption<bool> = CommandOption::choice("protection", &SWITCH);

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum VacationCommand {
    /// Begin or end a vacation, or show how much of it is left.
    Vacation(VacationRequest),
    /// Turn protection from losing on time on or off, or show it.
    Protect(Option<bool>),
}

/// Begins or ends a vacation in all the sender's games.
pub(crate) static VACATION: CommandSpec = CommandSpec {
    name: "vacation",
    menu_rank: 260,
    group: HelpGroup::Time,
    options: &[LENGTH.spec, VACATION_END.spec],
    plain_word: PlainWord::Explained,
    // For people who look for it among the settings.
    takeover: Some(LineTakeover { from: "settings", when: TakeoverCondition::NameFollows }),
    ..CommandSpec::PLAIN
};

/// Turns protection from losing on time on or off.
pub(crate) static PROTECT: CommandSpec = CommandSpec {
    name: "protect",
    menu_rank: 280,
    group: HelpGroup::Time,
    options: &[PROTECTED.spec],
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &VACATION,
        read: |values, _| {
            let begin = values.value(&LENGTH).map_or(VacationRequest::Look, VacationRequest::Begin);
            Ok(Box::new(VacationCommand::Vacation(values.value(&VACATION_END).unwrap_or(begin))))
        },
    },
    FeatureCommand {
        spec: &PROTECT,
        read: |values, _| Ok(Box::new(VacationCommand::Protect(values.value(&PROTECTED)))),
    },
];

impl Command for VacationCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Vacation(wanted) => request.vacation(*wanted).await,
                Self::Protect(on) => request.protect(*on).await,
            }
        })
    }
}
