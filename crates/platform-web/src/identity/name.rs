//! Types and checks of names of people and channels: which texts are valid, and the folded form
//! under which names are compared. Not here: the holders of names (`name_registry.rs`), reserved
//! names (`reserved_names.rs`).

use adoube_bot::looks;
use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Characters of a person's name.
pub(crate) const NAME_CHARS: usize = 24;
/// Characters of a channel's name.
pub(crate) const CHANNEL_CHARS: usize = 32;
/// The channel that always exists.
pub(crate) const LOBBY: &str = "lobby";
/// Combining marks in a row: enough for every script, too few to overlap other lines.
const MARKS_IN_A_ROW: usize = 3;
/// Bytes of a name in any of the forms in which it is compared. Only names of letters that expand
/// to whole words reach the limit.
const FORM_BYTES: usize = 300;

/// A person's name: 1 to [`NAME_CHARS`] letters, digits, marks and `-` `_` `.`, beginning with a
/// letter or a digit, in composed form. Without spaces, so that it is one word of a command;
/// without invisible characters, so that two names that differ also look different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PersonName(String);

/// Why a text is not a valid name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NameError {
    /// The text is empty.
    #[error("an empty name")]
    Empty,
    /// Too many characters.
    #[error("a name of more than {NAME_CHARS} characters")]
    TooLong,
    /// A character that names may not contain, or may not begin with.
    #[error("a name with characters that names do not have")]
    Characters,
    /// The name is reserved.
    #[error("a name that is kept free")]
    Reserved,
}

