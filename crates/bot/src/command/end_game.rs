//! Definitions of `/draw`, `/takeback`, `/claim`, `/resign` and `/abort`, the commands that end a
//! game or take a move back. Not here: when a player may use them (`handlers`).

use super::{Command, CommandOption, CommandRequirement, CommandSpec, HelpGroup, TYPED_MOVE, WordChoice};

/// What the sender does about an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OfferAction {
    /// Offer; or accept when the opponent has offered.
    #[default]
    Offer,
    /// Accept the opponent's offer.
    Accept,
    /// Decline it.
    Decline,
}

static ANSWERS: WordChoice<OfferAction> = WordChoice {
    key: "answer",
    words: &[
        ("offer", OfferAction::Offer),
        ("accept", OfferAction::Accept),
        ("decline", OfferAction::Decline),
    ],
};

/// What the sender does about an offer.
pub(super) static ANSWER: CommandOption<OfferAction> = CommandOption::choice("answer", &ANSWERS);

/// Resigns.
pub static RESIGN: CommandSpec = CommandSpec {
    name: "resign",
    group: HelpGroup::Begin,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Resign),
};

/// Offers, accepts or declines a draw.
pub static DRAW: CommandSpec = CommandSpec {
    name: "draw",
    group: HelpGroup::During,
    options: &[ANSWER.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Draw(given.value(&ANSWER).unwrap_or_default())),
};

/// Claims a draw by the rules, for the position on the board or with an intended move.
pub static CLAIM: CommandSpec = CommandSpec {
    name: "claim",
    group: HelpGroup::During,
    options: &[TYPED_MOVE.spec],
    needs: CommandRequirement::Nothing,
    read: |given| Ok(Command::Claim(given.value(&TYPED_MOVE))),
};

/// Asks for the last move back, or answers such a request.
pub static TAKEBACK: CommandSpec = CommandSpec {
    name: "takeback",
    group: HelpGroup::During,
    options: &[ANSWER.spec],
    needs: CommandRequirement::Takebacks,
    read: |given| Ok(Command::Takeback(given.value(&ANSWER).unwrap_or_default())),
};

/// Ends a game without a result.
pub static ABORT: CommandSpec = CommandSpec {
    name: "abort",
    group: HelpGroup::During,
    options: &[],
    needs: CommandRequirement::Nothing,
    read: |_| Ok(Command::Abort),
};
