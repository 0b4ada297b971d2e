//! Codec of button ids: writes and reads them as words and values with dots between them. The macro
//! [`ids`] declares an enumeration with its writer and its reader from one list, so that both
//! agree. Not here: which ids there are (`button_id`, `setup_panel`).

use std::slice;

use adoube_rules::{CardDrop, Move, PieceType, PromotionMode, Side, Square, Variant};

use super::{CLAIM_MODES, COLOURS, ColourWord, PieceGroup, promotion_move, promotion_value};
use crate::core::game::{ClaimMode, GameId};

/// The parts of an id that are not read yet.
pub(super) type IdParts<'a> = slice::Iter<'a, &'a str>;

/// A value as one part of an id, as several parts, or as none.
pub(super) trait IdPart: Sized {
    /// Appends the value's parts.
    fn write(&self, id: &mut Vec<String>);

    /// Reads the value and removes its parts. `None` if the parts are no such value: ids may be
    /// forged.
    fn read(parts: &mut IdParts<'_>) -> Option<Self>;
}

/// Writes a value as an id.
pub(super) fn text(value: &impl IdPart) -> String {
    let mut id = Vec::new();
    value.write(&mut id);
    id.join(".")
}

/// Reads a whole id; `None` if it is invalid or has further parts.
pub(super) fn parse<T: IdPart>(id: &str) -> Option<T> {
    let parts: Vec<&str> = id.split('.').collect();
    let mut parts = parts.iter();
    T::read(&mut parts).filter(|_| parts.as_slice().is_empty())
}

/// Declares an enumeration. Each row has its word in ids; its values follow the word in their
/// order. Rows may share a word if different numbers of parts follow it. A row's values are the
/// last parts of an id.
macro_rules! ids {
    ($(#[$about:meta])* pub enum $name:ident {
        $(
            $(#[$doc:meta])*
            $row:ident $(($($value:ident: $part:ty),+))? $({ $($(#[$of:meta])* $field:ident: $kind:ty,)+ })? = $word:literal,
        )+
    }) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$doc])* $row $(($($part),+))? $({ $($(#[$of])* $field: $kind,)+ })?,)+
        }

        impl $crate::core::command::id_parts::IdPart for $name {
            fn write(&self, id: &mut Vec<String>) {
                match self {
                    $(Self::$row $(($($value),+))? $({ $($field),+ })? => {
                        id.push($word.to_owned());
                        $($($crate::core::command::id_parts::IdPart::write($value, id);)+)?
                        $($($crate::core::command::id_parts::IdPart::write($field, id);)+)?
                    })+
                }
            }

            fn read(parts: &mut $crate::core::command::id_parts::IdParts<'_>) -> Option<Self> {
                $(
                    let mut rest = parts.clone();
                    if rest.next() == Some(&$word)
                        $($(&& let Some($value) = <$part as $crate::core::command::id_parts::IdPart>::read(&mut rest))+)?
                        $($(&& let Some($field) = <$kind as $crate::core::command::id_parts::IdPart>::read(&mut rest))+)?
                        && rest.as_slice().is_empty()
                    {
                        *parts = rest;
                        return Some(Self::$row $(($($value),+))? $({ $($field),+ })?);
                    }
                )+
                None
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::core::command::id_parts::text(self))
            }
        }
    };
}

pub(super) use ids;

/// Number of a menu among several of one kind in a message; the first is written as no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuIndex(pub usize);

impl IdPart for MenuIndex {
    fn write(&self, id: &mut Vec<String>) {
        if self.0 > 0 {
            self.0.write(id);
        }
    }

    fn read(parts: &mut IdParts<'_>) -> Option<Self> {
        let number: Option<usize> = IdPart::read(parts)?;
        number.is_none_or(|number| (1..10).contains(&number)).then(|| Self(number.unwrap_or_default()))
    }
}

impl<T: IdPart> IdPart for Option<T> {
    fn write(&self, id: &mut Vec<String>) {
        if let Some(value) = self {
            value.write(id);
        }
    }

    /// An optional value stands last in an id.
    fn read(parts: &mut IdParts<'_>) -> Option<Self> {
        if parts.as_slice().is_empty() { Some(None) } else { T::read(parts).map(Some) }
    }
}

impl IdPart for Move {
    /// The move without its drop, which is a value of its own.
    fn write(&self, id: &mut Vec<String>) {
        self.from.write(id);
        self.to.write(id);
        id.push(promotion_value(self.choice));
    }

    fn read(parts: &mut IdParts<'_>) -> Option<Self> {
        promotion_move(IdPart::read(parts)?, IdPart::read(parts)?, parts.next()?)
    }
}

impl IdPart for CardDrop {
    fn write(&self, id: &mut Vec<String>) {
        self.card.write(id);
        self.square.write(id);
    }

    fn read(parts: &mut IdParts<'_>) -> Option<Self> {
        Some(Self { card: IdPart::read(parts)?, square: IdPart::read(parts)? })
    }
}

/// Implements [`IdPart`] for values of one part, by a function that writes and one that reads.
macro_rules! single_parts {
    ($($kind:ty: $write:expr, $read:expr;)+) => {
        $(impl IdPart for $kind {
            fn write(&self, id: &mut Vec<String>) {
                let write: fn(&Self) -> String = $write;
                id.push(write(self));
            }

            fn read(parts: &mut IdParts<'_>) -> Option<Self> {
                let read: fn(&str) -> Option<Self> = $read;
                parts.next().copied().and_then(read)
            }
        })+
    };
}

single_parts! {
    u32: ToString::to_string, |part| part.parse().ok();
    u16: ToString::to_string, |part| part.parse().ok();
    u64: ToString::to_string, |part| part.parse().ok();
    usize: ToString::to_string, |part| part.parse().ok();
    GameId: ToString::to_string, GameId::parse;
    Square: ToString::to_string, |part| part.parse().ok();
    Side: ToString::to_string, |part| Side::BOTH.into_iter().find(|side| side.to_string() == part);
    PieceType: |kind| kind.code().to_owned(), PieceType::from_code;
    PieceGroup: |group| group.key().to_owned(), PieceGroup::from_key;
    Variant: |variant| variant.key().to_owned(), Variant::from_key;
    PromotionMode: |mode| mode.key().to_owned(), PromotionMode::from_key;
    ClaimMode: |claims| CLAIM_MODES.word(claims).to_owned(), |part| CLAIM_MODES.meaning(part);
    ColourWord: |colour| COLOURS.word(colour).to_owned(), |part| COLOURS.meaning(part);
}
