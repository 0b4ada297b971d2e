//! Marks that a square can carry (last move, check, target and others), and sets of them by square.
//! Not here: their shapes (`mark_art`).

use std::collections::BTreeMap;

use adoube_rules::Square;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Something to say about a square. Each has a shape of its own, so that colour is never alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The last move started or ended here: tinted square, small corner angles.
    LastMove,
    /// The piece picked in a move given in steps: brackets.
    Picked,
    /// This King is in check: ring with rays.
    Check,
    /// This piece has a legal move: underline.
    Movable,
    /// The picked piece can go here: dot.
    Target,
    /// The picked piece can capture here: ring.
    CaptureTarget,
    /// The picked piece can convert the piece here: square.
    ConversionTarget,
    /// The move takes, or the last move took, this piece as well: thin cross.
    AlsoCaptured,
    /// May not move yet: padlock.
    Locked,
    /// Cannot move because an Immobilizer stands next to it: ice.
    Frozen,
    /// Touched under the touch-move rule: hand.
    Touched,
    /// A pawn may be captured here in passing: the pawn's dashed outline.
    EnPassant,
    /// A card may be put into play here: the outline of a card with a plus.
    Drop,
}

impl Mark {
    /// All marks, lowest layer first.
    pub const ALL: [Self; 13] = [
        Self::LastMove,
        Self::EnPassant,
        Self::Drop,
        Self::Frozen,
        Self::Locked,
        Self::Check,
        Self::Picked,
        Self::CaptureTarget,
        Self::ConversionTarget,
        Self::Movable,
        Self::Target,
        Self::AlsoCaptured,
        Self::Touched,
    ];

    /// Its name in stored scenes and on pages.
    pub const fn key(self) -> &'static str {
        match self {
            Self::LastMove => "last-move",
            Self::Picked => "picked",
            Self::Check => "check",
            Self::Movable => "movable",
            Self::Target => "target",
            Self::CaptureTarget => "capture-target",
            Self::ConversionTarget => "conversion-target",
            Self::AlsoCaptured => "also-captured",
            Self::Locked => "locked",
            Self::Frozen => "frozen",
            Self::Touched => "touched",
            Self::EnPassant => "en-passant",
            Self::Drop => "drop",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MarkSet(u16);

impl MarkSet {
    /// Adds a mark.
    pub const fn insert(&mut self, mark: Mark) {
        self.0 |= mark.bit();
    }

    /// Takes a mark out.
    pub const fn remove(&mut self, mark: Mark) {
        self.0 &= !mark.bit();
    }

    /// Whether the mark is in it.
    pub const fn contains(self, mark: Mark) -> bool {
        self.0 & mark.bit() != 0
    }

    /// Its marks, lowest layer first.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.contains(*mark))
    }
}

impl FromIterator<Mark> for MarkSet {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Self {
        let mut set = Self::default();
        marks.into_iter().for_each(|mark| set.insert(mark));
        set
    }
}

impl Serialize for MarkSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for MarkSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Mark>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Which squares carry which marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marks(BTreeMap<Square, MarkSet>);

impl Marks {
    /// Puts a mark on a square.
    pub fn add(&mut self, square: Square, mark: Mark) {
        self.0.entry(square).or_default().insert(mark);
    }

    /// Takes a mark off every square.
    pub fn clear(&mut self, mark: Mark) {
        self.0.values_mut().for_each(|marks| marks.remove(mark));
        self.0.retain(|_, marks| *marks != MarkSet::default());
    }

    /// The marks of a square.
    pub fn on(&self, square: Square) -> MarkSet {
        self.0.get(&square).copied().unwrap_or_default()
    }

    /// All marked squares, by file, then rank.
    pub fn iter(&self) -> impl Iterator<Item = (Square, MarkSet)> {
        self.0.iter().map(|(square, marks)| (*square, *marks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_the_stored_name() {
        for mark in Mark::ALL {
            assert_eq!(serde_json::to_value(mark).unwrap(), mark.key());
        }
    }
}
