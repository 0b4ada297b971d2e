//! Splits text by a platform's message limit: between lines or words where possible, never within a
//! grapheme cluster.

use std::ops::RangeInclusive;

use serde::Deserialize;
use unicode_segmentation::UnicodeSegmentation as _;

/// The limits that a bridge may set.
pub(crate) const MESSAGE_LIMITS: RangeInclusive<u32> = 64..=100_000;

/// The longest message of a platform: UTF-16 code units, or bytes of UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "it is a number of characters, or of bytes as {\"bytes\": 400}")]
pub(crate) enum MessageLimit {
    Characters(u32),
    Bytes(ByteLimit),
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByteLimit {
    bytes: u32,
}

impl MessageLimit {
    /// The number without its unit.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Characters(most) | Self::Bytes(ByteLimit { bytes: most }) => most,
        }
    }

    /// The length of a text in the unit of the limit.
    fn length(self, text: &str) -> usize {
        match self {
            Self::Characters(_) => text.encode_utf16().count(),
            Self::Bytes(_) => text.len(),
        }
    }

    /// A text in pieces, none of them empty. Drops only white space at the cuts.
    pub(crate) fn pieces(self, text: &str) -> Vec<String> {
        let mut pieces = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(self.end_of_piece(rest));
            pieces.push(piece.trim_end().to_owned());
            rest = after.trim_start();
        }
        pieces
    }

    /// The end of the first piece of a text without leading white space.
    fn end_of_piece(self, text: &str) -> usize {
        let fitting = self.fitting(text);
        let (head, after) = text.split_at(fitting);
        if after.is_empty() || after.starts_with(char::is_whitespace) {
            return fitting;
        }
        // A line break near the beginning would make a short piece.
        let line = head.rfind('\n').filter(|end| *end >= fitting / 2);
        line.or_else(|| head.rfind(char::is_whitespace)).filter(|end| *end > 0).unwrap_or(fitting)
    }

    /// The bytes of the whole grapheme clusters that fit; at least one cluster, or one `char` of
    /// it.
    fn fitting(self, text: &str) -> usize {
        let most = self.number() as usize;
        let (mut used, mut end) = (0, 0);
        for (at, seen) in text.grapheme_indices(true) {
            used += self.length(seen);
            if used > most {
                break;
            }
            end = at + seen.len();
        }
        if end > 0 {
            return end;
        }
        // A single cluster can be longer than a message: a letter with hundreds of combining marks.
        let mut used = 0;
        let fits = |(at, part): (usize, char)| {
            used += self.length(part.encode_utf8(&mut [0; 4]));
            (used <= most || at == 0).then_some(at + part.len_utf8())
        };
        text.char_indices().map_while(fits).last().unwrap_or(text.len())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bytes(bytes: u32) -> MessageLimit {
        MessageLimit::Bytes(ByteLimit { bytes })
    }

    #[test]
    fn texts_are_cut_between_lines_then_words_and_never_within_a_character() {
        let rows: [(MessageLimit, &str, &[&str]); 9] = [
            (MessageLimit::Characters(9), "", &[]),
            (MessageLimit::Characters(9), "nine char", &["nine char"]),
            (MessageLimit::Characters(9), "one two three", &["one two", "three"]),
            (MessageLimit::Characters(9), "one two\n\nthree", &["one two", "three"]),
            (MessageLimit::Characters(9), "one\ntwo three", &["one\ntwo", "three"]),
            (MessageLimit::Characters(4), "abcdefghij", &["abcd", "efgh", "ij"]),
            // Two pawns beyond the basic plane, of two units each.
            (MessageLimit::Characters(3), "🨾🨾", &["🨾", "🨾"]),
            (bytes(5), "äöü", &["äö", "ü"]),
            // A family is one character of seven parts.
            (bytes(30), "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", &["👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]),
        ];
        for (most, text, expected) in rows {
            assert_eq!(most.pieces(text), expected, "{most:?} {text}");
        }
        let marked = format!("e{}", "\u{301}".repeat(100));
        let pieces = MessageLimit::Characters(64).pieces(&marked);
        assert_eq!((pieces.len(), pieces.concat()), (2, marked), "longer than a message");
    }

    proptest! {
        #[test]
        fn every_piece_fits_and_nothing_but_space_is_lost(
            text in "([a-zäß♔🨾]{0,12}[ \n]{0,2}){0,40}",
            most in 4_u32..80,
            in_bytes in any::<bool>(),
        ) {
            let most = if in_bytes { bytes(most) } else { MessageLimit::Characters(most) };
            let pieces = most.pieces(&text);
            for piece in &pieces {
                prop_assert!(!piece.is_empty() && most.length(piece) <= most.number() as usize, "{piece:?}");
            }
            let solid = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(solid(&pieces.concat()), solid(&text));
        }
    }
}
