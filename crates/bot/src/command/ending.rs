//! How a game ends before its last move, and moves that are taken back. Not here: who may do that when (`flow`).

use super::{Choice, Command, HelpGroup, Needs, Opt, Spec, TYPED_MOVE};

/// What to do about an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OfferWord {
    /// Offer; or accept when the opponent has offered.
    #[default]
    Offer,
    /// Accept the opponent's offer.
    Accept,
    /// Decline it.
    Decline,
}

static ANSWERS: Choice<OfferWord> = Choice {
    key: "answer",
    words: &[("offer", OfferWord::Offer), ("accept", OfferWord::Accept), ("decline", OfferWord::Decline)],
};

/// What to do about an offer.
pub(super) static ANSWER: Opt<OfferWord> = Opt::choice("answer", &ANSWERS);

/// Resign.
pub static RESIGN: Spec = Spec {
    name: "resign",
    group: HelpGroup::Begin,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Resign),
};

/// Offer, accept or decline a draw.
pub static DRAW: Spec = Spec {
    name: "draw",
    group: HelpGroup::During,
    options: &[ANSWER.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Draw(given.value(&ANSWER).unwrap_or_default())),
};

/// Claim a draw by the rules, for the position on the board or with an intended move.
pub static CLAIM: Spec = Spec {
    name: "claim",
    group: HelpGroup::During,
    options: &[TYPED_MOVE.spec],
    needs: Needs::Nothing,
    read: |given| Ok(Command::Claim(given.value(&TYPED_MOVE))),
};

/// Ask for the last move back, or answer such a request.
pub static TAKEBACK: Spec = Spec {
    name: "takeback",
    group: HelpGroup::During,
    options: &[ANSWER.spec],
    needs: Needs::Takebacks,
    read: |given| Ok(Command::Takeback(given.value(&ANSWER).unwrap_or_default())),
};

/// End a game without a result.
pub static ABORT: Spec = Spec {
    name: "abort",
    group: HelpGroup::During,
    options: &[],
    needs: Needs::Nothing,
    read: |_| Ok(Command::Abort),
};
