//! Definitions of `/pause` and `/resume`, and the calls of their handlers.

use crate::{
    core::{
        command::{ANSWER, CommandRequirement, CommandSpec, HelpGroup, LENGTH, OfferAction, PlainWord},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum PauseCommand {
    /// Offer a pause of this length in milliseconds, or answer such an offer.
    Pause(OfferAction, Option<u64>),
    /// End a pause.
    Resume,
}

/// Offers a pause, or answers such an offer.
pub(crate) static PAUSE: CommandSpec = CommandSpec {
    name: "pause",
    menu_rank: 240,
    group: HelpGroup::Time,
    options: &[LENGTH.spec, ANSWER.spec],
    needs: CommandRequirement::Clock,
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// Ends a pause.
pub(crate) static RESUME: CommandSpec = CommandSpec {
    name: "resume",
    menu_rank: 250,
    group: HelpGroup::Time,
    needs: CommandRequirement::Clock,
    plain_word: PlainWord::Explained,
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand {
        spec: &PAUSE,
        read: |values, _| {
            let answer = values.value(&ANSWER).unwrap_or_default();
            Ok(Box::new(PauseCommand::Pause(answer, values.value(&LENGTH))))
        },
    },
    FeatureCommand { spec: &RESUME, read: |_, _| Ok(Box::new(PauseCommand::Resume)) },
];

impl Command for PauseCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Pause(answer, length) => request.pause(*answer, *length),
                Self::Resume => request.resume(),
            }
        })
    }
}
