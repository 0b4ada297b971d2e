//! The cards of Schachen in a turn. Not here: the check of a game's cards (`records`), and what a drop does (`flow`).

use super::{Command, HelpGroup, Needs, Opt, OptionKind, Spec};

static CARD: Opt<String> = Opt::text("card", OptionKind::Drop);

/// Show one's own cards.
pub static HAND: Spec = Spec {
    name: "hand",
    group: HelpGroup::Cards,
    options: &[],
    needs: Needs::Cards,
    read: |_| Ok(Command::Hand),
};

/// Drop a card, as typed or in steps.
pub static DROP: Spec = Spec {
    name: "drop",
    group: HelpGroup::Cards,
    options: &[CARD.spec],
    needs: Needs::Cards,
    read: |given| Ok(Command::Drop(given.value(&CARD))),
};

/// End the turn without a drop.
pub static PASS: Spec = Spec {
    name: "pass",
    group: HelpGroup::Cards,
    options: &[],
    needs: Needs::Cards,
    read: |_| Ok(Command::Pass),
};