impl PersonName {
    /// Parses a name as it was typed.
    pub(crate) fn parse(text: &str) -> Result<Self, NameError> {
        // Composing never makes a text longer than three times its length, so this bounds the work.
        if text.len() > NAME_CHARS * 64 {
            return Err(NameError::TooLong);
        }
        let name: String = text.trim().nfc().collect();
        let Some(first) = name.chars().next() else { return Err(NameError::Empty) };
        let mut marks = 0;
        for character in name.chars() {
            marks = if is_combining_mark(character) { marks + 1 } else { 0 };
            if marks > MARKS_IN_A_ROW || !is_allowed(character) {
                return Err(NameError::Characters);
            }
        }
        if !first.is_alphanumeric() {
            return Err(NameError::Characters);
        }
        let is_long = |form: &String| form.len() > FORM_BYTES;
        if name.chars().count() > NAME_CHARS || is_long(&fold(&name)) || looks(&name).iter().any(is_long) {
            return Err(NameError::TooLong);
        }
        Ok(Self(name))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_allowed(character: char) -> bool {
    let is_letter = character.is_alphanumeric() || is_combining_mark(character);
    (is_letter && !is_unseen(character)) || matches!(character, '-' | '_' | '.')
}

/// Whether a letter or mark is invisible, such as the fillers of Hangul and variation selectors.
fn is_unseen(character: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
}

/// The folded form of a name, for look-ups: case does not matter.
pub(crate) fn fold(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// A channel's name as it was typed, without `#`; `None` if it is not valid.
pub(crate) fn channel_name(text: &str) -> Option<&str> {
    let edges = !text.is_empty() && !text.starts_with('-') && !text.ends_with('-');
    let characters = text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    (edges && characters && text.len() <= CHANNEL_CHARS).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_they_look_like() {
        let longest = "x".repeat(NAME_CHARS);
        let cases = [
            ("Anna", Ok("Anna")),
            ("  Anna ", Ok("Anna")),
            ("Zoë", Ok("Zoë")),
            ("Zoe\u{308}", Ok("Zoë")),
            ("Ольга", Ok("Ольга")),
            ("अनिल", Ok("अनिल")),
            ("山田", Ok("山田")),
            ("7of9", Ok("7of9")),
            ("k.-_9", Ok("k.-_9")),
            (longest.as_str(), Ok(longest.as_str())),
            ("", Err(NameError::Empty)),
            (" \t ", Err(NameError::Empty)),
            ("Anna Lena", Err(NameError::Characters)),
            ("-anna", Err(NameError::Characters)),
            ("@anna", Err(NameError::Characters)),
            ("/play", Err(NameError::Characters)),
            ("an\u{200b}na", Err(NameError::Characters)),
            ("an\u{200d}na", Err(NameError::Characters)),
            ("an\u{feff}na", Err(NameError::Characters)),
            ("an\u{ad}na", Err(NameError::Characters)),
            ("\u{202e}anna", Err(NameError::Characters)),
            ("an\u{2066}na", Err(NameError::Characters)),
            ("an\u{7}na", Err(NameError::Characters)),
            ("an\nna", Err(NameError::Characters)),
            ("<b>anna", Err(NameError::Characters)),
            ("a\u{337}\u{337}\u{337}\u{337}", Err(NameError::Characters)),
            ("\u{301}a", Err(NameError::Characters)),
            // Invisible letters and marks.
            ("\u{3164}", Err(NameError::Characters)),
            ("\u{115f}\u{1160}", Err(NameError::Characters)),
            ("\u{ffa0}", Err(NameError::Characters)),
            ("Eve\u{3164}", Err(NameError::Characters)),
            ("E\u{34f}ve", Err(NameError::Characters)),
            ("Eve\u{fe0f}", Err(NameError::Characters)),
            ("Ev\u{180b}e", Err(NameError::Characters)),
            ("Eve\u{e0100}", Err(NameError::Characters)),
            ("Eve\u{17b4}", Err(NameError::Characters)),
            ("\u{2800}", Err(NameError::Characters)),
        ];
        for (text, expected) in cases {
            assert_eq!(
                PersonName::parse(text).as_ref().map(PersonName::as_str).map_err(|e| *e),
                expected,
                "{text:?}"
            );
        }
        assert_eq!(PersonName::parse(&"x".repeat(NAME_CHARS + 1)), Err(NameError::TooLong));
        assert_eq!(PersonName::parse(&"x".repeat(100_000)), Err(NameError::TooLong));
    }

    #[test]
    fn names_in_any_script_are_names() {
        let names = [
            "Ольга",
            "Олександр",
            "小林",
            "김민준",
            "Özgür",
            "Işıl",
            "Ελένη",
            "عائشة",
            "שרה",
            "अनिल",
            "สมชาย",
            "Nguyễn",
            "Þórdís",
            "Đorđe",
            "ქეთევან",
            "Աննա",
            "ሰላም",
            "தமிழ்",
            "さくら",
            "ルイ",
            "Łucja",
            "Groß",
            "Jürgen_1",
            "O.Neill",
            "2Pac",
        ];
        for name in names {
            assert_eq!(PersonName::parse(name).as_ref().map(PersonName::as_str), Ok(name));
        }
        // No name blocks another one.
        let mut all: Vec<String> = names.iter().flat_map(|name| looks(name)).collect();
        all.sort();
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    }

    #[test]
    fn names_that_differ_in_their_case_fold_alike() {
        for (one, other) in
            [("Anna", "aNNA"), ("ÄNNE", "änne"), ("ﬁnn", "FINN"), ("Ａｎｎａ", "anna"), ("ΟΔΟΣ", "οδοσ")]
        {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        assert_ne!(fold("Anna"), fold("Anne"));
    }

    #[test]
    fn names_that_look_alike_count_as_the_same() {
        let same = |one: &str, other: &str| !looks(one).is_disjoint(&looks(other));
        for (one, other) in [
            ("Eve", "eVE"),
            ("Eve", "Еvе"),
            ("Eve", "Εve"),
            ("Eve", "Ｅｖｅ"),
            ("Eve", "𝐄𝐯𝐞"),
            ("Eve", "Eve\u{3164}"),
            ("Eve", "E\u{34f}v\u{fe0f}e\u{180b}"),
            ("Bob", "ВОВ"),
            ("bob", "ВОВ"),
            ("Max", "Мах"),
            ("Ann", "Αnn"),
            ("Ivan", "lvan"),
            ("Tim", "Tirn"),
            ("Paul1", "Paull"),
            ("Bo0", "BoO"),
            ("Groß", "GROSS"),
            ("Ольга", "ОЛЬГА"),
            ("σοφος", "ΣΟΦΟΣ"),
            ("Ольга", "Oльгa"),
            ("Anna", "Anna."),
            ("Anna", "Anna_"),
            ("Anna", "ᴀnna"),
            ("Anna", "Anna\u{338}"),
            ("Anna", "A\u{336}nna"),
            ("José", "JOSE"),
            ("Özgür", "Ozgur"),
        ] {
            assert!(same(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Eve", "Ewe"), ("Anna", "Anne"), ("小林", "大林"), ("Ольга", "Олег"), ("Eve", "Eve1")]
        {
            assert!(!same(one, other), "{one} {other}");
        }
    }

    #[test]
    fn names_are_short_however_they_are_compared() {
        // A ligature that expands to 18 characters.
        assert_eq!(PersonName::parse(&"\u{fdfa}".repeat(NAME_CHARS)), Err(NameError::TooLong));
        assert!(PersonName::parse(&"m".repeat(NAME_CHARS)).is_ok());
        assert!(PersonName::parse(&"ß".repeat(NAME_CHARS)).is_ok());
    }

    #[test]
    fn channels_have_plain_names() {
        for good in ["lobby", "a", "a-1", "2026", &"x".repeat(CHANNEL_CHARS)] {
            assert_eq!(channel_name(good), Some(good));
        }
        for bad in ["", "Lobby", "a b", "-a", "a-", "ä", "a/b", "..", "#a", &"x".repeat(CHANNEL_CHARS + 1)] {
            assert_eq!(channel_name(bad), None, "{bad:?}");
        }
    }
}
