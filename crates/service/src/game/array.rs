//! The start array a Grand Chess game is played from, as players agree on it. Not here: drawing it (`adoube-rules`).

use adoube_rules::{Array, Duplicates, Symmetry};
use serde::{Deserialize, Serialize};

/// Moves during which locked types stay, unless the players agree otherwise.
pub const USUAL_LOCK: u16 = 5;

/// What is agreed about the start array of Grand Chess.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayTerms {
    /// How it comes about.
    pub array: Array,
    /// How many extra pieces it has.
    pub extra: usize,
    /// Whether types may repeat.
    pub duplicates: Duplicates,
    /// Where Black's pieces stand.
    pub symmetry: Symmetry,
    /// Moves during which locked types stay.
    pub lock: u16,
}

impl Default for ArrayTerms {
    fn default() -> Self {
        Self {
            array: Array::Classic,
            extra: 0,
            duplicates: Duplicates::default(),
            symmetry: Symmetry::default(),
            lock: USUAL_LOCK,
        }
    }
}
