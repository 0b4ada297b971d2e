//! Command line parser: from a line of text to a [`Command`]. Pure: it knows words, not games; who
//! "Bob" is and whether `Nf3` is legal is decided later. Not here: words of options
//! (`option_matcher`).

use adoube_rules::ArrayKind;

use super::option_matcher;
use crate::{
    command::{
        ARRAYS, BOARD, Command, CommandError, CommandSpec, HELP, LINE_LIMIT, PLAY, SETTINGS, SETUP,
        SetupPanelAction, SetupRequest,
    },
    game::GameId,
    text::Lexicon,
};

/// The key of the command for vacations.
const VACATION: &str = "vacation";

/// Parses a command line without the platform's prefix.
///
/// # Errors
///
/// The first error of the line, with the words that cause it.
pub fn parse(lexicon: &Lexicon, line: &str) -> Result<Command, CommandError> {
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
    if asks_for_help(lexicon, command, rest) {
        return Ok(Command::Help(Some(command)));
    }
    if *command == PLAY && names_set_up(lexicon, rest) {
        return option_matcher::read(lexicon, &SETUP, rest).and_then(|given| (SETUP.read)(&given)).map(sent);
    }
    // `/settings vacation` is the vacation command, for people who look for it among the settings.
    let led = lexicon.command(first_word(rest)).filter(|led| *command == SETTINGS && led.name == VACATION);
    if led.is_some() {
        return parse(lexicon, rest);
    }
    match option_matcher::read(lexicon, command, rest) {
        Err(CommandError::UnknownWord { word, .. }) if *command == BOARD && seems_an_id(&word) => {
            GameId::parse(&word).map(|id| Command::Game(Some(id))).ok_or(CommandError::UnknownGame { word })
        }
        given => (command.read)(&given?),
    }
}

/// Whether one of the words is an array with extra pieces.
fn names_set_up(lexicon: &Lexicon, rest: &str) -> bool {
    let array = |word: &str| lexicon.choice(&ARRAYS, word).and_then(|word| ARRAYS.meaning(word));
    option_matcher::tokens(rest)
        .iter()
        .any(|token| array(token.bare).is_some_and(|array| array != ArrayKind::Classic))
}

/// Sends a set-up at once when it came with the play command, instead of showing its panel.
fn sent(command: Command) -> Command {
    match command {
        Command::Setup(wish) if wish.step == SetupPanelAction::Show => {
            Command::Setup(Box::new(SetupRequest { step: SetupPanelAction::Send, ..*wish }))
        }
        other => other,
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

/// Whether `help` is the only word after the command. A command that takes a person is excluded:
/// the word may be a name, which only the channel's directory can decide.
fn asks_for_help(lexicon: &Lexicon, command: &CommandSpec, rest: &str) -> bool {
    lexicon.command(rest) == Some(&HELP) && !command.options.iter().any(|option| option.kind.may_be_person())
}

/// The first word of a line, where the command's name stands; empty in an empty line.
pub fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
