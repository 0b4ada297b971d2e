//! Ids of the buttons and menus of a set-up panel, the message on which the terms of a Grand Chess
//! game are chosen. Not here: the handler (`features::setup`).

use adoube_rules::PromotionMode;

use super::{
    ColourWord,
    id_parts::{self, ids},
};
use crate::core::game::ClaimMode;

ids! {
    /// A button or menu of a set-up panel.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SetupPanelButton {
        /// The menu of arrays: the value is its word.
        Array = "array",
        /// The menu of numbers of extra pieces.
        Extra = "pieces",
        /// The menu of other rules: the value is a [`SetupRuleValue`].
        Rule = "rule",
        /// Whether piece types may repeat.
        Duplicates = "duplicates",
        /// Where Black's pieces stand.
        Rotate = "rotate",
        /// Whether touched pieces bind.
        TouchMove = "touch",
        /// Draw another random array.
        Redraw = "redraw",
        /// Show the page with the menus for the clock.
        Time = "time",
        /// The menu of time controls: the value is a [`TimeControlWord`](super::TimeControlWord).
        Pace = "pace",
        /// The menu of flag rules: the value is its word.
        TimeOut = "timeout",
        /// Show the page with the menu of opponents.
        Opponents = "opponents",
        /// The menu of opponents: the value is the text by which a person is found.
        Opponent = "opponent",
        /// Name no opponent.
        Anybody = "anybody",
        /// Show the page with the menu of the array's extra pieces.
        Pieces = "help",
        /// Show the first page.
        Rules = "rules",
        /// Play the computer.
        Computer = "computer",
        /// Make the challenge.
        Send = "send",
        /// Discard the panel.
        Discard = "discard",
    }
}

ids! {
    /// A value of the menu of other rules: `promotion.all`, `lock.3`, `colour.white`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SetupRuleValue {
        /// How Pawns promote.
        Promotion(mode: PromotionMode) = "promotion",
        /// Moves during which locked types stay.
        Lock(moves: u16) = "lock",
        /// The owner's side.
        Colour(colour: ColourWord) = "colour",
        /// Whether draws come automatically or by claim.
        Claims(claims: ClaimMode) = "claims",
    }
}

impl SetupRuleValue {
    /// Reads the value of a menu. `None` for anything else: values come from outside.
    pub fn parse(value: &str) -> Option<Self> {
        id_parts::parse(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adoube_rules::Side;

    #[test]
    fn values_read_back() {
        let values = [
            SetupRuleValue::Promotion(PromotionMode::All),
            SetupRuleValue::Lock(9999),
            SetupRuleValue::Colour(ColourWord::Side(Side::White)),
            SetupRuleValue::Colour(ColourWord::Lot),
            SetupRuleValue::Claims(ClaimMode::Automatic),
        ];
        for value in values {
            assert_eq!(SetupRuleValue::parse(&value.to_string()), Some(value));
        }
        for forged in ["", "lock", "lock.", "lock.-1", "lock.70000", "promotion.king", "colour.red", "x.y"] {
            assert_eq!(SetupRuleValue::parse(forged), None, "{forged}");
        }
    }
}
