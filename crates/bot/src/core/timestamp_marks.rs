//! Timestamp marks: writes, reads and removes the marks around a moment in a sentence. The moment
//! is written in words between three characters that nobody types and no font shows, together with
//! the moment itself, so that a platform can show it in the reader's time zone. Platforms that do
//! not ask for marks get plain text, and text from outside is cleared of the characters. Not here:
//! how a moment is worded (`text`).

use std::borrow::Cow;

/// Stands before the words.
const BEGIN: char = '\u{fff9}';
/// Stands between the words and the moment.
const MIDDLE: char = '\u{fffa}';
/// Stands after the moment.
const END: char = '\u{fffb}';

/// A part of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimestampPart<'t> {
    /// Plain words.
    Words(&'t str),
    /// A moment.
    Instant {
        /// The moment, in milliseconds since 1970.
        at: u64,
        /// The moment in words.
        words: &'t str,
    },
}

/// Marks words that name a moment.
pub(crate) fn marked(words: &str, at: u64) -> String {
    format!("{BEGIN}{words}{MIDDLE}{at}{END}")
}

/// The parts of a sentence, in order. Invalid marks are left out.
pub fn parts(text: &str) -> Vec<TimestampPart<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(BEGIN) {
        push_words(&mut parts, before);
        rest = behind;
        if let Some((inside, after)) = behind.split_once(END)
            && let Some((words, at)) = inside.split_once(MIDDLE)
            && let Ok(at) = at.parse()
            && !words.contains(BEGIN)
        {
            parts.push(TimestampPart::Instant { at, words });
            rest = after;
        }
    }
    push_words(&mut parts, rest);
    parts
}

fn push_words<'t>(parts: &mut Vec<TimestampPart<'t>>, words: &'t str) {
    parts.extend(words.split(is_mark).filter(|words| !words.is_empty()).map(TimestampPart::Words));
}

/// A sentence with words in place of its marks.
pub fn in_words(text: &str) -> Cow<'_, str> {
    if !text.contains(is_mark) {
        return Cow::Borrowed(text);
    }
    let words = parts(text).into_iter().map(|part| match part {
        TimestampPart::Words(words) | TimestampPart::Instant { words, .. } => words,
    });
    Cow::Owned(words.collect())
}

/// Whether a character is one of the three.
pub fn is_mark(character: char) -> bool {
    matches!(character, BEGIN | MIDDLE | END)
}

/// A text from outside without the three characters.
pub(crate) fn without_marks(text: &str) -> String {
    text.replace(is_mark, "")
}

/// Replaces marks by their words.
pub(crate) fn strip_marks(text: &mut String) {
    if let Cow::Owned(words) = in_words(text) {
        *text = words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_falls_into_words_and_moments() {
        let text = format!("Until {}, or {}.", marked("in 2 days", 5), marked("now", u64::MAX));
        assert_eq!(
            parts(&text),
            [
                TimestampPart::Words("Until "),
                TimestampPart::Instant { at: 5, words: "in 2 days" },
                TimestampPart::Words(", or "),
                TimestampPart::Instant { at: u64::MAX, words: "now" },
                TimestampPart::Words("."),
            ]
        );
        assert_eq!(in_words(&text), "Until in 2 days, or now.");
        assert_eq!(in_words("plain"), "plain");
    }

    #[test]
    fn marks_that_mean_nothing_are_left_out() {
        for text in [
            "a\u{fff9}b",
            "a\u{fffa}b",
            "\u{fffb}ab",
            "\u{fff9}ab\u{fffb}",
            "\u{fff9}a\u{fff9}b\u{fffb}",
            "ab\u{fff9}\u{fff9}\u{fffa}\u{fffb}",
        ] {
            assert_eq!(in_words(text), "ab", "{text:?}");
            assert!(parts(text).iter().all(|part| matches!(part, TimestampPart::Words(_))), "{text:?}");
        }
        let nested = "\u{fff9}a\u{fff9}b\u{fffa}7\u{fffb}";
        assert_eq!(parts(nested), [TimestampPart::Words("a"), TimestampPart::Instant { at: 7, words: "b" }]);
        assert!(!in_words("\u{fff9}a\u{fffa}x\u{fffb}").contains(is_mark));
    }
}
