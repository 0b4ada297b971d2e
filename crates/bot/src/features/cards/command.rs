//! Definitions of `/hand`, `/drop`, `/pass` and `/verify`, and the calls of their handlers. Not
//! here: what a drop does (`handler`).

use crate::{
    core::{
        command::{CommandOption, CommandRequirement, CommandSpec, GAME_ID, HelpGroup, OptionKind},
        event_priority::EventPriority,
        game::GameId,
        ids::BoxFuture,
    },
    gameplay::{
        HandlerRequest, HandlerResult,
        feature::{Command, FeatureCommand},
    },
};

/// A command of the feature.
#[derive(Debug)]
pub(crate) enum CardsCommand {
    /// Show the sender's cards.
    Hand,
    /// Drop a card, as typed or in steps.
    Drop(Option<String>),
    /// End the turn without a drop.
    Pass,
    /// Check that the cards lay as they were sealed.
    Verify(Option<GameId>),
}

static CARD: CommandOption<String> = CommandOption::text("card", OptionKind::Drop);

/// Shows the sender's cards.
pub(crate) static HAND: CommandSpec = CommandSpec {
    name: "hand",
    menu_rank: 150,
    group: HelpGroup::Cards,
    needs: CommandRequirement::Cards,
    ..CommandSpec::PLAIN
};

/// Drops a card, as typed or in steps.
pub(crate) static DROP: CommandSpec = CommandSpec {
    name: "drop",
    menu_rank: 160,
    group: HelpGroup::Cards,
    options: &[CARD.spec],
    needs: CommandRequirement::Cards,
    priority: EventPriority::RunningGame,
    discloses_turn: true,
    ..CommandSpec::PLAIN
};

/// Ends the turn without a drop.
pub(crate) static PASS: CommandSpec = CommandSpec {
    name: "pass",
    menu_rank: 170,
    group: HelpGroup::Cards,
    needs: CommandRequirement::Cards,
    priority: EventPriority::RunningGame,
    discloses_turn: true,
    ..CommandSpec::PLAIN
};

/// Checks that the cards lay as they were sealed.
pub(crate) static VERIFY: CommandSpec = CommandSpec {
    name: "verify",
    menu_rank: 360,
    group: HelpGroup::Cards,
    options: &[GAME_ID.spec],
    ..CommandSpec::PLAIN
};

/// The feature's commands.
pub(super) static COMMANDS: &[FeatureCommand] = &[
    FeatureCommand { spec: &HAND, read: |_, _| Ok(Box::new(CardsCommand::Hand)) },
    FeatureCommand { spec: &DROP, read: |values, _| Ok(Box::new(CardsCommand::Drop(values.value(&CARD)))) },
    FeatureCommand { spec: &PASS, read: |_, _| Ok(Box::new(CardsCommand::Pass)) },
    FeatureCommand {
        spec: &VERIFY,
        read: |values, _| Ok(Box::new(CardsCommand::Verify(values.value(&GAME_ID)))),
    },
];

impl Command for CardsCommand {
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult> {
        Box::pin(async move {
            match self {
                Self::Hand => request.show_hand(),
                Self::Drop(text) => request.drop_typed(text.as_deref()),
                Self::Pass => request.pass(),
                Self::Verify(id) => request.verify(id.as_ref()).await,
            }
        })
    }
}
