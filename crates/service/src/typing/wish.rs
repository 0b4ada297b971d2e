//! What somebody wants of a set-up, from the words of its command. Not here: what becomes of it (`flow`).

use adoube_rules::{Duplicates, PromotionMode, Symmetry, Variant};

use super::parse::Words;
use crate::command::{ColourWord, PanelStep, SetupWish, array_from_key};

/// What the words say.
pub(super) fn read(words: &Words) -> SetupWish {
    let number = |name| words.get(name).map(number);
    SetupWish {
        opponent: words.get("opponent").map(str::to_owned),
        variant: words.get("variant").and_then(Variant::from_key),
        array: words.get("set-up").and_then(array_from_key),
        extra: number("pieces"),
        promotion: words.get("promotion").and_then(PromotionMode::from_key),
        duplicates: words.get("duplicates").map(|word| match word {
            "duplicates" => Duplicates::Allowed,
            _ => Duplicates::Forbidden,
        }),
        symmetry: words.get("rotate").map(|word| match word {
            "rotated" => Symmetry::Rotated,
            _ => Symmetry::Mirrored,
        }),
        lock: number("lock"),
        touch_move: words.get("touch-move").map(|word| word == "touch-move"),
        colour: words.get("colour").and_then(ColourWord::from_key),
        step: match words.get("action") {
            Some("redraw") => PanelStep::Redraw,
            Some("open") => PanelStep::Open,
            Some("send") => PanelStep::Send,
            Some("discard") => PanelStep::Discard,
            _ => PanelStep::Show,
        },
    }
}

/// The number in these digits; one that is too large to read is larger than any limit.
fn number(digits: &str) -> u64 {
    digits.parse().unwrap_or(u64::MAX)
}
