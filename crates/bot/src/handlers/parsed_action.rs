//! The action of an event after parsing and before a decision. Not here: parsing (`parser`).

use crate::{
    command::{ButtonId, Command},
    notice::GameRefusal,
};

/// What a person wants, read but not yet decided.
pub(crate) enum ParsedAction {
    /// A command.
    Command(Command),
    /// A command nobody knows, or words in the channel: perhaps a move.
    Text {
        /// The words.
        text: String,
        /// What to answer when they are not one; nothing when they were just said.
        otherwise: Option<GameRefusal>,
    },
    /// A button or a menu.
    Press {
        /// Which.
        component: ButtonId,
        /// What was picked.
        value: Option<String>,
    },
    /// Nothing: the bot was called.
    Mention,
    /// Nothing that can be read.
    Invalid(GameRefusal),
}

impl ParsedAction {
    /// Whether a game, or a challenge to one, may come of it: what is chosen for the server or room counts then.
    pub(super) fn can_begin_game(&self) -> bool {
        match self {
            Self::Command(command) => matches!(
                command,
                Command::Play(_) | Command::Setup(_) | Command::Accept | Command::Rematch(..)
            ),
            Self::Press { component, .. } => matches!(
                component,
                ButtonId::Play(_)
                    | ButtonId::Computer(_)
                    | ButtonId::Accept(_)
                    | ButtonId::Panel { .. }
                    | ButtonId::After { .. }
            ),
            Self::Text { .. } | Self::Mention | Self::Invalid(_) => false,
        }
    }
}
