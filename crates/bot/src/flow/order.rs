//! What a person wants, read from what they did but not yet decided. Not here: how commands are read (`typing`).

use crate::{
    command::{Command, Component},
    notice::Refusal,
};

/// What a person wants, read but not yet decided.
pub(crate) enum Order {
    /// A command.
    Command(Command),
    /// A command nobody knows, or words in the channel: perhaps a move.
    PerhapsMove {
        /// The words.
        text: String,
        /// What to answer when they are not one; nothing when they were just said.
        otherwise: Option<Refusal>,
    },
    /// A button or a menu.
    Press {
        /// Which.
        component: Component,
        /// What was picked.
        value: Option<String>,
    },
    /// Nothing: the bot was called.
    Called,
    /// Nothing that can be read.
    Unreadable(Refusal),
}

impl Order {
    /// Whether a game, or a challenge to one, may come of it: what is chosen for the server or room counts then.
    pub(super) fn may_begin_a_game(&self) -> bool {
        match self {
            Self::Command(command) => matches!(
                command,
                Command::Play(_) | Command::Setup(_) | Command::Accept | Command::Rematch(..)
            ),
            Self::Press { component, .. } => matches!(
                component,
                Component::Play(_)
                    | Component::Computer(_)
                    | Component::Accept(_)
                    | Component::Panel { .. }
                    | Component::After { .. }
            ),
            Self::PerhapsMove { .. } | Self::Called | Self::Unreadable(_) => false,
        }
    }
}
