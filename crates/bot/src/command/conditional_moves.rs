//! Definition of `/if`, the command for conditional moves. Not here: the moves themselves
//! (`handlers::conditional_moves`).

use super::{
    Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, OptionKind, OptionValue, WordChoice,
};

/// Request of the if command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ConditionalMovesRequest {
    /// List the sender's conditional moves.
    #[default]
    List,
    /// Delete all of them.
    Clear,
    /// Add a line, as typed.
    Line(String),
}

static PLAN_WORDS: WordChoice<ConditionalMovesRequest> =
    WordChoice { key: "plan", words: &[("clear", ConditionalMovesRequest::Clear)] };

static PLAN: CommandOption<ConditionalMovesRequest> =
    CommandOption::new("plan", OptionKind::Plan(&PLAN_WORDS), |value| match value {
        OptionValue::Word(word) => PLAN_WORDS.meaning(word),
        OptionValue::Text(text) => Some(ConditionalMovesRequest::Line(text.clone())),
        _ => None,
    });

/// Plans replies to the opponent's moves.
pub static IF: CommandSpec = CommandSpec {
    name: "if",
    group: HelpGroup::During,
    options: &[PLAN.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::If(given.value(&PLAN).unwrap_or_default())),
};
