//! Type of a language, identified by its tag (`en`, `de`), and the fallback language. Not here:
//! which languages exist and what they contain (`locales`).

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Maximum of a tag, in bytes: `zh-Hant-TW` has ten.
const LONGEST: usize = 12;

/// A language, by its BCP 47 tag in small letters. Only [`Locales`](crate::Locales) knows which
/// languages the bot speaks: for any other one the fallback is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language {
    /// Padded with zeros.
    tag: [u8; LONGEST],
}

impl Language {
    /// English, the fallback.
    pub const EN: Self = Self { tag: [b'e', b'n', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] };

    /// The language of a tag, supported or not; the fallback if the text is no tag.
    pub const fn of(tag: &str) -> Self {
        match Self::parse(tag) {
            Some(language) => language,
            None => Self::EN,
        }
    }

    /// The same; `None` if the text is no tag.
    pub(crate) const fn parse(tag: &str) -> Option<Self> {
        let bytes = tag.as_bytes();
        if bytes.is_empty() || bytes.len() > LONGEST {
            return None;
        }
        let mut language = Self { tag: [0; LONGEST] };
        let mut place = 0;
        while place < bytes.len() {
            language.tag[place] = match bytes[place] {
                byte if byte.is_ascii_alphanumeric() => byte.to_ascii_lowercase(),
                // Some programs write an underscore.
                b'-' | b'_' if place > 0 => b'-',
                _ => return None,
            };
            place += 1;
        }
        Some(language)
    }

    /// The BCP 47 tag: `en`, `de`.
    pub fn tag(&self) -> &str {
        let length = self.tag.iter().position(|byte| *byte == 0).unwrap_or(LONGEST);
        // The bytes are ASCII, so the default is never used.
        std::str::from_utf8(&self.tag[..length]).unwrap_or_default()
    }
}

impl Default for Language {
    fn default() -> Self {
        Self::EN
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// Written as its tag.
impl Serialize for Language {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

/// Any tag is read, so that a record with an unsupported language stays readable.
impl<'de> Deserialize<'de> for Language {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|tag| Self::of(&tag))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_kept_as_its_tag_and_what_is_no_tag_is_the_fallback() {
        let table = [
            ("en", "en"),
            ("de", "de"),
            ("pt-BR", "pt-br"),
            ("zh_Hant_TW", "zh-hant-tw"),
            ("qaa", "qaa"),
            ("", "en"),
            ("-", "en"),
            ("d e", "en"),
            ("größe", "en"),
            ("a-tag-that-is-far-too-long", "en"),
        ];
        for (text, tag) in table {
            let read: Language =
                serde_json::from_value(text.into()).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((read, read.tag()), (Language::of(tag), tag), "{text}");
            assert_eq!(serde_json::to_value(read).ok(), Some(tag.into()), "{text}");
        }
        assert_eq!(Language::default(), Language::of("en"));
    }
}
