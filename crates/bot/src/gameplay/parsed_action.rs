//! Enum of what a person did, after parsing and before the decision: a command, a text, a button.
//! Not here: parsing (`text::parser`).

use super::feature::Command;
use crate::core::{
    command::{ButtonId, CommandCall},
    notice::GameRefusal,
};

/// A parsed action.
pub(crate) enum ParsedAction {
    /// A command.
    Command {
        /// Its definition and values.
        call: CommandCall,
        /// The command that its feature has made of them.
        command: Box<dyn Command>,
    },
    /// An unknown command, or text in the channel: perhaps a move.
    Text {
        /// The text.
        text: String,
        /// The refusal if the text is no move; `None` for text in the channel.
        otherwise: Option<GameRefusal>,
    },
    /// A button or a menu.
    Press {
        /// The button.
        component: ButtonId,
        /// The chosen value of a menu.
        value: Option<String>,
    },
    /// The bot was mentioned without further text.
    Mention,
    /// The action cannot be parsed.
    Invalid(GameRefusal),
}

impl ParsedAction {
    /// Whether the action may begin a game or make a challenge, and so needs the community's
    /// settings.
    pub(crate) fn can_begin_game(&self) -> bool {
        match self {
            Self::Command { call, .. } => call.spec.can_begin_game(),
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
