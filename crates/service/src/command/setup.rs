//! The words of the `setup` command: what somebody wants of a Grand Chess set-up. Numbers are only read here; whether
//! they are in range depends on the set-up they are for.

use adoube_rules::{Array, Duplicates, PromotionMode, Side, Symmetry, Variant};

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
