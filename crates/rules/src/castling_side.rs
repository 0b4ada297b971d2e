//! Enum of the castling sides, kingside and queenside: their SAN text, and the files where King and
//! Rook go.
//!
//! Not here: who may castle (`board_position`), and which games have castling ([`Variant`](crate::Variant)).

use std::fmt;

use serde::{Deserialize, Serialize};

/// The side of the King on which its Rook stands.
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

    /// The side of the King on which a file lies.
    pub const fn from_to(king_file: i32, file: i32) -> Self {
        if file > king_file { Self::Kingside } else { Self::Queenside }
    }

    /// The side of `O-O` or `O-O-O`.
    pub fn from_san(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.san() == text)
    }

    /// The SAN of castling to the side.
    pub const fn san(self) -> &'static str {
        match self {
            Self::Kingside => "O-O",
            Self::Queenside => "O-O-O",
        }
    }

    /// The target file of the King.
    pub(crate) const fn king_file(self) -> i32 {
        match self {
            Self::Kingside => 6,
            Self::Queenside => 2,
        }
    }

    /// The target file of the Rook.
    pub(crate) const fn rook_file(self) -> i32 {
        match self {
            Self::Kingside => 5,
            Self::Queenside => 3,
        }
    }

    /// 0 kingside, 1 queenside: an index into arrays.
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
