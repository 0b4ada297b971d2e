//! Writes and reads keys composed of texts and numbers so that their order on disk is the order of
//! their parts.
//!
//! Numbers are sixteen hexadecimal digits, most significant first; texts end with a slash, and what could be mistaken
//! for one is escaped. So a key can be read in an export, no part can run into the next, and a key of the first parts
//! is a prefix of exactly the keys that begin with these parts.

/// A key being composed.
///
/// ```
/// use adoube_store::{Key, KeyReader};
/// let key = Key::new().text("web:general").number(42);
/// assert_eq!(key.as_ref(), b"web:general/000000000000002a/");
/// let mut reader = KeyReader::new(key.as_ref());
/// assert_eq!(reader.text().as_deref(), Some("web:general"));
/// assert_eq!(reader.number(), Some(42));
/// assert!(reader.is_done());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Vec<u8>);

/// Takes a composed key apart again, part by part.
#[derive(Clone, Debug)]
pub struct KeyReader<'a> {
    rest: &'a [u8],
}

const END: u8 = b'/';
const ESCAPE: u8 = b'%';
const DIGITS: &[u8; 16] = b"0123456789abcdef";

impl Key {
    /// A key without parts: the prefix of every key.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text. Texts of letters, digits and punctuation other than `%` and `/` keep their order.
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        for &byte in text.as_bytes() {
            if byte <= b' ' || byte == END || byte == ESCAPE || byte == 0x7f {
                self.0.push(ESCAPE);
                self.push_byte(byte);
            } else {
                self.0.push(byte);
            }
        }
        self.0.push(END);
        self
    }

    /// Adds a number; smaller numbers come first.
    #[must_use]
    pub fn number(mut self, number: u64) -> Self {
        for byte in number.to_be_bytes() {
            self.push_byte(byte);
        }
        self.0.push(END);
        self
    }

    fn push_byte(&mut self, byte: u8) {
        for nibble in [byte >> 4, byte & 0xf] {
            self.0.extend(DIGITS.get(usize::from(nibble)));
        }
    }
}

impl AsRef<[u8]> for Key {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Key> for Vec<u8> {
    fn from(key: Key) -> Self {
        key.0
    }
}

impl<'a> KeyReader<'a> {
    /// Begins with the first part.
    pub const fn new(key: &'a [u8]) -> Self {
        Self { rest: key }
    }

    /// The next part as a text; `None` when there is none or it is not one a [`Key`] composes.
    pub fn text(&mut self) -> Option<String> {
        let mut bytes = self.part()?.iter();
        let mut text = Vec::new();
        while let Some(&byte) = bytes.next() {
            text.push(match byte {
                ESCAPE => (digit(*bytes.next()?)? << 4) | digit(*bytes.next()?)?,
                byte => byte,
            });
        }
        String::from_utf8(text).ok()
    }

    /// The next part as a number; `None` when there is none or it is not one a [`Key`] composes.
    pub fn number(&mut self) -> Option<u64> {
        let part = self.part()?;
        if part.len() != 16 {
            return None;
        }
        part.iter().try_fold(0, |number: u64, &byte| Some((number << 4) | u64::from(digit(byte)?)))
    }

    /// Whether every part has been read.
    pub const fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    fn part(&mut self) -> Option<&'a [u8]> {
        let end = self.rest.iter().position(|&byte| byte == END)?;
        let (part, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest.get(1..)?;
        Some(part)
    }
}

fn digit(byte: u8) -> Option<u8> {
    DIGITS.iter().position(|&digit| digit == byte).map(|value| value as u8)
}

/// A key in words, for messages: its table, and the key as text.
pub(crate) fn describe_key(key: &[u8]) -> String {
    let zero = key.iter().position(|&byte| byte == 0).unwrap_or(key.len());
    let (space, inner) = (key.get(..zero).unwrap_or_default(), key.get(zero + 1..).unwrap_or_default());
    let space = String::from_utf8_lossy(space);
    format!("{} {}", space.trim_start_matches('~'), inner.escape_ascii())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_come_back(text in ".{0,20}", number: u64, last in ".{0,20}") {
            let key = Key::new().text(&text).number(number).text(&last);
            let mut reader = KeyReader::new(key.as_ref());
            prop_assert_eq!(reader.text(), Some(text));
            prop_assert_eq!(reader.number(), Some(number));
            prop_assert_eq!(reader.text(), Some(last));
            prop_assert!(reader.is_done());
            prop_assert_eq!(reader.text(), None);
        }

        #[test]
        fn numbers_keep_their_order(a: u64, b: u64) {
            prop_assert_eq!(a.cmp(&b), Key::new().number(a).cmp(&Key::new().number(b)));
        }

        #[test]
        fn a_key_is_a_prefix_only_of_keys_with_the_same_part(a in ".{0,9}", b in ".{0,9}") {
            let (short, long) = (Key::new().text(&a), Key::new().text(&b).number(1));
            prop_assert_eq!(long.as_ref().starts_with(short.as_ref()), a == b);
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes: Vec<u8>) {
            let mut reader = KeyReader::new(&bytes);
            let _ = reader.number();
            let _ = reader.text();
        }
    }
}
