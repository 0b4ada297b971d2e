//! Types of a feature, a group of commands in a folder of its own: its name, its commands, and the
//! trait of a command that is ready to be decided. Not here: the list of features (`features`).

use std::fmt;

use super::{HandlerRequest, HandlerResult};
use crate::{
    core::{
        command::{CommandError, CommandSpec, OptionValues},
        ids::BoxFuture,
    },
    text::Lexicon,
};

/// A feature: a folder of `features`.
pub(crate) struct Feature {
    /// The name of its folder.
    pub(crate) name: &'static str,
    /// Its commands.
    pub(crate) commands: &'static [FeatureCommand],
}

/// A command of a feature: its definition, and how its values become a [`Command`].
pub(crate) struct FeatureCommand {
    /// The definition.
    pub(crate) spec: &'static CommandSpec,
    /// Makes the command from its values. Most values are read already; the lexicon is for an
    /// option that is text to everything but its feature.
    pub(crate) read: ReadCommand,
}

/// Makes a command from the values of its options.
pub(crate) type ReadCommand = fn(&OptionValues, &Lexicon) -> Result<Box<dyn Command>, CommandError>;

/// A command with its values, ready to be decided.
pub(crate) trait Command: fmt::Debug + Send + Sync {
    /// Decides the command.
    fn handle<'a>(&'a self, request: &'a mut HandlerRequest<'_>) -> BoxFuture<'a, HandlerResult>;
}
