//! Types of pieces: a piece type as a row of the catalogue with its names and codes, sets of piece
//! types, and a piece of a side.
//!
//! How they move is in the catalogue and in `powers`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Side;
use crate::catalogue::{self, Catalogue, CatalogueRow};

/// A type of piece: a row of the catalogue, 0 to 80.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType(u8);

/// Types that the rules name. A test compares them with the catalogue.
#[allow(missing_docs)]
impl PieceType {
    pub const KING: Self = Self(0);
    pub const QUEEN: Self = Self(1);
    pub const ROOK: Self = Self(2);
    pub const BISHOP: Self = Self(3);
    pub const KNIGHT: Self = Self(4);
    pub const CARDINAL: Self = Self(5);
    pub const MARSHAL: Self = Self(6);
    pub const PAWN: Self = Self(7);
    pub const ARCHER: Self = Self(12);
    pub const BLOCK: Self = Self(55);
    pub const ADVANCER: Self = Self(60);
    pub const WITHDRAWER: Self = Self(61);
    pub const DIPLOMAT: Self = Self(76);
    pub const COORDINATOR: Self = Self(77);
    pub const IMMOBILIZER: Self = Self(78);
    pub const CHAMELEON: Self = Self(79);
    pub const JOKER: Self = Self(80);
}

impl PieceType {
    /// The number of types.
    pub const COUNT: usize = catalogue::ROWS;

    /// The type in a row, if there is one.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// The row, 0 to 80.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All types in table order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The code of positions and moves: one or two upper-case letters, without braces.
    pub fn code(self) -> &'static str {
        &self.row().code
    }

    /// The type with a code (upper case, without braces).
    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|kind| kind.code() == code)
    }

    /// The stable English key of its picture and texts, such as `nightrider` or `side-mover`.
    pub fn key(self) -> &'static str {
        &self.row().key
    }

    /// The type with a key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|kind| kind.key() == key)
    }

    /// Whether it is a King or a Pawn, which no Pawn may become and no pool holds.
    pub const fn is_king_or_pawn(self) -> bool {
        matches!(self, Self::KING | Self::PAWN)
    }

    /// The movement in Betza notation, as the catalogue extends it; none for types with a power.
    pub fn notation(self) -> Option<&'static str> {
        let row = self.row();
        row.power.is_none().then_some(&row.movement)
    }

    /// Whether it may not move in the first moves of its owner (see
    /// [`Position::lock_moves`](crate::Position::lock_moves)).
    pub fn is_lockable(self) -> bool {
        self.row().locked
    }

    fn row(self) -> &'static CatalogueRow {
        Catalogue::get().row(self.index())
    }

    /// The code as positions write it: braces around two letters, lower case for Black.
    pub(crate) fn in_text(self, side: Side) -> String {
        code_in_text(self.code(), side)
    }
}

/// A code as positions write it: braces around two letters, lower case for Black.
pub(crate) fn code_in_text(code: &str, side: Side) -> String {
    let code = match side {
        Side::White => code.to_owned(),
        Side::Black => code.to_ascii_lowercase(),
    };
    if code.len() > 1 { format!("{{{code}}}") } else { code }
}

impl fmt::Debug for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl Serialize for PieceType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for PieceType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        Self::from_code(&code).ok_or_else(|| de::Error::custom(format!("no piece has the code {code:?}")))
    }
}

/// A piece: its owner and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// Its type.
    pub kind: PieceType,
}

impl Piece {
    /// A piece of a side and type.
    pub const fn new(side: Side, kind: PieceType) -> Self {
        Self { side, kind }
    }
}

/// The code as in a position text: `Q`, `{NR}`, lower case for Black.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind.in_text(self.side))
    }
}

/// A set of piece types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeSet(u128);

impl TypeSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Every type a Pawn can become in any game: all but King and Pawn.
    pub const fn promotable() -> Self {
        let all = (1 << PieceType::COUNT) - 1;
        Self(all & !(1 << PieceType::KING.0) & !(1 << PieceType::PAWN.0))
    }

    /// Adds a type.
    pub const fn insert(&mut self, kind: PieceType) {
        self.0 |= 1 << kind.0;
    }

    /// Whether the type is in it.
    pub const fn contains(self, kind: PieceType) -> bool {
        self.0 & (1 << kind.0) != 0
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The types in table order.
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = PieceType::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(next)
        })
    }
}

impl FromIterator<PieceType> for TypeSet {
    fn from_iter<I: IntoIterator<Item = PieceType>>(kinds: I) -> Self {
        let mut set = Self::EMPTY;
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}
