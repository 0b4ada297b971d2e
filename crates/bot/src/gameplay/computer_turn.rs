//! A turn that the computer misses: it is counted, and posted where the computer does not play at
//! present. Not here: how the computer plays.

use super::GameProgress;
use crate::{Notice, game::GameRecord};

impl GameProgress<'_> {
    /// Posts that the computer is to move but does not play at present.
    pub(crate) fn post_computer_unavailable(&mut self) {
        let waits = |record: &&GameRecord| record.computer_to_act().is_some();
        let game = self.draft.channel.game.as_ref().filter(waits).map(|record| record.id.clone());
        if let Some(game) = game {
            self.draft.post(Notice::ComputerUnavailable { game });
            // The miss records that it was posted.
            self.count_missed_turn();
        }
    }

    /// Counts a miss; its next one is later. Returns `false`, as no action was taken.
    pub(crate) fn count_missed_turn(&mut self) -> bool {
        let now = self.draft.now();
        if let Some(record) = &mut self.draft.channel.game {
            record.miss_computer(now);
        }
        false
    }
}
