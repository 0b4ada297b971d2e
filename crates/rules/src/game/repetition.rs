//! Computes repetition keys, which are equal for two positions that count as the same.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

use crate::board_position::BoardPosition;
use crate::position::PositionKind;
use crate::schachen::SchachenPosition;
use crate::{Position, Side};

/// Bytes of a key: enough to exclude collisions.
const BYTES: usize = 16;

/// Identifies what makes positions equal under the repetition rule. Keys are stored, so they must
/// never change: a key is the start of the SHA-256 of parts of the position text, which is a stable
/// interface itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RepetitionKey([u8; BYTES]);

impl RepetitionKey {
    pub(super) fn of(position: &Position) -> Self {
        let text = match position.kind() {
            PositionKind::Board(board) => board.repetition_text(),
            PositionKind::Schachen(schachen) => schachen.repetition_text(),
        };
        let digest = Sha256::digest(text);
        let mut key = [0; BYTES];
        key.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
        Self(key)
    }
}

impl BoardPosition {
    /// What counts for repetition: placement, side to move, castling rights, a usable en passant
    /// capture, the pools, and what a Joker copies while there is one. Locks and clocks do not
    /// count.
    fn repetition_text(&self) -> String {
        let en_passant = self.en_passant().filter(|_| self.has_usable_en_passant());
        let mut parts = vec![
            self.placement_text(),
            self.side_to_move().to_string(),
            self.castling_text(),
            en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string()),
            self.pool_text(),
        ];
        if self.has_joker() {
            parts.push(self.last_text());
            parts.extend(self.joker_text());
        }
        parts.join(" ")
    }
}

impl SchachenPosition {
    /// What counts for repetition: the pieces, the side to move, both hands, and the sizes of the
    /// stacks.
    fn repetition_text(&self) -> String {
        let [white, black] = Side::BOTH.map(|side| self.stack(side).len());
        format!("{} {} {} {white}/{black}", self.placement_text(), self.side_to_move(), self.hands_text())
    }
}

impl fmt::Debug for RepetitionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for RepetitionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl Serialize for RepetitionKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RepetitionKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        // Only the exact form: a shorter text would be the key of another position.
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 2 * BYTES || !text.bytes().all(is_digit) {
            return Err(de::Error::custom("not a key of a position"));
        }
        let number = u128::from_str_radix(&text, 16).map_err(de::Error::custom)?;
        Ok(Self(number.to_be_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn a_key_never_changes() {
        // Kept in records: a program that computes another key here would lose repetitions of running games.
        let key = RepetitionKey::of(&Position::start(Variant::Chess));
        assert_eq!(key.to_string(), "321fc879f3f73ae2a974ac7af3e37871");
    }

    #[test]
    fn a_key_is_read_as_it_is_written_or_not_at_all() {
        let key = RepetitionKey::of(&Position::start(Variant::Chess));
        let read = |text: &str| serde_json::from_value::<RepetitionKey>(text.into()).ok();
        assert_eq!(read(&key.to_string()), Some(key));
        for damaged in [
            "",
            "321fc879f3f73ae2a974ac7af3e3787",
            "321fc879f3f73ae2a974ac7af3e378710",
            "+21fc879f3f73ae2a974ac7af3e37871",
            "321FC879f3f73ae2a974ac7af3e37871",
            "321fc879f3f73ae2a974ac7af3e3787ä",
        ] {
            assert_eq!(read(damaged), None, "{damaged}");
        }
    }

    #[test]
    fn what_counts_and_what_does_not() {
        let key = |variant, text: &str| RepetitionKey::of(&Position::parse(variant, text).expect(text));
        let chess = |text| key(Variant::Chess, text);
        let base = chess("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
        assert_eq!(base, chess("4k3/8/8/8/3pP3/8/8/4K3 b - - 7 30"), "clocks");
        assert_ne!(base, chess("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), "a usable capture");
        assert_ne!(base, chess("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1"), "the side");
        let unusable = ["4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"].map(chess);
        assert_eq!(unusable[0], unusable[1], "a capture nobody can make");
        let others = ["4k3/7p/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/7p/8/8/4P3/8/8/4K3 b - - 0 1"].map(chess);
        assert_eq!(others[0], others[1], "a Pawn that can do something else");
        let castling = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"].map(chess);
        assert_ne!(castling[0], castling[1], "castling rights");
        let grand = |pieces: &str, keys: &str| {
            key(Variant::Grand, &format!("9k/10/10/10/4{pieces}5/10/10/10/10/9K w - - 0 30 {keys}"))
        };
        assert_ne!(grand("R", "pool:Q"), grand("R", "pool:-"), "pools");
        assert_eq!(grand("R", "lock:40"), grand("R", "lock:0"), "locks");
        assert_eq!(grand("R", "last:-/Q"), grand("R", "last:-/R"), "last types without a Joker");
        assert_ne!(grand("{JO}", "last:-/Q"), grand("{JO}", "last:-/R"), "last types with a Joker");
    }
}
