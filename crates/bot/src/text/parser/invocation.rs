//! Reads a command whose options come as values, from a platform with a field for each option. No
//! value can be read as another option's. Not here: command lines (`command_line`).

use super::option_matcher;
use crate::{
    core::{
        command::{CommandCall, CommandError, LINE_LIMIT},
        event::InputValue,
    },
    text::Lexicon,
};

/// Reads the values of a command, by the keys of both. An option without words counts as not given.
///
/// # Errors
///
/// No command has the key, or a value is none of its option's.
pub fn read_invocation(
    lexicon: &Lexicon,
    command: &str,
    given: &[(String, InputValue)],
) -> Result<CommandCall, CommandError> {
    let given: Vec<_> = given.iter().filter(|(_, value)| !value.is_empty()).collect();
    let written = given.iter().map(|(option, value)| format!(" {option}:{value}").chars().count());
    if command.chars().count() + written.sum::<usize>() > LINE_LIMIT {
        return Err(CommandError::TooLong);
    }
    let spec = lexicon.commands().find(command).ok_or_else(|| CommandError::UnknownCommand {
        word: command.to_owned(),
        nearest: lexicon.nearest_command(command),
    })?;
    let values = option_matcher::read_values(lexicon, spec, given)?;
    Ok(CommandCall { spec, values })
}
