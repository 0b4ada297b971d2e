//! What the buttons and menus of a set-up panel do, as their ids say it. What comes of it is in `flow`.

use std::fmt;

use adoube_rules::PromotionMode;

use super::{COLOURS, ColourWord};

/// A button or menu of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelTarget {
    /// The menu of arrays: the value is its word.
    Array,
    /// The menu of numbers of extra pieces.
    Extra,
    /// The menu of other rules: the value is a [`RuleValue`].
    Rule,
    /// Whether types may repeat.
    Duplicates,
    /// Where Black's pieces stand.
    Rotate,
    /// Whether touched pieces bind.
    TouchMove,
    /// Another random array.
    Redraw,
    /// The page with the menu of opponents.
    Opponents,
    /// The menu of opponents: the value is what somebody is found by.
    Opponent,
    /// No opponent in particular.
    Anybody,
    /// The page with the menu of the array's extra pieces.
    Pieces,
    /// The first page.
    Rules,
    /// Make the challenge.
    Send,
    /// Throw the panel away.
    Discard,
}

impl PanelTarget {
    const ALL: [(PanelTarget, &str); 14] = [
        (PanelTarget::Array, "array"),
        (PanelTarget::Extra, "pieces"),
        (PanelTarget::Rule, "rule"),
        (PanelTarget::Duplicates, "duplicates"),
        (PanelTarget::Rotate, "rotate"),
        (PanelTarget::TouchMove, "touch"),
        (PanelTarget::Redraw, "redraw"),
        (PanelTarget::Opponents, "opponents"),
        (PanelTarget::Opponent, "opponent"),
        (PanelTarget::Anybody, "anybody"),
        (PanelTarget::Pieces, "help"),
        (PanelTarget::Rules, "rules"),
        (PanelTarget::Send, "send"),
        (PanelTarget::Discard, "discard"),
    ];

    pub(super) fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(target, _)| *target)
    }
}

impl fmt::Display for PanelTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = Self::ALL.iter().find(|(target, _)| target == self).map_or("", |(_, word)| word);
        f.write_str(word)
    }
}

/// A value of the menu of other rules: `promotion.all`, `lock.3`, `colour.white`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleValue {
    /// How Pawns promote.
    Promotion(PromotionMode),
    /// Moves during which locked types stay.
    Lock(u16),
    /// The owner's side.
    Colour(ColourWord),
}

impl RuleValue {
    /// Reads the value of a menu. `None` for anything else: it comes from outside.
    pub fn parse(value: &str) -> Option<Self> {
        match value.split_once('.')? {
            ("promotion", mode) => PromotionMode::from_key(mode).map(RuleValue::Promotion),
            ("lock", number) => number.parse().ok().map(RuleValue::Lock),
            ("colour", colour) => COLOURS.meaning(colour).map(RuleValue::Colour),
            _ => None,
        }
    }
}

impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleValue::Promotion(mode) => write!(f, "promotion.{mode}"),
            RuleValue::Lock(number) => write!(f, "lock.{number}"),
            RuleValue::Colour(colour) => write!(f, "colour.{}", COLOURS.word(colour)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adoube_rules::Side;

    #[test]
    fn words_and_values_read_back() {
        for (target, word) in PanelTarget::ALL {
            assert_eq!((PanelTarget::parse(word), target.to_string().as_str()), (Some(target), word));
        }
        let values = [
            RuleValue::Promotion(PromotionMode::All),
            RuleValue::Lock(9999),
            RuleValue::Colour(ColourWord::Side(Side::White)),
            RuleValue::Colour(ColourWord::Lot),
        ];
        for value in values {
            assert_eq!(RuleValue::parse(&value.to_string()), Some(value));
        }
        for forged in ["", "lock", "lock.", "lock.-1", "lock.70000", "promotion.king", "colour.red", "x.y"] {
            assert_eq!(RuleValue::parse(forged), None, "{forged}");
        }
    }
}
