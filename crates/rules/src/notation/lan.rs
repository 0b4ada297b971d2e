//! Writes and reads moves in coordinate notation: start square, target square, promotion, drop. The
//! stable form of records and the rules protocol.

use std::fmt;

use crate::{CardDrop, Move, Position};

/// `e3e5`, `d9d10=Q`, `a9b10=NR`, `m2m3/N@m1`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.choice.map_or(Ok(()), |kind| write!(f, "={}", kind.code()))?;
        self.drop.map_or(Ok(()), |drop| write!(f, "/{drop}"))
    }
}

/// `N@m1`
impl fmt::Display for CardDrop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.card.code(), self.square)
    }
}

impl Move {
    /// The coordinate notation. In one position no two legal moves share it.
    pub fn lan(&self, _: &Position) -> String {
        self.to_string()
    }
}

/// The text is not the coordinate notation of a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no legal move")]
pub struct LanError(pub String);

/// Characters of a text an error quotes at most.
const MAX_QUOTE: usize = 20;

/// The legal move with exactly this coordinate notation.
///
/// # Errors
/// The text is malformed, or the move is not legal.
pub fn parse_lan(position: &Position, text: &str) -> Result<Move, LanError> {
    find_lan(&position.legal_moves(), text)
}

/// The same among the given legal moves.
pub(crate) fn find_lan(legal: &[Move], text: &str) -> Result<Move, LanError> {
    let mut found = legal.iter().filter(|candidate| candidate.to_string() == text);
    found.next().copied().ok_or_else(|| LanError(text.chars().take(MAX_QUOTE).collect()))
}
