//! The clocks of a game, for whoever asks. Not here: what changes them.

use super::{Command, HelpGroup, Needs, Spec};

/// Both clocks of the game here.
pub static CLOCK: Spec = Spec {
    name: "clock",
    group: HelpGroup::During,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Clock),
};
