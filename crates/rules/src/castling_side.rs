//! The two sides of the King to which it castles, in the one form everything speaks of them. Not who may castle
//! (`bounded`), nor in which games ([`Variant`](crate::Variant)).

use std::fmt;

use serde::{Deserialize, Serialize};

/// On which side of the King the Rook stands that it castles with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CastlingSide {
    /// Towards the last file, `O-O`.
    Kingside,
    /// Towards the first file, `O-O-O`.
    Queenside,
}

impl CastlingSide {
    /// Both, kingside first.
    pub const BOTH: [Self; 2] = [Self::Kingside, Self::Queenside];

    /// The side on which one file lies as seen from another.
    pub const fn from_to(king_file: i32, file: i32) -> Self {
        if file > king_file { Self::Kingside } else { Self::Queenside }
    }

    /// The side that `O-O` or `O-O-O` names.
    pub fn from_san(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.san() == text)
    }

    /// How castling to that side is written.
    pub const fn san(self) -> &'static str {
        match self {
            Self::Kingside => "O-O",
            Self::Queenside => "O-O-O",
        }
    }

    /// The file the King goes to.
    pub(crate) const fn king_file(self) -> i32 {
        match self {
            Self::Kingside => 6,
            Self::Queenside => 2,
        }
    }

    /// The file the Rook goes to.
    pub(crate) const fn rook_file(self) -> i32 {
        match self {
            Self::Kingside => 5,
            Self::Queenside => 3,
        }
    }

    /// 0 kingside, 1 queenside: the place in pairs kept per side.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kingside => "kingside",
            Self::Queenside => "queenside",
        })
    }
}
