//! Definitions of `/follow` and `/unfollow`, and the calls of their handlers.

use crate::{
    core::{
        command::{CommandSpec, HelpGroup},
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum FollowCommand {
    /// Notify the sender when the channel's game ends.
    Follow,
    /// Stop notifying the sender.
    Unfollow,
}

/// Notifies the sender when the channel's game ends.
pub(crate) static FOLLOW: CommandSpec =
    CommandSpec { name: "follow", menu_rank: 390, group: HelpGroup::Watch, ..CommandSpec::PLAIN };

/// Stops notifying the sender.
pub(crate) static UNFOLLOW: CommandSpec =
    CommandSpec { name: "unfollow", menu_rank: 400, group: HelpGroup::Watch, ..CommandSpec::PLAIN };

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand { spec: &FOLLOW, read: |_, _| Ok(Box::new(FollowCommand::Follow)) },
    FeatureCommand { spec: &UNFOLLOW, read: |_, _| Ok(Box::new(FollowCommand::Unfollow)) },
];

impl Command for FollowCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move { request.follow(matches!(self, Self::Follow)) })
    }
}
