//! The words of the `setup` command: what somebody wants of a Grand Chess set-up. Numbers are only read here; whether
//! they are in range depends on the set-up they are for.

use adoube_rules::{Array, Duplicates, PromotionMode, Side, Symmetry, Variant};

use super::parse::Words;

/// What is to become of the set-up; what is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupWish {
    /// The person to challenge, as typed.
    pub opponent: Option<String>,
    /// Which game, if one was named.
    pub variant: Option<Variant>,
    /// How the array comes about.
    pub array: Option<Array>,
    /// How many extra pieces.
    pub extra: Option<u64>,
    /// How Pawns promote.
    pub promotion: Option<PromotionMode>,
    /// Whether types may repeat.
    pub duplicates: Option<Duplicates>,
    /// Where Black's pieces stand.
    pub symmetry: Option<Symmetry>,
    /// Moves during which locked types stay.
    pub lock: Option<u64>,
    /// Whether touched pieces bind.
    pub touch_move: Option<bool>,
    /// The owner's side.
    pub colour: Option<ColourWord>,
    /// What to do with the panel then.
    pub step: PanelStep,
}

/// A side, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourWord {
    /// This one.
    Side(Side),
    /// Whichever is drawn by lot.
    Lot,
}

impl ColourWord {
    /// The side meant; `None` when it is drawn by lot.
    pub fn side(self) -> Option<Side> {
        match self {
            ColourWord::Side(side) => Some(side),
            ColourWord::Lot => None,
        }
    }

    /// Its word.
    pub fn key(self) -> &'static str {
        match self {
            ColourWord::Side(Side::White) => "white",
            ColourWord::Side(Side::Black) => "black",
            ColourWord::Lot => "random",
        }
    }

    /// The colour with that word.
    pub fn from_key(key: &str) -> Option<Self> {
        match key {
            "white" => Some(ColourWord::Side(Side::White)),
            "black" => Some(ColourWord::Side(Side::Black)),
            "random" => Some(ColourWord::Lot),
            _ => None,
        }
    }
}

/// What to do with a panel besides changing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelStep {
    /// Show it.
    #[default]
    Show,
    /// Draw another random array.
    Redraw,
    /// Challenge nobody in particular.
    Open,
    /// Make the challenge.
    Send,
    /// Throw it away.
    Discard,
}

impl SetupWish {
    pub(super) fn read(words: &Words) -> Self {
        let number = |name| words.get(name).map(number);
        Self {
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
}

/// The number in these digits; one that is too large to read is larger than any limit.
fn number(digits: &str) -> u64 {
    digits.parse().unwrap_or(u64::MAX)
}

/// How arrays come about, with the words for it.
pub const ARRAYS: [(Array, &str); 5] = [
    (Array::Classic, "classic"),
    (Array::ClassicRandom, "classic-random"),
    (Array::ClassicChosen, "classic-chosen"),
    (Array::FreeRandom, "free-random"),
    (Array::FreeChosen, "free-chosen"),
];

/// The word for it.
pub fn array_key(array: Array) -> &'static str {
    ARRAYS.iter().find(|(known, _)| *known == array).map_or("classic", |(_, key)| key)
}

/// What is meant by the word.
pub fn array_from_key(key: &str) -> Option<Array> {
    ARRAYS.iter().find(|(_, known)| *known == key).map(|(array, _)| *array)
}
