//! Ends a turn of the computer: applies its action to the game, or handles a missed turn, whose
//! search found nothing: it is counted and searched again, and at last a fallback action is taken.
//! Not here: how the action is found (`turn`, `fallback`).

use crate::{
    Notice,
    core::{
        game::{EndReason, GameEnding},
        notice::BoardEvent,
    },
    features::computer::{fallback::fallback_action, turn::ComputerAction},
    gameplay::{GameProgress, HandlerResult, restore_game},
};

impl GameProgress<'_> {
    /// Applies the computer's action to the game.
    pub(crate) fn act(&mut self, deed: &ComputerAction) -> HandlerResult<()> {
        let Some(record) = &self.draft.channel.game else { return Ok(()) };
        let Some((side, _)) = record.computer_to_act() else { return Ok(()) };
        match deed {
            ComputerAction::Move(made) => self.make_move(restore_game(record)?, side, made).map(|_| ()),
            ComputerAction::Pick(kind) => self.choose(side, *kind),
            ComputerAction::Agree => self.accept_draw(),
            ComputerAction::Decline(kind) => self.decline(*kind, side),
            ComputerAction::Claim(reason) => {
                self.end_game(GameEnding::new(reason.clone(), None), BoardEvent::Ended { by: Some(side) })
            }
            ComputerAction::Resign => {
                let ending = GameEnding::new(EndReason::Resigned, Some(side.other()));
                self.end_game(ending, BoardEvent::Ended { by: Some(side) })
            }
        }
    }

    /// Handles a missed turn of the computer. Returns whether an action was taken.
    pub(crate) fn handle_missed_turn(&mut self) -> HandlerResult<bool> {
        if !self.context.engine.settings.enabled {
            self.post_computer_unavailable();
            return Ok(false);
        }
        let lost = self.draft.channel.game.as_ref().filter(|record| record.is_computer_lost());
        let Some(record) = lost else { return Ok(self.count_missed_turn()) };
        let (game, revision) = (record.id.clone(), record.revision);
        let Some(deed) = fallback_action(record)? else { return Ok(self.count_missed_turn()) };
        tracing::error!(
            channel = %self.draft.id(), %game, revision,
            "nobody came to an end with a turn of the computer; it plays without thinking"
        );
        self.draft.post(Notice::ComputerFallback { game });
        self.act(&deed)?;
        Ok(true)
    }
}
