//! Command line parser: from a line of text to a command and the values of its options. Pure: it
//! knows words, not games; who "Bob" is and whether `Nf3` is legal is decided later. Not here: words
//! of options (`option_matcher`).

use super::option_matcher;
use crate::{
    core::{
        command::{
            AnyWordChoice, CommandCall, CommandError, CommandSpec, LINE_LIMIT, LineTakeover, OptionKind,
            OptionSpec, OptionValue, TakeoverCondition,
        },
        game::GameId,
    },
    text::Lexicon,
};

/// Parses a command line without the platform's prefix.
///
/// # Errors
///
/// The first error of the line, with the words that cause it.
pub fn parse(lexicon: &Lexicon, line: &str) -> Result<CommandCall, CommandError> {
    if line.chars().count() > LINE_LIMIT {
        return Err(CommandError::TooLong);
    }
    let word = first_word(line);
    let rest = line.trim().strip_prefix(word).unwrap_or_default().trim();
    if word.is_empty() {
        return Err(CommandError::Empty);
    }
    let command = lexicon.command(word).ok_or_else(|| CommandError::UnknownCommand {
        word: word.to_owned(),
        nearest: lexicon.nearest_command(word),
    })?;
    if let Some(help) = help_request(lexicon, command, rest) {
        return Ok(help);
    }
    for (other, takeover) in lexicon.commands().takeovers_of(command) {
        match &takeover.when {
            TakeoverCondition::NameFollows if lexicon.command(first_word(rest)) == Some(other) => {
                return parse(lexicon, rest);
            }
            TakeoverCondition::Word { set, words, implies } if has_word(lexicon, *set, words, rest) => {
                return read_implying(lexicon, other, rest, implies);
            }
            TakeoverCondition::NameFollows
            | TakeoverCondition::Word { .. }
            | TakeoverCondition::GameId(_) => {}
        }
    }
    match option_matcher::read(lexicon, command, rest) {
        Ok(values) => Ok(CommandCall { spec: command, values }),
        Err(CommandError::UnknownWord { command, word }) => take_game_id(lexicon, command, word),
        Err(error) => Err(error),
    }
}

/// Whether a line has one of these words of a set.
fn has_word(lexicon: &Lexicon, set: &dyn AnyWordChoice, words: &[&str], line: &str) -> bool {
    let meant = |token: &option_matcher::Token<'_>| lexicon.choice(set, token.bare);
    option_matcher::tokens(line).iter().filter_map(meant).any(|word| words.contains(&word))
}

/// Reads the options of a command, one of which gets a word unless the line has a value for it.
fn read_implying(
    lexicon: &Lexicon,
    command: &'static CommandSpec,
    rest: &str,
    (option, word): &(OptionSpec, &'static str),
) -> Result<CommandCall, CommandError> {
    let mut values = option_matcher::read(lexicon, command, rest)?;
    if !values.has(option) {
        values.put(option, OptionValue::Word(word));
    }
    Ok(CommandCall { spec: command, values })
}

/// The command for a game whose id was typed after this one, which does not know the word.
fn take_game_id(
    lexicon: &Lexicon,
    command: &'static CommandSpec,
    word: String,
) -> Result<CommandCall, CommandError> {
    let takes_id = |(other, takeover): (_, &LineTakeover)| match takeover.when {
        TakeoverCondition::GameId(option) => Some((other, option)),
        TakeoverCondition::NameFollows | TakeoverCondition::Word { .. } => None,
    };
    let found = lexicon.commands().takeovers_of(command).find_map(takes_id);
    match found.filter(|_| seems_an_id(&word)) {
        None => Err(CommandError::UnknownWord { command, word }),
        Some((other, option)) => GameId::parse(&word)
            .map(|id| CommandCall::with(other, &option, OptionValue::Game(id)))
            .ok_or(CommandError::UnknownGame { word }),
    }
}

/// Whether an unknown word looks like a game's id, possibly mistyped.
pub(super) fn seems_an_id(word: &str) -> bool {
    let bare = word.trim_start_matches('#');
    let has = |is: fn(&u8) -> bool| bare.bytes().any(|byte| is(&byte));
    let mixed = has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit);
    let long = (5..=8).contains(&bare.len()) && bare.bytes().all(|byte| byte.is_ascii_alphanumeric());
    GameId::parse(word).is_some() || (mixed && long)
}

/// The request for help on a command, if `help` is the only word after it. A command that takes a
/// person is excluded: the word may be a name, which only the channel's directory can decide.
fn help_request(lexicon: &Lexicon, command: &'static CommandSpec, rest: &str) -> Option<CommandCall> {
    let help = lexicon.command(rest).filter(|spec| spec.explains_commands)?;
    if command.options.iter().any(|option| option.kind.may_be_person()) {
        return None;
    }
    let topic = help.options.iter().find(|option| matches!(option.kind, OptionKind::Topic(_)))?;
    Some(CommandCall::with(help, topic, OptionValue::Command(command)))
}

/// The first word of a line, where the command's name stands; empty in an empty line.
pub fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
